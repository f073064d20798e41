#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "vieta/minimax_fixed.hpp"

namespace vieta::approximation {

/// a = (a * factor + constant) >> shift, to the left where the shift is negative.
struct fixed_step {
  std::int64_t constant = 0;
  int shift = 0;
  int fraction = 0;  ///< of a, afterwards
};

/// Horner's rule in integers of 32 bits with products of `width` bits: u = x, or u = x^2 rounded; a step by u for each
/// coefficient after the first; then `times_x` steps by x. Where `end` is not 0, x beyond end has the value x, and
/// x below -end the value 0.
struct fixed_program {
  fixed_format input, output;
  std::int64_t first_input = 0, last_input = 0;
  int width = 32;
  bool squares = false;
  int times_x = 0;
  std::int64_t end = 0;
  int square_shift = 0;     ///< u = (x*x + half) >> square_shift
  int factor_fraction = 0;  ///< of u
  std::int64_t first = 0;   ///< the leading coefficient
  int first_fraction = 0;   ///< of it
  std::vector<fixed_step> steps;
  bool saturates = false;
  double rounding = 0;  ///< units of `output`: the value differs from that of the real polynomial by no more

  /// Whether any step is by x^2: with one by x alone it is not calculated.
  [[nodiscard]] bool multiplies_by_square() const {
    return squares && steps.size() > static_cast<std::size_t>(times_x);
  }
  /// Whether step k multiplies by x and not by u.
  [[nodiscard]] bool is_by_x(std::size_t k) const { return k + static_cast<std::size_t>(times_x) >= steps.size(); }
  [[nodiscard]] bool is_beyond(std::int64_t x) const { return end != 0 && (x > end || x < -end); }
  [[nodiscard]] std::int64_t lowest() const { return -(std::int64_t(1) << (output.bits() - 1)); }
  [[nodiscard]] std::int64_t highest() const { return (std::int64_t(1) << (output.bits() - 1)) - 1; }
};

/// The value before it is clamped.
std::int64_t run(const fixed_program& program, std::int64_t x);

/// Whether for this input all products and sums are below 2^(width - 1) in modulus, and all that is multiplied below
/// 2^31.
bool stays_below(const fixed_program& program, std::int64_t x);

/// A form that integers can follow: beside_p[0] + beside_p[1] x + ... + factor x^times_x p(scale u), with as many
/// `beside_p` as times_x, and u = x or x^2.
struct fixed_form {
  bool squares = false;
  int times_x = 0;
  double scale = 1, factor = 1;
  std::vector<double> beside_p;
};

/// A program whose products and sums stay below 2^(width - 1) for all inputs of the domain. `coefficients` are those of
/// p, dense and ascending. With `end` not 0 the form is run from -end to end. Where not `sharp`, the
/// products with x are bounded by the largest x. Throws vieta::error where there is none.
fixed_program make_fixed_program(const fixed_form& form, std::vector<double> coefficients, const fixed_format& input,
                                 const fixed_format& output, std::int64_t first, std::int64_t last, bool wide,
                                 std::int64_t end = 0, bool sharp = true);

}  // namespace vieta::approximation
