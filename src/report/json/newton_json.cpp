#include "report/json/newton_json.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "base/number.hpp"
#include "report/json/json.hpp"
#include "vieta/system_io.hpp"

namespace vieta::report {

std::string solution_text(const newton_solution& s, int digits, const std::string& more) {
  std::string text = "{\"x\":[";
  if (digits == 0) digits = known_digits(s);
  const auto written_as = [&](const qd& part) {
    return digits == in_doubles ? number_or_null(part.x0) : '"' + to_decimal(part, digits) + '"';
  };
  for (std::size_t v = 0; v < s.x.size(); ++v)
    text += (v == 0 ? "[" : ",[") + written_as(s.x[v].re) + "," + written_as(s.x[v].im) + "]";
  // The text rounds x: the radius takes that in. It is nothing when all digits are written.
  const double written = std::isfinite(s.radius) ? radius_about_text(s, digits) : s.radius;
  const char* const real = s.real == realness::real ? "true" : s.real == realness::not_real ? "false" : "null";
  text += "],\"radius\":" + (std::isfinite(written) ? upward_exact(written) : "null") +
          ",\"certified\":" + (s.certified ? "true" : "false") + ",\"proof\":\"" + name(s.proof) +
          "\",\"real\":" + real + ",\"residual\":" + number_or_null(s.residual) +
          ",\"iterations\":" + std::to_string(s.iterations) + ",\"status\":\"" + name(s.status) +
          "\",\"digits\":" + std::to_string(s.digits) + ",\"condition\":" + number_or_null(s.condition) +
          ",\"steps\":[";
  for (std::size_t k = 0; k < s.steps.size(); ++k) {
    const newton_step& step = s.steps[k];
    text += (k == 0 ? "{\"residual\":" : ",{\"residual\":") + number_or_null(step.residual) +
            ",\"step\":" + number_or_null(step.step) + ",\"condition\":" + number_or_null(step.condition) +
            ",\"precision\":\"" + precision_name(step.precision) + "\",\"solver\":\"" + name(step.solver) +
            "\",\"reused\":" + (step.reused ? "true}" : "false}");
  }
  return text + "]" + more + "}";
}

int known_digits(const newton_solution& s) { return std::clamp(s.digits + 2, 5, 64); }

int known_digits(const newton_solution& s, const qd& part) {
  const int most = known_digits(s);
  const double size = std::fabs(part.x0);
  if (!(s.radius > 0) || !std::isfinite(s.radius) || !(size > 0)) return most;
  return std::clamp(static_cast<int>(std::floor(std::log10(size) - std::log10(s.radius))) + 3, 1, most);
}

double radius_about_known(const newton_solution& s, int most_digits) {
  double most = 0;
  for (const complex<qd>& z : s.x) {
    double rounding = 0;
    for (const qd& part : {z.re, z.im})
      rounding += std::fabs(part.x0) * std::pow(10.0, 1 - std::min(known_digits(s, part), most_digits)) * 0.51;
    most = std::max(most, rounding);
  }
  return (s.radius + most) * (1 + 0x1p-50);
}

double radius_about_text(const newton_solution& s, int digits) {
  double most = 0;
  for (const complex<qd>& z : s.x) {
    if (digits == in_doubles) {
      for (const qd& part : {z.re, z.im}) most = std::max(most, 2 * (std::fabs(part.x1) + 0x1p-1074));
      continue;
    }
    // Half a unit of the last digit written, for each part; a part's leading digit is worth at most its modulus.
    const double unit = std::pow(10.0, 1 - digits) * 0.51;
    most = std::max(most, (std::fabs(z.re.x0) + std::fabs(z.im.x0)) * unit);
  }
  return digits == 0 ? s.radius : (s.radius + most) * (1 + 0x1p-50);
}

void write_json(std::ostream& out, const polynomial_system& system, const newton_result& result, int digits) {
  const newton_report& r = result.report;
  out << "{\"verb\":\"newton\",\n\"variables\":[";
  for (std::size_t v = 0; v < system.variables().size(); ++v)
    out << (v == 0 ? "" : ",") << json_text(system.variables()[v]);
  out << "],\n\"solutions\":[";
  for (std::size_t k = 0; k < result.solutions.size(); ++k) {
    const newton_solution& s = result.solutions[k];
    out << (k == 0 ? "\n" : ",\n") << solution_text(s, digits);
  }
  out << "],\n\"report\":{\"equations\":" << std::to_string(r.equations)
      << ",\"variables\":" << std::to_string(r.variables) << ",\"terms\":" << std::to_string(r.terms)
      << ",\"products\":" << std::to_string(r.products) << ",\"precision\":\"" << precision_name(r.precision)
      << "\",\"digits\":" << std::to_string(r.digits)
      << ",\"real_arithmetic\":" << (r.real_arithmetic ? "true" : "false")
      << ",\"converged\":" << std::to_string(r.converged) << ",\"certified\":" << std::to_string(r.certified)
      << ",\"singular\":" << std::to_string(r.singular) << ",\"target\":" << json_text(r.target)
      << ",\"seconds\":" << number_or_null(r.seconds) << ",\"stopped_by\":" << json_text(r.stopped_by) << "}}\n";
}

}  // namespace vieta::report
