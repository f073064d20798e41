#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "vieta/core/exponent.hpp"
#include "vieta/core/real_roots.hpp"
#include "vieta/core/root_bound.hpp"
#include "vieta/real_roots.hpp"

// Intervals without an end, and those too wide for one power of two: each polynomial has a bound of its own for all of
// its roots, 2^e, and x = 2^e t brings them to one interval for t. Powers of two change no digit of a coefficient, and
// none of a root. What lies outside of the interval leaves the list in the end. One polynomial at a time, for CPU and
// GPU.

namespace vieta {

/// The interval for t, one for all polynomials; nothing for intervals that are not wide.
template <class T>
std::optional<real_interval<T>> unit_interval(real_interval<T> interval) {
  if (!(interval.lo < interval.hi) || !(std::max(std::abs(interval.lo), std::abs(interval.hi)) > 1)) return {};
  return real_interval<T>{interval.lo < 0 ? T(-1) : T(0), interval.hi > 0 ? T(1) : T(0)};
}

/// In place of an exponent: the careful path has to solve it.
constexpr int does_not_fit = 1 << 14;

namespace detail {

/// Whether p(t) is so far from zero that there is no root within four units in the last place of t: with S = sum |c_k
/// t^k|, its evaluation errs by 2 N u S (Higham 2002, section 5.1), and p differs by 8 N u S there, to first order.
template <class T>
VT_HD bool has_no_root_at(const T* c, std::size_t between, int degree, T t) {
  T value = 0, magnitude = 0;
  for (int k = degree; k >= 0; --k) {
    const T a = c[static_cast<std::size_t>(k) * between];
    value = multiply_add(value, t, a);
    magnitude = multiply_add(magnitude, abs(t), abs(a));
  }
  return abs(value) > 8 * core::detail::noise_factor<T>(degree) * magnitude;
}

template <class T>
VT_HD int find_unit(const T* c, std::size_t between, int degree, real_interval<T> interval, T* scaled,
                    std::size_t between_scaled) {
  const auto at = [&](int k) { return c[static_cast<std::size_t>(k) * between]; };
  T nothing = 0;  // an infinity or NaN makes c - c a NaN
  T leading = 0;
  int n = 0;  // the actual degree
  for (int k = 0; k <= degree; ++k) {
    nothing += at(k) - at(k);
    if (at(k) != 0) n = k, leading = at(k);
  }
  if (!(nothing == 0) || n == 0 || at(0) == 0) return does_not_fit;
  core::detail::root_bound<T> bound(n, leading);
  for (int k = 0; k < degree; ++k)  // not to n: where the degree is a constant, loops unroll
    if (k < n) bound.add(k, at(k));
  const int e = bound.exponent(), e_leading = exponent_of(leading);
  constexpr int far = float_format<T>::largest / 2;
  if (e > far || e < -far) return does_not_fit;
  bool fits = true;
  for (int k = 0; k <= degree; ++k) {
    const T a = at(k);
    const int shift = e * (k - n) - e_leading;
    if (a != 0 && exponent_of(a) + shift < float_format<T>::smallest) fits = false;
    scaled[static_cast<std::size_t>(k) * between_scaled] = a == 0 ? a : scale_by_power_of_two(a, shift);
  }
  if (!fits) return does_not_fit;
  const T ends[] = {interval.lo, interval.hi};
  for (const T end : ends) {
    const T t = end - end == 0 ? scale_by_power_of_two(end, -e) : T(1);
    if (t != 0 && abs(t) < 1 && !has_no_root_at(scaled, between_scaled, degree, t)) return does_not_fit;
  }
  return e;
}

}  // namespace detail

/// Writes c_k 2^(e k - m), the leading one in [1, 2) and, by Fujiwara's bound, the largest, and returns e: all roots
/// are below 2^e in modulus. `does_not_fit` for numbers that are not finite, constants, roots at 0, where a coefficient
/// would be no normal number or 2^e comes near the ends of the range, and where there may be a root at an end of the
/// interval; then the constant 1 is written, which is solved at once.
template <class T>
VT_HD int to_unit(const T* c, std::size_t between, int degree, real_interval<T> interval, T* scaled,
                  std::size_t between_scaled) {
  const int e = detail::find_unit(c, between, degree, interval, scaled, between_scaled);
  if (e != does_not_fit) return e;
  for (int k = 0; k <= degree; ++k) scaled[static_cast<std::size_t>(k) * between_scaled] = k == 0 ? T(1) : T(0);
  return e;
}

/// From the roots t = roots[0], ..., roots[answer.count - 1] in the unit interval to those in `interval`; places that
/// become free are NaN. `relative` is the tolerance that they were found with. False where the careful path has to
/// solve it: where a root may lie on either side of an end, and where touches would have to leave the list.
template <class T, class Places>
VT_HD bool from_unit(const Places& roots, core::real_roots_answer& answer, int e, real_interval<T> interval,
                     T relative) {
  if (e == does_not_fit || answer.status == real_roots_status::unresolved) return false;
  int kept = 0;
  for (int k = 0; k < answer.count; ++k) {
    const T x = scale_by_power_of_two(T(roots[k]), e), near = 2 * relative * abs(x);
    if (abs(x - interval.lo) <= near || abs(x - interval.hi) <= near) return false;
    if (x < interval.lo || x > interval.hi) continue;
    roots[kept] = x;
    ++kept;
  }
  if (kept < answer.count && answer.status != real_roots_status::ok) return false;
  for (int k = kept; k < answer.count; ++k) roots[k] = T(__builtin_nan(""));
  answer.count = kept;
  return true;
}

}  // namespace vieta
