#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/float_environment.hpp"
#include "io/parse_json.hpp"
#include "io/read_file.hpp"
#include "io/system/system_readers.hpp"
#include "systems/representation.hpp"
#include "vieta/solve_parameters.hpp"

// Points that paths begin at: lists as `newton` takes them, and results of `solve`, which bring along their variables
// and, of instances, the values of their parameters.

namespace vieta {

namespace {

using nlohmann::json;

std::vector<std::string> names_in(const json& list, const std::string& where) {
  std::vector<std::string> names;
  for (const json& n : list) {
    if (!n.is_string()) throw error(where + ": found " + io::shown(n) + ", expected a list of names");
    names.push_back(n.get<std::string>());
  }
  return names;
}

/// The coordinates in the order of the unknowns.
void sort_coordinates(std::vector<system_point>& points, const std::vector<std::string>& given,
                      const std::vector<std::string>& unknowns, const std::string& name) {
  if (given == unknowns) return;
  std::vector<std::size_t> place;
  for (const std::string& u : unknowns) {
    const auto at = std::find(given.begin(), given.end(), u);
    if (at == given.end() || given.size() != unknowns.size())
      throw error(name + ": variables: found no '" + u + "', expected the unknowns of the system and no others");
    place.push_back(static_cast<std::size_t>(at - given.begin()));
  }
  for (system_point& x : points) {
    system_point sorted;
    for (const std::size_t v : place) sorted.push_back(x[v]);
    x = std::move(sorted);
  }
}

std::string as_number(const json& part) { return part.is_string() ? part.get<std::string>() : part.dump(); }

/// {"parameters": names, "values": numbers} of one instance, by the reader of values.
parameter_values values_of(const json& names, const json& values, const std::string& name) {
  std::string head, row;
  for (const std::string& n : names_in(names, name + ": parameters")) head += n + ' ';
  for (const json& value : values) {
    const bool pair = value.is_array() && value.size() == 2;
    if (!pair) {
      row += as_number(value) + ' ';
      continue;
    }
    const std::string im = as_number(value[1]);
    row += as_number(value[0]) + (im.starts_with('-') ? "" : "+") + im + "i ";
  }
  return read_parameter_values(head + '\n' + row, name + ": values", {});
}

start_solutions from_json(std::string_view text, const std::string& name, const std::vector<std::string>& unknowns) {
  const json value = io::parse_json(text, name);
  start_solutions start;
  std::vector<std::string> given = unknowns;
  const json* of = &value;
  if (value.is_object() && value.contains("variables")) given = names_in(value["variables"], name + ": variables");
  if (value.is_object() && value.contains("instances")) {
    // Of several instances the one with the most solutions: it is the least special one.
    of = nullptr;
    for (const json& instance : value["instances"]) {
      const bool usable = instance.is_object() && instance.contains("solutions") && instance["solutions"].is_array();
      if (usable && (of == nullptr || instance["solutions"].size() > (*of)["solutions"].size())) of = &instance;
    }
    if (of == nullptr) throw error(name + ": instances: found none, expected one with solutions at least");
  }
  if (value.is_object() && value.contains("parameters") && of->is_object() && of->contains("values")) {
    parameter_values values = values_of(value["parameters"], (*of)["values"], name);
    start.names = std::move(values.names), start.values = std::move(values.values);
  }
  start.points = io::read_points_json(of->dump(), name, given);
  if (start.points.empty()) throw error(name + ": found no points, expected one at least");
  sort_coordinates(start.points, given, unknowns, name);
  return start;
}

}  // namespace

start_solutions read_start_solutions(std::string_view text, const std::string& name,
                                     const std::vector<std::string>& unknowns) {
  const float_environment floats;
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && (text[first] == '[' || text[first] == '{'))
    return from_json(text, name, unknowns);
  start_solutions start;
  start.points = read_points(text, name, systems::system_builder(unknowns).finish());
  return start;
}

start_solutions read_start_solutions(const std::string& path, const std::vector<std::string>& unknowns) {
  const float_environment floats;
  return read_start_solutions(io::read_file(path, "points").bytes(), io::name_of_input(path), unknowns);
}

}  // namespace vieta
