#pragma once

#include <complex>
#include <functional>

#include "roots/near_linear/region/region_cells.hpp"
#include "roots/near_linear/rings/ring_terms.hpp"

namespace vieta::near_linear {

/// How much the argument of p changes along a path, in radians.
struct argument_change {
  double value = 0;
  double error = 0;      ///< a bound of the error of `value`
  bool is_known = true;  ///< false where p may vanish on the path

  void add(const argument_change& other) {
    value += other.value;
    error += other.error;
    is_known = is_known && other.is_known;
  }
};

/// The Taylor polynomial of a cell: 40 coefficients.
using cell_polynomial = std::function<void(std::int64_t cell, std::complex<double>* coefficients)>;

/// Arguments of p on the borders of cells of a ring. From step to step |C(u) - C(u_0)| < |C(u_0)| is proven, by the
/// Taylor coefficients at u_0 and the ring's error bounds, so that the argument changes by less than a right angle
/// between places where C is known. O(steps taylor_terms^2); steps are about as long as half the distance to the
/// nearest root.
class contour {
 public:
  contour(const ring& r, const ring_bounds& bounds, cell_polynomial polynomial)
      : ring_(r), bounds_(bounds), polynomial_(std::move(polynomial)) {}

  /// Along the outer or the inner circle of the ring, counterclockwise, in the cells that `has` says yes to.
  [[nodiscard]] argument_change along_circle(const angle_span& angles, bool outer,
                                             const std::function<bool(std::int64_t)>& has) const;
  /// From the inner to the outer circle, at the lower or upper end of a cell's angles.
  [[nodiscard]] argument_change across(std::int64_t cell, bool upper_end) const;

 private:
  [[nodiscard]] argument_change piece(std::int64_t cell, std::complex<double> from, std::complex<double> to) const;
  [[nodiscard]] argument_change along(std::int64_t cell, std::complex<double> from, std::complex<double> to) const;

  const ring& ring_;
  const ring_bounds& bounds_;
  cell_polynomial polynomial_;
};

}  // namespace vieta::near_linear
