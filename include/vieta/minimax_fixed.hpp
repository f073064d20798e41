#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "vieta/export.hpp"
#include "vieta/minimax.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta {

/// A signed fixed-point number: an integer of `bits()` bits that stands for itself times 2^-fraction.
struct fixed_format {
  int integer = 0;    ///< bits before the point, without that of the sign
  int fraction = 15;  ///< bits behind the point

  [[nodiscard]] int bits() const { return 1 + integer + fraction; }
  /// The width of the integer type that holds it: 8, 16 or 32.
  [[nodiscard]] int storage() const { return bits() <= 8 ? 8 : bits() <= 16 ? 16 : 32; }
  friend bool operator==(const fixed_format&, const fixed_format&) = default;
};

/// "q15" is "q0.15": 15 bits behind the point; "q3.12" has three before it. Throws vieta::error for anything else and
/// for more than 32 bits with the sign.
VIETA_API fixed_format parse_fixed_format(const std::string& text);
/// "q15" is both that of x and that of the value; "q3.12,q15" first that of x.
VIETA_API std::pair<fixed_format, fixed_format> parse_fixed_formats(const std::string& text);
VIETA_API std::string name(const fixed_format& format);

struct fixed_options {
  fixed_format input, output;  ///< of x, and of the function's value
  bool wide = false;           ///< 64-bit products for short formats as well: nearly every value correctly rounded
  /// "gelu": its short form between -end and end, and x or 0 beyond, for all numbers of formats up to 16 bits.
  std::string full_range;
  code_language language = code_language::c;  ///< c, cpp, rust or cuda
  std::string name;                           ///< of the function; empty: fast_ and the function's name
  std::string command;                        ///< for the comment: what writes this text again
  /// Inputs to run, at most, of 32-bit formats, evenly over the domain. Of shorter formats all are run.
  std::uint64_t most_inputs = std::uint64_t(1) << 20;
  double max_seconds = 0;                     ///< 0: no limit. When time is up not all inputs were run.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to end the check early
};

/// A function of integers in the place of one of real numbers, and how far it is from it. One unit is one in the last
/// place of `output`, and errors are those against the function itself. It may lie beyond the output's range by one
/// unit, as cos(0) = 1 does in q15.
struct fixed_code {
  std::string text;  ///< under the licence 0BSD
  /// No input of the domain has a larger error, in units: that of all inputs where all were run, against ball
  /// arithmetic; else the sum of the polynomial's proven error and of all roundings. Infinite without Arb.
  double bound = std::numeric_limits<double>::infinity();
  double error = 0;                  ///< the largest error that was met, in units
  std::int64_t worst_at = 0;         ///< at this input, as an integer
  double correctly_rounded = 0;      ///< share of the inputs that were run whose value is the nearest number, 0 to 1
  std::uint64_t inputs = 0;          ///< that were run
  bool exhaustive = false;           ///< all of the domain
  std::int64_t first = 0, last = 0;  ///< the domain, as integers
  int multiplications = 0;           ///< of `width` bits
  int width = 32;                    ///< of the arithmetic: 32 or 64 bits
  bool saturates = false;            ///< the value is clamped to the range of `output`
  std::string stopped_by;            ///< empty, "time" or "cancelled"
};

/// Fixed-point code for a result whose form is p(x), x*p(x), p(x^2) or x*p(x^2), or one with lower powers beside p, as
/// 0.5*x+x^2*p(0.0625*x^2), without a denominator, on one interval. Horner's rule with a shift after each product:
/// every constant carries the bits of the product that the shift takes away, and half a unit of the shifted number, so
/// that a product, a sum and a shift are all of a step. No product and no sum overflows; the shifts are the largest for
/// which that is proven, by running all inputs of formats up to 16 bits, by bounds for longer ones. Formats up to 16
/// bits take 32-bit arithmetic unless `wide`, longer ones 64-bit. Throws vieta::error for other forms and languages,
/// where the domain has no number of the input format, and where the function has values beyond the output's range by
/// more than one unit.
VIETA_API fixed_code emit_fixed(const minimax_result& result, const fixed_options& options);

}  // namespace vieta
