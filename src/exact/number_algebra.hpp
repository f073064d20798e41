#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/limited_arithmetic.hpp"

namespace vieta::expression {
struct name_place;
}

namespace vieta::exact {

/// The whole number that this is, where it is one of at most `most` in modulus.
std::optional<std::int64_t> whole_number(const real& value, std::int64_t most);

/// The fraction that this is, in lowest terms, where numerator and denominator are at most `most` in modulus.
std::optional<std::pair<std::int64_t, std::int64_t>> short_fraction(const real& value, std::int64_t most);

/// Rational numbers as expression::grammar wants them: what stands in exponents, 2*3 and -(1/2) among them.
class number_algebra {
 public:
  using value = real;
  static constexpr bool has_towers = false;

  /// `expected`: what messages say about everything that is no such number.
  number_algebra(limited_arithmetic& arithmetic, std::string expected)
      : arithmetic_(arithmetic), expected_(std::move(expected)) {}

  struct total {
    explicit total(number_algebra& in) : algebra(in) {}
    void add(const real& summand, bool is_negative);
    real finish() { return sum; }
    number_algebra& algebra;
    real sum;
  };

  real number(std::string_view digits) const;
  [[nodiscard]] real name(std::string_view word, const expression::name_place& place) const;
  static bool takes_arguments(std::string_view) { return false; }
  [[nodiscard]] real call(std::string_view word, std::vector<real> arguments) const;
  static real negated(real a);
  real product(const real& a, const real& b) { return arithmetic_.multiply(a, b); }
  real quotient(const real& a, const real& b);
  real power(real base, const real& exponent);
  number_algebra& exponents() { return *this; }
  [[nodiscard]] const std::string& operands() const { return expected_; }

 private:
  limited_arithmetic& arithmetic_;
  std::string expected_;
};

}  // namespace vieta::exact
