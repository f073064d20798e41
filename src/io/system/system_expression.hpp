#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/exact_real.hpp"

namespace vieta::io {

/// A term of a polynomial in several variables: re + i im times a product of powers, in the order written.
struct system_term {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> factors;  ///< variable, exponent >= 1; distinct variables
  exact::real re, im;
};
using system_polynomial = std::vector<system_term>;

/// The position in a text, its name and the current line: what all parts of a file's reader share.
class text_cursor {
 public:
  text_cursor(std::string_view text, std::string_view name, char comment)
      : text_(text), name_(name), comment_(comment) {}

  /// The next character that is not white space nor in a comment, or 0 at the end.
  char peek();
  /// Takes the symbol if it comes next.
  bool take(std::string_view symbol);
  /// A name (letters, digits, '_', not beginning with a digit), or empty.
  std::string_view take_name();
  /// The characters of a number ("12", ".5", "1e-400"), or empty.
  std::string_view take_number();
  /// The rest of the text, untouched.
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] std::size_t line() const;
  [[nodiscard]] std::string_view name() const { return name_; }
  [[nodiscard]] char comment() const { return comment_; }
  /// From now on places have columns, too: for texts that are not lines of a file.
  void show_columns() { shows_columns_ = true; }
  /// "NAME:LINE" or "NAME:LINE:COLUMN" of what comes next.
  [[nodiscard]] std::string place() const;
  /// Throws "PLACE: found ..., expected ..." about the word that comes next.
  [[noreturn]] void refuse(const std::string& expected);
  [[nodiscard]] std::size_t mark() const { return at_; }
  void reset(std::size_t mark) { at_ = mark; }
  /// The next whole word or sign, for messages.
  std::string next_word();

 private:
  void skip_blank();
  std::string_view text_, name_;
  char comment_;
  bool shows_columns_ = false;
  std::size_t at_ = 0;
};

/// The names that an expression may use.
struct system_names {
  std::map<std::string, std::uint32_t, std::less<>> variables;
  std::vector<std::string> in_order;
  std::map<std::string, system_polynomial, std::less<>> defined;  ///< constants and sub-functions
  bool open = true;                                               ///< names not seen before become variables
  bool small_i_is_unit = true;                                    ///< i is the imaginary unit, as I always is
  /// Not null: divisors with variables are permitted, and are put here, each once. An expression then is the numerator
  /// over their common multiple.
  std::vector<system_polynomial>* divisors = nullptr;
};

/// Reads one expression from the cursor: sums, products, quotients by constants, powers ("^", "**"), parentheses. What
/// is written as products of sums is expanded, within bounds on the work that a short hostile text can ask for.
system_polynomial read_system_expression(text_cursor& text, system_names& names);

}  // namespace vieta::io
