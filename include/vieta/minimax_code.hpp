#pragma once

#include <cstdint>
#include <string>

#include "vieta/export.hpp"
#include "vieta/minimax.hpp"

namespace vieta {

enum class code_language : std::uint8_t { glsl, hlsl, wgsl, metal, cuda, c, cpp, ispc, rust, python };
VIETA_API const char* name(code_language language);
/// "glsl", "hlsl", ... Throws vieta::error for anything else.
VIETA_API code_language parse_code_language(const std::string& text);

struct code_options {
  code_language language = code_language::glsl;
  std::string name;  ///< of the function; empty: fast_ and the function's name
  /// acos and asin on [-1, 1], atan on all reals, "atan2": range reduction comes with it. Empty: the form alone.
  std::string full_range;
  bool estrin = false;        ///< shorter chains instead of Horner's fewest operations
  bool explicit_fma = false;  ///< fma(a, b, c) instead of a * b + c
  bool half = false;          ///< float16 arithmetic
  bool hexadecimal = false;   ///< exact literals, in C, C++, CUDA
  std::string command;        ///< for the comment: what writes this text again
  /// Floats to check: 0 means all that the domain has, else about so many.
  std::uint64_t most_floats = std::uint64_t(1) << 18;
  int threads = 0;
};

/// The error of a text as it runs, on floats. Where the function is subnormal, a relative error is one of the smallest
/// normal number instead. It stands beside the bound in real arithmetic, and is never mixed with
/// it.
struct float_error {
  double separate = 0;  ///< largest error when a * b + c is rounded twice
  double fused = 0;     ///< when it is one fma
  double worst_at = 0;  ///< where the larger of them is
  std::uint64_t inputs = 0;
  bool exhaustive = false;  ///< all floats of the domain
};

struct minimax_code {
  std::string text;  ///< under the licence 0BSD
  float_error error;
  int full_rate = 0, quarter_rate = 0, registers = 0;  ///< operations by rate; values alive at once
};

/// Text to paste into a shader or kernel, and how well it does on floats: the very operations of the text are run, in
/// their order, with correctly rounded division and square root. Throws vieta::error when the language or the function
/// does not fit. Cost: about 10 ns for each float and thread.
VIETA_API minimax_code emit_code(const minimax_result& result, const code_options& options = {});

}  // namespace vieta
