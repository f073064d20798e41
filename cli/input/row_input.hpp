#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "vieta/io.hpp"

namespace vieta::cli {

/// Many polynomials: INPUT (a file, or "-" for standard input) or --poly EXPRESSION, several times.
struct row_input {
  std::string file;
  std::vector<std::string> expressions;

  [[nodiscard]] polynomial_rows read() const;
  [[nodiscard]] std::string name() const;                      ///< for titles
  [[nodiscard]] std::string name_of_row(std::size_t i) const;  ///< the expression, or "row 3"
};
void add_row_input(CLI::App& verb, row_input& input);

}  // namespace vieta::cli
