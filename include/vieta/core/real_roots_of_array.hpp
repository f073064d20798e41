#pragma once

#include "vieta/core/real_roots.hpp"
#include "vieta/core/real_roots_first.hpp"

namespace vieta::core {

/// The same for an array of one polynomial's roots, each as near as T tells: the whole call in a ray tracer is
///
///     double a[5] = {...}, t[4];                                // a[0] + a[1] t + ... + a[4] t^4
///     const auto found = vieta::core::real_roots(a, 0.0, HUGE_VAL, t);
///     if (found.count > 0) hit(t[0]);
///
/// Bit k of `found.touching` says that root k touches zero without a change of sign: a ray that grazes.
template <int N, class T>
VT_HD real_roots_answer real_roots(const T (&a)[N + 1], T lo, T hi, T (&roots)[N]) {
  return real_roots<N, T>(a, lo, hi, T(0), T(0), strided<T>{roots, 1});
}

}  // namespace vieta::core
