#pragma once

#include <CLI/App.hpp>
#include <string>

#include "io/read_file.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::cli {

/// One polynomial: INPUT (a file, or "-" for standard input) or --poly EXPRESSION; --format.
struct polynomial_input {
  std::string file, expression, format = "auto";

  [[nodiscard]] polynomial read() const;
  /// What `file` holds, for who looks at it before it is a polynomial: an input that is a pipe can be read only once.
  [[nodiscard]] io::file_content content() const;
  [[nodiscard]] polynomial read(const io::file_content& content) const;
  [[nodiscard]] std::string name() const;  ///< for messages and titles
};
void add_polynomial_input(CLI::App& verb, polynomial_input& input);

/// Whether this is no file, but looks like a polynomial or equations.
bool is_expression(const std::string& file);
/// Throws where an expression stands in the place of a file to read.
void refuse_expression(const std::string& file);

}  // namespace vieta::cli
