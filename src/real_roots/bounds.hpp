#pragma once

#include "real_roots/in_dd.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {

/// Fills out.bounds for the roots that are in `out`: docs/method/real_roots.md, "Bounds".
template <class T>
void bound_real_roots(const polynomial_batch<T>& in, const real_roots_output<T>& out, int threads);

/// The same for roots from anywhere, in rows of `degree` numbers, of polynomials in rows.
template <class T>
void bound_real_roots(const polynomial_batch<T>& rows, const T* roots, const std::uint8_t* counts,
                      const std::uint64_t* touching, T* bounds, int threads);

/// The same for the roots of one polynomial, whose coefficients are value + rest to a unit in the rest's last place.
void bound_real_roots(const long_coefficients& p, const double* roots, int count, std::uint64_t touching,
                      double* bounds);

}  // namespace vieta
