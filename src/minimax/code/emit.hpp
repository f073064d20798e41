#pragma once

#include <string>
#include <vector>

#include "minimax/code/program.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::approximation {

struct emit_style {
  code_language language = code_language::glsl;
  bool explicit_fma = false;         ///< fma(a, b, c) instead of a * b + c, which a compiler may fuse or not
  bool half = false;                 ///< float16 types, where the language has them
  bool half2 = false;                ///< besides: two of them at once, in CUDA
  bool bfloat16 = false;             ///< besides: a function of bfloat16, in C, C++ and CUDA
  bool hexadecimal = false;          ///< literals as 0x1.8p+1, in C, C++, CUDA and Metal
  std::vector<std::string> comment;  ///< lines of the header
};

/// The program's text in a language.
std::string emit(const program& p, const emit_style& style);

}  // namespace vieta::approximation
