#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/parallel_for.hpp"
#include "newton/iteration.hpp"
#include "solve/accounting.hpp"
#include "solve/clusters/accuracy.hpp"
#include "solve/clusters/close_pairs.hpp"
#include "solve/count/all_points.hpp"
#include "solve/effort.hpp"
#include "solve/end_points.hpp"
#include "solve/faces/refuted.hpp"
#include "solve/sets/points_beside.hpp"
#include "solve/slice.hpp"
#include "solve/tape/terms.hpp"
#include "solve/track/track_all.hpp"
#include "solve/tubes/tube_tracker.hpp"
#include "solve/unknowns/choice.hpp"
#include "solve/unknowns/scaling.hpp"
#include "solve/validate.hpp"
#include "solve/witness.hpp"
#include "systems/point_sizes.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// The work of one call of `solve`.
class solver {
 public:
  /// The system is in units of 2^units[v], or as it was given where there are none.
  solver(const polynomial_system& system, const solve_options& options, bool counts, care how,
         const std::vector<std::int64_t>& units, solve_report& report)
      : options_(options),
        counts_(counts),
        how_(how),
        units_(units),
        newton_(proof_options(options, how)),
        report_(report),
        session_{.system = system.data(), .options = newton_} {
    std::tie(session_.parts, session_.digits) = precision_of(options);
    rounded_ = is_rounded(session_.system);
    by_ = {threads_ = thread_count(options.on.threads), false, options.on, {}, &limits_};
    report_.digits = session_.digits, report_.precision = session_.parts;
    report_.target = target_name(threads_);
  }

  std::vector<solve_solution> run(const std::vector<std::vector<plain_term>>& given) {
    if (!begin(given)) return {};
    far_enough_ = size_to_follow_to(given);
    const std::vector<std::vector<plain_term>>& equations = form_.is_given() ? given : in_form_;
    // Scaled unknowns are what badly scaled systems need; but they may bring large solutions so near to infinity that
    // the paths to them look infinite. Where scaling changes much, both ways are gone.
    std::vector<std::vector<plain_term>> scaled = equations;
    const std::vector<int> scale = balance(scaled, variables()), none(variables(), 0);
    std::vector<way> ways;
    if (changes_much(scale, equations)) ways.push_back({&scaled, &scale, {}});
    ways.push_back({&equations, &none, {}});
    bool settled = false;
    for (way& w : ways) {
      w.ends = follow(*w.equations, *w.scale, options_.seed);
      if (all_found(w.ends) || must_stop()) break;
      settled = account_of(w.ends) == accounting::all;
      if (settled) std::swap(ways[0], w);
      if (settled) break;
    }
    const auto better = [](const way& a, const way& b) {
      const std::size_t x = number_of(a.ends, end_kind::regular), y = number_of(b.ends, end_kind::regular);
      return x != y ? x > y : lost(a.ends) < lost(b.ends);
    };
    if (!settled && ways.size() > 1 && !ways[1].ends.empty() && better(ways[1], ways[0])) std::swap(ways[0], ways[1]);
    const bool is_only_way = ways.size() == 1 || ways[1].ends.empty();  // which needs no places for ends of the other
    if (is_only_way && must_stop()) take_out_stopped(ways[0].ends, report_.paths);
    std::vector<judged_end> ends = union_of(ways);
    const auto is_singular = [](const judged_end& e) { return e.kind == end_kind::singular; };
    const bool is_clear = all_found(ends) && std::none_of(ends.begin(), ends.end(), is_singular);
    if (!is_clear && options_.prove && !must_stop()) {
      const double cost = step_cost(variables(), static_cast<double>(session_.system.terms()));
      const double share = share_of_count * static_cast<double>(report_.steps) * cost;
      count_solutions(std::clamp(share, operations_of_count, most_operations_of_count));
    }
    settle_by_algebra(ends);
    if (!is_clear && !must_stop()) is_settled_beside_ = beside_.take(ends);
    // What would tell whether solutions are missing was not done.
    if (!is_clear && !all_there(ends) && must_stop()) report_.status = solve_status::incomplete;
    const auto known_at_first = certified_solutions(ends);
    for (way& w : ways) {
      if (all_there(ends) || must_stop()) break;
      look_again(w, account_of(ends) == accounting::missing);
      const std::vector<judged_end> before = std::exchange(ends, union_of(ways));
      adopt(ends, before);
    }
    if (how_ == care::all && options_.prove) part_pairs(given, ends);
    if (how_ == care::all) begin_elsewhere(ways, ends);
    if (how_ == care::all && options_.prove) look_at_ends(ways, ends);
    if (how_ == care::all && options_.prove) follow_in_measured_sizes(equations, ends);
    const accounting account = account_of(ends);
    report_.complete = all_found(ends)              ? completeness::proven
                       : account == accounting::all ? completeness::counted
                                                    : completeness::paths;
    if (report_.complete != completeness::proven && account == accounting::missing)
      report_.status = solve_status::incomplete;
    if (report_.complete == completeness::paths && account != accounting::all_simple) {
      report_.infinite_beyond = size_beyond(ends);
      if (options_.prove && how_ == care::all && report_.infinite_beyond < far_enough_)
        report_.status = solve_status::incomplete;
    }
    const bool had_missed = certified_solutions(ends) > known_at_first, has_all = all_there(ends);
    std::vector<solve_solution> solutions = solutions_of(ends);  // and the ends have no points any more
    if (how_ == care::all && options_.prove)
      correct_accuracy(session_.system, given, solutions, [&] { return must_stop(); });
    if (rounded_ && report_.complete != completeness::counted) report_.counted = {};
    if (report_.counted.finite) {
      for (solve_solution& s : solutions) s.on_a_set = membership::isolated;
    } else if (how_ == care::all) {
      const bool they_decide = report_.status == solve_status::solved;
      const std::size_t not_told = find_sets(given, session_.system.variables, solutions, they_decide,
                                             is_settled_beside_, [&] { return must_stop(); });
      if (they_decide && not_told > 0) report_.status = solve_status::unproven;
    }
    if (how_ == care::all && options_.prove) widen_measured(solutions);
    // Paths end anywhere on the closure of a set of solutions, at infinity too, and no precision makes such an end
    // clear. Where there is none, the count does not say that all are found, and the second look has found solutions
    // that the first one had taken for infinite, what is undecided is open. Where it has found none, paths at infinity
    // stay what they were called, and `complete` says that this is no proof.
    const bool have_sets = std::any_of(solutions.begin(), solutions.end(),
                                       [](const solve_solution& s) { return s.on_a_set == membership::on_a_set; });
    for (judged_end& e : ends) {
      if (e.undecided && had_missed && !have_sets && !has_all) e.kind = end_kind::failed;
      ++count_of(e.kind, report_.paths);
      report_.proven_paths += e.kind == end_kind::regular && e.path_proven;
    }
    return solutions;
  }

  [[nodiscard]] double seconds() const { return limits_.seconds(); }
  [[nodiscard]] bool must_stop() const { return limits_.must_stop(); }
  [[nodiscard]] std::string stopped_by() const { return limits_.stopped_by(); }

 private:
  /// Without a limit: ends that are there when time is up are proven still. Beside sets most of them are singular.
  static newton_options proof_options(const solve_options& options, care how) {
    newton_options newton;
    newton.prove = options.prove;
    if (how != care::all) newton.max_seconds = options.max_seconds, newton.cancel = options.cancel;
    return newton;
  }

  [[nodiscard]] std::size_t variables() const { return session_.system.variables.size(); }

  /// The equations in some scale of the unknowns, and the ends of all paths; none where they were not followed.
  struct way {
    const std::vector<std::vector<plain_term>>* equations;
    const std::vector<int>* scale;
    std::vector<judged_end> ends;
  };
  static std::vector<judged_end> union_of(const std::vector<way>& ways) {
    std::vector<judged_end> ends = ways[0].ends;
    for (std::size_t k = 1; k < ways.size(); ++k) adopt(ends, ways[k].ends);
    return ends;
  }

  /// As many solutions are proven as there can be isolated ones: a theorem says that none is missing.
  [[nodiscard]] bool all_found(const std::vector<judged_end>& ends) const {
    return static_cast<double>(certified_solutions(ends)) == choice_.bound;
  }

  [[nodiscard]] accounting account_of(const std::vector<judged_end>& ends) const {
    return compare(report_.counted, ends, rounded_);
  }

  /// The same, or the exact count says that none is missing.
  [[nodiscard]] bool all_there(const std::vector<judged_end>& ends) const {
    if (all_found(ends)) return true;
    const accounting account = account_of(ends);
    return account == accounting::all || account == accounting::all_simple;
  }

  /// Some ends are singular, and no count says that they are isolated.
  [[nodiscard]] bool may_have_sets(const std::vector<judged_end>& ends) const {
    const auto is_singular = [](const judged_end& e) { return e.kind == end_kind::singular; };
    return (rounded_ || !report_.counted.finite) && std::any_of(ends.begin(), ends.end(), is_singular);
  }

  /// Once, unless more operations are permitted than it took in vain.
  void count_solutions(double most_operations) {
    if (!counts_ || report_.counted.counted || most_operations <= counted_in_vain_) return;
    counted_in_vain_ = most_operations;
    beside_.count(most_operations, false);
    report_.counted = beside_.of_simple_ones();
    if (report_.counted.counted) return;
    report_.counted = count_exactly(session_.system, options_.seed, most_operations, [&] { return must_stop(); });
    if (report_.counted.counted && !report_.counted.finite) beside_.count(most_operations, true);
  }

  /// Where the count says that ends are missing, or too many: by exact algebra alone.
  void settle_by_algebra(std::vector<judged_end>& ends) {
    const solution_count& count = report_.counted;
    const accounting account = account_of(ends);
    if (!count.finite || must_stop() || (account != accounting::missing && account != accounting::all_simple)) return;
    if (account == accounting::all_simple && count.multiple == 0) {
      for (judged_end& e : ends)
        if (e.kind == end_kind::singular) e.kind = end_kind::infinite;
      return;
    }
    if (!points_)
      points_ =
          counting::all_points(session_.system, options_.seed, operations_for_points, [&] { return must_stop(); });
    take_points(session_, *points_, count, ends);
  }

  /// Solutions are known to be missing: other starts, from which paths come another way.
  void begin_elsewhere(const std::vector<way>& ways, std::vector<judged_end>& ends);

  /// A singular end that is large, and known to few digits: it may be on its way.
  static bool may_be_infinite(const judged_end& e) {
    constexpr double large = 1e4, few_digits = 1e-6;
    return e.accuracy > few_digits && systems::largest_modulus(e.point.x) > large;
  }

  /// Follows the paths once more that did not lead to a simple solution, where solutions may be missing.
  void look_again(way& w, bool is_missing) { look_again(w, is_missing, options_.seed); }
  void look_again(way& w, bool is_missing, std::uint64_t seed) {
    const std::unique_ptr<start_system> at = make_start(choice_, *w.equations, seed);
    const start_system& start = *at;
    const auto is_lost = [&](std::size_t k) {
      const end_kind kind = w.ends[k].kind;
      return start.has(k) && (kind == end_kind::failed || (kind == end_kind::infinite && how_ != care::beside_sets) ||
                              (kind == end_kind::singular && (how_ == care::all || may_be_infinite(w.ends[k]))));
    };
    std::vector<std::size_t> which;
    for (std::size_t k = 0; k < w.ends.size(); ++k)
      if (is_lost(k)) which.push_back(k);
    const double cost = step_cost(variables(), static_cast<double>(start.tape().view().terms));
    const double most = is_missing ? most_where_missing : most_of_second_look;
    const auto fit = static_cast<std::size_t>(most / (steps_of_second_look * cost));
    // Where they are too many, those of which least is known.
    if (which.size() > fit) std::erase_if(which, [&](std::size_t k) { return w.ends[k].kind == end_kind::infinite; });
    if (which.size() > fit) std::erase_if(which, [&](std::size_t k) { return w.ends[k].kind == end_kind::failed; });
    if (which.size() > fit) return;
    for (tracking_settings settings : settings_of_second_look) {
      settings.max_steps = most_steps_of_second_look;
      if (which.empty() || must_stop()) return;
      report_.tracked_again += which.size();
      std::vector<judged_end> judged = follow_again(start, which, settings, *w.scale);
      std::vector<judged_end> before;
      for (std::size_t k = 0; k < which.size(); ++k) {
        judged_end& old = w.ends[which[k]];
        before.push_back(old);
        // A singular end stands where the path does not leave it for a simple solution.
        const bool leaves = judged[k].kind == end_kind::infinite && how_ == care::beside_sets && may_be_infinite(old);
        const bool stands = old.kind == end_kind::singular && judged[k].kind != end_kind::regular && !leaves;
        if (stands || judged[k].kind == end_kind::stopped) continue;
        if (judged[k].kind == end_kind::failed && old.kind == end_kind::infinite)
          old.undecided = true;
        else
          old = std::move(judged[k]);
      }
      leave_to_others(w.ends, which, before);
      if (all_found(w.ends)) return;
      std::erase_if(which, [&](std::size_t k) { return w.ends[k].kind != end_kind::failed && !w.ends[k].undecided; });
    }
  }

  /// Singular ends that two paths have are parted, or proven to be double points.
  void part_pairs(const std::vector<std::vector<plain_term>>& given, std::vector<judged_end>& ends) {
    if (is_settled_beside_ || all_found(ends) || account_of(ends) == accounting::all) return;
    part_close_pairs(session_, given, ends, [&] { return must_stop(); });
  }

  /// What the equations of faces say of the ends at infinity, where nothing else tells of them. Paths that do not end
  /// where they seem to are followed once more, in up to four doubles; an end that is refuted still says nothing
  /// of the size of a solution that may hide there.
  void look_at_ends(std::vector<way>& ways, std::vector<judged_end>& ends);
  /// Solutions so large in some unknowns that no path tells them from infinity, beside small ones, are neither in
  /// unknowns of the sizes that they have. Where an account of all paths in these is better, it is taken instead.
  void follow_in_measured_sizes(const std::vector<std::vector<plain_term>>& given, std::vector<judged_end>& ends);
  [[nodiscard]] std::vector<int> sizes_of_largest(const std::vector<judged_end>& ends) const;
  static std::vector<int> sizes_of_nearest(const std::vector<judged_end>& ends);
  /// Once more, ends that were called infinite. False where that is of no use: one stays unclear, and none is finite.
  bool follow_refuted(way& w, const start_system& start, const std::vector<std::size_t>& which);

  std::vector<judged_end> follow_again(const start_system& start, const std::vector<std::size_t>& which,
                                       const tracking_settings& settings, const std::vector<int>& scale) {
    const double begin = session_.seconds();
    announce(which.size(), false);
    const std::vector<path_end> tracked = track_all(
        start.tape(), which, [&](std::size_t path) { return start.solution(path); }, settings, by_.on_cpu(),
        [&] { return must_stop(); }, [&](std::size_t k) { advance(k); });
    report_.seconds_tracking += session_.seconds() - begin;
    for (const path_end& e : tracked)
      report_.steps += static_cast<std::size_t>(e.steps), report_.rejected += static_cast<std::size_t>(e.rejected);
    announce(which.size(), true);
    return judge(
        session_, tracked, {scale, form_.pairs}, threads_, [&](std::size_t k) { advance(k); }, looks::again, give_up_);
  }

  /// Chooses the start; false when time was up before.
  bool begin(const std::vector<std::vector<plain_term>>& equations) {
    const auto stop = [&] { return must_stop(); };
    unknowns_choice chosen = choose_unknowns(equations, session_.system, options_, stop);
    choice_ = std::move(chosen.start), form_ = std::move(chosen.form), in_form_ = std::move(chosen.in_form);
    report_.combined = form_.combined;
    for (const isotropic_pair& pair : form_.pairs) {
      report_.isotropic.push_back({pair.x, pair.y});
      const std::int64_t difference = units_.empty() ? 0 : units_[pair.x] - units_[pair.y];
      report_.isotropic_forms.push_back(pair.in_units(difference).form(session_.system.variables));
    }
    if (chosen.inconsistent) {
      report_.status = solve_status::inconsistent, report_.complete = completeness::proven;
      return false;
    }
    report_.start = choice_.kind, report_.counts = choice_.counts;
    report_.bound = choice_.bound, report_.bound_kind = choice_.bound_kind;
    if (choice_.generic) {
      announce(choice_.generic->solutions(), false);
      choose(choice_.paths, choice_.generic->tape().view());
      const generic_system::tracking_result r =
          choice_.generic->solve(settings_of_attempt, by_, stop, [&](std::size_t k) { advance(k); });
      report_.steps += r.steps, report_.rejected += r.rejected, report_.tracked_again += r.again;
    }
    report_.seconds_start = session_.seconds();
    if (choice_.stopped) report_.status = solve_status::incomplete, report_.stopped_by = "time";
    return !choice_.stopped;
  }

  /// Ends of paths that were followed in double only, and what they are.
  struct first_look {
    std::vector<judged_end> ends;
    bool settled = false;
  };

  /// Where these are all solutions, or algebra has them, those that starve in double have gone to infinity, and need
  /// not be followed in more precision.
  first_look look_first(const std::vector<path_end>& tracked, const std::vector<int>& scale) {
    first_look look{judge(session_, tracked, {scale, form_.pairs}, threads_, {}, look_of(false), give_up_), false};
    std::vector<judged_end> now = look.ends;
    look.settled = all_found(now);
    if (!look.settled && options_.prove && !must_stop()) {
      count_solutions(operations_between_attempts);
      settle_by_algebra(now);
      look.settled = all_found(now) || account_of(now) == accounting::all;
    }
    if (!look.settled) return look;
    for (judged_end& e : now)
      if (e.kind == end_kind::failed) e.kind = end_kind::infinite;
    look.ends = std::move(now);
    return look;
  }

  /// The rest is judged.
  std::vector<judged_end> complete(first_look look, const std::vector<path_end>& tracked, const std::vector<int>& scale,
                                   bool again) {
    if (look.settled) return std::move(look.ends);
    std::vector<std::size_t> which;
    std::vector<path_end> later;
    for (std::size_t k = 0; k < tracked.size(); ++k)
      if (look.ends.empty() || tracked[k].parts > 1 || tracked[k].status == path_status::stopped)
        which.push_back(k), later.push_back(tracked[k]);
    std::vector<judged_end> judged = judge(
        session_, later, {scale, form_.pairs}, threads_, [&](std::size_t k) { advance(k); }, look_of(again), give_up_);
    look.ends.resize(tracked.size());
    for (std::size_t k = 0; k < which.size(); ++k) look.ends[which[k]] = std::move(judged[k]);
    return std::move(look.ends);
  }

  [[nodiscard]] looks look_of(bool again) const {
    return how_ == care::all ? looks::once : again ? looks::beside_sets_at_last : looks::beside_sets;
  }

  /// The ends of all paths, or none where time is up before the first one is followed.
  std::vector<judged_end> follow(const std::vector<std::vector<plain_term>>& equations, const std::vector<int>& scale,
                                 std::uint64_t seed) {
    const std::unique_ptr<start_system> at = make_start(choice_, equations, seed);
    const start_system& start = *at;
    report_.products = start.tape().view().products;
    const auto count = static_cast<std::size_t>(start.paths());
    report_.paths.total = count;
    choose(choice_.paths, start.tape().view());
    if (must_stop()) return {};  // a list of a million paths takes half a second

    std::vector<std::size_t> which;
    std::vector<judged_end> ends(count);
    for (std::size_t k = 0; k < count; ++k) {
      if (start.has(k))
        which.push_back(k);
      else if (must_stop())
        ends[k].kind = end_kind::stopped;
    }
    for (const tracking_settings& settings : settings_of_attempt) {
      const double before = session_.seconds();
      announce(which.size(), false);
      const bool again = &settings != &settings_of_attempt[0];
      first_look look;
      const auto begin_at = [&](std::size_t path) { return start.solution(path); };
      const auto stop = [&] { return must_stop(); };
      const auto advanced = [&](std::size_t k) { advance(k); };
      std::vector<end_box> boxes;
      std::vector<path_end> tracked =
          options_.track == track_kind::certified && !again
              ? track_with_proofs(start.tape(), which, begin_at, settings, by_, stop, advanced, nullptr, boxes)
              : track_all(start.tape(), which, begin_at, settings, again ? by_.on_cpu() : by_, stop, advanced, nullptr,
                          [&](const std::vector<path_end>& in_double) {
                            if (!again) look = look_first(in_double, scale);
                            return look.settled;
                          });
      report_.seconds_tracking += session_.seconds() - before;
      for (const path_end& e : tracked) {
        report_.steps += static_cast<std::size_t>(e.steps), report_.rejected += static_cast<std::size_t>(e.rejected);
        report_.higher_precision += e.parts > 1;
      }
      if (look.ends.empty() && must_stop()) leave_stopped(which, tracked, boxes, ends);
      announce(which.size(), true);
      std::vector<judged_end> judged = complete(std::move(look), tracked, scale, again);
      mark_proven(boxes, scale, judged);
      for (std::size_t k = 0; k < which.size(); ++k) {
        const bool better = judged[k].kind != end_kind::failed && judged[k].kind != end_kind::stopped;
        if (better || ends[which[k]].kind == end_kind::failed) ends[which[k]] = std::move(judged[k]);
      }
      which = suspicious(ends);
      std::erase_if(which, [&](std::size_t path) { return !start.has(path) || ends[path].path_proven; });
      // Beside sets the slowest paths end on these.
      const int attempts = how_ == care::all || which.size() <= few_failed ? 3 : 2;
      if (which.empty() || must_stop() || &settings == &settings_of_attempt[attempts - 1] || all_found(ends)) break;
      // Algebra is quicker than ever smaller steps where solutions are few.
      if (options_.prove) {
        count_solutions(operations_between_attempts);
        settle_by_algebra(ends);
        if (all_found(ends) || account_of(ends) == accounting::all || beside_.are_counted()) break;
      }
      report_.tracked_again += which.size();
    }
    // Still in one solution: all but one of these paths went astray.
    for (const std::vector<std::size_t>& group : equal_ends(ends))
      for (std::size_t k = 1; k < group.size(); ++k) ends[group[k]].kind = end_kind::failed;
    return ends;
  }

  void choose(double paths, const tape_view& tape) {
    by_ = choose_workers(options_, paths, tape), by_.limits = &limits_;
    report_.target = target_name(by_);
  }

  void announce(std::size_t total, bool proving) {
    progress_ = {0, total, proving, session_.seconds()};
    if (options_.progress) options_.progress(progress_);
  }
  void advance(std::size_t count) {  // from any thread
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    progress_.done += count;
    progress_.seconds = session_.seconds();
    options_.progress(progress_);
  }

  const solve_options& options_;
  bool counts_;
  care how_;
  const std::vector<std::int64_t>& units_;
  newton_options newton_;
  solve_report& report_;
  systems::session session_;
  run_limits limits_ = run_limits(options_);
  /// Ends that are there when time is up are proven still, but not for long.
  std::function<bool()> give_up_ = [this, since = std::make_shared<std::atomic<double>>(-1.0)] {
    double over_since = -1;
    if (!must_stop() || since->compare_exchange_strong(over_since, seconds())) return false;
    return seconds() - over_since > std::max(seconds_of_last_proofs, share_of_last_proofs * over_since);
  };
  points_beside_sets beside_{session_, options_.seed, [this] { return must_stop(); }};
  start_choice choice_;
  followed_form form_;
  std::vector<std::vector<plain_term>> in_form_;  ///< the equations, where it is another one than the given one
  bool rounded_ = false;                          ///< coefficients are
  double counted_in_vain_ = 0, far_enough_ = far_enough;
  bool is_settled_beside_ = false;
  std::optional<std::vector<counting::known_point>> points_;  ///< by algebra, once it was tried
  int threads_ = 1;
  workers by_;
  std::mutex mutex_;
  solve_progress progress_;
};

}  // namespace vieta::tracking
