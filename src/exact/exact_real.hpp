#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <string_view>

namespace vieta::exact {

using integer = boost::multiprecision::cpp_int;

/// An exactly known real number: numerator / denominator * 10^decimal_exponent * 2^binary_exponent, denominator > 0.
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

/// "-12", "+3/4", "1.25e-400", ".5", "1e5/3". Returns false (and leaves `out` alone) when `text` is anything else.
bool parse_real(std::string_view text, real& out);

/// value = (limb[0] + limb[1] + limb[2] + limb[3]) * 2^exponent with 0.5 <= |limb[0]| < 1 (all zero for zero),
/// each limb at most half an ulp of the one before. Relative error at most 2^-208.
struct expansion {
  double limb[4] = {0, 0, 0, 0};
  std::int64_t exponent = 0;
};
expansion to_expansion(const real& value);

}  // namespace vieta::exact
