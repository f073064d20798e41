#include "report/text/newton_print.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "report/json/newton_json.hpp"
#include "vieta/newton.hpp"
#include "vieta/system_io.hpp"

namespace vieta {

namespace {

using report::counted;
using report::duration;
using report::shortest;
using report::write;

std::string rounded(double value, int digits) {
  return std::isfinite(value) ? to_decimal(qd(value), digits) : value > 0 ? "inf" : "nan";
}

}  // namespace

namespace report {

void print_coordinates(std::ostream& out, const polynomial_system& system, const newton_solution& s,
                       shown_digits digits) {
  std::size_t width = 0, re_width = 0;
  std::vector<std::string> re, im;
  constexpr std::size_t most = 40;
  const std::size_t shown = s.x.size() > most ? 10 : s.x.size();
  for (std::size_t v = 0; v < shown; ++v) {
    const auto column = [](const std::string& text) { return text.starts_with('-') ? text : ' ' + text; };
    width = std::max(width, system.variables()[v].size());
    const auto text = [&](const qd& part) {
      return column(
          to_decimal(part, digits.exactly > 0 ? digits.exactly : std::min(known_digits(s, part), digits.most)));
    };
    re.push_back(text(s.x[v].re));
    im.push_back(s.real == realness::real ? "" : text(s.x[v].im));
    re_width = std::max(re_width, re.back().size());
  }
  for (std::size_t v = 0; v < shown; ++v) {
    const std::string& variable = system.variables()[v];
    std::string line = "  " + variable + std::string(width - variable.size(), ' ') + "  " + re[v];
    if (!im[v].empty()) line += std::string(re_width - re[v].size(), ' ') + "  " + im[v];
    write(out, line + '\n');
  }
  if (shown < s.x.size()) write(out, "  ... and " + std::to_string(s.x.size() - shown) + " more coordinates\n");
}

shown_digits telling_apart(const std::vector<const newton_solution*>& solutions, shown_digits digits) {
  struct place {
    const newton_solution* solution;
    double first, radius;
  };
  std::vector<place> places;
  double largest = 0;
  for (const newton_solution* s : solutions) {
    if (s->x.empty() || !std::isfinite(s->x[0].re.x0) || !std::isfinite(s->radius)) continue;
    places.push_back({s, s->x[0].re.x0, radius_about_known(*s, digits.most)});
    largest = std::max(largest, places.back().radius);
  }
  std::sort(places.begin(), places.end(), [](const place& a, const place& b) { return a.first < b.first; });
  for (std::size_t i = 0; digits.tells_apart && i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size() && places[j].first - places[i].first <= 2 * largest; ++j) {
      const newton_solution &a = *places[i].solution, &b = *places[j].solution;
      double distance = 0;
      for (std::size_t v = 0; v < std::min(a.x.size(), b.x.size()); ++v) {
        const complex<qd> d = a.x[v] - b.x[v];
        distance = std::max(distance, std::hypot(d.re.x0, d.im.x0));
      }
      // Starts may lead to the same solution.
      if (distance > a.radius + b.radius && distance <= 2.02 * std::max(places[i].radius, places[j].radius))
        return {digits.exactly};
    }
  return digits;
}

std::string printed_radius(const newton_solution& s, shown_digits digits) {
  return upward(digits.exactly > 0 ? radius_about_text(s, digits.exactly) : radius_about_known(s, digits.most), 2);
}

}  // namespace report

namespace {

void print_solution(std::ostream& out, const polynomial_system& system, const newton_solution& s, std::size_t number,
                    report::shown_digits digits) {
  // A start that came to a standstill somewhere has not found a solution: the residual tells how near to one it is.
  const bool found = (s.status == newton_status::converged || s.certified) && s.proof != newton_proof::no_solution;
  std::string head = (found ? "solution " : "start ") + std::to_string(number) + ": " + name(s.status);
  if (!found && std::isfinite(s.residual)) head += ", residual " + rounded(s.residual, 2);
  if (s.certified) head += ", certified";
  if (s.proof == newton_proof::stationary_point) head += ", stationary point proven";
  if (s.proof == newton_proof::of_combinations) head += ", proven for combinations of the equations";
  if (s.proof == newton_proof::no_solution) head += ", least squares proven, no solution";
  if (s.real == realness::real) head += ", real";
  if (s.real == realness::not_real) head += ", not real";
  head += ", " + counted(static_cast<std::size_t>(s.iterations), "iteration", "iterations");
  if (s.proof != newton_proof::none) head += ", radius " + report::printed_radius(s, digits);
  write(out, head + '\n');
  if (s.status == newton_status::bad_start || s.status == newton_status::stopped) return;
  report::print_coordinates(out, system, s, digits);
}

void print_steps(std::ostream& out, const newton_solution& s) {
  write(out, "  step  residual  step size  precision  solver\n");
  for (std::size_t k = 0; k < s.steps.size(); ++k) {
    const newton_step& step = s.steps[k];
    const auto padded = [](const std::string& text, std::size_t width) {
      return std::string(width - std::min(width, text.size()), ' ') + text;
    };
    write(out, "  " + padded(std::to_string(k + 1), 4) + "  " + padded(rounded(step.residual, 2), 8) + "  " +
                   padded(rounded(step.step, 2), 9) + "  " + padded(precision_name(step.precision), 9) + "  " +
                   name(step.solver) + (step.reused ? ", reused" : "") +
                   (step.condition > 0 ? ", condition " + rounded(step.condition, 2) : "") + '\n');
  }
}

}  // namespace

void print(std::ostream& out, const polynomial_system& system, const newton_result& result, int digits) {
  const float_environment floats;
  report::print(out, system, result, {digits});
}

void report::print(std::ostream& out, const polynomial_system& system, const newton_result& result,
                   shown_digits digits) {
  std::vector<const newton_solution*> all;
  for (const newton_solution& s : result.solutions) all.push_back(&s);
  digits = telling_apart(all, digits);
  for (std::size_t k = 0; k < result.solutions.size(); ++k) {
    const newton_solution& s = result.solutions[k];
    print_solution(out, system, s, k + 1, digits);
    if (result.solutions.size() == 1 && !s.steps.empty()) print_steps(out, s);
    write(out, "\n");
  }
  const newton_report& r = result.report;
  std::string text = counted(result.solutions.size(), "start", "starts") + ": " + std::to_string(r.converged) +
                     " converged, " + std::to_string(r.certified) + " certified";
  if (r.singular > 0) text += ", " + std::to_string(r.singular) + " singular";
  text += '\n' + report::stopped_line(r.stopped_by) + counted(r.equations, "equation", "equations") + " in " +
          counted(r.variables, "variable", "variables") + ", " + counted(r.terms, "term", "terms") + "; " +
          std::to_string(r.digits) + " digits, " + "precision " + precision_name(r.precision) +
          (r.real_arithmetic ? ", real" : ", complex") + ", " + duration(r.seconds) + " on " + r.target + '\n';
  write(out, text);
}

}  // namespace vieta
