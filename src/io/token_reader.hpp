#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "exact/exact_real.hpp"

namespace vieta::io {

/// The words of a .pol file: separated by white space, '!' hides the rest of its line.
class token_reader {
 public:
  token_reader(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  /// The next word, or an empty view at the end of the file.
  std::string_view next();

  /// The next word as a whole number in [0, most]. `what` names it in messages: "the degree".
  std::int64_t next_count(const char* what, std::int64_t most);
  exact::real next_integer(const char* what);
  /// Numerator and denominator as two words.
  exact::real next_fraction(const char* what);
  /// Any exact number in one word: "1.5e-3", "3/4".
  exact::real next_number(const char* what);

  [[noreturn]] void fail_at_token(const std::string& expected) const;  ///< about the word taken last
  bool at_end();
  void expect_end(const std::string& after);
  [[nodiscard]] std::size_t line() const { return line_; }
  /// When a ';' ends what follows on this line: takes it (without the ';') and returns true.
  bool next_statement(std::string_view& statement);

 private:
  void skip_blank();
  exact::real parse(std::string_view characters, const std::string& expected);

  std::string_view text_, name_, token_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace vieta::io
