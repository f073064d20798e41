#include <algorithm>
#include <cmath>
#include <iterator>
#include <ostream>
#include <string>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "report/json/components_json.hpp"
#include "report/text/newton_print.hpp"
#include "vieta/components.hpp"

namespace vieta {

namespace {

using report::counted;

std::string component_heading(const solution_set& s, std::size_t number) {
  std::string text = "component " + std::to_string(number) + ": dimension " + std::to_string(s.dimension) +
                     ", degree " + std::to_string(s.degree);
  if (s.status == component_status::unsplit) text += " or more, not split into irreducible components";
  if (!s.reduced || s.multiplicity > 1) text += ", multiplicity " + std::to_string(s.multiplicity);
  text += "; " + std::to_string(s.certified) + " of " + counted(s.points.size(), "witness point", "witness points") +
          " certified";
  if (!std::isnan(s.trace)) text += ", trace linear to " + report::upward(s.trace, 1);
  return text;
}

std::string isolated_heading(const solve_solution& s, std::size_t number) {
  std::string text = "isolated solution " + std::to_string(number) + ": ";
  if (!s.regular)
    return text + "multiplicity " + std::to_string(s.multiplicity) + ", accuracy about " +
           report::upward(s.accuracy, 1);
  text += s.point.certified ? "certified"
          : s.point.proof == newton_proof::of_combinations
              ? "a zero of combinations of the equations, proven; all hold to " + report::upward(s.point.residual, 1)
              : "not certified";
  if (s.point.real == realness::real) text += ", real";
  if (s.point.real == realness::not_real) text += ", not real";
  return text;
}

/// Of the dimensions that algebra says are empty: from the highest on.
std::string empty_line(const std::vector<dimension_account>& dimensions) {
  const auto first_open =
      std::find_if(dimensions.begin(), dimensions.end(), [](const dimension_account& a) { return !a.empty; });
  if (first_open == dimensions.begin()) return {};
  const std::size_t least = std::prev(first_open)->dimension, most = dimensions.front().dimension;
  return (least == most ? "dimension " : "dimensions " + std::to_string(most) + " to ") + std::to_string(least) +
         ": empty, by algebra modulo a random prime\n";
}

std::string dimension_line(const dimension_account& a) {
  std::string text = "dimension " + std::to_string(a.dimension) + ": " + counted(a.paths, "path", "paths") + ", " +
                     counted(a.witness, "point", "points");
  if (a.spurious > 0) text += ", " + std::to_string(a.spurious) + " of combinations of the equations only";
  if (a.on_larger > 0) text += ", " + std::to_string(a.on_larger) + " on larger components";
  if (a.undecided > 0) text += ", " + std::to_string(a.undecided) + " undecided";
  if (a.failed > 0) text += ", " + counted(a.failed, "path", "paths") + " failed";
  if (a.stopped > 0) text += ", " + std::to_string(a.stopped) + " stopped";
  return text + "; " + report::duration(a.seconds) + '\n';
}

/// "dimension 2: degree 2; dimension 1: degrees 3, 1"
std::string summary(const decomposition& d) {
  std::string text;
  for (std::size_t k = 0; k < d.components.size(); ++k) {
    const solution_set& s = d.components[k];
    if (k == 0 || s.dimension != d.components[k - 1].dimension)
      text += (k == 0 ? "dimension " : "; dimension ") + std::to_string(s.dimension) + ": degrees ";
    else
      text += ", ";
    text += std::to_string(s.degree);
    if (s.multiplicity > 1) text += " (" + std::to_string(s.multiplicity) + " times)";
  }
  if (!text.empty()) text += "; ";
  return text + counted(d.isolated.size(), "isolated solution", "isolated solutions") +
         (d.report.left_out > 0 ? "; " + std::to_string(d.report.left_out) + " left out, where a divisor is 0\n"
                                : "\n");
}

std::string asked_text(const report::asked_point& p, std::size_t number, std::size_t isolated) {
  std::string on, open;
  for (std::size_t c = 0; c < p.on.size(); ++c) {
    std::string& to = p.on[c] == containment::yes ? on : open;
    if (p.on[c] != containment::no) to += (to.empty() ? "" : ", ") + std::to_string(c + 1);
  }
  std::string text = "point " + std::to_string(number) + ": ";
  if (!on.empty()) text += "on component " + on;
  for (const std::size_t i : p.isolated)
    text += (text.ends_with(": ") ? "isolated solution " : ", isolated solution ") + std::to_string(i + 1);
  if (on.empty() && p.isolated.empty())
    text += isolated > 0 ? "on no component, and no isolated solution" : "on no component";
  if (!open.empty()) text += "; undecided for component " + open;
  return text + '\n';
}

}  // namespace

void print(std::ostream& out, const polynomial_system& system, const decomposition& result, int digits) {
  const float_environment floats;
  report::print(out, system, result, {}, digits);
}

void report::print(std::ostream& out, const polynomial_system& system, const decomposition& result,
                   const components_answers& answers, int digits) {
  const components_report& r = result.report;
  const shown_digits shown{digits};
  for (std::size_t k = 0; k < result.components.size(); ++k) {
    out << component_heading(result.components[k], k + 1) + '\n';
    if (k >= answers.samples.size()) continue;
    for (std::size_t i = 0; i < answers.samples[k].size(); ++i) {
      const newton_solution& s = answers.samples[k][i];
      const bool proven = s.proof != newton_proof::none;
      out << "  sample " + std::to_string(i + 1) + (proven ? "\n" : ", not certified\n");
      print_coordinates(out, system, s, shown);
    }
  }
  for (std::size_t k = 0; k < result.isolated.size(); ++k) {
    out << isolated_heading(result.isolated[k], k + 1) + '\n';
    print_coordinates(out, system, result.isolated[k].point, shown);
  }
  for (std::size_t k = 0; k < result.undecided.size(); ++k) {
    out << "undecided point " + std::to_string(k + 1) + ": singular, not known to be isolated, accuracy about " +
               report::upward(result.undecided[k].accuracy, 1) + '\n';
    print_coordinates(out, system, result.undecided[k].point, shown);
  }
  std::string text;
  for (std::size_t k = 0; k < answers.points.size(); ++k)
    text += asked_text(answers.points[k], k + 1, result.isolated.size());
  if (!result.components.empty() || !result.isolated.empty() || !answers.points.empty()) text += '\n';
  if (r.status == components_status::inconsistent)
    text += "no solutions: an equation is a number that is not 0\n";
  else
    text += summary(result);
  if (r.complete == completeness::proven && r.status != components_status::inconsistent)
    text += "none is missing: the degrees add up to the product of the degrees of the equations, " + shortest(r.bound) +
            ", proven\n";
  text += empty_line(r.dimensions);
  for (const dimension_account& a : r.dimensions)
    if (!a.empty) text += dimension_line(a);
  if (r.status == components_status::incomplete)
    text += r.stopped_by.empty()
                ? "solved in part: paths failed, points are undecided, or a set is not split; try another --seed\n"
                : stopped_line(r.stopped_by);
  if (r.status == components_status::unproven)
    text += "solved in part: found points that are not proven to solve the equations and the slices\n";
  text += counted(r.equations, "equation", "equations") + " in " + counted(r.variables, "variable", "variables") +
          ", " + counted(r.terms, "term", "terms") + "; seed " + std::to_string(r.seed) + ", " + duration(r.seconds) +
          " on " + r.target + '\n';
  out << text;
}

}  // namespace vieta
