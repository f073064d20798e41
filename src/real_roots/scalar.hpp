#pragma once

#include "vieta/core/real_roots.hpp"

namespace vieta {

/// All real roots of one polynomial by the derivative chain, for coefficients of any size and any interval. Slow and
/// careful: what the kernels leave over. `roots` has `degree` places.
template <class T>
core::real_roots_answer solve_one(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots);

}  // namespace vieta
