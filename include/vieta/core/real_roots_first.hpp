#pragma once

#include "vieta/core/certain_roots.hpp"
#include "vieta/core/real_roots.hpp"

// The least root of one polynomial in an interval: what a ray wants that stops at the first surface.

namespace vieta::core {

namespace detail {

/// Whether nothing can overflow or underflow on the way, and all of the polynomial's degree is there. An infinite end
/// is brought to a bound of all roots.
template <int N, class T>
VT_HD bool is_moderate(const T (&a)[N + 1], T& lo, T& hi) {
  T nothing = 0, largest = 0;
  for (int k = 0; k <= N; ++k) {
    nothing += a[k] - a[k];
    largest = abs(a[k]) > largest ? abs(a[k]) : largest;
  }
  if (!(nothing == 0) || !(lo < hi) || a[0] == 0 || a[N] == 0) return false;
  const int most = float_format<T>::largest / 4;
  if (!(lo - lo == 0) || !(hi - hi == 0)) {
    const int bound = root_bound_exponent<N>(a, N);
    if (bound > most || bound < -most) return false;
    const T all = power_of_two<T>(bound);
    if (lo < -all) lo = -all;
    if (hi > all) hi = all;
    if (!(lo < hi)) return false;
  }
  const int e = exponent_of(abs(lo) < abs(hi) ? abs(hi) : abs(lo));
  const int up = e > 0 ? (N + 1) * (e + 2) : 0, down = e < 0 ? N * -e : 0;
  return exponent_of(largest) < most && up < most && exponent_of(a[0]) > -most && exponent_of(a[N]) > down - most;
}

}  // namespace detail

/// The least root in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[N] x^N, for T = float or double: `count` is 1 or 0, and
/// where it is 1, `root` is that root, as core::real_roots would find it; `touching` and the status speak of it alone.
///
/// It searches from the left by Descartes' rule of signs and stops at the first root; where rounding does not tell, or
/// the numbers are neither finite nor of moderate size, core::real_roots decides (in N more places). O(N^2) operations
/// for each interval that is looked at, in most cases one or two.
template <int N, class T>
VT_HD real_roots_answer real_roots_first(const T (&a)[N + 1], T lo, T hi, T absolute, T relative, T& root) {
  T begin = lo, end = hi;
  if (detail::is_moderate<N>(a, begin, end)) {
    const auto found = detail::find_certain_first<N>(a, begin, end, tolerance<T>{absolute, relative}, root);
    if (found != detail::first_search::undecided) {
      real_roots_answer answer;
      answer.count = found == detail::first_search::one ? 1 : 0;
      return answer;
    }
  }
  T all[N];
  real_roots_answer answer = real_roots<N, T>(a, lo, hi, absolute, relative, strided<T>{all, 1});
  if (answer.count > 0) {
    root = all[0];
    answer.count = 1;
    answer.touching &= 1;
    if (answer.status == real_roots_status::touching && answer.touching == 0) answer.status = real_roots_status::ok;
  }
  return answer;
}

/// The same, as near as T tells: `real_roots_first(a, 0.0, HUGE_VAL, t)` for double a[5] is the whole call of a ray
/// tracer for a torus.
template <int Coefficients, class T>
VT_HD real_roots_answer real_roots_first(const T (&a)[Coefficients], T lo, T hi, T& root) {
  return real_roots_first<Coefficients - 1, T>(a, lo, hi, T(0), T(0), root);
}

}  // namespace vieta::core
