#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vieta::report {

// Numbers as text, the same in every locale.

/// A text as it is, whatever the stream's width and fill.
void write(std::ostream& out, std::string_view text);

/// This many significant digits, or digits behind the point: %.*g and %.*f.
std::string rounded(double value, int digits);
std::string fixed(double value, int decimals);

/// The fewest digits that read back as the same double; "inf", "-inf", "nan" for what is not finite.
std::string shortest(double value);

/// The same for JSON, which knows no infinity: null for what is not finite.
std::string number_or_null(double value);

/// A decimal that is at least `value` (>= 0) with this many significant digits: radii are never rounded down.
std::string upward(double value, int digits);

/// A decimal that is at most `value` (>= 0) with this many significant digits, written like `rounded`: for lower
/// bounds.
std::string downward(double value, int digits);

/// The same as upward(double, int) for a decimal text such as "1.2345e-80".
std::string upward(std::string_view decimal, int digits);

/// A short decimal that is at least `value` (>= 0) and yet reads back as the same double.
std::string upward_exact(double value);

/// The double nearest to a decimal text; infinite or zero when it is out of range. False when it is no number.
bool to_double(std::string_view decimal, double& out);

/// A decimal text taken apart, for values that no double holds: value = mantissa * 10^exponent, 1 <= |mantissa| < 10
/// (or 0). False when it is no number.
struct scientific {
  double mantissa = 0;
  std::int64_t exponent = 0;
};
bool to_scientific(std::string_view decimal, scientific& out);

}  // namespace vieta::report
