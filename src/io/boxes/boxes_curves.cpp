#include "io/boxes/boxes_curves.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "boxes/geometry/spline.hpp"
#include "io/boxes/boxes_polynomial.hpp"
#include "io/parse_json.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"

namespace vieta::io {
namespace {

using nlohmann::json;

// That of the sums in `curve_curve_system`.
constexpr std::size_t most_points = 21;

/// The double nearest to it: curves are what their doubles say.
double nearest(const json& value, const std::string& where) {
  double unused = 0;
  return number_of(value, where, unused);
}

/// A Bezier curve, or a B-spline with knots; in the plane.
struct plane_curve {
  bezier_curve points;  ///< `degree` is that of the spline where there are knots
  std::vector<double> knots;

  [[nodiscard]] std::size_t count() const { return points.control.size() / 2; }
};

std::vector<double> list_of(const json& value, const std::string& where, const std::string& one) {
  std::vector<double> all;
  for (const json& entry : value) all.push_back(nearest(entry, where + ": " + one + std::to_string(all.size() + 1)));
  return all;
}

plane_curve read_curve(const json& value, const std::string& where) {
  const json& control = value.is_object() && value.contains("control") ? value["control"] : value;
  if (!control.is_array() || control.size() < 2)
    throw error(where + ": found " + shown(control) + ", expected its control points [[x, y], ...], two or more");
  plane_curve curve;
  for (const json& point : control) {
    const std::string here = where + ": control point " + std::to_string(curve.count() + 1);
    if (!point.is_array() || point.size() != 2) throw error(here + ": found " + shown(point) + ", expected [x, y]");
    const double x = nearest(point[0], here), y = nearest(point[1], here);
    curve.points.control.insert(curve.points.control.end(), {x, y});
  }
  if (value.is_object())
    for (const auto& [key, entry] : value.items()) {
      if (key == "control") continue;
      if ((key != "weights" && key != "knots") || !entry.is_array())
        throw error(where + ": found the key " + in_quotes(key) +
                    ", expected \"control\" and lists of \"weights\" and \"knots\"");
      if (key == "weights")
        curve.points.weights = list_of(entry, where, "weight of control point ");
      else
        curve.knots = list_of(entry, where, "knot ");
    }
  const bool spline = value.is_object() && value.contains("knots");
  if (spline && curve.knots.size() < curve.count() + 2)
    throw error(where + ": found " + std::to_string(curve.knots.size()) + " knots for " +
                std::to_string(curve.count()) + " control points, expected degree + 1 more than these");
  const std::size_t degree = spline ? curve.knots.size() - curve.count() - 1 : curve.count() - 1;
  if (degree >= most_points)
    throw error(where + ": found " + std::to_string(curve.count()) + " control points, expected 2 to " +
                std::to_string(most_points) + " (degree 1 to " + std::to_string(most_points - 1) + ")");
  curve.points.degree = static_cast<int>(degree);
  return curve;
}

/// The difference of the curves times both denominators, for both coordinates: B-splines in s and t whose control
/// values are differences of control points times both weights.
std::vector<box_system> spline_pieces(plane_curve a, plane_curve b, const std::string& where, std::size_t most) {
  box_system system;
  system.variables = {"s", "t"};
  boxes::spline_knots knots;
  for (plane_curve* const curve : {&a, &b}) {
    const std::string name = where + (curve == &a ? "curve 1" : "curve 2");
    const auto degree = static_cast<std::size_t>(curve->points.degree);
    std::vector<double>& weights = curve->points.weights;
    if (curve->knots.empty())
      for (const double end : {0.0, 1.0}) curve->knots.insert(curve->knots.end(), degree + 1, end);
    if (weights.empty()) weights.assign(curve->count(), 1);
    if (weights.size() != curve->count() ||
        !std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w) && w > 0; }))
      throw error(name + ": found " + std::to_string(weights.size()) + " weights, expected " +
                  std::to_string(curve->count()) + " positive numbers");
    if (curve->knots.size() < 2 * degree + 2)
      throw error(name + ": found " + std::to_string(curve->knots.size()) + " knots, expected at least " +
                  std::to_string(2 * degree + 2) + " for degree " + std::to_string(degree));
    system.box.push_back({curve->knots[degree], curve->knots[curve->knots.size() - 1 - degree]});
    boxes::check_knots(curve->knots, curve->points.degree, system.box.back(), name);
    if (!(system.box.back()[0] < system.box.back()[1])) throw error(name + ": found knots that span nothing");
    knots.axes.push_back(curve->knots);
  }
  double heaviest = 1, farthest = 1;
  for (const plane_curve* const curve : {&a, &b}) {
    for (const double w : curve->points.weights) heaviest = std::max(heaviest, w);
    for (const double x : curve->points.control) farthest = std::max(farthest, std::fabs(x));
  }
  const double underflow = 0x1p-1072 * (1 + heaviest * heaviest + 2 * farthest);
  boxes::system_splines splines;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    bernstein_polynomial f;
    f.degrees = {a.points.degree, b.points.degree};
    double largest = 0;
    for (std::size_t i = 0; i < a.count(); ++i)
      for (std::size_t j = 0; j < b.count(); ++j) {
        const double between = a.points.control[2 * i + axis] - b.points.control[2 * j + axis];
        f.coefficients.push_back(between * (a.points.weights[i] * b.points.weights[j]));
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

}  // namespace

std::vector<box_system> read_curves(const json& object, const std::string& where, std::size_t most) {
  const json& curves = object["curves"];
  if (object.size() != 1 || !curves.is_array() || curves.size() != 2)
    throw error(where + "curves: found " +
                (object.size() != 1  ? "other keys beside them"
                 : curves.is_array() ? std::to_string(curves.size()) + (curves.size() == 1 ? " curve" : " curves")
                                     : shown(curves)) +
                ", expected two curves alone");
  const plane_curve first = read_curve(curves[0], where + "curve 1"), second = read_curve(curves[1], where + "curve 2");
  if (!first.knots.empty() || !second.knots.empty()) return spline_pieces(first, second, where, most);
  try {
    return {curve_curve_system(first.points, second.points)};
  } catch (const error& refused) {
    throw error(where + refused.what());
  }
}

}  // namespace vieta::io
