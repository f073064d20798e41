#include "verify/systems/solution_claims.hpp"

#include <algorithm>
#include <array>

#include "io/parse_json.hpp"
#include "vieta/error.hpp"

namespace vieta::verify_newton {
namespace {

using nlohmann::json;

/// One solution, key by key.
class solution_reader {
 public:
  solution_reader(const json& solution, const std::string& where, std::size_t variables)
      : solution_(solution), where_(where), variables_(variables) {
    if (!solution.is_object())
      throw error(where + ": found " + io::shown(solution) + ", expected {\"x\":..., \"radius\":..., ...}");
  }

  [[nodiscard]] solution_claim read() const {
    return {coordinates(), radius(), certified(), proof(), is_real(), undecided(), angles()};
  }

 private:
  [[nodiscard]] const json& at(const char* key) const {
    const auto found = solution_.find(key);
    if (found == solution_.end()) throw error(where_ + ": found no \"" + key + "\", expected one");
    return *found;
  }
  [[noreturn]] void fail(const char* key, const json& found, const std::string& expected) const {
    throw error(where_ + ": \"" + key + "\": found " + io::shown(found) + ", expected " + expected);
  }

  [[nodiscard]] std::vector<std::pair<exact::real, exact::real>> coordinates() const {
    const json& list = at("x");
    if (!list.is_array() || list.size() != variables_)
      fail("x", list, "one pair [\"re\", \"im\"] for each variable: " + std::to_string(variables_));
    std::vector<std::pair<exact::real, exact::real>> out;
    for (const json& pair : list) {
      auto& [re, im] = out.emplace_back();
      if (!pair.is_array() || pair.size() != 2 || !is_decimal(pair[0], re) || !is_decimal(pair[1], im))
        fail("x", pair, "[\"re\", \"im\"] with a decimal number in each");
    }
    return out;
  }
  static bool is_decimal(const json& value, exact::real& out) {
    return value.is_string() && exact::parse_real(value.get_ref<const std::string&>(), out);
  }

  [[nodiscard]] std::optional<double> radius() const {
    const json& value = at("radius");
    if (value.is_null()) return std::nullopt;
    if (!value.is_number() || !(value.get<double>() >= 0))
      fail("radius", value, "a number that is not negative, or null");
    return value.get<double>();
  }

  [[nodiscard]] bool undecided() const {
    const auto value = solution_.find("undecided");
    return value != solution_.end() && *value == true;
  }

  /// Where the system has some.
  [[nodiscard]] std::vector<angle_claim> angles() const {
    std::vector<angle_claim> claims;
    const auto list = solution_.find("angles");
    if (list == solution_.end()) return claims;
    if (!list->is_array()) fail("angles", *list, "a list");
    for (const json& angle : *list) {
      angle_claim& claim = claims.emplace_back();
      const auto name = angle.find("name"), value = angle.find("value"), radius = angle.find("radius");
      const bool has_all = angle.is_object() && name != angle.end() && value != angle.end() && radius != angle.end();
      if (!has_all || !name->is_string() || !value->is_array() || value->size() != 2 ||
          !is_decimal((*value)[0], claim.re) || !is_decimal((*value)[1], claim.im) ||
          !(radius->is_null() || (radius->is_number() && radius->get<double>() >= 0)))
        fail("angles", angle,
             R"({"name": ..., "value": ["re", "im"], "radius": a number that is not negative, or null})");
      claim.name = name->get<std::string>();
      if (!radius->is_null()) claim.radius = radius->get<double>();
    }
    return claims;
  }

  [[nodiscard]] bool certified() const {
    const json& value = at("certified");
    if (!value.is_boolean()) fail("certified", value, "true or false");
    return value.get<bool>();
  }

  [[nodiscard]] newton_proof proof() const {
    const json& value = at("proof");
    for (const newton_proof p : {newton_proof::none, newton_proof::solution, newton_proof::stationary_point,
                                 newton_proof::no_solution, newton_proof::of_combinations})
      if (value == vieta::name(p)) return p;
    fail("proof", value, "solution, stationary_point, no_solution, of_combinations or none");
  }

  [[nodiscard]] realness is_real() const {
    const json& value = at("real");
    if (value.is_null()) return realness::undecided;
    if (!value.is_boolean()) fail("real", value, "true, false or null");
    return value.get<bool>() ? realness::real : realness::not_real;
  }

  const json& solution_;
  const std::string& where_;
  std::size_t variables_;
};

bool is(const json& solution, const char* key, const json& value) {
  const auto found = solution.find(key);
  return found != solution.end() && *found == value;
}

struct listed_count {
  const char* key;
  bool of_solve;
  bool (*is_counted)(const json& solution);
};
constexpr listed_count counts_in_report[] = {
    {"certified", true, [](const json& s) { return is(s, "certified", true); }},
    {"regular", true, [](const json& s) { return is(s, "regular", true); }},
    {"singular", true, [](const json& s) { return is(s, "regular", false); }},
    {"real", true,
     [](const json& s) {  // points of least squares are shown, and are no solutions
       return is(s, "regular", true) && is(s, "real", true) && !is(s, "proof", "no_solution") &&
              !is(s, "proof", "stationary_point");
     }},
    {"on_a_set", true, [](const json& s) { return is(s, "on_a_set", true); }},
    {"undecided", true, [](const json& s) { return is(s, "undecided", true); }},
    {"of_combinations", true, [](const json& s) { return is(s, "proof", "of_combinations"); }},
    {"certified", false, [](const json& s) { return is(s, "certified", true); }},
    {"converged", false, [](const json& s) { return is(s, "status", "converged"); }},
    {"singular", false, [](const json& s) { return is(s, "status", "singular"); }},
};

/// What the report counts and the list shows as well. A result without a report counts nothing.
std::vector<std::string> contradictions_in(const json& result) {
  std::vector<std::string> found;
  const auto report = result.find("report");
  if (report == result.end() || !report->is_object()) return found;
  const bool of_solve = result.contains("verb") && result["verb"] == "solve";
  for (const listed_count& one : counts_in_report) {
    const auto counted = report->find(one.key);
    if (one.of_solve != of_solve || counted == report->end()) continue;
    const auto listed = std::count_if(result["solutions"].begin(), result["solutions"].end(), one.is_counted);
    if (*counted != listed)
      found.push_back("report: \"" + std::string(one.key) + "\": found " + io::shown(*counted) + ", expected " +
                      std::to_string(listed) + ": so many of the solutions are");
  }
  if (of_solve)
    for (const json& solution : result["solutions"])
      if (is(solution, "certified", true) && is(solution, "regular", true) && solution.contains("multiplicity") &&
          solution["multiplicity"] != 1)
        found.push_back("\"multiplicity\": found " + io::shown(solution["multiplicity"]) +
                        " of a solution that is simple, expected 1");
  // Also of results that have whole sets beside their solutions, where nothing else is counted again.
  const auto complete = report->find("complete"), count = report->find("counted");
  const bool all = complete != report->end() && *complete == "paths";
  const bool is_whole = [&] {
    for (const char* const key : {"left_out", "left_out_as_counted"})
      if (const auto out = report->find(key); out != report->end() && *out != 0) return false;
    return true;
  }();
  if (all && is_whole && count != report->end() && count->is_object()) {
    const auto simple = count->find("simple");
    const auto regular = report->find("regular");
    if (simple != count->end() && simple->is_number_unsigned() && regular != report->end() && *regular < *simple)
      found.push_back("report: \"counted\": found " + io::shown(*simple) + " simple solutions, expected " +
                      io::shown(*regular) + ": so many are listed as regular");
  }
  return found;
}

std::string text_at(const json& object, const char* key) {
  const auto value = object.find(key);
  return value != object.end() && value->is_string() ? value->get<std::string>() : std::string();
}

/// Results of earlier versions say nothing of it.
completeness_claim read_completeness(const json& result) {
  completeness_claim claim;
  const auto report = result.find("report");
  if (report == result.end() || !report->is_object()) return claim;
  // That all solutions are found says nothing that could be counted where others were left out.
  for (const char* const key : {"left_out", "left_out_as_counted"})
    if (const auto left_out = report->find(key); left_out != report->end() && *left_out != 0) return claim;
  claim.complete = text_at(*report, "complete");
  claim.status = text_at(*report, "status"), claim.bound_kind = text_at(*report, "bound_kind");
  if (const auto pairs = report->find("isotropic"); pairs != report->end())
    for (const json& pair : *pairs)
      claim.isotropic.push_back(pair.is_array() && pair.size() == 2 && pair[0].is_string() && pair[1].is_string()
                                    ? std::array{pair[0].get<std::string>(), pair[1].get<std::string>()}
                                    : std::array<std::string, 2>{});
  if (const auto forms = report->find("isotropic_forms"); forms != report->end())
    for (const json& form : *forms)
      claim.isotropic_forms.push_back(form.is_string() ? form.get<std::string>() : std::string());
  const auto combined = report->find("combined");
  claim.combined = combined != report->end() && *combined == true;
  for (const json& solution : result["solutions"]) {
    // Points of least squares are shown, and are no solutions.
    const std::string proof = text_at(solution, "proof");
    if (proof == vieta::name(newton_proof::no_solution) || proof == vieta::name(newton_proof::stationary_point))
      continue;
    const auto regular = solution.find("regular"), multiplicity = solution.find("multiplicity");
    claim.singular += regular != solution.end() && *regular == false;
    claim.with_multiplicity += multiplicity != solution.end() && multiplicity->is_number_unsigned()
                                   ? multiplicity->get<std::size_t>()
                                   : std::size_t{1};
  }
  return claim;
}

}  // namespace

solution_claims read_solution_claims(const std::vector<std::string>& variables, const std::vector<std::string>& asked,
                                     std::string_view text, const std::string& name) {
  const json value = io::parse_json(text, name);
  if (value.is_object() && value.contains("instances"))
    throw error(name +
                ": found instances of a system with parameters, expected a result of one system: verify cannot check "
                "instances; solve one of them as a system with numbers in the place of its parameters");
  if (!value.is_object() || !value.contains("solutions") || !value["solutions"].is_array())
    throw error(name + ": found no \"solutions\", expected what `vieta newton --json` or `vieta solve --json` printed");
  solution_claims claims;
  claims.are_different = value.contains("verb") && value["verb"] == "solve";
  claims.are_of_asked =
      !claims.are_different && asked != variables && value.contains("variables") && value["variables"] == json(asked);
  if (!claims.are_of_asked && (!value.contains("variables") || value["variables"] != json(variables)))
    throw error(name + ": \"variables\": found " + (value.contains("variables") ? "others" : "none") +
                ", expected those of the system, in its order");
  const std::size_t coordinates = claims.are_of_asked ? asked.size() : variables.size();
  for (const json& solution : value["solutions"])
    claims.of_each.push_back(
        solution_reader(solution, name + ": solution " + std::to_string(claims.of_each.size() + 1), coordinates)
            .read());
  if (claims.are_different) claims.completeness = read_completeness(value);
  if (const auto report = value.find("report"); report != value.end() && report->is_object())
    if (const auto seed = report->find("seed"); seed != report->end() && seed->is_number_unsigned())
      claims.seed = seed->get<std::uint64_t>();
  claims.contradictions = contradictions_in(value);
  return claims;
}

}  // namespace vieta::verify_newton
