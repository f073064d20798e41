#include "io/boxes/shapes/boxes_surfaces.hpp"

#include <array>

#include "base/message.hpp"
#include "io/boxes/boxes_polynomial.hpp"
#include "io/boxes/shapes/boxes_curves.hpp"
#include "io/boxes/shapes/boxes_shapes.hpp"
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

/// Along u and along v; the degrees follow from them.
void read_knots(const json& lists, spline_shape& surface, const std::array<std::size_t, 2>& points,
                const std::string& where) {
  if (lists.size() != 2 || !lists[0].is_array() || !lists[1].is_array())
    throw error(where + ": knots: found " + shown(lists) + ", expected two lists, along u and along v");
  for (std::size_t k = 0; k < 2; ++k) {
    std::vector<double> own;
    for (const json& knot : lists[k])
      own.push_back(nearest_double(knot, where + ": knot " + std::to_string(own.size() + 1)));
    if (own.size() < points[k] + 2 || own.size() > 2 * points[k] || own.size() > points[k] + most_rows)
      throw error(where + ": found " + std::to_string(own.size()) + " knots for " + std::to_string(points[k]) +
                  " control points, expected degree + 1 more than these (degree 1 to " + std::to_string(most_rows - 1) +
                  ")");
    surface.degrees[k] = static_cast<int>(own.size() - points[k]) - 1;
    surface.knots.push_back(std::move(own));
  }
}

}  // namespace

bezier_surface bezier_surface_of(const spline_shape& surface) {
  return {.degree_u = surface.degrees[0],
          .degree_v = surface.degrees[1],
          .dimension = 3,
          .control = surface.control,
          .weights = surface.weights};
}

spline_shape read_surface(const json& value, const std::string& name, const std::string& before) {
  const std::string where = before + name;
  const json& control = value.is_object() && value.contains("control") ? value["control"] : value;
  if (!control.is_array() || control.size() < 2 || !control[0].is_array() || control[0].size() < 2)
    throw error(where + ": found " + shown(control) +
                ", expected rows of control points [[[x, y, z], ...], ...], two or more of two or more");
  const std::size_t rows = control.size(), columns = control[0].size();
  const bool spline = value.is_object() && value.contains("knots");
  if (!spline && (rows > most_rows || columns > most_rows))
    throw error(where + ": found " + std::to_string(rows) + " by " + std::to_string(columns) +
                " control points, expected 2 to " + std::to_string(most_rows) + " each way");
  spline_shape surface;
  surface.name = name, surface.dimension = 3;
  surface.degrees = {static_cast<int>(rows) - 1, static_cast<int>(columns) - 1};
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
      if ((key != "weights" && key != "knots") || !entry.is_array())
        throw error(where + ": found the key " + in_quotes(key) +
                    ", expected \"control\", rows of \"weights\" and two lists of \"knots\"");
      if (key == "knots") {
        read_knots(entry, surface, {rows, columns}, where);
        continue;
      }
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

std::vector<box_system> read_surfaces(const json& object, const std::string& where, std::size_t most) {
  const json& surfaces = object["surfaces"];
  if (object.size() != 1 || !surfaces.is_array() || surfaces.size() != 2)
    throw error(where + "surfaces: found " +
                (object.size() != 1    ? "other keys beside them"
                 : surfaces.is_array() ? std::to_string(surfaces.size()) + " of them"
                                       : shown(surfaces)) +
                ", expected two surfaces alone");
  const spline_shape first = read_surface(surfaces[0], "surface 1", where),
                     second = read_surface(surfaces[1], "surface 2", where);
  if (!first.knots.empty() || !second.knots.empty())
    return meeting_of_splines(first, second, {"u", "v", "s", "t"}, where, most);
  try {
    return {surface_surface_system(bezier_surface_of(first), bezier_surface_of(second))};
  } catch (const error& refused) {
    throw error(where + refused.what());
  }
}

std::vector<box_system> read_curve_and_surface(const json& object, const std::string& where, std::size_t most) {
  for (const char* key : {"curve", "surface"})
    if (!object.contains(key))
      throw error(where + "found no \"" + key + "\", expected \"curve\" and \"surface\" alone");
  if (object.size() != 2)
    throw error(where + "found other keys beside a curve or a surface, expected \"curve\" and \"surface\" alone");
  const spline_shape curve = read_curve(object["curve"], 3, "curve", where),
                     surface = read_surface(object["surface"], "surface", where);
  return meeting_of_splines(curve, surface, {"t", "u", "v"}, where, most);
}

}  // namespace vieta::io
