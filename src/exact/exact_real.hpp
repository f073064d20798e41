#pragma once

#include <cstdint>
#include <string_view>

#include "exact/integer.hpp"

namespace vieta::exact {

/// An exactly known real number: numerator / denominator * 10^decimal_exponent * 2^binary_exponent, denominator > 0.
/// One number has many such forms: compare numbers by `compare` (exact/arithmetic.hpp), never field by field.
/// The powers stay apart so that 1e1000000 costs nothing to hold.
struct real {
  integer numerator = 0;
  integer denominator = 1;
  std::int64_t decimal_exponent = 0;
  std::int64_t binary_exponent = 0;

  [[nodiscard]] bool is_zero() const { return numerator.is_zero(); }
};

/// Exactly the number that a finite double stores.
real from_double(double value);

/// True, with the number in `out`, when one double stores exactly this number (so never for 1/10 or 1e400).
bool fits_double(const real& value, double& out);

/// Powers beyond these bounds are refused: to add and scale exponents must stay far from the ends of int64.
inline constexpr std::int64_t max_exponent = 1'000'000'000'000'000'000;
/// One number of more digits than this is refused, because reading it would take many seconds.
inline constexpr std::size_t max_digits = 10'000'000;

/// "-12", "+3/4", "1.25e-400", ".5", "1e5/3": an optional sign (U+2212 is a minus), a decimal, and optionally "/" and
/// an unsigned decimal that is not zero. Returns false (and leaves `out` alone) when `text` is anything else, has more
/// than `max_digits` digits, or has an exponent beyond `max_exponent`.
bool parse_real(std::string_view text, real& out);

/// value = (limb[0] + limb[1] + limb[2] + limb[3]) * 2^exponent with 0.5 <= |limb[0]| < 1 (all zero for zero),
/// each limb at most half an ulp of the one before. Relative error at most 2^-208. Takes O(log |decimal_exponent|).
/// Throws vieta::error when an exponent is beyond `max_exponent`, which no number that was read has.
struct expansion {
  double limb[4] = {0, 0, 0, 0};
  std::int64_t exponent = 0;
};
expansion to_expansion(const real& value);

}  // namespace vieta::exact
