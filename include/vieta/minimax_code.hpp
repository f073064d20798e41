#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/minimax.hpp"
#include "vieta/target.hpp"

namespace vieta {

enum class code_language : std::uint8_t { glsl, hlsl, wgsl, metal, cuda, c, cpp, ispc, rust, python };
template <>
inline constexpr auto names_of<code_language> =
    std::to_array<enum_name<code_language>>({{code_language::glsl, "glsl"},
                                             {code_language::hlsl, "hlsl"},
                                             {code_language::wgsl, "wgsl"},
                                             {code_language::metal, "metal"},
                                             {code_language::cuda, "cuda"},
                                             {code_language::c, "c"},
                                             {code_language::cpp, "cpp"},
                                             {code_language::ispc, "ispc"},
                                             {code_language::rust, "rust"},
                                             {code_language::python, "python"}});
/// "glsl", "hlsl", ... Throws vieta::error for anything else.
VIETA_API code_language parse_code_language(const std::string& text);

struct code_options {
  code_language language = code_language::glsl;
  std::string name;  ///< of the function; empty: fast_ and the function's name
  /// Range reduction comes with it: "acos", "atan2", "exp2", "gelu", ...; docs/reference/cli.md has them all. "sin" up
  /// to 8192 pi and "cos" up to 4096 pi, others wherever they are defined. Empty: the form alone.
  std::string full_range;
  bool positive = false;      ///< with full_range: for positive arguments only, which saves operations
  bool estrin = false;        ///< shorter chains instead of Horner's fewest operations
  bool explicit_fma = false;  ///< fma(a, b, c) instead of a * b + c
  bool half = false;          ///< float16 arithmetic
  bool half2 = false;         ///< the same in CUDA, on both numbers of a __half2
  /// Takes and gives bfloat16 and calculates in float, as kernels of machine learning do, in C, C++, CUDA.
  bool bfloat16 = false;
  bool hexadecimal = false;  ///< exact literals, in C, C++, CUDA
  std::string command;       ///< for the comment: what writes this text again
  /// Floats to check: 0 means all that the domain has, else about so many.
  std::uint64_t most_floats = std::uint64_t(1) << 18;
  /// Where floats are checked. A GPU gives the very answer of the processor; `automatic` takes one where all of many
  /// floats are to be checked.
  target on;
  int threads = 0;  ///< of the processor; 0: all
  /// Machines to check besides IEEE 754 with and without fma: see code_machines().
  std::vector<std::string> machines;
  double max_seconds = 0;                     ///< 0: no limit. When time is up not all floats were checked.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to end the check early
  /// Called now and then, from the calling thread: how many floats were checked, of how many.
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;
};

/// The names that code_options::machines may hold, separated by commas: how GPUs round, divide and take roots.
VIETA_API std::string code_machines();

/// The error of a text as it runs, on floats. Where the function is subnormal, a relative error is one of the smallest
/// normal number instead. It stands beside the bound in real arithmetic, and is never mixed with
/// it.
struct float_error {
  double separate = 0;       ///< largest error when a * b + c is rounded twice
  double fused = 0;          ///< when it is one fma
  double worst_at = 0;       ///< where the larger of them is
  double worst_second = 0;   ///< the second argument there, of a function of two
  std::uint64_t inputs = 0;  ///< that were checked; pairs of them, of a function of two
  bool of_pairs = false;     ///< of a function of two arguments: a sample of pairs, however many
  bool exhaustive = false;   ///< all floats of the domain
};

/// The same on a machine whose division or square root is inexact. Each of these operations is taken to err by its full
/// bound, up and down in all combinations; an error in between is not tried, so this is a model and no proof.
struct machine_error {
  std::string machine;
  double error = 0;
  double worst_at = 0;
};

/// Of a text that takes and gives bfloat16: errors after rounding, over all these numbers of the domain.
struct bfloat_error {
  double error = 0;  ///< the largest, relative where the form's is, else absolute; fused or not
  double units = 0;  ///< the largest in units in the last place of the value
  double worst_at = 0;
  double correctly_rounded = 0;  ///< the part of them whose value is the nearest bfloat16; the lesser, fused or not
  std::uint64_t inputs = 0;
};

/// Time by a model of a processor's rates ("gcn", "rdna", "nvidia"), in multiply-adds of one lane.
struct machine_slots {
  std::string machine;
  int slots = 0;
};

struct minimax_code {
  std::string text;  ///< under the licence 0BSD
  float_error error;
  bfloat_error bfloat;                                 ///< with code_options::bfloat16
  std::vector<machine_error> machines;                 ///< in the order of code_options::machines
  int full_rate = 0, quarter_rate = 0, registers = 0;  ///< operations by rate; values alive at once
  std::vector<machine_slots> slots;
  std::string target;      ///< where floats were checked: "cpu avx512, 2 threads" or "cuda:0 NVIDIA H200"
  std::string note;        ///< why not on the GPU that was asked for; empty when it was
  std::string stopped_by;  ///< empty, "time" or "cancelled": then not all floats were checked
  /// The error on floats is what rounding of the operations explains beside that of the coefficients. Where it is not,
  /// `note` says so.
  bool holds = true;
};

/// GLSL where it has all functions that the form calls, else CUDA, which has every one that vieta knows: GLSL has no
/// erf, gamma, cbrt, expm1, log1p, log10, nor Bessel functions.
VIETA_API code_language usual_language(const minimax_result& result);

/// Text to paste into a shader or kernel, and how well it does on floats: the very operations of the text are run, in
/// their order, with correctly rounded division and square root. Throws vieta::error when the function
/// does not fit, or the language lacks a function that the form calls; the message names those that have it. Cost: some
/// ns for each float, machine and thread.
VIETA_API minimax_code emit_code(const minimax_result& result, const code_options& options = {});

}  // namespace vieta
