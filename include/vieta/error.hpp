#pragma once

#include <stdexcept>
#include <string>

namespace vieta {

/// Misuse: a wrong argument, an unreadable file, a malformed text. The message names the argument (or file and
/// line), what was given and what was expected. Numerical outcomes are never exceptions: they are statuses.
class error : public std::runtime_error {
 public:
  explicit error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace vieta
