#include "io/boxes/shapes/boxes_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "boxes/geometry/spline.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

std::vector<std::array<double, 2>> completed(spline_shape& shape, const std::string& where) {
  const std::string name = where + shape.name;
  std::vector<std::array<double, 2>> box;
  if (shape.weights.empty()) shape.weights.assign(shape.points(), 1);
  if (shape.weights.size() != shape.points())
    throw error(name + ": found " + std::to_string(shape.weights.size()) + " weights, expected " +
                std::to_string(shape.points()));
  for (std::size_t k = 0; k < shape.weights.size(); ++k)
    if (!(shape.weights[k] > 0) || !std::isfinite(shape.weights[k]))
      throw error(name + ": weight of control point " + std::to_string(k + 1) + ": found " +
                  report::shortest(shape.weights[k]) + ", expected a finite number > 0");
  shape.knots.resize(shape.degrees.size());
  for (std::size_t k = 0; k < shape.degrees.size(); ++k) {
    std::vector<double>& own = shape.knots[k];
    const auto degree = static_cast<std::size_t>(shape.degrees[k]);
    if (own.empty())
      for (const double end : {0.0, 1.0}) own.insert(own.end(), degree + 1, end);
    if (own.size() < 2 * degree + 2)
      throw error(name + ": found " + std::to_string(own.size()) + " knots, expected at least " +
                  std::to_string(2 * degree + 2) + " for degree " + std::to_string(degree));
    box.push_back({own[degree], own[own.size() - 1 - degree]});
    boxes::check_knots(own, shape.degrees[k], box.back(), name);
    if (!(box.back()[0] < box.back()[1])) throw error(name + ": found knots that span nothing");
  }
  return box;
}

std::vector<box_system> meeting_of_splines(spline_shape a, spline_shape b, std::vector<std::string> variables,
                                           const std::string& where, std::size_t most) {
  constexpr std::size_t most_values = std::size_t{1} << 22;
  box_system system;
  system.variables = std::move(variables);
  boxes::spline_knots knots;
  std::vector<int> degrees;
  for (spline_shape* const shape : {&a, &b}) {
    for (const std::array<double, 2>& interval : completed(*shape, where)) system.box.push_back(interval);
    for (std::size_t k = 0; k < shape->degrees.size(); ++k) {
      knots.axes.push_back(shape->knots[k]);
      degrees.push_back(shape->degrees[k]);
    }
  }
  if (a.points() > most_values / b.points())
    throw error(where + "found " + std::to_string(a.points()) + " and " + std::to_string(b.points()) +
                " control points, expected a product of at most " + std::to_string(most_values));
  double heaviest = 1, farthest = 1;
  for (const spline_shape* const shape : {&a, &b}) {
    for (const double w : shape->weights) heaviest = std::max(heaviest, w);
    for (const double x : shape->control) farthest = std::max(farthest, std::fabs(x));
  }
  const double underflow = 0x1p-1072 * (1 + heaviest * heaviest + 2 * farthest);
  boxes::system_splines splines;
  for (std::size_t axis = 0; axis < a.dimension; ++axis) {
    bernstein_polynomial f;
    f.degrees = degrees;
    double largest = 0;
    for (std::size_t i = 0; i < a.points(); ++i)
      for (std::size_t j = 0; j < b.points(); ++j) {
        const double between = a.control[a.dimension * i + axis] - b.control[b.dimension * j + axis];
        f.coefficients.push_back(between * (a.weights[i] * b.weights[j]));
        largest = std::max(largest, std::fabs(f.coefficients.back()));
      }
    // A difference and two products; below the range each is off by the spacing of doubles, times what it is multiplied
    // by.
    f.error = 3.01 * 0x1p-53 * largest + underflow;
    system.equations.push_back(std::move(f));
    splines.equations.push_back(knots);
  }
  return boxes::bezier_pieces(system, splines, most, where);
}

}  // namespace vieta::io
