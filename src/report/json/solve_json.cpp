#include "report/json/solve_json.hpp"

#include <cmath>
#include <ostream>
#include <string>

#include "base/number.hpp"
#include "report/json/json.hpp"
#include "report/json/newton_json.hpp"
#include "vieta/system_io.hpp"

namespace vieta::report {

namespace {

const char* on_a_set_text(membership where_it_lies) {
  switch (where_it_lies) {
    case membership::on_a_set:
      return "true";
    case membership::isolated:
      return "false";
    case membership::unknown:
      break;
  }
  return "null";
}

std::string count_text(const solution_count& c) {
  if (!c.counted) return "null";
  const auto known = [&](std::size_t count) { return c.finite ? std::to_string(count) : "null"; };
  return std::string("{\"finite\":") + (c.finite ? "true" : "false") + ",\"simple\":" + std::to_string(c.simple) +
         ",\"multiple\":" + known(c.multiple) + ",\"with_multiplicity\":" + known(c.with_multiplicity) + "}";
}

/// Of one solution; nothing where the system has no angles.
std::string angles_text(const std::vector<std::string>& names, const solve_solution& s, int digits) {
  if (names.empty()) return "";
  std::string text = ",\"angles\":[";
  for (std::size_t k = 0; k < s.angles.size(); ++k) {
    const angle_value& angle = s.angles[k];
    const int shown = digits == 0 ? known_digits(s.point) : digits;
    double radius = angle.radius;
    text += std::string(k == 0 ? "" : ",") + "{\"name\":" + json_text(names[k]) + ",\"value\":";
    for (const qd* const part : {&angle.value.re, &angle.value.im}) {
      text += part == &angle.value.re ? '[' : ',';
      text += shown == in_doubles ? number_or_null(part->x0) : '"' + to_decimal(*part, shown) + '"';
      radius += shown == in_doubles ? 2 * (std::fabs(part->x1) + 0x1p-1074)
                                    : std::fabs(part->x0) * std::pow(10.0, 1 - shown) * 0.51;
    }
    text += "],\"radius\":" + (std::isfinite(radius) ? upward_exact(radius * (1 + 0x1p-50)) : "null") + '}';
  }
  return text + ']';
}

}  // namespace

std::string text_of(const solve_solution& s, int digits, const std::vector<std::string>& angles) {
  const std::string more =
      std::string(",\"regular\":") + (s.regular ? "true" : "false") +
      ",\"multiplicity\":" + std::to_string(s.multiplicity) + ",\"winding\":" + std::to_string(s.winding) +
      ",\"accuracy\":" + (s.regular ? "null" : shortest(s.accuracy)) + ",\"on_a_set\":" + on_a_set_text(s.on_a_set) +
      (s.undecided ? ",\"undecided\":true" : ",\"undecided\":false") + angles_text(angles, s, digits);
  return solution_text(s.point, digits, more);
}

std::string from_text(const solve_report& r) {
  const start_account& f = r.from;
  std::string text = ",\"proven_paths\":" + std::to_string(r.proven_paths) + ",\"from\":";
  if (r.start != start_kind::monodromy && r.start != start_kind::given) return text + "null";
  return text + "{\"given\":" + std::to_string(f.given) + ",\"proven\":" + std::to_string(f.proven) +
         ",\"found\":" + std::to_string(f.found) + ",\"loops\":" + std::to_string(f.loops) +
         ",\"trace\":" + (std::isnan(f.trace) ? "null" : shortest(f.trace)) +
         ",\"traced\":" + std::to_string(f.traced) + ",\"one_family\":" + (f.one_family ? "true}" : "false}");
}

std::string account_text(const path_account& p) {
  return "{\"total\":" + std::to_string(p.total) + ",\"regular\":" + std::to_string(p.regular) +
         ",\"singular\":" + std::to_string(p.singular) + ",\"infinite\":" + std::to_string(p.infinite) +
         ",\"failed\":" + std::to_string(p.failed) + ",\"stopped\":" + std::to_string(p.stopped) + "}";
}

void write_json(std::ostream& out, const polynomial_system& system, const solve_result& result, int digits) {
  const solve_report& r = result.report;
  out << "{\"verb\":\"solve\",\n\"variables\":[";
  for (std::size_t v = 0; v < system.variables().size(); ++v)
    out << (v == 0 ? "" : ",") << json_text(system.variables()[v]);
  out << "],\n\"solutions\":[";
  for (std::size_t k = 0; k < result.solutions.size(); ++k) {
    out << (k == 0 ? "\n" : ",\n") << text_of(result.solutions[k], digits, r.angles);
  }
  const auto count = [&](const char* key, std::size_t value) { out << ",\"" << key << "\":" << std::to_string(value); };
  out << "],\n\"report\":{\"status\":\"" << name(r.status) << '"';
  count("equations", r.equations), count("variables", r.variables), count("terms", r.terms);
  count("products", r.products);
  out << ",\"precision\":\"" << precision_name(r.precision) << '"';
  count("digits", static_cast<std::size_t>(r.digits)), count("seed", r.seed);
  const auto number = [&](const char* key, double value) {
    out << ",\"" << key << "\":" << (std::isnan(value) ? "null" : shortest(value));
  };
  out << ",\"start\":{\"kind\":\"" << name(r.start) << '"';
  number("total_degree", r.counts.total_degree), number("multi_homogeneous", r.counts.multi_homogeneous);
  number("mixed_volume", r.counts.mixed_volume), count("cells", r.counts.cells);
  out << '}' << from_text(r);
  number("bound", r.bound);
  out << ",\"bound_kind\":\"" << name(r.bound_kind) << "\",\"complete\":\"" << name(r.complete) << '"';
  out << ",\"counted\":" << count_text(r.counted) << ",\"paths\":" << account_text(r.paths);
  number("infinite_beyond", r.infinite_beyond), count("at_infinity", r.at_infinity);
  out << ",\"isotropic\":[";
  for (std::size_t k = 0; k < r.isotropic.size(); ++k)
    out << (k == 0 ? "" : ",") << '[' << json_text(system.variables()[r.isotropic[k][0]]) << ','
        << json_text(system.variables()[r.isotropic[k][1]]) << ']';
  out << "],\"isotropic_forms\":[";
  for (std::size_t k = 0; k < r.isotropic_forms.size(); ++k)
    out << (k == 0 ? "" : ",") << json_text(r.isotropic_forms[k]);
  out << (r.combined ? "],\"combined\":true" : "],\"combined\":false");
  count("regular", r.regular), count("certified", r.certified), count("real", r.real), count("singular", r.singular);
  count("on_a_set", r.on_a_set), count("spurious", r.spurious), count("of_combinations", r.of_combinations);
  count("approximate", r.approximate), count("denominators", r.denominators), count("roots", r.roots),
      count("left_out", r.left_out);
  count("left_out_as_counted", r.left_out_as_counted), count("undecided", r.undecided);
  count("steps", r.steps), count("rejected", r.rejected);
  count("higher_precision", r.higher_precision), count("tracked_again", r.tracked_again);
  number("seconds_start", r.seconds_start);
  out << ",\"target\":" << json_text(r.target) << ",\"seconds_tracking\":" << shortest(r.seconds_tracking)
      << ",\"seconds\":" << shortest(r.seconds) << ",\"stopped_by\":" << json_text(r.stopped_by) << "}}\n";
}

}  // namespace vieta::report
