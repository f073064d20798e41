#pragma once

#include <array>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// The knots of a polynomial whose coefficients are B-spline control values; no axes for one in Bernstein form.
struct spline_knots {
  std::vector<std::vector<double>> axes;
};

struct system_splines {
  std::vector<spline_knots> equations, positive;
  [[nodiscard]] bool any() const;
};

/// Throws vieta::error unless the knots do not decrease, are enough for the degree, span the interval, and have
/// finite differences.
void check_knots(const std::vector<double>& knots, int degree, const std::array<double, 2>& interval,
                 const std::string& where);

/// The polynomial pieces of a system of splines, one for each box between neighbouring knots of any of them, by polar
/// forms (Ramshaw 1989). Rounding is added to the errors of the pieces.
std::vector<box_system> bezier_pieces(const box_system& system, const system_splines& splines, std::size_t most,
                                      const std::string& where);

}  // namespace vieta::boxes
