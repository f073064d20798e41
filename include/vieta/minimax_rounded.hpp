#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "vieta/export.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta {

struct rounded_options {
  code_language language = code_language::c;  ///< c, cpp or cuda
  std::string name;                           ///< of the function; empty: rounded_ and the function's name
  std::string command;                        ///< for the comment: what writes this text again
  /// The floats that are run; all, those that are not a number among them, unless one of these ends is finite.
  float from = -std::numeric_limits<float>::infinity(), to = std::numeric_limits<float>::infinity();
  int threads = 0;                            ///< 0: all
  double max_seconds = 0;                     ///< 0: no limit. When time is up not all inputs were run.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to end early
  std::function<void(std::uint64_t done, std::uint64_t all)> progress;  ///< called often, from the calling thread
};

/// A function of floats whose value is the float next to the true one, in any rounding mode; and what was proven of it.
struct rounded_code {
  std::string function;
  std::string text;              ///< under the licence 0BSD
  std::uint64_t inputs = 0;      ///< that were run, of 2^32
  std::uint64_t wrong = 0;       ///< of these, those whose value may be another float; 0 unless something is amiss
  float wrong_at = 0;            ///< one of them
  bool all = false;              ///< every one of the 2^32 inputs was run
  bool proven = false;           ///< all are correctly rounded
  std::uint64_t exceptions = 0;  ///< inputs that the text has a value for
  std::vector<int> degrees;      ///< of the polynomials
  std::uint64_t table_bytes = 0;
  double seconds = 0;
  std::string stopped_by;  ///< empty, "time" or "cancelled"
  std::string note;        ///< what did not hold; empty when all did
};

/// Writes `function`, one of `minimax_rounded_functions()`, such that each float gives the correctly rounded float, and
/// proves it by running all 2^32 of them against ball arithmetic.
///
/// The value is calculated in double: range reduction, tables, polynomials of this library's own minimax. A double that
/// is off by two units in its last place rounds to the right float but for about one input in a hundred million; these
/// are found, and stand in the text. The double itself lies where it rounds right in every mode of IEEE 754. All of
/// this holds with products and sums rounded apart and with all that can be fused. Takes less than a minute on two
/// cores. Throws vieta::error for other functions and languages, and without Arb. Method: docs/method/minimax.md.
VIETA_API rounded_code minimax_rounded(const std::string& function, const rounded_options& options = {});

/// "exp, exp2, ...".
VIETA_API std::string minimax_rounded_functions();

}  // namespace vieta
