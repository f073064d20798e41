#pragma once

#include <string>

namespace vieta::approximation {

/// How a machine computes with floats. Reciprocal and square root may be off by a part of the result, given in units of
/// 2^-23; zero means that they are rounded correctly. A machine with an inexact reciprocal divides by multiplying with
/// it, as GPUs do.
struct machine {
  const char* name = "";
  bool fused = false;  ///< a * b + c is rounded once
  bool half = false;   ///< every operation is rounded to float16
  bool flush = false;  ///< subnormal operands and results are zero
  double root_error = 0;
  double reciprocal_error = 0;
};

/// ieee, ieee-fma, and those of GPUs with their sources in machine.cpp. Throws vieta::error for other names.
machine find_machine(const std::string& name);
/// All names, separated by commas.
std::string machine_list();

}  // namespace vieta::approximation
