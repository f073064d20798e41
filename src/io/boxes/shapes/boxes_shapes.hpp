#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::io {

/// A curve or a surface as a tensor product of B-splines, rational where there are weights; Bezier where there are no
/// knots.
struct spline_shape {
  std::string name;  ///< for messages
  std::size_t dimension = 2;
  std::vector<int> degrees;  ///< of each parameter
  std::vector<double> control, weights;
  std::vector<std::vector<double>> knots;

  [[nodiscard]] std::size_t points() const { return control.size() / std::max<std::size_t>(dimension, 1); }
};

/// Weights of 1 and the knots of a Bezier shape where there are none, so that all are there; returns the interval of
/// each parameter. Throws vieta::error for weights and knots that cannot be.
std::vector<std::array<double, 2>> completed(spline_shape& shape, const std::string& where);

/// Where two shapes meet: their difference times both denominators, for each coordinate, is a B-spline in all
/// parameters whose control values are differences of control points times both weights. One system for each box
/// between knots, at most `most`.
std::vector<box_system> meeting_of_splines(spline_shape a, spline_shape b, std::vector<std::string> variables,
                                           const std::string& where, std::size_t most);

}  // namespace vieta::io
