#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/constants.hpp"
#include "exact/limited_arithmetic.hpp"
#include "io/system/system_expression.hpp"

namespace vieta::io {

/// Powers beyond are refused.
inline constexpr std::uint32_t most_power = 1'000'000;
[[noreturn]] void refuse_power();

/// |re + i im| <= 2^this, at most four times the modulus; `none` for zero.
std::int64_t size_of(const system_term& t);

system_term term_of_one();
bool is_one(const system_term& t);
system_polynomial constant_of(const exact::approximation& number);
/// What `exact::constant_called` knows; of pi it is remembered that it is.
system_polynomial constant_called(std::string_view name);
void negate(system_polynomial& p);
/// Term by term; those known in part are different ones.
bool are_same(const system_polynomial& p, const system_polynomial& q);

/// Arithmetic of polynomials in several variables whose coefficients may be known in part. What it costs is charged.
class term_arithmetic {
 public:
  explicit term_arithmetic(exact::limited_arithmetic& arithmetic) : arithmetic_(arithmetic) {}

  /// Equal monomials add up, zeros drop out; the order is that of first appearance.
  system_polynomial collected(system_polynomial p);
  system_polynomial multiply(const system_polynomial& a, const system_polynomial& b);
  system_polynomial raised_to(system_polynomial base, std::uint32_t exponent);
  /// By a number.
  system_polynomial divide(system_polynomial p, const system_term& c);

 private:
  system_term multiply(const system_term& a, const system_term& b);
  void charge(std::size_t cost) { arithmetic_.charge(static_cast<std::int64_t>(cost)); }

  exact::limited_arithmetic& arithmetic_;
};

}  // namespace vieta::io
