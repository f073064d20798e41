#pragma once

#include "vieta/core/real_roots.hpp"

// Real roots in intervals of any width. core::real_roots brings the interval to [-1, 1]; coefficients that span too
// many exponents do not survive that when the interval is wide. Then it is solved in three parts.

namespace vieta::core {

namespace detail {

/// x^N p(sign / x): its roots in (0, 1] are the reciprocals of those beyond 1 (sign = 1) or of minus those below -1
/// (sign = -1), with all the accuracy that the coefficients give, however far out they lie.
template <int N, class T>
VT_HD void reverse(const T (&p)[N + 1], T sign, T (&reversed)[N + 1]) {
  VT_UNROLL
  for (int k = 0; k <= N; ++k) reversed[N - k] = k % 2 == 1 ? sign * p[k] : p[k];
}

}  // namespace detail

/// All real roots in [lo, hi], sorted, as core::real_roots finds them; and where that is `unresolved`, those below -1,
/// in [-1, 1] and beyond 1, each part by itself: each in its own scale. Outside of [-1, 1] the relative tolerance alone
/// counts. `unresolved` are then coefficients that span nearly all of the range of T, and what may be beyond 2^126
/// (double: 2^1022; dd: 2^968).
///
/// `scratch` has N places. The answer goes to found[0], found[1], ..., at most `most` of them: the degree is enough.
template <int N, class T, class Places>
VT_HD real_roots_answer real_roots_in_parts(const T (&a)[N + 1], T lo, T hi, T absolute, T relative, strided<T> scratch,
                                            const Places& found, int most) {
  enum part { whole, below, between, beyond, end };
  real_roots_answer answer;
  // One call in the text: all of it is inlined.
  VT_UNROLL_NOT
  for (int now = whole; now != end; ++now) {
    const bool outside = now == below || now == beyond;
    const T sign = now == below ? T(-1) : T(1);
    T p[N + 1], from = lo, to = hi;
    if (outside) {
      if (now == below ? !(lo < -1) : !(hi > 1)) continue;
      detail::reverse<N>(a, sign, p);
      const T near = now == below ? -hi : lo, far = now == below ? -lo : hi;
      from = reciprocal(far);
      to = near > 1 ? reciprocal(near) : T(1);
      constexpr int smallest = float_format<T>::smallest;
      if (from < power_of_two<T>(smallest) && detail::may_have_root_below<N>(p, smallest))
        answer.status = real_roots_status::unresolved;  // so far out that the reciprocal has too few digits
    } else {
      VT_UNROLL
      for (int k = 0; k <= N; ++k) p[k] = a[k];
    }
    if (now == between) {
      if (!(lo <= 1 && hi >= -1)) continue;
      from = lo > -1 ? lo : T(-1);
      to = hi < 1 ? hi : T(1);
    }
    real_roots_answer here = detail::find_real_roots<N, T>(p, from, to, outside ? T(0) : absolute, relative, scratch);
    const bool unresolved = here.status == real_roots_status::unresolved;
    if (!is_ascending(scratch, here.count) && (absolute > 0 || relative > 0)) {
      // What a coarse tolerance has brought together is told apart without it.
      absolute = relative = 0;
      --now;
      continue;
    }
    if (now == whole && unresolved) continue;
    make_ascending(scratch, here);
    for (int k = 0; k < here.count && answer.count < most; ++k) {
      const int i = now == beyond ? here.count - 1 - k : k;
      T x = scratch[i];
      if (outside) {
        if (x == 0) continue;  // at infinity, where the leading coefficient is zero
        x = sign / x;
        if (!(x - x == 0)) continue;  // beyond the largest number
        if (x < lo) x = lo;
        if (x > hi) x = hi;
      }
      if (now > below && k == 0 && answer.count > 0 && found[answer.count - 1] == x) continue;  // where two parts meet
      append_root(found, answer.count, answer.touching, x, (here.touching >> i & 1) != 0);
    }
    if (now == whole) {
      answer.status = here.status;
      return answer;
    }
    if (unresolved) answer.status = real_roots_status::unresolved;
  }
  if (answer.touching != 0 && answer.status == real_roots_status::ok) answer.status = real_roots_status::touching;
  return answer;
}

}  // namespace vieta::core
