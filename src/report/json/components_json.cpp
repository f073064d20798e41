#include "report/json/components_json.hpp"

#include <cmath>
#include <cstdint>
#include <ostream>
#include <string>

#include "base/number.hpp"
#include "report/json/json.hpp"
#include "report/json/newton_json.hpp"
#include "report/json/solve_json.hpp"

namespace vieta::report {

namespace {

std::string known_number(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

std::string slices_text(const solution_set& set) {
  std::string text = "[";
  for (std::size_t j = 0; j < set.slices.size(); ++j) {
    text += j == 0 ? "[" : ",[";
    for (std::size_t v = 0; v < set.slices[j].size(); ++v)
      text += (v == 0 ? "[" : ",[") + shortest(set.slices[j][v].real()) + ',' + shortest(set.slices[j][v].imag()) + ']';
    text += ']';
  }
  return text + ']';
}

void write_points(std::ostream& out, const std::vector<newton_solution>& points, int digits) {
  for (std::size_t k = 0; k < points.size(); ++k) out << (k == 0 ? "\n" : ",\n") << solution_text(points[k], digits);
}

void write_solutions(std::ostream& out, const std::vector<solve_solution>& solutions, int digits) {
  for (std::size_t k = 0; k < solutions.size(); ++k) out << (k == 0 ? "\n" : ",\n") << text_of(solutions[k], digits);
}

void write_asked(std::ostream& out, const std::vector<asked_point>& points) {
  out << "],\n\"contains\":[";
  for (std::size_t k = 0; k < points.size(); ++k) {
    const asked_point& p = points[k];
    out << (k == 0 ? "\n{\"x\":[" : ",\n{\"x\":[");
    for (std::size_t v = 0; v < p.x.size(); ++v)
      out << (v == 0 ? "[" : ",[") << shortest(p.x[v].re.x0) << ',' << shortest(p.x[v].im.x0) << ']';
    out << "],\"on\":[";
    for (std::size_t c = 0; c < p.on.size(); ++c) out << (c == 0 ? "\"" : ",\"") << name(p.on[c]) << '"';
    out << "],\"isolated\":[";
    for (std::size_t i = 0; i < p.isolated.size(); ++i) out << (i == 0 ? "" : ",") << std::to_string(p.isolated[i] + 1);
    out << "]}";
  }
}

}  // namespace

void write_json(std::ostream& out, const polynomial_system& system, const decomposition& result,
                const components_answers& answers, int digits) {
  const components_report& r = result.report;
  out << "{\"verb\":\"components\",\n\"variables\":[";
  for (std::size_t v = 0; v < system.variables().size(); ++v)
    out << (v == 0 ? "" : ",") << json_text(system.variables()[v]);
  out << "],\n\"components\":[";
  for (std::size_t k = 0; k < result.components.size(); ++k) {
    const solution_set& s = result.components[k];
    out << (k == 0 ? "\n" : ",\n") << "{\"dimension\":" << std::to_string(s.dimension)
        << ",\"degree\":" << std::to_string(s.degree) << ",\"multiplicity\":" << std::to_string(s.multiplicity)
        << ",\"reduced\":" << (s.reduced ? "true" : "false") << ",\"status\":\"" << name(s.status)
        << "\",\"trace\":" << known_number(s.trace) << ",\"certified\":" << std::to_string(s.certified)
        << ",\"slices\":" << slices_text(s) << ",\"points\":[";
    write_points(out, s.points, digits);
    out << "],\"samples\":[";
    if (k < answers.samples.size()) write_points(out, answers.samples[k], digits);
    out << "]}";
  }
  out << "],\n\"isolated\":[";
  write_solutions(out, result.isolated, digits);
  out << "],\n\"undecided\":[";
  write_solutions(out, result.undecided, digits);
  write_asked(out, answers.points);
  out << "],\n\"report\":{\"status\":\"" << name(r.status) << "\",\"complete\":\"" << name(r.complete)
      << "\",\"bound\":" << known_number(r.bound);
  const auto count = [&](const char* key, std::uint64_t value) {
    out << ",\"" << key << "\":" << std::to_string(value);
  };
  count("equations", r.equations), count("variables", r.variables), count("terms", r.terms);
  out << ",\"dimensions\":[";
  for (std::size_t k = 0; k < r.dimensions.size(); ++k) {
    const dimension_account& a = r.dimensions[k];
    out << (k == 0 ? "" : ",") << "{\"dimension\":" << std::to_string(a.dimension);
    count("paths", a.paths), count("failed", a.failed), count("stopped", a.stopped);
    count("witness", a.witness), count("spurious", a.spurious), count("on_larger", a.on_larger);
    count("undecided", a.undecided);
    out << ",\"empty\":" << (a.empty ? "true" : "false");
    out << ",\"seconds\":" << shortest(a.seconds) << '}';
  }
  out << ']';
  count("points", r.points), count("certified", r.certified), count("left_out", r.left_out), count("seed", r.seed);
  count("digits", static_cast<std::size_t>(r.digits));
  out << ",\"target\":" << json_text(r.target) << ",\"seconds\":" << shortest(r.seconds)
      << ",\"stopped_by\":" << json_text(r.stopped_by) << "}}\n";
}

}  // namespace vieta::report
