#pragma once

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_poly.h>

#include <functional>
#include <span>
#include <vector>

#include "solve/count/exact_terms.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::counting {

/// Whether all equations vanish at x_v = p_(v+1)(t) / p_0(t) for each zero t of `factor`, where p_0 is not 0 at any of
/// them: substituted in the ring of polynomials modulo `factor`, with rational numbers, so that true is a proof,
/// whatever `p` and `factor` come from. False also where it takes too long, and for coefficients that are not real.
bool vanish_at_zeros(const std::vector<exact_equation>& equations, std::span<const fmpz_poly_struct* const> p,
                     const fmpz_poly_t factor, const std::function<bool()>& must_stop);

/// Whether the simplest rational numbers in the intervals of this radius about the parts of x are a zero of all
/// equations: then there is one there, which is a proof. False also where time is up.
bool has_rational_zero(const std::vector<exact_equation>& equations, const system_point& x, double radius,
                       const std::function<bool()>& must_stop);

}  // namespace vieta::counting

#endif  // VIETA_HAVE_ARB
