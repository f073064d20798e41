#include "io/boxes/shapes/boxes_curves.hpp"

#include "base/message.hpp"
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

std::vector<double> list_of(const json& value, const std::string& where, const std::string& one) {
  std::vector<double> all;
  for (const json& entry : value) all.push_back(nearest(entry, where + ": " + one + std::to_string(all.size() + 1)));
  return all;
}

}  // namespace

spline_shape read_curve(const json& value, std::size_t dimension, const std::string& name, const std::string& before) {
  const std::string where = before + name, expected = dimension == 2 ? "[x, y]" : "[x, y, z]";
  const json& control = value.is_object() && value.contains("control") ? value["control"] : value;
  if (!control.is_array() || control.size() < 2)
    throw error(where + ": found " + shown(control) + ", expected its control points [" + expected +
                ", ...], two or more");
  spline_shape curve;
  curve.name = name, curve.dimension = dimension;
  for (const json& point : control) {
    const std::string here = where + ": control point " + std::to_string(curve.points() + 1);
    if (!point.is_array() || point.size() != dimension)
      throw error(here + ": found " + shown(point) + ", expected " + expected);
    for (const json& x : point) curve.control.push_back(nearest(x, here));
  }
  if (value.is_object())
    for (const auto& [key, entry] : value.items()) {
      if (key == "control") continue;
      if ((key != "weights" && key != "knots") || !entry.is_array())
        throw error(where + ": found the key " + in_quotes(key) +
                    ", expected \"control\" and lists of \"weights\" and \"knots\"");
      if (key == "weights")
        curve.weights = list_of(entry, where, "weight of control point ");
      else
        curve.knots = {list_of(entry, where, "knot ")};
    }
  const bool spline = value.is_object() && value.contains("knots");
  const std::size_t knots = spline ? curve.knots[0].size() : 0;
  if (spline && knots < curve.points() + 2)
    throw error(where + ": found " + std::to_string(knots) + " knots for " + std::to_string(curve.points()) +
                " control points, expected degree + 1 more than these");
  const std::size_t degree = spline ? knots - curve.points() - 1 : curve.points() - 1;
  if (degree >= most_points)
    throw error(where + ": found " + std::to_string(curve.points()) + " control points, expected 2 to " +
                std::to_string(most_points) + " (degree 1 to " + std::to_string(most_points - 1) + ")");
  curve.degrees = {static_cast<int>(degree)};
  return curve;
}

bezier_curve bezier_curve_of(const spline_shape& curve) {
  return {.degree = curve.degrees[0],
          .dimension = static_cast<int>(curve.dimension),
          .control = curve.control,
          .weights = curve.weights};
}

std::vector<box_system> read_curves(const json& object, const std::string& where, std::size_t most) {
  const json& curves = object["curves"];
  if (object.size() != 1 || !curves.is_array() || curves.size() != 2)
    throw error(where + "curves: found " +
                (object.size() != 1  ? "other keys beside them"
                 : curves.is_array() ? std::to_string(curves.size()) + (curves.size() == 1 ? " curve" : " curves")
                                     : shown(curves)) +
                ", expected two curves alone");
  const spline_shape first = read_curve(curves[0], 2, "curve 1", where),
                     second = read_curve(curves[1], 2, "curve 2", where);
  if (!first.knots.empty() || !second.knots.empty()) return meeting_of_splines(first, second, {"s", "t"}, where, most);
  try {
    return {curve_curve_system(bezier_curve_of(first), bezier_curve_of(second))};
  } catch (const error& refused) {
    throw error(where + refused.what());
  }
}

}  // namespace vieta::io
