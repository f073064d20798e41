#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "report/picture/systems/chart.hpp"
#include "report/picture/systems/systems_plot.hpp"

namespace vieta::report {
namespace {

/// From and to, with a margin; where a few values are far out, the middle 96 % of them.
std::array<double, 2> range_of(std::vector<double> values) {
  if (values.empty()) return {-1, 1};
  std::sort(values.begin(), values.end());
  const std::size_t cut = values.size() / 50;
  double from = values.front(), to = values.back();
  const double inner_from = values[cut], inner_to = values[values.size() - 1 - cut];
  if (to - from > 20 * (inner_to - inner_from) && inner_to > inner_from) from = inner_from, to = inner_to;
  const double margin = to > from ? (to - from) / 20 : std::max(std::fabs(from) / 2, 0.5);
  return {from - margin, to + margin};
}

}  // namespace

scene draw_solutions(const solve_result& result, const std::vector<std::string>& variables, const std::string& title) {
  std::vector<double> re, im;
  for (const solve_solution& s : result.solutions)
    for (const auto& x : s.point.x) {
      const double a = x.re.x0, b = x.im.x0;
      if (!std::isfinite(a) || !std::isfinite(b)) continue;
      re.push_back(a);
      im.push_back(b);
    }
  const std::array<double, 2> across = range_of(re), up = range_of(im);
  chart drawn(title, across, up, "real part", "imaginary part");
  std::size_t outside = 0;
  std::vector<std::pair<std::string, colour>> kinds;
  const std::size_t shown = std::min(variables.size(), chart_inks.size());
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const colour ink = chart_inks[v % chart_inks.size()];
    kinds.emplace_back(variables[v], ink);
    std::vector<point> real, others;
    std::vector<std::string> titles;
    for (std::size_t k = 0; k < result.solutions.size(); ++k) {
      const newton_solution& s = result.solutions[k].point;
      if (v >= s.x.size()) continue;
      const point p = {s.x[v].re.x0, s.x[v].im.x0};
      if (!(p.x >= across[0] && p.x <= across[1] && p.y >= up[0] && p.y <= up[1])) {
        ++outside;
        continue;
      }
      if (s.real == realness::real) {
        real.push_back(p);
        titles.push_back(variables[v] + " = " + rounded(p.x, 6) + ", solution " + std::to_string(k + 1));
      } else {
        others.push_back(p);
      }
    }
    // Where coordinates coincide the ones below are seen as rings around those above.
    const double above = static_cast<double>(v < shown ? shown - 1 - v : 0);
    const double more = above * std::min(2.5, 10.0 / static_cast<double>(shown));
    drawn.mark(others, {}, ink, 3 + more, false);
    drawn.mark(real, titles, ink, 4.5 + more);
  }
  drawn.legend(kinds);
  drawn.note("filled: coordinates of real solutions" +
             (outside > 0 ? "; " + std::to_string(outside) + " coordinates lie outside of the frame" : std::string()));
  return drawn.finish();
}

}  // namespace vieta::report
