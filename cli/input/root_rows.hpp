#pragma once

#include <string>

#include "options.hpp"

namespace vieta::cli {

/// `vieta roots` of many polynomials, one in each row of a file.
struct root_rows_arguments {
  std::string file;
  int digits = 15;
  long rows = 20;  ///< of the table
  work_options work;
  output_options out;
};

/// Whether a file holds a NumPy array of two axes: nothing but a batch can be meant. Standard input is not looked at.
bool holds_rows(const std::string& file);

/// Reads, solves, writes; returns the exit code.
int solve_root_rows(const root_rows_arguments& given);

}  // namespace vieta::cli
