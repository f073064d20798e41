#pragma once

#include <optional>
#include <string_view>

#include "exact/exact_real.hpp"

namespace vieta::exact {

/// A number that is not rational, by one that is: |number - value| <= 2^error_exponent. Known exactly where `is_exact`.
struct approximation {
  real value;
  bool is_exact = true;
  std::int64_t error_exponent = 0;
};

/// The bits to which pi, e and roots are known at least: 300 digits.
inline constexpr std::int64_t constant_bits = 1100;

/// Whether this word is one of those below.
bool is_constant(std::string_view name);

/// "pi" (also "Pi" and "PI") and "e"; nothing for any other word.
std::optional<approximation> constant_called(std::string_view name);

/// The square root of a number that is not negative: exact where it is rational. Throws vieta::error for numbers beyond
/// 10^10000 and below 10^-10000.
approximation square_root(const real& value);

/// The same of a positive number that may be known in part. Throws where it cannot be told from zero.
approximation square_root(const approximation& value);

/// Of one angle.
struct sine_and_cosine {
  approximation sine, cosine;
};

/// Of an angle in radians, which may be known in part. Throws vieta::error for angles beyond 2^60.
sine_and_cosine sine_and_cosine_of(const approximation& angle);

/// Of a rational multiple of pi: exact where sine or cosine is rational (0, 1/2, 1 in modulus; Niven 1956).
sine_and_cosine sine_and_cosine_of_pi(const real& multiple);

/// A rational number by one of few bits, so that long chains of quotients stay short.
approximation rounded(const real& value);

}  // namespace vieta::exact
