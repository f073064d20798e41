#pragma once

#include <CLI/App.hpp>
#include <string>

#include "io/read_file.hpp"
#include "vieta/io.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::cli {

/// One polynomial or quotient of polynomials: INPUT (a file, "-" for standard input, or the text itself) or --poly
/// EXPRESSION; --format, --descending.
struct polynomial_input {
  std::string file, expression, format = "auto";
  bool descending = false;

  [[nodiscard]] rational_function read_rational() const { return read_rational(content()); }
  /// Its numerator.
  [[nodiscard]] polynomial read() const { return read_rational().numerator; }
  /// What `file` or the text holds, for who looks at it before it is a polynomial: a pipe can be read only once.
  [[nodiscard]] io::file_content content() const;
  [[nodiscard]] rational_function read_rational(const io::file_content& content) const;
  [[nodiscard]] std::string name() const;  ///< for messages and titles
};
void add_polynomial_input(CLI::App& verb, polynomial_input& input);

/// Whether this is no file, but looks like a polynomial or equations: names, and operators that names of files lack.
bool is_expression(const std::string& file);
/// Whether this is no file, but several numbers: "1 -3 2", "[1, -3, 2]".
bool is_list(const std::string& file);
/// Whether this is no file, but an object of JSON: {"coefficients": [1, -3, 2]}.
bool is_json(const std::string& file);

}  // namespace vieta::cli
