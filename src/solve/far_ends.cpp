#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "solve/solver.hpp"
#include "systems/point_sizes.hpp"

// What becomes of ends far out, which paths cannot tell from infinity, and of solutions that no path came to.

namespace vieta::tracking {

void solver::look_at_ends(std::vector<way>& ways, std::vector<judged_end>& ends) {
  if (all_there(ends)) return;
  const std::size_t at_once = may_have_sets(ends) ? followed_at_once_beside_sets : followed_at_once;
  for (way& w : ways) {
    if (must_stop()) return;
    const std::unique_ptr<start_system> start = make_start(choice_, *w.equations, options_.seed);
    const auto look_at = [&](const std::vector<std::size_t>& which) {
      return refuted_ends(start->tape(), w.ends, which, [&] { return must_stop(); });
    };
    std::vector<std::size_t> refuted = look_at(all_of(w.ends));
    const double cost = steps_of_second_look * step_cost(variables(), static_cast<double>(start->tape().view().terms));
    const auto fit = static_cast<std::size_t>(most_where_missing / cost);
    for (std::size_t k = 0; k < w.ends.size(); ++k)
      if (is_near(w.ends[k], far_enough_)) refuted.push_back(k);
    if (refuted.size() > fit) {
      for (const std::size_t k : refuted)
        if (w.ends[k].face == face_verdict::refuted) w.ends[k].larger_than = 0;
      continue;
    }
    // One that stays unclear makes the answer incomplete, whatever becomes of the others.
    bool is_of_use = true;
    for (std::size_t first = 0; first < refuted.size() && is_of_use && !must_stop(); first += at_once) {
      const auto at = refuted.begin() + static_cast<std::ptrdiff_t>(first);
      const std::size_t count = std::min(at_once, refuted.size() - first);
      is_of_use = follow_refuted(w, *start, {at, at + static_cast<std::ptrdiff_t>(count)});
    }
    for (const std::size_t k : look_at(refuted)) w.ends[k].larger_than = 0;
  }
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const judged_end& now = ways[0].ends[k];
    const bool is_same = now.kind == end_kind::infinite || now.kind == end_kind::failed;
    if (ends[k].kind == end_kind::infinite && is_same) ends[k] = now;
  }
  for (const way& w : ways) adopt(ends, w.ends);
  for (const judged_end& e : ends) report_.at_infinity += e.kind == end_kind::infinite && e.face == face_verdict::shown;
}

/// Of the proven solution that is the largest; empty where none is large.
std::vector<int> solver::sizes_of_largest(const std::vector<judged_end>& ends) const {
  constexpr int large = 20;
  std::vector<int> sizes, most(variables(), 0);
  if (!form_.pairs.empty()) return {};
  for (const judged_end& e : ends) {
    if (e.kind != end_kind::regular) continue;
    sizes.clear();
    for (const complex<qd>& x : e.point.x) {
      const double modulus = systems::modulus(x);
      sizes.push_back(modulus > 0 ? std::ilogb(modulus) : 0);
    }
    if (*std::max_element(sizes.begin(), sizes.end()) > *std::max_element(most.begin(), most.end())) most = sizes;
  }
  return *std::max_element(most.begin(), most.end()) >= large ? largest_sizes(most) : std::vector<int>{};
}

/// Where the path was that has been followed the least far of those to infinity.
std::vector<int> solver::sizes_of_nearest(const std::vector<judged_end>& ends) {
  const judged_end* nearest = nullptr;
  for (const judged_end& e : ends)
    if (e.kind == end_kind::infinite && e.far && (nearest == nullptr || e.larger_than < nearest->larger_than))
      nearest = &e;
  return nearest != nullptr ? nearest->far->sizes : std::vector<int>{};
}

void solver::follow_in_measured_sizes(const std::vector<std::vector<plain_term>>& given,
                                      std::vector<judged_end>& ends) {
  if (all_there(ends) || must_stop()) return;
  const bool is_missing = account_of(ends) == accounting::missing;
  const auto is_unclear = [&](const judged_end& e) {
    return e.kind == end_kind::infinite && (is_missing || !(e.larger_than >= far_enough_));
  };
  const double cost = step_cost(variables(), static_cast<double>(session_.system.terms()));
  const double most = is_missing ? most_where_missing : most_in_measured_sizes;
  const bool is_cheap = static_cast<double>(report_.steps) * cost <= most;
  // Beside sets of solutions paths end anywhere on these, and take long to do so.
  if (!is_cheap || may_have_sets(ends) || std::none_of(ends.begin(), ends.end(), is_unclear)) return;
  const auto at =
      std::find_if(ends.begin(), ends.end(), [&](const judged_end& e) { return is_unclear(e) && !e.sizes.empty(); });
  std::vector<int> scale = at != ends.end() ? at->sizes : sizes_of_largest(ends);
  if (scale.empty()) scale = sizes_of_nearest(ends);
  if (scale.empty()) return;
  std::vector<std::vector<plain_term>> equations = given;
  bring_to_scale(equations, scale);
  std::vector<way> ways{{&equations, &scale, {}}};
  ways[0].ends = follow(equations, scale, options_.seed);
  if (ways[0].ends.empty()) return;
  std::vector<judged_end> now = ways[0].ends;
  adopt(now, ends);
  if (form_.is_given()) part_pairs(given, now);
  const std::size_t shown = std::exchange(report_.at_infinity, 0);
  look_at_ends(ways, now);
  const std::size_t more = certified_solutions(now), before = certified_solutions(ends);
  if (all_there(now) || (more > before && lost(now) <= lost(ends)) || (more == before && lost(now) < lost(ends)))
    ends = std::move(now);
  else
    report_.at_infinity = shown, adopt(ends, now);
}

bool solver::follow_refuted(way& w, const start_system& start, const std::vector<std::size_t>& which) {
  report_.tracked_again += which.size();
  tracking_settings settings = settings_of_second_look[0];
  settings.max_steps = most_steps_of_second_look;
  std::vector<judged_end> judged = follow_again(start, which, settings, *w.scale);
  std::vector<judged_end> before;
  for (std::size_t k = 0; k < which.size(); ++k) {
    before.push_back(w.ends[which[k]]);
    // A second look that fails tells less than the first.
    const bool has_end = judged[k].kind != end_kind::stopped && judged[k].kind != end_kind::failed;
    if (!has_end && !judged[k].sizes.empty()) w.ends[which[k]].sizes = std::move(judged[k].sizes);
    if (has_end) w.ends[which[k]] = std::move(judged[k]);
  }
  leave_to_others(w.ends, which, before);
  bool all_clear = true, has_found = false;
  for (std::size_t k = 0; k < which.size(); ++k) {
    const judged_end& now = w.ends[which[k]];
    has_found = has_found || now.kind == end_kind::regular;
    all_clear = all_clear && (now.kind != end_kind::infinite ||
                              (now.larger_than >= far_enough_ && before[k].face != face_verdict::refuted));
  }
  return all_clear || has_found;
}

void solver::begin_elsewhere(const std::vector<way>& ways, std::vector<judged_end>& ends) {
  for (std::uint64_t attempt = 1; attempt <= attempts_elsewhere; ++attempt) {
    if (all_found(ends) || account_of(ends) != accounting::missing || must_stop()) return;
    const double volume = choice_.counts.mixed_volume;
    solve_options other = options_;
    other.seed += attempt, other.max_paths = std::max(options_.max_paths, most_paths_elsewhere);
    other.start = attempt % 2 == 1 && volume < most_paths_elsewhere ? start_kind::polyhedral : start_kind::total_degree;
    if (other.start == start_kind::total_degree && choice_.counts.total_degree > most_paths_elsewhere) continue;
    start_choice first = std::move(choice_);
    solve_report before = report_;
    choice_ = choose_start(*ways[0].equations, variables(), other, [&] { return must_stop(); });
    if (choice_.generic)
      choice_.generic->solve(
          settings_of_attempt, by_, [&] { return must_stop(); }, [](std::size_t) {});
    choice_.bound = first.bound;
    for (const way& w : ways) {
      way again{w.equations, w.scale, {}};
      again.ends = follow(*w.equations, *w.scale, other.seed);
      look_again(again, true, other.seed);
      adopt(ends, again.ends);
    }
    before.steps = report_.steps, before.rejected = report_.rejected;
    before.higher_precision = report_.higher_precision, before.tracked_again = report_.tracked_again;
    before.seconds_tracking = report_.seconds_tracking;
    report_ = std::move(before);
    choice_ = std::move(first);
  }
}

}  // namespace vieta::tracking
