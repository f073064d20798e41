#include "io/boxes/boxes_curves.hpp"

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

bezier_curve read_curve(const json& value, const std::string& where) {
  const json& control = value.is_object() && value.contains("control") ? value["control"] : value;
  if (!control.is_array() || control.size() < 2)
    throw error(where + ": found " + shown(control) + ", expected its control points [[x, y], ...], two or more");
  if (control.size() > most_points)
    throw error(where + ": found " + std::to_string(control.size()) + " control points, expected 2 to " +
                std::to_string(most_points) + " (degree 1 to " + std::to_string(most_points - 1) + ")");
  bezier_curve curve;
  curve.degree = static_cast<int>(control.size()) - 1;
  for (const json& point : control) {
    const std::string here = where + ": control point " + std::to_string(curve.control.size() / 2 + 1);
    if (!point.is_array() || point.size() != 2) throw error(here + ": found " + shown(point) + ", expected [x, y]");
    const double x = nearest(point[0], here), y = nearest(point[1], here);
    curve.control.insert(curve.control.end(), {x, y});
  }
  if (value.is_object())
    for (const auto& [key, entry] : value.items()) {
      if (key == "control") continue;
      if (key != "weights" || !entry.is_array())
        throw error(where + ": found the key " + in_quotes(key) + ", expected \"control\" and a list of \"weights\"");
      for (const json& weight : entry)
        curve.weights.push_back(
            nearest(weight, where + ": weight of control point " + std::to_string(curve.weights.size() + 1)));
    }
  return curve;
}

}  // namespace

box_system read_curves(const json& object, const std::string& where) {
  const json& curves = object["curves"];
  if (object.size() != 1 || !curves.is_array() || curves.size() != 2)
    throw error(where + "curves: found " +
                (object.size() != 1  ? "other keys beside them"
                 : curves.is_array() ? std::to_string(curves.size()) + (curves.size() == 1 ? " curve" : " curves")
                                     : shown(curves)) +
                ", expected two curves alone");
  const bezier_curve first = read_curve(curves[0], where + "curve 1"),
                     second = read_curve(curves[1], where + "curve 2");
  try {
    return curve_curve_system(first, second);
  } catch (const error& refused) {
    throw error(where + refused.what());
  }
}

}  // namespace vieta::io
