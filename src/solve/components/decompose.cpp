#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "base/threads/refused.hpp"
#include "solve/clusters/accuracy.hpp"
#include "solve/components/breakup.hpp"
#include "solve/components/carrier.hpp"
#include "solve/components/deflation.hpp"
#include "solve/components/membership.hpp"
#include "solve/components/options.hpp"
#include "solve/components/singular_points.hpp"
#include "solve/count/modular_count.hpp"
#include "solve/effort.hpp"
#include "solve/sets/points_beside.hpp"
#include "solve/shapes/over_determined.hpp"
#include "solve/slice.hpp"
#include "solve/validate.hpp"
#include "systems/point_sizes.hpp"
#include "vieta/components.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace {

using namespace decomposing;
using tracking::all_equations;
using tracking::care;

/// Singular ends are known to a few digits only: they solve all equations where residuals are so small, relatively.
constexpr double holds_at_singular = 1e-3;
/// Of a simple end that no proof confirmed.
constexpr double accuracy_without_proof = 1e-6;
/// A dimension is solved anew where paths failed, so many times, and within so many seconds.
constexpr std::uint64_t most_attempts = 3;
constexpr double quick = 10;
/// What exact algebra may take to tell that there is nothing in high dimensions: some tenths of a second.
constexpr double operations_for_dimensions = 2e8;

/// The work of one call.
class decomposer {
 public:
  decomposer(const polynomial_system& system, const components_options& options, decomposition& result)
      : system_(system), options_(options), result_(result), report_(result.report), random_(options.seed) {
    report_.equations = system.equations(), report_.variables = system.variables().size();
    report_.terms = system.terms(), report_.seed = options.seed;
    report_.digits = options.digits > 0 ? options.digits : 15;
    const int threads = thread_count(options.on.threads);
    report_.target = tracking::target_name(threads);
    with_.by.threads = threads;
    with_.must_stop = [this] { return limits_.must_stop(); };
    with_.announce = [this](std::size_t paths) { announce(paths); };
    with_.done = [this](std::size_t paths) { advance(paths); };
  }

  void run() {
    auto equations = counting::exact_equations_of(system_.data());
    if (!equations)
      throw error("system: found coefficients that are not known exactly, expected exact ones: numbers of any length");
    as_given_ = *equations;
    equations_ = tracking::combinations(std::move(*equations), system_.equations(), options_.seed);
    for (auto* of : {&as_given_, &equations_}) std::erase_if(*of, [](const exact_equation& e) { return e.empty(); });
    const std::size_t n = report_.variables, m = equations_.size();
    for (const exact_equation& e : equations_)
      if (e.size() == 1 && e[0].powers.empty()) {
        report_.status = components_status::inconsistent, report_.complete = completeness::proven;
        report_.seconds = limits_.seconds();
        return;
      }
    numeric_.emplace(equations_);
    terms_ = tracking::terms_of(system_.data(), with_.must_stop);
    std::erase_if(terms_, [](const std::vector<tracking::plain_term>& e) { return e.empty(); });
    report_.bound = product_of_degrees(equations_, n);
    const std::size_t top = m == 0 ? n : n - 1, bottom = m < n ? n - m : 0;
    const auto least = std::max(bottom, static_cast<std::size_t>(options_.least_dimension));
    const auto largest =
        options_.largest_dimension < 0 ? top : std::min(top, static_cast<std::size_t>(options_.largest_dimension));
    // In the least dimension there are solutions of as many equations as there are, as a rule.
    const std::size_t below =
        m == 0 ? n + 1
               : counting::dimension_below(system_.data(), std::max(bottom, least == 0 ? 0 : least - 1) + 1,
                                           options_.seed, operations_for_dimensions, with_.must_stop);
    for (std::size_t d = largest + 1; d-- > least && !limits_.must_stop();) {
      dimension_account& account = report_.dimensions.emplace_back();
      account.dimension = progress_.dimension = d;
      account.empty = d >= below;
      if (account.empty) continue;
      const double before = limits_.seconds();
      find_sets(d, account);
      account.seconds = limits_.seconds() - before;
    }
    finish(largest == top && least == bottom);
  }

 private:
  [[nodiscard]] solve_options options_of_stage() const {
    solve_options o;
    o.digits = options_.digits, o.seed = options_.seed, o.max_paths = options_.max_paths, o.on = options_.on;
    o.max_seconds = limits_.seconds_left(), o.cancel = options_.cancel;
    if (options_.progress)
      o.progress = [this](const solve_progress& now) {
        const std::lock_guard lock(mutex_);
        options_.progress({progress_.dimension, now.done, now.total, limits_.seconds()});
      };
    return o;
  }
  [[nodiscard]] newton_options options_of_proof() const {
    newton_options o;
    o.digits = options_.digits, o.on.threads = options_.on.threads, o.on.place = where::cpu;
    o.max_seconds = limits_.seconds_left(), o.cancel = options_.cancel;
    return o;
  }

  void count_paths(const solve_report& r, dimension_account& account) const {
    account.paths += r.paths.total, account.failed += r.paths.failed, account.stopped += r.paths.stopped;
    account.spurious += r.spurious;
    // Stopped before any path was begun.
    if (!r.stopped_by.empty()) account.stopped += r.paths.total == 0;
  }

  /// The same to as many digits as there are.
  [[nodiscard]] newton_options options_of_sharp_proof() const {
    newton_options o = options_of_proof();
    o.digits = 60;
    return o;
  }

  /// Ends of paths for one dimension.
  struct found_points {
    std::vector<newton_solution> simple;
    std::vector<solve_solution> singular;
  };

  void find_sets(std::size_t d, dimension_account& account) {
    if (d == 0 && result_.components.empty()) {
      find_points(account);
      return;
    }
    if (d == 0 && find_points_beside(account)) return;
    const std::size_t n = report_.variables;
    const bool combined = equations_.size() > n - d;
    std::shared_ptr<const carrier> by;
    hyperplanes slices;
    found_points found;
    // Other combinations, slices, and random numbers where paths failed, as long as that is quick.
    for (std::uint64_t attempt = 0; attempt < most_attempts; ++attempt) {
      const std::uint64_t seed = options_.seed + 1000 * d + 1000003 * attempt;
      // Without combinations in the order that was given: how long exact algebra takes to count depends on it.
      auto other = std::make_shared<const carrier>(
          system_.variables(), n, d, combined ? tracking::combinations(equations_, n - d, seed) : as_given_);
      hyperplanes at = other->random_slices(random_);
      dimension_account now;
      now.dimension = d;
      found_points points = solve_slice(*other, at, combined, seed, now);
      if (attempt == 0 || (now.failed < account.failed && now.stopped == 0)) {
        by = std::move(other), slices = std::move(at), found = std::move(points);
        account = now;
      }
      const double left = options_.max_seconds > 0 ? limits_.seconds_left() : quick;
      if (account.failed == 0 || limits_.must_stop() || limits_.seconds() > std::min(quick, left)) break;
    }
    std::vector<solution_set> sets;
    if (d == 0)
      add_points(std::move(found.simple), combined);
    else if (!found.simple.empty())
      add_sets(by, slices, std::move(found.simple), 1, true, combined, sets);
    std::vector<solve_solution>& singular = found.singular;
    const std::vector<bool> near = leave_out_larger(surroundings_now(), singular, account);
    if (d == 0) settle_points(singular, near, combined ? by.get() : nullptr, account);
    while (!singular.empty() && !limits_.must_stop()) {
      const bool is_spurious = combined && is_excluded(*by, slices, singular.front());
      if (!is_spurious && d > 0 && deflate_some(singular, d, slices, sets)) continue;
      (is_spurious ? account.spurious : account.undecided) += 1;
      if (!is_spurious) result_.undecided.push_back(std::move(singular.front()));
      singular.erase(singular.begin());
    }
    account.undecided += singular.size();
    std::move(singular.begin(), singular.end(), std::back_inserter(result_.undecided));
    std::stable_sort(sets.begin(), sets.end(),
                     [](const solution_set& a, const solution_set& b) { return a.degree > b.degree; });
    account.witness += d == 0 ? result_.isolated.size() : 0;
    for (solution_set& s : sets) {
      account.witness += s.points.size();
      result_.components.push_back(std::move(s));
    }
  }

  /// A zero of the combinations that is simple after all, only ill-conditioned, and proven to be none of all equations.
  bool is_excluded(const carrier& by, const hyperplanes& slices, const solve_solution& s) const {
    if (s.multiplicity > 1) return false;  // of the zeros that are one as far as is known it would be one
    const newton_solution x = by.proven({s.point.x}, slices, options_of_sharp_proof())[0];
    const std::vector<scalar> from = in_double(s.point.x);
    const double reach = std::max(1e-9, s.accuracy) * size_of(from);  // farther away it is another point
    return x.certified && distance_of(in_double(x.x), from) <= reach &&
           all_equations(system_, options_.seed, with_.must_stop).exclude(x.x, x.radius);
  }

  /// Solutions of combinations of the equations and slices; those that do not solve all equations are left out.
  found_points solve_slice(const carrier& by, const hyperplanes& slices, bool combined, std::uint64_t seed,
                           dimension_account& account) {
    const care how = by.dimension() > 0 ? care::beside_sets : care::isolated;
    solve_options options = options_of_stage();
    options.seed = seed;
    solve_result solved = tracking::solve_beside_sets(by.at(slices), options, how);
    count_paths(solved.report, account);
    all_equations all(system_, options_.seed, with_.must_stop);
    found_points found;
    for (solve_solution& s : solved.solutions) {
      const double residual = combined ? numeric_->relative_residual(in_double(s.point.x)) : 0;
      bool excluded = combined && s.regular && all.exclude(s.point.x, s.point.radius);
      if (combined && s.regular && !excluded && (by.dimension() == 0 || !(residual < holds_at_regular))) {
        // Beside a component, or a multiple point, the equations vanish to fifteen digits and not to sixty.
        const newton_solution x = by.proven({s.point.x}, slices, options_of_sharp_proof())[0];
        // Between near zeros Newton's method may come to another one.
        const bool is_same = x.certified && systems::distance(x.x, s.point.x) <= 2 * s.point.radius;
        excluded = is_same && all.exclude(x.x, x.radius);
        const bool holds = residual < holds_at_regular &&
                           (is_same || (s.point.certified && all.vanish_near(s.point.x, s.point.radius, false)));
        if (!excluded && !holds) s.regular = false, s.accuracy = std::max(s.accuracy, accuracy_without_proof);
      }
      // Ends at multiple points are known to few digits: what they leave of the equations is no proof against them.
      if (excluded || !(residual < (s.regular ? holds_at_regular : std::max(holds_at_singular, 100 * s.accuracy))))
        ++account.spurious;
      else if (s.regular)
        found.simple.push_back(std::move(s.point));
      else
        found.singular.push_back(std::move(s));
    }
    return found;
  }

  /// Simple solutions of as many combinations as variables are isolated.
  void add_points(std::vector<newton_solution> points, bool combined) {
    for (newton_solution& x : points) {
      solve_solution& s = result_.isolated.emplace_back();
      s.point = std::move(x), s.point.steps = {};
      s.regular = true, s.on_a_set = membership::isolated;
      if (s.point.certified && combined) s.point.certified = false, s.point.proof = newton_proof::of_combinations;
    }
  }

  /// Ends of several paths may be one point, once it is known well.
  void add_multiple_point(solve_solution&& s) {
    const std::vector<scalar> x = in_double(s.point.x);
    for (solve_solution& known : result_.isolated)
      if (!known.regular && distance_of(in_double(known.point.x), x) <= 1e-12 * size_of(x)) {
        known.multiplicity += s.multiplicity;
        return;
      }
    result_.isolated.push_back(std::move(s));
  }

  /// Witness points of components of one dimension become sets.
  void add_sets(std::shared_ptr<const carrier> by, const hyperplanes& slices, std::vector<newton_solution> points,
                std::size_t multiplicity, bool reduced, bool combined, std::vector<solution_set>& sets) {
    std::vector<system_point> carried;
    for (const newton_solution& p : points) carried.push_back(p.x);
    if (auto away = by->away_from_zero(carried)) by = std::move(away);
    const std::vector<part> parts =
        split(*by, carried, slices, with_, options_of_proof(), options_.seed + by->dimension());
    const std::size_t d = by->dimension(), n = by->own();
    for (const part& p : parts) {
      solution_set& s = sets.emplace_back();
      s.dimension = d, s.degree = p.members.size(), s.multiplicity = multiplicity, s.reduced = reduced;
      s.status = p.linear ? component_status::irreducible : component_status::unsplit;
      s.trace = p.trace;
      for (const std::size_t k : p.members) {
        s.carried_points.push_back(carried[k]);
        newton_solution& x = s.points.emplace_back(std::move(points[k]));
        s.certified += x.certified;
        x.x.resize(n), x.steps = {};
        // At infinitely many points the Jacobian is singular: only with the slices a point is one of its kind.
        if (x.certified && combined) x.certified = false, x.proof = newton_proof::of_combinations;
      }
      for (std::size_t j = 0; j < d; ++j)
        s.slices.emplace_back(slices.begin() + static_cast<std::ptrdiff_t>(j * (n + 1)),
                              slices.begin() + static_cast<std::ptrdiff_t>((j + 1) * (n + 1)));
      s.carried_by = std::make_shared<const solution_set::carrier>(by, slices);
    }
  }

  /// What is only near to a component, as far as it is known, is looked at closely; what nothing tells of is left.
  void settle_points(std::vector<solve_solution>& singular, const std::vector<bool>& near, const carrier* combinations,
                     dimension_account& account) {
    find_places(surroundings_now(combinations), singular);
    std::vector<solve_solution> rest;
    for (std::size_t k = 0; k < singular.size(); ++k) {
      solve_solution& s = singular[k];
      if (s.point.proof == newton_proof::no_solution)
        ++account.spurious;
      else if (s.on_a_set == membership::isolated)
        add_multiple_point(std::move(s));
      else if (s.on_a_set == membership::on_a_set && near[k])
        ++account.on_larger;
      else
        rest.push_back(std::move(s));
    }
    singular = std::move(rest);
  }

  [[nodiscard]] surroundings surroundings_now(const carrier* combinations = nullptr) const {
    return {system_.variables(), equations_,         terms_,      *numeric_, result_.components, with_,
            options_.seed,       options_of_proof(), combinations};
  }

  /// Takes the first of the singular points, and those that are of its kind, as a set on which the Jacobian loses rank;
  /// false where no deflation makes it simple.
  bool deflate_some(std::vector<solve_solution>& singular, std::size_t d, const hyperplanes& slices,
                    std::vector<solution_set>& sets) {
    const solve_solution& first = singular.front();
    const double accuracy = std::max(1e-15, first.accuracy);
    for (const deflated_form& form :
         deflate(system_.variables(), equations_, d, first.point.x, accuracy, options_.seed + d)) {
      if (limits_.must_stop()) return false;
      std::vector<system_point> starts;
      std::vector<std::size_t> which;
      for (std::size_t k = 0; k < singular.size(); ++k)
        if (singular[k].multiplicity == first.multiplicity)
          starts.push_back(form.completed(singular[k].point.x)), which.push_back(k);
      std::vector<newton_solution> refined = form.by->proven(starts, slices, options_of_proof());
      const auto is_same = [&](std::size_t i) {
        const std::vector<scalar> x = in_double(singular[which[i]].point.x);
        std::vector<scalar> y = in_double(refined[i].x);
        y.resize(x.size());
        const double reach = std::max(same_after_deflation, 100 * singular[which[i]].accuracy);
        return refined[i].certified && distance_of(x, y) <= reach * size_of(x) &&
               numeric_->relative_residual(y) < holds_at_regular;
      };
      if (!is_same(0)) continue;
      std::vector<newton_solution> points;
      std::vector<bool> taken(singular.size(), false);
      const std::size_t multiplicity = first.multiplicity;
      for (std::size_t i = 0; i < which.size(); ++i)
        if (is_same(i)) points.push_back(std::move(refined[i])), taken[which[i]] = true;
      std::size_t k = 0;
      std::erase_if(singular, [&](const solve_solution&) { return taken[k++]; });
      add_sets(form.by, slices, std::move(points), multiplicity, false, true, sets);
      return true;
    }
    return false;
  }

  /// Dimension 0 where there are no sets: the isolated solutions are those of `solve`.
  void find_points(dimension_account& account) {
    solve_result found = solve(system_, options_of_stage());
    count_paths(found.report, account);
    std::vector<solve_solution> singular;
    for (solve_solution& s : found.solutions) {
      s.point.steps = {};
      if (s.point.proof == newton_proof::no_solution)
        ++account.spurious;
      else if (s.regular || s.on_a_set == membership::isolated)
        result_.isolated.push_back(std::move(s));
      else
        singular.push_back(std::move(s));
    }
    find_places(surroundings_now(), singular);
    for (solve_solution& s : singular) {
      const bool is_isolated = s.on_a_set == membership::isolated;
      account.undecided += !is_isolated;
      (is_isolated ? result_.isolated : result_.undecided).push_back(std::move(s));
    }
    account.witness = result_.isolated.size();
  }

  /// Dimension 0 where common factors of equations make the sets: exact algebra knows the isolated solutions.
  bool find_points_beside(dimension_account& account) {
    const newton_options proof = options_of_proof();
    systems::session with{.system = system_.data(), .options = proof};
    std::tie(with.parts, with.digits) = tracking::precision_of(options_of_stage());
    tracking::points_beside_sets beside(with, options_.seed, with_.must_stop);
    for (const bool dependent_ones : {false, true}) beside.count(tracking::operations_of_count, dependent_ones);
    auto points = beside.alone();
    if (!points || limits_.must_stop()) return false;
    result_.isolated = std::move(*points);
    account.witness = result_.isolated.size();
    return true;
  }

  /// The components of one equation have its degree, all together, with their multiplicities.
  [[nodiscard]] bool fills_one_equation() const {
    if (as_given_.size() != 1) return true;
    std::size_t found = 0;
    for (const solution_set& s : result_.components) found += s.degree * s.multiplicity;
    for (const solve_solution& s : result_.isolated) found += std::max<std::size_t>(1, s.multiplicity);
    return static_cast<double>(found) == product_of_degrees(as_given_, 1);
  }

  void finish(bool all_dimensions) {
    components_report& r = report_;
    std::size_t unproven = 0, proven_degree = 0;
    bool open = all_dimensions && !fills_one_equation();
    for (const solution_set& s : result_.components) {
      r.points += s.points.size(), r.certified += s.certified;
      unproven += s.points.size() - s.certified;
      open = open || s.status == component_status::unsplit;
      for (const newton_solution& x : s.points) proven_degree += x.certified && s.reduced;
    }
    for (const solve_solution& s : result_.isolated) {
      ++r.points;
      const bool proven = s.point.certified || s.point.proof == newton_proof::of_combinations;
      r.certified += proven;
      unproven += s.regular && !proven;
      proven_degree += s.point.certified && s.regular;
    }
    for (const dimension_account& a : r.dimensions) open = open || a.failed + a.stopped + a.undecided > 0;
    if (limits_.must_stop()) open = true, r.stopped_by = limits_.stopped_by();
    if (open)
      r.status = components_status::incomplete;
    else if (unproven > 0)
      r.status = components_status::unproven;
    if (static_cast<double>(proven_degree) == r.bound)
      r.complete = completeness::proven;
    else if (!open && all_dimensions)
      r.complete = completeness::paths;
    for (auto* const points : {&result_.isolated, &result_.undecided}) tracking::show_what_is_known(*points);
    r.seconds = limits_.seconds();
  }

  void announce(std::size_t paths) {
    const std::lock_guard lock(mutex_);
    progress_.done = 0, progress_.total = paths, progress_.seconds = limits_.seconds();
    if (options_.progress) options_.progress(progress_);
  }
  void advance(std::size_t paths) {  // from any thread
    const std::lock_guard lock(mutex_);
    progress_.done += paths, progress_.seconds = limits_.seconds();
    if (options_.progress) options_.progress(progress_);
  }

  const polynomial_system& system_;
  const components_options& options_;
  decomposition& result_;
  components_report& report_;
  run_limits limits_ = run_limits(options_);
  followers with_;
  std::mt19937_64 random_;
  std::vector<exact_equation> equations_;  ///< none is 0 = 0; by degree, from the highest on
  std::vector<exact_equation> as_given_;   ///< the same, in their own order
  std::optional<numeric_equations> numeric_;
  std::vector<std::vector<tracking::plain_term>> terms_;  ///< of all equations as they are given
  mutable std::mutex mutex_;
  components_progress progress_;
};

}  // namespace

decomposition decompose(const polynomial_system& system, const components_options& options) {
  const float_environment floats;
  check_components_options(options, system.variables().size());
  const refused_threads refused;
  decomposition result;
  decomposer(system, options, result).run();
  refused.tell(result.report.target);
  return result;
}

}  // namespace vieta
