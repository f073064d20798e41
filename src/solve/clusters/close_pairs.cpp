#include "solve/clusters/close_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "solve/accounting.hpp"
#include "solve/clusters/fold.hpp"
#include "systems/point_sizes.hpp"

namespace vieta::tracking {

namespace {

/// So many ends are looked at, some hundredths of a second each.
constexpr std::size_t most_folds = 600;

/// Accuracies are estimates: this much is left to them.
constexpr double of_accuracies = 100;

bool are_one(const judged_end& a, const judged_end& b) {
  return systems::distance(a.point.x, b.point.x) <=
         of_accuracies * (a.accuracy + b.accuracy) * systems::unit_of_accuracy(a.point.x);
}

bool is_known(const std::vector<judged_end>& ends, const newton_solution& s) {
  return std::any_of(ends.begin(), ends.end(), [&](const judged_end& e) {
    return e.kind == end_kind::regular && systems::distance(e.point.x, s.x) <= e.point.radius + s.radius;
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
    std::vector<std::size_t> here, next;  // in one cluster; of these, those that what is known of them does not part
    for (std::size_t j = k; j < ends.size(); ++j)
      if (ends[j].kind == end_kind::singular && !done[j] && in_one_cluster(ends[j], ends[k])) {
        here.push_back(j);
        if (are_one(ends[j], ends[k])) next.push_back(j);
      }
    // Two beside others: where a proof says that they are one solution, that is so however near others are.
    if (here.size() > 2 && next.size() <= 2) here = next;
    for (const std::size_t j : here) done[j] = true;
    if (here.size() > 2) continue;
    const double unknown = is_rounded(with.system) ? with.system.coefficient_error : 0;
    const fold f = look_at_fold(equations, with.system.variables, system, ends[k].point.x, ends[k].accuracy, unknown);
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
