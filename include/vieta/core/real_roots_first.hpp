#pragma once

#include "vieta/core/real_roots.hpp"

// The least root of one polynomial in an interval: what a ray wants that stops at the first surface.

namespace vieta::core {

namespace detail {

/// p as a polynomial of t in [-1, 1]: x = middle + half_width t, coefficient k divided by C(N, k).
template <int N, class T>
struct centred {
  T a[N + 1];
  T middle, half_width;

  VT_HD centred(const T (&p)[N + 1], T lo, T hi) : middle(T(0.5) * (lo + hi)), half_width(T(0.5) * (hi - lo)) {
    for (int k = 0; k <= N; ++k) a[k] = p[k];
    if (middle != 0) {
      VT_UNROLL_NOT
      for (int i = 0; i < N; ++i)
        for (int k = N - 1; k >= i; --k) a[k] = a[k] + middle * a[k + 1];
    }
    T power = 1, binomial = 1;
    for (int k = 0; k <= N; ++k) {
      a[k] = a[k] * power / binomial;
      power *= half_width;
      binomial = binomial * T(N - k) / T(k + 1);
    }
  }

  /// The Bernstein coefficients of p on [t, t + size]. The first one belongs to the end nearer to 0, so that no sum is
  /// larger than that for the other end.
  VT_HD void bernstein(T t, T size, T (&b)[N + 1]) const {
    const T inner = t < 0 ? t + size : t, outwards = t < 0 ? -size : size;
    for (int k = 0; k <= N; ++k) b[k] = a[k];
    if (inner != 0) {
      VT_UNROLL_NOT
      for (int i = N - 1; i >= 0; --i)
        for (int k = 0; k <= i; ++k) b[k] = b[k] + inner * b[k + 1];
    }
    VT_UNROLL_NOT
    for (int i = N - 1; i >= 0; --i)
      for (int k = 0; k <= i; ++k) b[N - k] = outwards * b[N - k] + b[N - k - 1];
  }
};

/// What signs of Bernstein coefficients tell: `known` at both ends, and how often they change, where one within
/// rounding counts as the sign that makes more changes. Where all are within rounding, halves will tell no more.
struct sign_changes {
  bool known, hopeless;
  int count;
};
template <int N, class T>
VT_HD sign_changes changes_of_sign(const T (&b)[N + 1], T unsure) {
  sign_changes seen{abs(b[0]) > unsure && abs(b[N]) > unsure, !(abs(b[0]) > 2 * unsure), 0};
  bool negative = b[0] < 0;
  for (int k = 1; k <= N; ++k) {
    seen.hopeless = seen.hopeless && !(abs(b[k]) > 2 * unsure);
    const bool change = negative ? b[k] >= -unsure : b[k] <= unsure;
    negative = negative != change;
    seen.count += change ? 1 : 0;
  }
  return seen;
}

/// Whether p is clear of zero on [left, right], on one side of 0, by Horner's scheme in interval arithmetic (Moore
/// 1966).
template <int N, class T>
VT_HD bool is_clear(const T (&p)[N + 1], T left, T right, T unsure) {
  const T inner = abs(left) < abs(right) ? abs(left) : abs(right);
  const T outer = abs(left) < abs(right) ? abs(right) : abs(left);
  T low = 0, high = 0;
  for (int k = N; k >= 0; --k) {
    const T next = left < 0 && k % 2 == 1 ? -p[k] : p[k];
    low = (low < 0 ? low * outer : low * inner) + next;
    high = (high < 0 ? high * inner : high * outer) + next;
  }
  return low > unsure || high < -unsure;
}

enum class first_search : std::uint8_t { none, one, undecided };

/// Descartes' rule of signs for Bernstein coefficients in halved intervals (Collins and Akritas 1976), from the left
/// on: what lies to the right of the first root is not looked at. Coefficients are compared with what rounding may make
/// of them in their interval, which is little near 0. `undecided` where rounding, or two roots that are close, leave it
/// open.
template <int N, class T>
VT_HD first_search search_from_left(const T (&p)[N + 1], T lo, T hi, tolerance<T> wanted, T& root) {
  constexpr T unsure_factor = T(6 * N + 8) * float_format<T>::unit_roundoff;
  const T reach = abs(lo) < abs(hi) ? abs(hi) : abs(lo);
  // About 0 if it is near, where rounding is least; the last interval may stick out then, and the first.
  const bool about_zero = lo < T(0.5) * reach && hi > T(-0.5) * reach;
  const centred<N, T> frame(p, about_zero ? -reach : lo, about_zero ? reach : hi);
  T t = about_zero && lo >= 0 ? 0 : -1, size = 1;
  VT_UNROLL_NOT
  for (int step = 0; step < 200; ++step) {
    const T begin = frame.middle + frame.half_width * t, end = frame.middle + frame.half_width * (t + size);
    if (end > lo) {
      const T left = begin < lo ? lo : begin, right = end > hi ? hi : end;
      const T outer = abs(t) < abs(t + size) ? abs(t + size) : abs(t);
      const T unsure = unsure_factor * horner_magnitude(p, N, abs(frame.middle) + frame.half_width * outer);
      if (!((left >= 0 || right <= 0) && is_clear<N>(p, left, right, unsure))) {
        T b[N + 1];
        frame.bernstein(t, size, b);
        const sign_changes seen = changes_of_sign<N>(b, unsure);
        const T at_left = horner(p, N, left), at_right = horner(p, N, right);
        bool known = seen.known;
        if (begin < lo || end > hi) known = known && abs(at_left) > unsure && abs(at_right) > unsure;
        if (!known || seen.count > 1) {
          size /= 2;
          if (seen.hopeless || size < T(0.0001) * (outer > T(0.01) ? outer : T(0.01))) return first_search::undecided;
          continue;
        }
        if ((at_left < 0) != (at_right < 0)) {
          root = find_crossing(p, N, left, right, at_left < 0, wanted);
          return first_search::one;
        }
      }
    }
    t += size;
    if (t >= 1 || end >= hi) return first_search::none;
    // The largest interval of halves of halves that begins at t. Right of 0 it stays as small as left of it.
    if (t != 0)
      while (size < 1 && t / (2 * size) == T(static_cast<long long>(t / (2 * size)))) size *= 2;
  }
  return first_search::undecided;
}

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
    const auto found = detail::search_from_left<N>(a, begin, end, tolerance<T>{absolute, relative}, root);
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
