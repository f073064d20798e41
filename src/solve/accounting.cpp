#include "solve/accounting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/count/modular_count.hpp"
#include "solve/effort.hpp"
#include "systems/point_sizes.hpp"

namespace vieta::tracking {

accounting compare(const solution_count& count, const std::vector<judged_end>& ends, bool rounded) {
  if (!count.counted) return accounting::unknown;
  const std::size_t simple = certified_solutions(ends);
  if (rounded && !(count.finite && count.multiple == 0 && simple == count.simple)) {
    // Those of the system nearby are simple where multiple ones have parted, and one where a set was.
    std::vector<judged_end> copy = ends;
    std::size_t found = simple;
    for (const solve_solution& s : solutions_of(copy))
      if (!s.regular) found += s.multiplicity;
    return found < count.simple ? accounting::missing : accounting::unknown;
  }
  if (simple < count.simple) return accounting::missing;
  if (simple > count.simple) return accounting::unknown;  // the prime was a bad one
  if (!count.finite) return accounting::all_simple;
  std::vector<judged_end> copy = ends;
  std::size_t multiple = 0, paths = 0;
  for (const solve_solution& s : solutions_of(copy))
    if (!s.regular) ++multiple, paths += s.multiplicity;
  // Fewer paths than multiplicities: one that leads to a multiple solution has gone astray, and took it along perhaps.
  if (multiple < count.multiple || simple + paths < count.with_multiplicity) return accounting::missing;
  const bool all = multiple == count.multiple && simple + paths == count.with_multiplicity;
  return all ? accounting::all : accounting::all_simple;
}

bool is_rounded(const polynomial_system::representation& system) {
  return system.coefficient_error != 0 && system.exact_re.empty();
}

solution_count count_exactly(const polynomial_system::representation& system, std::uint64_t seed,
                             double most_operations, const std::function<bool()>& must_stop) {
  solution_count result;
  if (is_rounded(system) && system.equations() != system.variables.size()) return result;
  const counting::modular_count c = counting::count_solutions(system, seed, most_operations, must_stop);
  result.counted = c.what != counting::modular_count::outcome::none && c.has_simple;
  if (!result.counted) return result;
  result.finite = c.what == counting::modular_count::outcome::finite;
  result.simple = c.simple, result.multiple = c.multiple, result.with_multiplicity = c.with_multiplicity;
  return result;
}

double size_beyond(const std::vector<judged_end>& ends) {
  double least = std::numeric_limits<double>::quiet_NaN();
  for (const judged_end& e : ends)
    if (e.kind == end_kind::infinite && !(e.larger_than >= least)) least = e.larger_than;
  return least;
}

double size_to_follow_to(const std::vector<std::vector<plain_term>>& equations) {
  double most = far_enough;
  for (const std::vector<plain_term>& equation : equations) {
    std::vector<double> largest;  // coefficient of each degree, as a logarithm
    for (const plain_term& t : equation) {
      largest.resize(std::max<std::size_t>(largest.size(), t.degree() + 1), -HUGE_VAL);
      double& of_degree = largest[t.degree()];
      of_degree = std::max(of_degree, std::log2(systems::modulus(t.coefficient)));
    }
    if (largest.empty()) continue;
    // Sizes at which terms of the highest degree are no larger than others: zeros are no farther than twice the largest
    // (Fujiwara's bound), in one unknown.
    for (std::size_t d = 0; d + 1 < largest.size(); ++d) {
      const double size = (largest[d] - largest.back()) / static_cast<double>(largest.size() - 1 - d);
      most = std::max(most, times_the_natural_size * std::exp2(size));
    }
  }
  return most;
}

void take_points(const systems::session& with, const std::vector<counting::known_point>& points,
                 const solution_count& count, std::vector<judged_end>& ends) {
  std::vector<judged_end> found;
  std::vector<const counting::known_point*> multiple;
  for (const counting::known_point& p : points) {
    if (p.multiplicity > 1) {
      multiple.push_back(&p);
      continue;
    }
    judged_end e = regular_end_at(with, p.x);
    if (e.kind == end_kind::regular) found.push_back(std::move(e));
  }
  const bool all = certified_solutions(found) == count.simple && found.size() == count.simple &&
                   multiple.size() == count.multiple && count.with_multiplicity <= ends.size();
  if (!all) {
    adopt(ends, found);
    return;
  }
  for (std::size_t k = 0; k < multiple.size(); ++k) {
    for (std::size_t i = 0; i < multiple[k]->multiplicity; ++i) {
      found.push_back(singular_end_at(with, multiple[k]->x, accuracy_of_points));
      found.back().known_point = k + 1;
    }
  }
  judged_end far;
  far.kind = end_kind::infinite;
  found.resize(ends.size(), far);
  ends = std::move(found);
}

std::size_t number_of(const std::vector<judged_end>& ends, end_kind kind) {
  return static_cast<std::size_t>(
      std::count_if(ends.begin(), ends.end(), [&](const judged_end& e) { return e.kind == kind; }));
}

std::size_t lost(const std::vector<judged_end>& ends) {
  return number_of(ends, end_kind::infinite) + number_of(ends, end_kind::failed);
}

void leave_stopped(std::vector<std::size_t>& which, std::vector<path_end>& tracked, std::vector<end_box>& boxes,
                   std::vector<judged_end>& ends) {
  std::size_t left = 0;
  for (std::size_t k = 0; k < which.size(); ++k) {
    if (tracked[k].status == path_status::stopped) {
      if (ends[which[k]].kind == end_kind::failed) ends[which[k]].kind = end_kind::stopped;
      continue;
    }
    if (left != k) {
      which[left] = which[k], tracked[left] = std::move(tracked[k]);
      if (k < boxes.size()) boxes[left] = std::move(boxes[k]);
    }
    ++left;
  }
  which.resize(left), tracked.resize(left), boxes.resize(std::min(left, boxes.size()));
}

void take_out_stopped(std::vector<judged_end>& ends, path_account& account) {
  std::erase_if(ends, [](const judged_end& e) { return e.kind == end_kind::stopped; });
  account.stopped = account.total - ends.size();
}

}  // namespace vieta::tracking
