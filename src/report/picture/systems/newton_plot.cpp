#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "report/picture/systems/chart.hpp"
#include "report/picture/systems/systems_plot.hpp"

namespace vieta::report {
namespace {

/// What became of a start, as the legend and the colours have it.
int outcome_of(const newton_solution& s) { return s.certified ? 0 : s.status == newton_status::converged ? 5 : 6; }

}  // namespace

scene draw_newton(const newton_result& result, const std::string& title) {
  double most = 1, lowest = 0, highest = -1;
  for (const newton_solution& s : result.solutions) {
    most = std::max(most, static_cast<double>(s.steps.size()));
    for (const newton_step& step : s.steps)
      if (step.step > 0 && std::isfinite(step.step)) {
        lowest = std::min(lowest, std::log10(step.step));
        highest = std::max(highest, std::log10(step.step));
      }
  }
  lowest = std::max(lowest, -130.0);
  chart drawn(title, {0.5, most + 0.5}, {lowest - 1, highest + 1}, "step",
              "logarithm (base 10) of a step's size, relative to the largest coordinate");
  std::vector<bool> seen(chart_inks.size());
  for (std::size_t k = 0; k < result.solutions.size(); ++k) {
    const newton_solution& s = result.solutions[k];
    const auto kind = static_cast<std::size_t>(outcome_of(s));
    seen[kind] = true;
    std::vector<point> line;
    std::vector<std::string> titles;
    for (std::size_t i = 0; i < s.steps.size(); ++i) {
      const double size = s.steps[i].step;
      if (!(size > 0) || !std::isfinite(size)) continue;
      line.push_back({static_cast<double>(i) + 1, std::max(std::log10(size), lowest)});
      titles.push_back("start " + std::to_string(k + 1) + ", step " + std::to_string(i + 1) + ": " + rounded(size, 3));
    }
    drawn.line(line, chart_inks[kind]);
    drawn.mark(line, titles, chart_inks[kind], 3);
  }
  std::vector<std::pair<std::string, colour>> kinds;
  const std::pair<std::size_t, const char*> names[] = {
      {0, "proven"}, {5, "converged, not proven"}, {6, "did not converge"}};
  for (const auto& [kind, name] : names)
    if (seen[kind]) kinds.emplace_back(name, chart_inks[kind]);
  drawn.legend(kinds);
  return drawn.finish();
}

}  // namespace vieta::report
