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

/// Whether p is noise all the way from x over the border to y: what two parts find there may be one root.
template <int N, class T>
VT_HD bool is_noise_between(const T (&p)[N + 1], T x, T border, T y) {
  const T points[3] = {(x + border) / 2, border, (border + y) / 2};
  bool noise = true;
  VT_UNROLL_NOT
  for (int k = 0; k < 3; ++k) {
    const T most = noise_factor<T>(N) * horner_magnitude(p, N, points[k]);
    noise = noise && most - most == 0 && abs(horner(p, N, points[k])) <= most;
  }
  return noise;
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
      const T inner = now == below ? -hi : lo, outer = now == below ? -lo : hi;
      from = reciprocal(outer);
      to = inner > 1 ? reciprocal(inner) : T(1);
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
    // Where two parts meet, at 1 or -1, each has its own rounding errors: what both find within four units in the last
    // place of there is one root. So are two touches with noise alone between them, and a touch at the border, which is
    // all that a part knows of a root beyond it, and that root.
    const T border = now == between ? T(-1) : T(1);
    const auto is_near = [&](T x) { return abs(x - border) <= 8 * float_format<T>::unit_roundoff; };
    const int others = answer.count;
    const auto is_listed = [&](T x, bool touches) {
      if (others == 0 || answer.count > others) return false;
      const T before = found[others - 1];
      if (is_near(before) && is_near(x)) return true;
      const bool touched = (answer.touching >> (others - 1) & 1) != 0;
      const bool may = touches ? touched || x == border : touched && before == border;
      return may && detail::is_noise_between<N>(a, before, border, x);
    };
    const auto place = [&](int k) { return now == beyond ? here.count - 1 - k : k; };
    const auto root = [&](int k) {  // ascending; no number, or infinite, for those beyond the largest number
      const T x = scratch[place(k)], y = outside ? sign / x : x;
      return y < lo ? lo : y > hi ? hi : y;
    };
    const auto list = [&](T x, bool touches) {
      if (answer.count < most || found[most - 1] == x)
        append_root(found, answer.count, answer.touching, x, touches);
      else
        answer.status = real_roots_status::unresolved;  // noise shows more of them than there can be
    };
    VT_UNROLL_NOT
    for (int k = 0; k < here.count; ++k) {
      const T x = root(k);
      const bool touches = (here.touching >> place(k) & 1) != 0;
      if (!(x - x == 0)) continue;
      if (is_listed(x, touches)) {
        const std::uint64_t last = std::uint64_t{1} << (others - 1);
        if (!touches && (answer.touching & last) != 0) found[others - 1] = x, answer.touching &= ~last;
      } else {
        list(x, touches);
      }
    }
    if (now == whole) {
      if (answer.status == real_roots_status::ok) answer.status = here.status;
      return answer;
    }
    if (unresolved) answer.status = real_roots_status::unresolved;
    if (here.status == real_roots_status::clustered && answer.status == real_roots_status::ok)
      answer.status = real_roots_status::clustered;
  }
  if (answer.touching != 0 && answer.status == real_roots_status::ok) answer.status = real_roots_status::touching;
  return answer;
}

}  // namespace vieta::core
