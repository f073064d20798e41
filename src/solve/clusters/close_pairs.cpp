#include "solve/clusters/close_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "solve/clusters/fold.hpp"

namespace vieta::tracking {

namespace {

/// So many ends are looked at, some hundredths of a second each.
constexpr std::size_t most_folds = 600;
/// Ends nearer than this are one singular end, as in solutions_of().
constexpr double one_end = 1e-5;

double between_points(const system_point& x, const system_point& y) {
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    const complex<qd> d = x[v] - y[v];
    most = std::max(most, std::hypot(d.re.x0, d.im.x0));
  }
  return most;
}

double reach(const system_point& x) {
  double most = 1;
  for (const complex<qd>& z : x) most = std::max(most, std::hypot(z.re.x0, z.im.x0));
  return one_end * most;
}

bool is_known(const std::vector<judged_end>& ends, const newton_solution& s) {
  return std::any_of(ends.begin(), ends.end(), [&](const judged_end& e) {
    return e.kind == end_kind::regular && between_points(e.point.x, s.x) <= e.point.radius + s.radius;
  });
}

}  // namespace

void part_close_pairs(const systems::session& with, const std::vector<std::vector<plain_term>>& equations,
                      std::vector<judged_end>& ends, const std::function<bool()>& must_stop) {
  const polynomial_system system(std::make_shared<polynomial_system::representation>(with.system));
  std::vector<bool> done(ends.size(), false);
  std::size_t looked_at = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (ends[k].kind != end_kind::singular || done[k]) continue;
    if (must_stop() || ++looked_at > most_folds) return;
    std::vector<std::size_t> here;
    for (std::size_t j = k; j < ends.size(); ++j)
      if (ends[j].kind == end_kind::singular &&
          between_points(ends[j].point.x, ends[k].point.x) <= reach(ends[k].point.x))
        here.push_back(j), done[j] = true;
    if (here.size() > 2) continue;
    const fold f = look_at_fold(equations, with.system.variables, system, ends[k].point.x);
    if (f.what == fold::kind::double_point && here.size() == 2)
      for (const std::size_t j : here) {
        ends[j].double_point = true, ends[j].known_point = ends.size() + k + 1;
        ends[j].point.x = f.centre, ends[j].accuracy = f.accuracy;
      }
    if (f.what != fold::kind::pair) continue;
    for (const newton_solution& member : f.members) {
      if (here.empty() || is_known(ends, member)) continue;
      judged_end& e = ends[here.back()];
      here.pop_back();
      e = {};
      e.kind = end_kind::regular, e.point = member;
    }
  }
}

}  // namespace vieta::tracking
