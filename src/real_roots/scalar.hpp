#pragma once

#include "vieta/core/real_roots.hpp"

namespace vieta {

/// All real roots of one polynomial by the derivative chain, for coefficients of any size and any interval. Slow and
/// careful: what the kernels leave over. `roots` has `degree` places.
template <class T>
core::real_roots_answer solve_one(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots);

/// Whether two roots are within two units in the last place.
template <class T>
bool are_neighbours(T before, T x) {
  return x - before <= 4 * float_format<T>::unit_roundoff * abs(x);
}
template <class T>
bool has_neighbours(const T* roots, int count) {
  for (int k = 1; k < count; ++k)
    if (are_neighbours(roots[k - 1], roots[k])) return true;
  return false;
}

}  // namespace vieta
