#include "verify/boxes/box_claims.hpp"

#include <cmath>

#include "io/parse_json.hpp"
#include "verify/object_reader.hpp"
#include "vieta/error.hpp"

namespace vieta::checking {
namespace {

using nlohmann::json;

/// The kinds of values that such a result has.
class box_claims_reader : public object_reader {
 public:
  using object_reader::object_reader;

  [[nodiscard]] double number(const char* key) const {
    if (!at(key).is_number() || !std::isfinite(at(key).get<double>())) fail(key, "a finite number");
    return at(key).get<double>();
  }
  [[nodiscard]] std::int64_t count(const char* key) const {
    if (!at(key).is_number_integer() || at(key).get<std::int64_t>() < 0) fail(key, "a count");
    return at(key).get<std::int64_t>();
  }
  [[nodiscard]] bool truth(const char* key) const {
    if (!at(key).is_boolean()) fail(key, "true or false");
    return at(key).get<bool>();
  }
  [[nodiscard]] const json& list(const char* key) const {
    if (!at(key).is_array()) fail(key, "a list");
    return at(key);
  }
  [[nodiscard]] std::vector<double> numbers(const char* key, std::size_t count) const {
    std::vector<double> out;
    for (const json& x : list(key)) {
      if (!x.is_number() || !std::isfinite(x.get<double>())) fail(key, "finite numbers");
      out.push_back(x.get<double>());
    }
    if (count > 0 && out.size() != count) fail(key, std::to_string(count) + " numbers");
    return out;
  }
  /// [[from, to], ...]
  void intervals(const json& list, const char* key, std::size_t n, std::vector<double>& lower,
                 std::vector<double>& upper) const {
    if (!list.is_array() || list.size() != n) fail(key, "an interval for each variable");
    for (const json& pair : list) {
      if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_number())
        fail(key, "intervals of two numbers");
      lower.push_back(pair[0].get<double>()), upper.push_back(pair[1].get<double>());
      if (!(lower.back() <= upper.back()) || std::isinf(lower.back()) || std::isinf(upper.back()))
        fail(key, "intervals whose ends are finite, the lower one first");
    }
  }
};

item_claim item_of(const box_claims_reader& in, const box_system& system) {
  const std::size_t n = system.equations.size();
  item_claim out;
  out.kind = in.word<box_kind>("kind");
  out.x = in.numbers("x", n);
  in.intervals(in.list("box"), "box", n, out.lower, out.upper);
  out.radius = in.number("radius");
  if (out.radius < 0) in.fail("radius", "a number that is not negative");
  out.has_residual = !in.at("residual").is_null();
  if (out.has_residual) out.residual = in.number("residual");
  out.on_border = in.truth("on_border");
  if (in.has("condition_undecided")) out.condition_undecided = in.truth("condition_undecided");
  out.has_point = in.has("point");
  if (out.has_point) out.point = in.numbers("point", 0);
  if (out.kind == box_kind::unique) {
    const double sign = in.number("jacobian_sign");
    if (sign != -1 && sign != 0 && sign != 1) in.fail("jacobian_sign", "-1, 0 or 1");
    out.jacobian_sign = static_cast<int>(sign);
    return out;
  }
  if (out.kind == box_kind::cluster) out.has_degree = !in.at("degree").is_null();
  for (const json& box : in.list("boxes")) {
    auto& [lower, upper] = out.boxes.emplace_back();
    in.intervals(box, "boxes", n, lower, upper);
  }
  return out;
}

/// Coordinates are those of the variables that the result names, where it does.
void check_names(const box_claims_reader& in, const box_system& system) {
  if (in.has("variables") && in.at("variables") != json(system.variables))
    in.fail("variables", "those of the system, in its order");
}

}  // namespace

boxes_claims read_boxes_claims(std::string_view json_text, std::string_view name, std::span<const box_system> systems) {
  const json tree = io::parse_json(json_text, name);
  const box_claims_reader top(tree, std::string(name));
  if (top.at("verb") != "boxes") top.fail("verb", "boxes");
  const json& list = top.list("systems");
  if (list.size() != systems.size())
    throw error(std::string(name) + ": found results of " + std::to_string(list.size()) +
                " systems, expected those of " + std::to_string(systems.size()) + ", as the input has them");
  boxes_claims out;
  for (std::size_t s = 0; s < list.size(); ++s) {
    const std::string where = std::string(name) + ": system " + std::to_string(s + 1);
    const box_claims_reader in(list[s], where);
    if (s == 0 || systems[s].variables != systems[0].variables) check_names(top, systems[s]);
    check_names(in, systems[s]);
    if (systems[s].dimension() > systems[s].equations.size())
      throw error(where + ": found " + std::to_string(systems[s].equations.size()) + " equations in " +
                  std::to_string(systems[s].dimension()) +
                  " variables, expected as many equations as variables: tubes of curves are not verified");
    system_claim& claim = out.systems.emplace_back();
    claim.status = in.word<boxes_status>("status");
    if (in.has("at")) {
      const json& at = in.at("at");
      if (!at.is_object()) in.fail("at", "an object");
      for (const auto& [variable, value] : at.items()) {
        if (!value.is_number()) in.fail("at", "numbers");
        claim.at.emplace_back(variable, value.get<double>());
      }
    }
    for (const json& item : in.list("items")) {
      const std::string which = where + ", item " + std::to_string(claim.items.size() + 1);
      claim.items.push_back(item_of(box_claims_reader(item, which), systems[s]));
    }
  }
  const box_claims_reader report(top.at("report"), std::string(name) + ": report");
  out.boxes_visited = report.count("boxes_visited");
  out.count_systems = report.count("systems"), out.complete = report.count("complete");
  out.unique = report.count("unique"), out.clusters = report.count("clusters");
  out.curves = report.count("curves"), out.unresolved = report.count("unresolved");
  out.bad_inputs = report.count("bad_inputs");
  return out;
}

}  // namespace vieta::checking
