#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

/// A sine that varies too much over a box: where that is cut across one of `axes` (a bit for each) it may do.
class too_wide : public error {
 public:
  explicit too_wide(std::uint32_t axes);
  [[nodiscard]] std::uint32_t axes() const { return axes_; }

 private:
  std::uint32_t axes_;
};

/// A function near a box: a polynomial, and how far the function is from it. Coordinates run from -1 to 1 along each
/// edge of a box about the same middle that is `reach` times as large, which holds all boxes in which `solve_boxes`
/// proves solutions. There |function - polynomial| <= error, and |d/dx_k (function - polynomial)| <= slope_error.
/// The polynomial is a sum of products of Chebyshev polynomials, whose moduli are 1 at most: bounds are plain sums.
class local_form {
 public:
  static constexpr double reach = 2.5;

  local_form(std::size_t variables, const qd& constant);
  /// The coordinate itself.
  static local_form variable(const std::array<double, 2>& ends, std::size_t which, std::size_t variables);

  [[nodiscard]] local_form plus(const local_form& other) const;
  /// Throws too_wide where that has far too many coefficients.
  [[nodiscard]] local_form times(const local_form& other) const;
  /// The cosine and the sine. Throws too_wide where the argument varies too much.
  [[nodiscard]] std::pair<local_form, local_form> cosine_and_sine() const;

  /// Bounds of the function's modulus, from above and from below.
  [[nodiscard]] double most() const;
  [[nodiscard]] double least() const;
  /// Leaves out what is below this part of the largest coefficient, far below rounding in doubles; `error` grows by it.
  void shorten(double part = 0x1p-58);
  void widen(double error, double slope_error) { error_ += error, slope_error_ += slope_error; }

  /// In Bernstein form on the box itself. Throws too_wide where a degree is above 64.
  [[nodiscard]] bernstein_polynomial in_bernstein_form() const;
  [[nodiscard]] const std::vector<int>& degrees() const { return degrees_; }

 private:
  [[nodiscard]] std::vector<local_form> parts() const;
  [[nodiscard]] std::pair<local_form, local_form> series() const;
  [[nodiscard]] local_form plus_constant(const qd& x) const;
  [[nodiscard]] double size() const;
  [[nodiscard]] double slope() const;

  std::vector<int> degrees_;
  std::vector<qd> c_;  ///< the first variable is the slowest
  double error_ = 0, slope_error_ = 0;
};

}  // namespace vieta::io
