#pragma once

#include <CLI/App.hpp>
#include <string>

#include "vieta/polynomial.hpp"

namespace vieta::cli {

/// One polynomial: INPUT (a file, or "-" for standard input) or --poly EXPRESSION; --format.
struct polynomial_input {
  std::string file, expression, format = "auto";

  [[nodiscard]] polynomial read() const;
  [[nodiscard]] std::string name() const;  ///< for messages and titles
};
void add_polynomial_input(CLI::App& verb, polynomial_input& input);

/// Whether this is no file, but looks like a polynomial or equations.
bool is_expression(const std::string& file);
/// Throws where an expression stands in the place of a file to read.
void refuse_expression(const std::string& file);

}  // namespace vieta::cli
