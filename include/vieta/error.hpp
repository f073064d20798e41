#pragma once

#include <stdexcept>
#include <string>

namespace vieta {

/// What a program may want to tell apart, and not by the words of a message.
enum class error_kind {
  misuse,        ///< whatever has no kind of its own
  many_rows,     ///< an array of rows where one polynomial was expected: a batch
  no_such_code,  ///< a language, or a number format, in which the code that was asked for cannot be written
};

/// Misuse: a wrong argument, an unreadable file, a malformed text. The message names the argument (or file and
/// line), what was given and what was expected. Numerical outcomes are never exceptions: they are statuses.
class error : public std::runtime_error {
 public:
  explicit error(const std::string& message, error_kind kind = error_kind::misuse)
      : std::runtime_error(message), kind_(kind) {}
  [[nodiscard]] error_kind kind() const { return kind_; }

 private:
  error_kind kind_;
};

}  // namespace vieta
