#include "io/boxes/shapes/boxes_questions.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "io/boxes/boxes_polynomial.hpp"
#include "io/boxes/shapes/boxes_curves.hpp"
#include "io/boxes/shapes/boxes_surfaces.hpp"
#include "io/boxes/shapes/nearest.hpp"
#include "io/boxes/shapes/offset.hpp"
#include "io/boxes/shapes/with_itself.hpp"
#include "io/parse_json.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"

namespace vieta::io {
namespace {

using nlohmann::json;

std::vector<double> vector_of(const json& value, const std::string& where) {
  if (!value.is_array() || value.size() < 2 || value.size() > 3)
    throw error(where + ": found " + shown(value) + ", expected [x, y] or [x, y, z]");
  std::vector<double> all;
  for (const json& x : value) {
    double unused = 0;
    all.push_back(number_of(x, where, unused));
    if (!std::isfinite(all.back())) throw error(where + ": found " + shown(x) + ", expected finite numbers");
  }
  return all;
}

std::array<double, 3> in_space(const json& ray, const char* key, const std::string& where) {
  if (!ray.is_object() || !ray.contains(key) || ray.size() != 2)
    throw error(where + "ray: found " + shown(ray) + R"(, expected {"origin": [x, y, z], "direction": [x, y, z]})");
  const std::vector<double> v = vector_of(ray[key], where + "ray: " + key);
  if (v.size() != 3) throw error(where + "ray: " + key + ": found " + shown(ray[key]) + ", expected [x, y, z]");
  return {v[0], v[1], v[2]};
}

}  // namespace

bool is_question_about_a_shape(const json& object) {
  for (const char* const key : {"ray", "point", "closest_to", "offset"})
    if (object.contains(key)) return true;
  if (object.size() != 1 || !object.contains("curve")) return false;
  const json& curve = object["curve"];
  const json& control = curve.is_object() && curve.contains("control") ? curve["control"] : curve;
  return !control.is_array() || control.empty() || !control[0].is_array() ||
         control[0].size() != 3;  // else a surface is missing
}

std::vector<box_system> read_question_about_a_shape(const json& object, const std::string& where, std::size_t most) {
  const bool ray = object.contains("ray"), surface = object.contains("surface"), offset = object.contains("offset");
  if (object.size() > 2 || (ray && !surface) || (offset && surface) || !(surface || object.contains("curve")))
    throw error(where +
                R"(found other keys, expected "ray" and "surface"; "point" or "closest_to" and "curve" or "surface"; )"
                R"("offset" and "curve"; or "curve" alone)");
  try {
    if (ray) {
      const spline_shape patch = read_surface(object["surface"], "surface", where);
      const std::array<double, 3> origin = in_space(object["ray"], "origin", where),
                                  direction = in_space(object["ray"], "direction", where);
      if (patch.knots.empty()) return {ray_patch_system(origin, direction, bezier_surface_of(patch))};
      return ray_and_spline(origin, direction, patch, where, most);
    }
    for (const std::string key : {"point", "closest_to"}) {
      if (!object.contains(key)) continue;
      const std::vector<double> point = vector_of(object[key], where + key);
      const spline_shape shape = surface ? read_surface(object["surface"], "surface", where)
                                         : read_curve(object["curve"], point.size() == 3 ? 3 : 2, "curve", where);
      if (point.size() != shape.dimension)
        throw error(where + key + ": found " + shown(object[key]) + ", expected [x, y, z]");
      if (key == "closest_to") return nearest_of(shape, point, where, most);
      if (!shape.knots.empty() || !shape.weights.empty()) return right_angles_of(shape, point, where, most);
      return {surface ? closest_point_system(point, bezier_surface_of(shape))
                      : closest_point_system(point, bezier_curve_of(shape))};
    }
    const spline_shape curve = read_curve(object["curve"], 2, "curve", where);
    if (curve.degrees[0] < 2 && (offset || curve.knots.empty()))
      throw error(where + "curve: found a line, expected a degree of 2 or more");
    if (!offset) return curve_with_itself(curve, where, most);
    double unused = 0;
    const double d = number_of(object["offset"], where + "offset", unused);
    if (!std::isfinite(d) || d == 0)
      throw error(where + "offset: found " + shown(object["offset"]) + ", expected a finite distance other than 0");
    return cusps_of_offset(curve, d, where, most);
  } catch (const error& refused) {
    const std::string what = refused.what();
    throw error(what.starts_with(where) ? what : where + what);
  }
}

}  // namespace vieta::io
