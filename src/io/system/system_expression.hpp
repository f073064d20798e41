#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/expression/text_cursor.hpp"
#include "exact/exact_real.hpp"

namespace vieta::io {

/// A term of a polynomial in several variables: re + i im times a product of powers, in the order written.
struct system_term {
  static constexpr std::int64_t none = INT64_MIN;

  std::vector<std::pair<std::uint32_t, std::uint32_t>> factors;  ///< variable, exponent >= 1; distinct variables
  exact::real re, im;
  /// The coefficient meant is within 2^error_exponent of re + i im, in modulus: pi, sqrt(2). `none`: it is this one.
  std::int64_t error_exponent = none;
  /// Not null: what is meant is exactly this times pi.
  std::shared_ptr<const exact::real> times_pi = nullptr;

  /// Not only approximately.
  [[nodiscard]] bool is_zero() const { return re.is_zero() && im.is_zero() && error_exponent == none; }
};
using system_polynomial = std::vector<system_term>;

using expression::text_cursor;

class new_unknowns;

/// The names that an expression may use.
struct system_names {
  std::map<std::string, std::uint32_t, std::less<>> variables;
  std::vector<std::string> in_order;
  std::map<std::string, system_polynomial, std::less<>> defined;  ///< constants and sub-functions
  bool open = true;                                               ///< names not seen before become variables
  bool small_i_is_unit = true;                                    ///< i is the imaginary unit, as I always is
  bool has_large_unit = false;                                    ///< I was read as the imaginary unit
  bool has_constants = true;  ///< pi is a number; and so are e and Pi where names are not open
  std::set<std::string, std::less<>> behind_numbers =
      {};  ///< variables that stand directly behind a number somewhere: 2ix
  /// Not null: divisors with variables are permitted, and are put here, each once. An expression then is the numerator
  /// over their common multiple.
  std::vector<system_polynomial>* divisors = nullptr;
  /// Not null: sines, cosines and roots of unknowns are permitted; new unknowns for them are numbered with the others.
  new_unknowns* functions = nullptr;

  /// Where it is no variable.
  [[nodiscard]] bool is_unit(std::string_view word) const {
    return word == "I" || (small_i_is_unit && (word == "i" || word == "im"));
  }
};

/// How well the coefficients are known: 0 where all are exact, else 2^-207, a bound of |error| / |coefficient|. Throws
/// vieta::error for a coefficient that its error does not tell from zero.
double relative_error(const system_polynomial& p);

/// Reads one expression from the cursor: sums, products, quotients by constants, powers ("^", "**"), parentheses,
/// square roots of numbers. What is written as products of sums is expanded, within bounds on the work that a short
/// hostile text can ask for.
system_polynomial read_system_expression(text_cursor& text, system_names& names);

/// The same up to the end of the text; "a = b" and "a == b" are a - b.
system_polynomial read_equation(text_cursor& text, system_names& names);

}  // namespace vieta::io
