#include "verify/systems/verify_components.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "exact/arb.hpp"
#include "exact/exact_real.hpp"
#include "io/parse_json.hpp"
#include "solve/shapes/exact_work.hpp"
#include "verify/systems/meeting_solutions.hpp"
#include "verify/systems/solution_claims.hpp"
#include "verify/systems/verify_newton.hpp"
#include "verify/work_limits.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

using counting::exact_equation;
using nlohmann::json;

const json& part_of(const json& object, const char* key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) throw error(where + ": found no \"" + key + "\", expected one");
  return *found;
}

/// A hyperplane: [[re, im], ...], of all variables and of 1.
exact_equation slice_of(const json& row, std::size_t variables, const std::string& where) {
  if (!row.is_array() || row.size() != variables + 1)
    throw error(where + ": found a slice of " + std::to_string(row.size()) + " numbers, expected " +
                std::to_string(variables + 1));
  exact_equation slice;
  for (std::size_t v = 0; v <= variables; ++v) {
    const json& pair = row[v];
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number() || !pair[1].is_number())
      throw error(where + ": found " + io::shown(pair) + " in a slice, expected [re, im]");
    counting::exact_term& t = slice.emplace_back();
    if (v < variables) t.powers.emplace_back(static_cast<std::uint32_t>(v), 1);
    t.re = exact::from_double(pair[0].get<double>()), t.im = exact::from_double(pair[1].get<double>());
    if (t.re.is_zero() && t.im.is_zero()) slice.pop_back();
  }
  return slice;
}

class components_checker {
 public:
  components_checker(const rational_system& system, const json& result, std::string name, const verify_options& options)
      : system_(system), result_(result), name_(std::move(name)), options_(options), limits_(options) {
    if (!result.is_object() || !result.contains("components") || !result["components"].is_array())
      throw error(name_ + ": found no \"components\", expected what `vieta components --json` printed");
    if (!result.contains("variables") || result["variables"] != json(system.equations.variables()))
      throw error(name_ + ": \"variables\": found others or none, expected those of the system, in its order");
    auto exact = counting::exact_equations_of(system.equations.data());
    if (!exact) throw error("verify: found coefficients that are not known exactly, expected exact ones");
    equations_ = *std::move(exact);
  }

  components_verification outcome() {
    const json& components = result_["components"];
    for (std::size_t k = 0; k < components.size(); ++k) {
      check_component(components[k], k);
      ++out_.components;
    }
    look_for_the_same(components);
    const json& isolated = part_of(result_, "isolated", name_);
    check_report(components, isolated);
    out_.isolated = certified_in(system_, isolated, "isolated ");
    degrees_ += static_cast<double>(out_.isolated);
    if (part_of(part_of(result_, "report", name_), "complete", name_) == "proven") check_complete();
    out_.decided = is_wrong_ || !is_open_;
    out_.holds = out_.complaints.empty();
    return std::move(out_);
  }

 private:
  void check_component(const json& component, std::size_t k) {
    const std::string where = name_ + ": component " + std::to_string(k + 1);
    const json& points = part_of(component, "points", where);
    const json &slices = part_of(component, "slices", where), &dimension = part_of(component, "dimension", where);
    const std::string start = "component " + std::to_string(k + 1) + ": ";
    if (!points.is_array() || !slices.is_array() || dimension != slices.size())
      return complain(start + "other numbers of slices than its dimension");
    if (part_of(component, "degree", where) != points.size())
      return complain(start + "other numbers of witness points than its degree");
    if (part_of(component, "reduced", where) != true) {
      is_open_ = true;
      out_.complaints.push_back(start + "points of sets along which the Jacobian loses rank are not looked at");
      return;
    }
    std::vector<exact_equation> all = equations_;
    for (const json& row : slices) all.push_back(slice_of(row, system_.equations.variables().size(), where));
    const rational_system sliced{tracking::built(system_.equations.variables(), all), {}};
    const std::int64_t proven = certified_in(sliced, points, start);
    out_.witness_points += proven, degrees_ += static_cast<double>(proven);
  }

  /// What the report counts and the lists show as well.
  void check_report(const json& components, const json& isolated) {
    const json& report = part_of(result_, "report", name_);
    std::size_t points = isolated.size(), certified = count_certified(isolated);
    for (std::size_t k = 0; k < components.size(); ++k) {
      const std::size_t proven = count_certified(components[k]["points"]);
      points += components[k]["points"].size(), certified += proven;
      if (part_of(components[k], "certified", name_) != proven)
        complain("component " + std::to_string(k + 1) + ": \"certified\": expected " + std::to_string(proven) +
                 ": so many of its points are");
    }
    if (part_of(report, "points", name_) != points)
      complain("report: \"points\": expected " + std::to_string(points) + ": so many are in the lists");
    if (part_of(report, "certified", name_) != certified)
      complain("report: \"certified\": expected " + std::to_string(certified) + ": so many of the points are");
    bool is_word = false;
    for (const auto& [value, text] : names_of<completeness>)
      is_word = is_word || part_of(report, "complete", name_) == text;
    if (!is_word) throw error(name_ + ": \"complete\": found " + io::shown(report["complete"]) + ", expected a word");
  }
  static std::size_t count_certified(const json& points) {
    return static_cast<std::size_t>(std::count_if(points.begin(), points.end(), [](const json& point) {
      return point.is_object() && point.contains("proof") && point["proof"] != name(newton_proof::none);
    }));
  }

  /// Of components with the same slices each point is another one.
  void look_for_the_same([[maybe_unused]] const json& components) {
#ifdef VIETA_HAVE_ARB
    const std::vector<std::string>& variables = system_.equations.variables();
    for (std::size_t k = 0; k < components.size() && !is_wrong_; ++k)
      for (std::size_t j = 0; j < k; ++j) {
        if (components[k]["slices"] != components[j]["slices"]) continue;
        json both = components[j]["points"];
        for (const json& point : components[k]["points"]) both.push_back(point);
        const json together = {
            {"verb", "solve"}, {"variables", variables}, {"solutions", both}, {"report", json::object()}};
        const auto claims = verify_newton::read_solution_claims(variables, variables, together.dump(), name_).of_each;
        std::vector<std::size_t> proven;
        for (std::size_t i = 0; i < claims.size(); ++i)
          if (claims[i].proof != newton_proof::none) proven.push_back(i);
        try {
          if (verify_newton::meeting_solutions(claims, proven, limits_).empty()) continue;
        } catch (const checking::stopped&) {
          is_open_ = true;
          return;
        }
        complain("component " + std::to_string(k + 1) + ": it may be the same as component " + std::to_string(j + 1));
      }
#endif
  }

  /// How many of these solutions of a system are proven again, as different ones.
  std::int64_t certified_in(const rational_system& of, const json& points, const std::string& start) {
    if (points.empty()) return 0;
    const json as_solved = {
        {"verb", "solve"}, {"variables", of.equations.variables()}, {"solutions", points}, {"report", {{"seed", 1}}}};
    verify_options rest = options_;
    if (options_.max_seconds > 0) rest.max_seconds = std::max(limits_.seconds_left(), 1e-3);
    const std::string text_of_all = as_solved.dump();
    const newton_verification found = verify_newton_result(of, text_of_all, name_, rest);
    for (const std::string& text : found.complaints) out_.complaints.push_back(start + text);
    is_wrong_ = is_wrong_ || (found.decided && !found.holds), is_open_ = is_open_ || !found.decided;
    out_.checked += found.checked;
#ifdef VIETA_HAVE_ARB
    if (found.holds) check_different(of, text_of_all, start);
#endif
    return found.checked;
  }

#ifdef VIETA_HAVE_ARB
  /// Zeros of combinations; those of the equations themselves were looked at as solutions.
  void check_different(const rational_system& of, const std::string& text, const std::string& start) {
    const std::vector<std::string>& variables = of.equations.variables();
    const auto claims = verify_newton::read_solution_claims(variables, variables, text, name_).of_each;
    std::vector<std::size_t> proven;
    bool any = false;
    for (std::size_t k = 0; k < claims.size(); ++k) {
      any = any || claims[k].proof == newton_proof::of_combinations;
      if (claims[k].proof != newton_proof::none) proven.push_back(k);
    }
    if (!any) return;
    try {
      for (const auto& [first, second] : verify_newton::meeting_solutions(claims, proven, limits_))
        complain(start + "solution " + std::to_string(second + 1) + ": it may be the same as solution " +
                 std::to_string(first + 1));
    } catch (const checking::stopped&) {
      is_open_ = true;
      out_.complaints.push_back(start + "not decided in time: whether all points are different");
    }
  }
#endif

  /// Degrees add up to no more than the product of those of the equations (Fulton 1984, example 8.4.6).
  void check_complete() {
    double product = 1;
    for (const exact_equation& e : equations_) {
      std::size_t degree = 0;
      for (const counting::exact_term& t : e) degree = std::max(degree, t.degree());
      product *= static_cast<double>(degree);
    }
    out_.complete = degrees_ >= product;
    if (!out_.complete && out_.complaints.empty())
      complain("complete: proven, but the proven points are fewer than the degrees of the equations allow");
  }

  void complain(std::string text) {
    is_wrong_ = true;
    out_.complaints.push_back(std::move(text));
  }

  const rational_system& system_;
  const json& result_;
  std::string name_;
  verify_options options_;
  checking::work_limits limits_;
  std::vector<exact_equation> equations_;
  components_verification out_;
  double degrees_ = 0;
  bool is_wrong_ = false, is_open_ = false;
};

}  // namespace

components_verification verify_components_result(const rational_system& system, std::string_view json_text,
                                                 std::string_view name, const verify_options& options) {
  const float_environment floats;
  const json result = io::parse_json(json_text, std::string(name));
  // Where denominators, angles and roots are is not part of the claims.
  const rational_system numerators{system.equations, {}};
  return components_checker(numerators, result, std::string(name), options).outcome();
}

}  // namespace vieta
