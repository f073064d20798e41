#include "report/json/parameters_json.hpp"

#include <cmath>
#include <ostream>
#include <string>

#include "base/number.hpp"
#include "report/json/json.hpp"
#include "report/json/newton_json.hpp"
#include "report/json/solve_json.hpp"

namespace vieta::report {

namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) text += (text.size() == 1 ? "" : ",") + json_text(name);
  return text + "]";
}

std::string number_text(const std::complex<double>& z) {
  return z.imag() == 0 ? shortest(z.real()) : "[" + shortest(z.real()) + "," + shortest(z.imag()) + "]";
}

}  // namespace

parameters_json::parameters_json(std::ostream& out, const std::vector<std::string>& unknowns,
                                 const parameter_values& values, int digits)
    : out_(out), values_(values), digits_(digits) {
  out_ << "{\"verb\":\"solve\",\n\"variables\":" << list_of(unknowns) << ",\"parameters\":" << list_of(values.names)
       << ",\n\"instances\":[";
}

void parameters_json::add(const solved_instance& s) {
  const std::size_t q = values_.names.size();
  std::string text = first_ ? "\n" : ",\n";
  first_ = false;
  text += "{\"row\":" + std::to_string(s.row + 1) + ",\"values\":[";
  for (std::size_t k = 0; k < q; ++k) text += (k == 0 ? "" : ",") + number_text(values_.values[s.row * q + k]);
  text += std::string("],\"status\":\"") + name(s.status) + "\",\"paths\":" + account_text(s.paths) +
          ",\"real\":" + std::to_string(s.real) + ",\"solved_afresh\":" + (s.solved_afresh ? "true" : "false") +
          ",\"complete\":\"" + name(s.complete) +
          "\",\"infinite_beyond\":" + (std::isnan(s.infinite_beyond) ? "null" : shortest(s.infinite_beyond)) +
          ",\"solutions\":[";
  for (std::size_t k = 0; k < s.solutions.size(); ++k)
    text += (k == 0 ? "\n " : ",\n ") + text_of(s.solutions[k], digits_);
  out_ << text << "]}";
}

void parameters_json::end(const parameters_report& r) {
  const auto count = [&](const char* key, std::size_t value) {
    out_ << ",\"" << key << "\":" << std::to_string(value);
  };
  out_ << "],\n\"report\":{\"instances\":" << std::to_string(r.instances);
  count("solved", r.solved), count("inconsistent", r.inconsistent), count("not_isolated", r.not_isolated);
  count("solved_afresh", r.solved_afresh);
  count("equations", r.equations), count("variables", r.variables), count("parameters", r.parameters);
  count("terms", r.terms);
  out_ << ",\"precision\":\"" << precision_name(r.precision) << '"';
  count("digits", static_cast<std::size_t>(r.digits)), count("seed", r.seed);
  out_ << ",\"generic\":{\"status\":\"" << name(r.generic.status) << "\",\"paths\":" << account_text(r.generic.paths)
       << ",\"start\":\"" << name(r.generic.start) << "\",\"complete\":\"" << name(r.generic.complete) << '"'
       << from_text(r.generic) << "}";
  out_ << ",\"paths\":" << account_text(r.paths);
  count("regular", r.regular), count("certified", r.certified), count("real", r.real), count("singular", r.singular);
  count("on_a_set", r.on_a_set), count("steps", r.steps), count("rejected", r.rejected);
  count("proven_paths", r.proven_paths);
  count("higher_precision", r.higher_precision), count("tracked_again", r.tracked_again);
  out_ << ",\"target\":" << json_text(r.target) << ",\"seconds_generic\":" << shortest(r.seconds_generic)
       << ",\"seconds_tracking\":" << shortest(r.seconds_tracking)
       << ",\"seconds_proving\":" << shortest(r.seconds_proving) << ",\"seconds\":" << shortest(r.seconds)
       << ",\"stopped_by\":" << json_text(r.stopped_by) << "}}\n";
}

}  // namespace vieta::report
