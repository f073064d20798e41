#include "io/boxes/boxes_surfaces.hpp"

#include "base/message.hpp"
#include "io/boxes/boxes_polynomial.hpp"
#include "io/parse_json.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"

namespace vieta::io {
namespace {

using nlohmann::json;

// That of the sums in `surface_surface_system`.
constexpr std::size_t most_rows = 21;

/// The double nearest to it: surfaces are what their doubles say.
double nearest_double(const json& value, const std::string& where) {
  double unused = 0;
  return number_of(value, where, unused);
}

/// Rows of control points, or {"control": rows, "weights": rows}.
bezier_surface read_surface(const json& value, const std::string& where) {
  const json& control = value.is_object() && value.contains("control") ? value["control"] : value;
  if (!control.is_array() || control.size() < 2 || !control[0].is_array() || control[0].size() < 2)
    throw error(where + ": found " + shown(control) +
                ", expected rows of control points [[[x, y, z], ...], ...], two or more of two or more");
  const std::size_t rows = control.size(), columns = control[0].size();
  if (rows > most_rows || columns > most_rows)
    throw error(where + ": found " + std::to_string(rows) + " by " + std::to_string(columns) +
                " control points, expected 2 to " + std::to_string(most_rows) + " each way");
  bezier_surface surface;
  surface.degree_u = static_cast<int>(rows) - 1, surface.degree_v = static_cast<int>(columns) - 1;
  for (const json& row : control) {
    if (!row.is_array() || row.size() != columns)
      throw error(where + ": found " + shown(row) + " as a row, expected " + std::to_string(columns) + " points");
    for (const json& point : row) {
      const std::string here = where + ": control point " + std::to_string(surface.control.size() / 3 + 1);
      if (!point.is_array() || point.size() != 3)
        throw error(here + ": found " + shown(point) + ", expected [x, y, z]");
      for (const json& x : point) surface.control.push_back(nearest_double(x, here));
    }
  }
  if (value.is_object())
    for (const auto& [key, entry] : value.items()) {
      if (key == "control") continue;
      if (key != "weights" || !entry.is_array())
        throw error(where + ": found the key " + in_quotes(key) + ", expected \"control\" and rows of \"weights\"");
      for (const json& row : entry) {
        if (!row.is_array() || row.size() != columns)
          throw error(where + ": weights: found " + shown(row) + ", expected " + std::to_string(columns) +
                      " numbers in each row");
        for (const json& weight : row)
          surface.weights.push_back(nearest_double(
              weight, where + ": weight of control point " + std::to_string(surface.weights.size() + 1)));
      }
    }
  return surface;
}

}  // namespace

box_system read_surfaces(const json& object, const std::string& where) {
  const json& surfaces = object["surfaces"];
  if (object.size() != 1 || !surfaces.is_array() || surfaces.size() != 2)
    throw error(where + "surfaces: found " +
                (object.size() != 1    ? "other keys beside them"
                 : surfaces.is_array() ? std::to_string(surfaces.size()) + " of them"
                                       : shown(surfaces)) +
                ", expected two surfaces alone");
  const bezier_surface first = read_surface(surfaces[0], where + "surface 1"),
                       second = read_surface(surfaces[1], where + "surface 2");
  try {
    return surface_surface_system(first, second);
  } catch (const error& refused) {
    throw error(where + refused.what());
  }
}

}  // namespace vieta::io
