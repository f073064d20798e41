#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "vieta/core/exponent.hpp"
#include "vieta/real_roots.hpp"

// Intervals without an end: each polynomial has a bound of its own for its roots, 2^e, and x = 2^e t brings them all to
// one interval for t. Powers of two change no digit of a coefficient, and none of a root.

namespace vieta {

/// The interval for t, where one serves all polynomials: an end may be infinite or 0.
template <class T>
std::optional<real_interval<T>> unit_interval(real_interval<T> interval) {
  const auto fits = [](T end) { return std::isinf(end) || end == 0; };
  if (!fits(interval.lo) || !fits(interval.hi) || !(interval.lo < interval.hi)) return std::nullopt;
  return real_interval<T>{std::clamp(interval.lo, T(-1), T(1)), std::clamp(interval.hi, T(-1), T(1))};
}

/// Writes c_k 2^(e k - m), the largest of them near 1, and returns e: all roots are below 2^e in modulus. Nothing for
/// numbers that are not finite, first or last coefficients of 0, and where a coefficient would leave the range of T or
/// come near its end.
template <class T>
std::optional<int> to_unit(const T* c, std::size_t between, int degree, T* scaled, std::size_t between_scaled) {
  constexpr int far = float_format<T>::largest / 2;
  const auto at = [&](int k) { return c[static_cast<std::size_t>(k) * between]; };
  T nothing = 0;  // an infinity or NaN makes c - c a NaN
  for (int k = 0; k <= degree; ++k) nothing += at(k) - at(k);
  if (!(nothing == 0) || at(0) == 0 || at(degree) == 0) return std::nullopt;
  // Fujiwara (1916) in powers of two, as core::detail::root_bound_exponent has it.
  int exponents[65], bound = -4 * float_format<T>::largest;
  exponents[degree] = exponent_of(at(degree));
  for (int k = 0; k < degree; ++k) {
    if (at(k) == 0) continue;
    exponents[k] = exponent_of(at(k));
    const int ratio = exponents[k] - exponents[degree] + 1, i = degree - k;
    if (ratio > bound * i) bound = ratio >= 0 ? (ratio + i - 1) / i : -(-ratio / i);
  }
  const int e = bound + 1;
  if (std::abs(e) > far) return std::nullopt;
  int most = exponents[0], least = most;
  for (int k = 1; k <= degree; ++k) {
    if (at(k) == 0) continue;
    most = std::max(most, exponents[k] + e * k), least = std::min(least, exponents[k] + e * k);
  }
  if (most - least > far) return std::nullopt;
  for (int k = 0; k <= degree; ++k)
    scaled[static_cast<std::size_t>(k) * between_scaled] = scale_by_power_of_two(at(k), e * k - most);
  return e;
}

}  // namespace vieta
