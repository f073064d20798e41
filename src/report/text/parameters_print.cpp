#include <algorithm>
#include <ostream>
#include <string>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "report/json/newton_json.hpp"
#include "report/text/newton_print.hpp"
#include "report/text/solve_reasons.hpp"
#include "vieta/solve_parameters.hpp"
#include "vieta/system_io.hpp"

namespace vieta {

using report::counted;

namespace {

/// Why the answer is none in full; empty where it is.
std::string reason(const solved_instance& s) {
  constexpr double far_enough = 1e8;  // docs/method/solve.md
  if (s.status == solve_status::unproven)
    return s.regular > s.certified ? report::no_radius : report::perhaps_not_isolated;
  if (s.status == solve_status::solved) return found_only_sets(s) ? report::only_sets : "";
  if (s.status != solve_status::incomplete) return "";
  if (s.paths.stopped > 0) return "solved in part: some paths were stopped, solutions may be missing";
  if (s.paths.total > 0 && s.paths.failed == s.paths.total && s.solutions.empty())
    return "solved in part: no path could be followed to an end, solutions may be missing";
  if (s.paths.failed > 0) return report::paths_failed;
  if (s.infinite_beyond < far_enough) return report::paths_not_followed_far;
  return "solved in part: the count of solutions, the generic instance, or the size to which paths were followed says "
         "that some may be missing; try another --seed";
}

}  // namespace

void print(std::ostream& out, const std::vector<std::string>& unknowns, const solved_instance& s, int digits) {
  const float_environment floats;
  std::string text = "row " + std::to_string(s.row + 1) + ": ";
  switch (s.status) {
    case solve_status::inconsistent:
      text += "no solutions, an equation is a number that is not 0";
      break;
    case solve_status::not_isolated:
      text += "no solution is isolated, an equation is 0 = 0, or an unknown does not occur";
      break;
    case solve_status::solved:
    case solve_status::incomplete:
    case solve_status::unproven:
      text += counted(s.regular, "regular solution", "regular solutions") + ", " + std::to_string(s.certified) +
              " certified, " + std::to_string(s.real) + " real";
      if (s.singular > 0) text += "; " + counted(s.singular, "singular one", "singular ones");
      if (s.on_a_set > 0) text += ", " + std::to_string(s.on_a_set) + " of them on a set of positive dimension";
      if (s.paths.infinite > 0) text += "; " + counted(s.paths.infinite, "path", "paths") + " to infinity";
      if (s.paths.failed > 0) text += "; " + counted(s.paths.failed, "path", "paths") + " failed";
      if (s.paths.stopped > 0) text += "; " + counted(s.paths.stopped, "path", "paths") + " stopped";
      break;
  }
  const std::string why = reason(s);
  if (!why.empty()) text += "; " + why;
  text += '\n';
  for (const solve_solution& solution : s.solutions) {
    const bool real = solution.point.real == realness::real;
    const int shown = digits > 0 ? digits : std::min(report::known_digits(solution.point), 10);
    text += !solution.regular ? "  singular" : !solution.point.certified ? "  unproven" : real ? "  real" : "  complex";
    for (std::size_t v = 0; v < unknowns.size(); ++v) {
      const complex<qd>& z = solution.point.x[v];
      text += "  " + unknowns[v] + " = " + to_decimal(z.re, shown);
      if (!real && z.im.x0 != 0)
        text += (z.im.x0 < 0 ? " - " : " + ") + to_decimal(z.im.x0 < 0 ? -z.im : z.im, shown) + " i";
    }
    text += '\n';
  }
  out << text;
}

void print(std::ostream& out, const parameters_report& r) {
  const float_environment floats;
  const path_account& p = r.paths;
  std::string text = '\n' + counted(r.instances, "instance", "instances") + ", " + std::to_string(r.solved) +
                     " solved: " + counted(r.regular, "regular solution", "regular solutions") + ", " +
                     std::to_string(r.certified) + " certified, " + std::to_string(r.real) + " real";
  if (r.singular > 0) text += "; " + counted(r.singular, "singular one", "singular ones");
  if (r.on_a_set > 0) text += ", " + std::to_string(r.on_a_set) + " of them on a set of positive dimension";
  if (r.inconsistent > 0) text += "; " + counted(r.inconsistent, "instance", "instances") + " without solutions";
  if (r.not_isolated > 0) text += "; " + counted(r.not_isolated, "instance", "instances") + " not isolated";
  if (r.solved_afresh > 0) text += "; " + counted(r.solved_afresh, "instance", "instances") + " solved afresh";
  text += '\n' + counted(p.total, "path", "paths") + ": " + std::to_string(p.regular) + " to regular solutions, " +
          std::to_string(p.singular) + " to singular ones, " + std::to_string(p.infinite) + " to infinity, " +
          std::to_string(p.failed) + " failed";
  if (p.stopped > 0) text += ", " + std::to_string(p.stopped) + " stopped";
  const path_account& g = r.generic.paths;
  if (r.generic.start == start_kind::monodromy || r.generic.start == start_kind::given) {
    text += "\ngeneric instance: " + counted(r.generic.regular, "regular solution", "regular solutions") + ", ";
    text += r.generic.start == start_kind::given ? std::string("from the points that are given")
                                                 : "by " + counted(r.generic.from.loops, "loop", "loops");
    if (r.generic.complete == completeness::proven) text += "; as many as there can be, proven";
    if (r.generic.complete == completeness::counted) text += "; all there are, as counted modulo a prime";
    text += '\n' + report::start_lines(r.generic);
    if (r.generic.complete == completeness::traced && !r.generic.from.one_family)
      text += "solved in part: solutions that no loop joins to these may be missing\n";
    if (r.generic.status == solve_status::incomplete) text += "solutions of the generic instance may be missing\n";
  } else {
    text += "\ngeneric instance: " + counted(g.total, "path", "paths") + ", " +
            counted(r.generic.regular, "regular solution", "regular solutions") + ", from which all paths start\n";
    // Instances that lack these are solved by themselves.
    const std::string may_be_missing = r.solved == r.instances ? "\n" : ": solutions may be missing\n";
    if (r.generic.singular > r.generic.on_a_set)
      text += "it has multiple solutions, which are not followed" + may_be_missing;
    else if (r.generic.status == solve_status::incomplete)
      text += "some of its paths failed" + may_be_missing;
  }
  text += report::stopped_line(r.stopped_by);
  text += counted(r.equations, "equation", "equations") + " in " + counted(r.variables, "unknown", "unknowns") +
          " and " + counted(r.parameters, "parameter", "parameters") + "; seed " + std::to_string(r.seed) + ", " +
          report::duration(r.seconds) + " on " + r.target + '\n';
  out << text;
}

}  // namespace vieta
