#pragma once

#include <string>
#include <string_view>

#include "io/read_file.hpp"
#include "options.hpp"

namespace vieta::cli {

/// `vieta roots` of many polynomials, one in each row of a file.
struct root_rows_arguments {
  std::string name;          ///< of the input, for messages
  io::file_content content;  ///< of the input, which is opened and read only once
  int digits = 15;
  long rows = 20;  ///< of the table
  work_options work;
  output_options out;
};

/// Whether an input holds a NumPy array of two axes: nothing but a batch can be meant.
bool holds_rows(std::string_view bytes);

/// Understands, solves, writes; returns the exit code.
int solve_root_rows(const root_rows_arguments& given);

}  // namespace vieta::cli
