#include "io/boxes_curves.hpp"

#include <cmath>

#include "io/message.hpp"
#include "io/parse_json.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"

namespace vieta::io {
namespace {

using nlohmann::json;

double finite_number(const json& value, const std::string& where) {
  if (!value.is_number() || !std::isfinite(value.get<double>()))
    throw error(where + ": found " + shown(value) + ", expected a number");
  return value.get<double>();
}

bezier_curve read_curve(const json& value, const std::string& where) {
  const json& control = value.is_object() && value.contains("control") ? value["control"] : value;
  if (!control.is_array() || control.size() < 2)
    throw error(where + ": found " + shown(control) + ", expected its control points [[x, y], ...], two or more");
  bezier_curve curve;
  curve.degree = static_cast<int>(control.size()) - 1;
  for (const json& point : control) {
    if (!point.is_array() || point.size() != 2)
      throw error(where + ": found " + shown(point) + ", expected a control point [x, y]");
    for (const json& coordinate : point) curve.control.push_back(finite_number(coordinate, where));
  }
  if (value.is_object())
    for (const auto& [key, entry] : value.items()) {
      if (key == "control") continue;
      if (key != "weights" || !entry.is_array())
        throw error(where + ": found the key " + in_quotes(key) + ", expected \"control\" and a list of \"weights\"");
      for (const json& weight : entry) curve.weights.push_back(finite_number(weight, where + ": weights"));
    }
  return curve;
}

}  // namespace

box_system read_curves(const json& object, const std::string& where) {
  const json& curves = object["curves"];
  if (object.size() != 1 || !curves.is_array() || curves.size() != 2)
    throw error(where + "curves: expected two curves, and no other keys beside them");
  const bezier_curve first = read_curve(curves[0], where + "curve 1"),
                     second = read_curve(curves[1], where + "curve 2");
  try {
    return curve_curve_system(first, second);
  } catch (const error& refused) {
    throw error(where + refused.what());
  }
}

}  // namespace vieta::io
