#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "report/json/newton_json.hpp"
#include "report/text/newton_print.hpp"
#include "report/text/solve_reasons.hpp"
#include "vieta/solve.hpp"
#include "vieta/system_io.hpp"

namespace vieta {

namespace {

using report::counted;

std::string heading(const solve_solution& s, std::size_t number, report::shown_digits digits) {
  std::string text = "solution " + std::to_string(number) + ": ";
  if (s.undecided) text += "conditions undecided, ";
  if (s.regular) {
    text += s.point.certified ? "certified" : "not certified";
    if (s.point.proof == newton_proof::of_combinations)
      text += " (a zero of " + counted(s.point.x.size(), "combination", "combinations") +
              " of the equations, proven; all hold to " + report::upward(s.point.residual, 1) + ")";
    if (s.point.proof == newton_proof::no_solution || s.point.proof == newton_proof::stationary_point)
      text += s.point.proof == newton_proof::no_solution
                  ? " (no solution, proven; all equations hold to " + report::upward(s.point.residual, 1) + ")"
                  : " (least squares; all equations hold to " + report::upward(s.point.residual, 1) + ")";
    if (s.point.real == realness::real) text += ", real";
    if (s.point.real == realness::not_real) text += ", not real";
    if (s.point.proof != newton_proof::none) text += ", radius " + report::printed_radius(s.point, digits);
    return text;
  }
  text += "singular, ";
  if (s.on_a_set == membership::on_a_set)
    text += "one of a set of solutions";
  else
    text += counted(s.multiplicity, "path ends here", "paths end here") +
            (s.on_a_set == membership::isolated ? ", isolated" : ", not known to be isolated");
  return text + ", accuracy about " + report::upward(s.accuracy, 1);
}

/// A line for each, with as many digits as are known, and how far each may be off.
std::string angle_lines(const std::vector<std::string>& variables, const solve_report& r, const solve_solution& s,
                        report::shown_digits digits) {
  std::size_t width = 0;
  for (const std::vector<std::string>* const names : {&r.angles, &variables})
    for (const std::string& name : *names) width = std::max(width, name.size());
  std::string text;
  for (std::size_t k = 0; k < s.angles.size(); ++k) {
    const angle_value& angle = s.angles[k];
    double radius = angle.radius;
    text += "  " + r.angles[k] + std::string(width - r.angles[k].size(), ' ');
    for (const qd* const at : {&angle.value.re, &angle.value.im}) {
      if (at == &angle.value.im && s.point.real == realness::real) continue;
      const qd& part = *at;
      const int shown =
          digits.exactly > 0 ? digits.exactly : std::min(report::known_digits(s.point, part), digits.most);
      const std::string number = to_decimal(part, shown);
      radius += std::fabs(part.x0) * std::pow(10.0, 1 - shown) * 0.51;
      text += (number.starts_with('-') ? "  " : "   ") + number;
    }
    if (std::isfinite(radius)) text += "  within " + report::upward(radius, 2);
    text += '\n';
  }
  return text;
}

/// What is a condition without being asked for.
std::string always_conditions(const solve_report& r) {
  if (r.denominators > 0 && r.roots > 0)
    return " (that no denominator is 0, and that roots are the principal ones, are some of them)\n";
  if (r.roots > 0) return " (that roots are the principal ones is one of them)\n";
  return r.denominators > 0 ? " (that no denominator is 0 is one of them)\n" : "\n";
}

const char* theorem(bound_theorem kind) {
  switch (kind) {
    case bound_theorem::none:
      break;
    case bound_theorem::total_degree:
      return "the product of the degrees";
    case bound_theorem::multi_homogeneous:
      return "the multi-homogeneous number";
    case bound_theorem::mixed_volume:
      return "the mixed volume";
  }
  return "a theorem";
}

/// What is known about solutions that are not there.
std::string completeness_line(const solve_report& r) {
  const solution_count& c = r.counted;
  // Those that do not meet the conditions belong to all.
  if (r.left_out + r.left_out_as_counted > 0) {
    if (r.complete == completeness::counted)
      return "none is missing: " + std::to_string(c.with_multiplicity) +
             " in all, each with its multiplicity, counted modulo a prime\n";
    return r.complete == completeness::proven
               ? std::string("none is missing: proven by ") + theorem(r.bound_kind) + '\n'
               : "";
  }
  if (r.complete == completeness::counted)
    return (r.certified + r.singular == 0
                ? std::string("no solution")
                : "no other solutions: " + std::to_string(c.with_multiplicity) + ", each with its multiplicity") +
           ", counted modulo a prime\n";
  if (c.counted && !c.finite && c.simple == r.certified)
    return "no other regular solutions: " + std::to_string(c.simple) + ", counted modulo a prime\n";
  if (r.complete == completeness::as_start || r.complete == completeness::traced) return report::start_lines(r);
  if (r.complete != completeness::proven || r.bound_kind == bound_theorem::none) return "";
  if (r.certified == 0) return std::string("no isolated solutions: proven by ") + theorem(r.bound_kind) + '\n';
  const std::string all =
      r.certified == 1 ? "the only isolated solution" : "all " + std::to_string(r.certified) + " isolated solutions";
  return all + ": proven by " + theorem(r.bound_kind) + '\n';
}

/// Solutions that were counted and not found.
std::string missing_line(const solve_report& r) {
  const solution_count& c = r.counted;
  if (!c.counted || r.certified > c.simple || r.left_out + r.left_out_as_counted > 0) return "";
  if (r.certified < c.simple)
    return "solved in part: found " + counted(r.certified, "regular solution", "regular solutions") + ", expected " +
           std::to_string(c.simple) + ", counted modulo a prime; try another --seed\n";
  if (c.finite && r.singular < c.multiple)
    return "solved in part: found " + counted(r.singular, "singular solution", "singular solutions") + ", expected " +
           std::to_string(c.multiple) + ", counted modulo a prime; try another --seed\n";
  return "";
}

std::string account(const path_account& p) {
  std::string text = counted(p.total, "path", "paths") + ": ";
  text += std::to_string(p.regular) + " to regular solutions, " + std::to_string(p.singular) + " to singular ones, " +
          std::to_string(p.infinite) + " to infinity, " + std::to_string(p.failed) + " failed";
  if (p.stopped > 0) text += ", " + std::to_string(p.stopped) + " stopped";
  return text;
}

/// What the paths alone say of solutions that are not in the list.
std::string beyond_line(const solve_report& r) {
  if (std::isnan(r.infinite_beyond)) return "";
  return "a solution that hides among the paths to infinity has a coordinate larger than " +
         report::downward(r.infinite_beyond, 2) + ", as measured\n" +
         (r.at_infinity > 0
              ? "at infinity to forty digits, by the equations of faces: " + counted(r.at_infinity, "path", "paths") +
                    " of " + std::to_string(r.paths.infinite) + '\n'
              : std::string());
}

std::string start(const polynomial_system& system, const solve_report& r) {
  std::string text = std::string("start: ") + name(r.start);
  if (r.start == start_kind::monodromy) text += ", " + counted(r.from.loops, "loop", "loops");
  const auto add = [&](const char* what, double count) {
    if (!std::isnan(count)) text += std::string(", ") + what + ' ' + report::shortest(count);
  };
  add("product of degrees", r.counts.total_degree);
  add("multi-homogeneous number", r.counts.multi_homogeneous);
  add("mixed volume", r.counts.mixed_volume);
  for (std::size_t k = 0; k < r.isotropic.size(); ++k) {
    const std::string &x = system.variables()[r.isotropic[k][0]], &y = system.variables()[r.isotropic[k][1]];
    const bool of_circles = k >= r.isotropic_forms.size() || r.isotropic_forms[k] == x + "^2+" + y + "^2";
    text += (k == 0 ? "; in " : ", ") +
            (of_circles ? x + " + i " + y + ", " + x + " - i " + y : "the linear factors of " + r.isotropic_forms[k]);
  }
  if (r.combined) text += "; equations combined";
  return text;
}

}  // namespace

std::string report::start_lines(const solve_report& r) {
  const start_account& from = r.from;
  std::string text;
  if (from.given > 0)
    text += counted(from.given, "point", "points") + " given, " + std::to_string(from.proven) +
            " proven to be different simple solutions of their instance or system\n";
  if (r.complete == completeness::as_start)
    text += "complete if these are all solutions there: every path from them has an end\n";
  if (!std::isnan(from.trace))
    text += "the trace test of " + counted(from.traced, "point", "points") + " of a slice " +
            (r.complete == completeness::traced ? "holds: found 0 up to " : "does not hold: found ") +
            report::upward(std::max(from.trace, 1e-60), 1) + " of their sizes, which is a measurement\n";
  if (r.complete == completeness::traced)
    text += from.one_family ? "no other solutions in the family: each equation has a parameter for itself, so that "
                              "loops join all of them\n"
                            : "no other solutions that loops join to these; whether there are others is not known\n";
  return text;
}

void print(std::ostream& out, const polynomial_system& system, const solve_result& result, int digits) {
  const float_environment floats;
  report::print(out, system, result, {digits});
}

void report::print(std::ostream& out, const polynomial_system& system, const solve_result& result,
                   shown_digits digits) {
  const solve_report& r = result.report;
  std::vector<const newton_solution*> all;
  for (const solve_solution& s : result.solutions) all.push_back(&s.point);
  digits = telling_apart(all, digits);
  for (std::size_t k = 0; k < result.solutions.size(); ++k) {
    const solve_solution& s = result.solutions[k];
    out << heading(s, k + 1, digits) + '\n' + angle_lines(system.variables(), r, s, digits);
    report::print_coordinates(out, system, s.point, digits);
    out << '\n';
  }
  if (r.status == solve_status::inconsistent)
    out << (r.combined ? "no solutions: a linear combination of the equations is a number that is not 0\n"
                       : "no solutions: an equation is a number that is not 0\n");
  if (r.status == solve_status::not_isolated)
    out << "no solution is isolated: an equation is 0 = 0, or a variable does not occur\n";
  std::string text;
  if (r.counts.mixed_volume == 0 && r.start == start_kind::polyhedral)
    text = "no isolated solution: the mixed volume is 0\n";
  if (r.paths.total > 0) {
    text = counted(r.regular, "regular solution", "regular solutions") + ", " + std::to_string(r.certified) +
           " certified, " + std::to_string(r.real) + " real";
    if (r.singular > 0) text += "; " + counted(r.singular, "singular one", "singular ones");
    if (r.on_a_set > 0) text += ", " + std::to_string(r.on_a_set) + " of them on a set of positive dimension";
    text += '\n';
    if (r.spurious > 0)
      text += counted(r.spurious, "end is a zero", "ends are zeros") + " of " +
              counted(r.variables, "combination", "combinations") + " of the equations, and no solution" +
              (r.spurious == 1 ? "" : "s") + " of all\n";
    if (r.left_out > 0)
      text += counted(r.left_out, "other solution is", "other solutions are") + " proven not to meet the conditions" +
              always_conditions(r);
    if (r.left_out_as_counted > 0)
      text += counted(r.left_out_as_counted, "zero of the numerators is", "zeros of the numerators are") +
              " left out: all solutions are there without " + (r.left_out_as_counted == 1 ? "it" : "them") +
              ", as counted modulo a prime\n";
    text += completeness_line(r) + account(r.paths) + '\n' + beyond_line(r) + start(system, r) + '\n';
  }
  if (r.status == solve_status::solved && found_only_sets(r)) text += std::string(report::only_sets) + '\n';
  const std::string missing = missing_line(r);
  if (r.status == solve_status::incomplete && r.stopped_by.empty() && !missing.empty())
    text += missing;
  else if (r.status == solve_status::incomplete)
    text += !r.stopped_by.empty()
                ? report::stopped_line(r.stopped_by)
                : std::string(r.paths.failed > 0 ? report::paths_failed : report::paths_not_followed_far) + '\n';
  if (r.undecided > 0)
    text += "solved in part: of " + std::to_string(r.undecided) +
            " of these it is undecided whether they meet the conditions\n";
  else if (r.status == solve_status::unproven && r.complete == completeness::traced && !r.from.one_family)
    text += "solved in part: solutions that no loop joins to these may be missing\n";
  else if (r.status == solve_status::unproven && r.equations > r.variables)
    text += "solved in part: found points that are not proven to solve all equations\n";
  else if (r.status == solve_status::unproven && r.regular > r.certified)
    text += std::string(report::no_radius) + '\n';
  else if (r.status == solve_status::unproven)
    text += std::string(report::perhaps_not_isolated) + '\n';
  text += counted(r.equations, "equation", "equations") + " in " + counted(r.variables, "variable", "variables") +
          ", " + counted(r.terms, "term", "terms") + "; seed " + std::to_string(r.seed) + ", " +
          report::duration(r.seconds) + " on " + r.target + '\n';
  out << text;
}

}  // namespace vieta
