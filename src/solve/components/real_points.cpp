#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>

#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "exact/arithmetic.hpp"
#include "solve/components/carrier.hpp"
#include "solve/components/membership.hpp"
#include "solve/components/options.hpp"
#include "vieta/components.hpp"
#include "vieta/error.hpp"

namespace vieta {

using namespace decomposing;

namespace {

/// Critical points take no more paths than this: others do without.
constexpr double most_paths_to_critical_points = 4096;
/// Rounds of real hyperplanes that may find nothing new.
constexpr int most_idle_rounds = 20;
constexpr double accuracy_of_critical_points = 1e-9;

exact_equation derivative_of(const exact_equation& equation, std::uint32_t variable) {
  exact_equation result;
  for (const exact_term& t : equation) {
    const auto at =
        std::find_if(t.powers.begin(), t.powers.end(), [&](const auto& power) { return power.first == variable; });
    if (at == t.powers.end()) continue;
    exact_term& d = result.emplace_back(t);
    auto& power = d.powers[static_cast<std::size_t>(at - t.powers.begin())];
    const exact::real by = exact::from_double(power.second);
    d.re = exact::multiply(d.re, by), d.im = exact::multiply(d.im, by);
    if (--power.second == 0) d.powers.erase(d.powers.begin() + (at - t.powers.begin()));
  }
  return result;
}

/// Where the distance from a point has no slope along the set: g = 0 and x - p = sum of l_i grad g_i. Each connected
/// part of the real points of g = 0 has the one that is nearest to p (Seidenberg 1954; Aubry, Rouillier, Safey El Din
/// 2002; Hauenstein 2013).
polynomial_system critical_points_of(const std::vector<std::string>& variables,
                                     const std::vector<exact_equation>& equations, const std::vector<double>& from) {
  std::vector<std::string> names = variables;
  for (std::size_t i = 0; i < equations.size(); ++i) names.push_back("multiplier " + std::to_string(i));
  std::vector<exact_equation> all = equations;
  const auto n = static_cast<std::uint32_t>(variables.size());
  for (std::uint32_t v = 0; v < n; ++v) {
    exact_equation slope;
    slope.emplace_back().powers = {{v, 1}};
    slope.back().re.numerator = 1;
    slope.emplace_back().re = exact::from_double(-from[v]);
    for (std::uint32_t i = 0; i < equations.size(); ++i)
      for (exact_term& t : derivative_of(equations[i], v)) {
        t.powers.emplace_back(n + i, 1);
        slope.push_back(std::move(t));
      }
    all.push_back(std::move(slope));
  }
  return system_of(names, all);
}

/// The search for real points of one set.
class real_search {
 public:
  real_search(const solution_set& set, std::size_t count, const components_options& options)
      : set_(set),
        by_(*set.carried_by->by),
        count_(count),
        options_(options),
        random_(options.seed ^ 0x3c6ef372fe94f82b) {
    with_.by.threads = thread_count(options.on.threads);
    with_.must_stop = [this] { return limits_.must_stop(); };
    combined_ = std::any_of(set.points.begin(), set.points.end(),
                            [](const newton_solution& p) { return p.proof == newton_proof::of_combinations; });
  }

  std::vector<newton_solution> run() {
    const std::vector<scalar> witness = in_double(set_.carried_points[0]);
    for (std::size_t v = 0; v < by_.own(); ++v)
      from_.push_back(witness[v].real() + 0.25 * uniform() * std::abs(witness[v]));
    if (set_.reduced) look_at_critical_points();
    for (int idle = 0; found_.size() < count_ && idle < most_idle_rounds && !limits_.must_stop(); ++idle)
      if (look_on_hyperplanes()) idle = 0;
    if (found_.size() > count_) found_.resize(count_);
    return std::move(found_);
  }

 private:
  /// From -1 to 1.
  double uniform() { return std::ldexp(static_cast<double>(random_() >> 11), -52) - 1; }

  void take(newton_solution&& s) {
    s.x.resize(by_.own());
    s.steps = {};
    if (combined_) s.certified = false, s.proof = newton_proof::of_combinations;
    found_.push_back(std::move(s));
  }

  void look_at_critical_points() {
    const std::vector<exact_equation>& equations = by_.equations();
    std::vector<std::string> names;
    for (std::size_t v = 0; v < by_.own(); ++v) names.push_back("x" + std::to_string(v));
    solve_options options;
    options.digits = options_.digits, options.seed = options_.seed, options.on = options_.on;
    options.max_paths = std::min(options_.max_paths, most_paths_to_critical_points);
    options.max_seconds = limits_.seconds_left(), options.cancel = options_.cancel;
    std::vector<newton_solution> real;
    std::vector<known_point> where;
    try {
      for (solve_solution& s : solve(critical_points_of(names, equations, from_), options).solutions) {
        if (!s.regular || !s.point.certified || s.point.real != realness::real) continue;
        s.point.x.resize(by_.own());
        where.push_back({in_double(s.point.x), accuracy_of_critical_points});
        real.push_back(std::move(s.point));
      }
    } catch (const error&) {  // more paths than that
      return;
    }
    const std::vector<found_place> lies = lie_on(set_, where, with_, options_.seed);
    for (std::size_t k = 0; k < real.size(); ++k)
      if (lies[k].on == containment::yes) take(std::move(real[k]));
  }

  /// Real hyperplanes between two points that are known, or past one, at distances of any size below that from where
  /// the search began.
  hyperplanes real_slices() {
    std::vector<double> x = from_;
    if (!found_.empty()) {
      const std::vector<scalar> one = in_double(found_[random_() % found_.size()].x);
      const std::vector<scalar> other = in_double(found_[random_() % found_.size()].x);
      const double share = 0.5 + 0.5 * uniform(), scale = std::ldexp(1.0, -static_cast<int>(random_() % 32));
      const bool is_between = distance_of(one, other) > 0 && uniform() < 0.5;
      double reach = 0;
      for (std::size_t v = 0; v < x.size(); ++v) reach = std::max(reach, std::abs(one[v].real() - from_[v]));
      for (std::size_t v = 0; v < x.size(); ++v)
        x[v] = is_between ? one[v].real() + share * (other[v].real() - one[v].real())
                          : one[v].real() + uniform() * reach * scale;
    }
    hyperplanes slices;
    for (std::size_t j = 0; j < by_.dimension(); ++j) {
      double constant = 0;
      for (std::size_t v = 0; v < by_.own(); ++v) {
        const double a = uniform();
        constant -= a * x[v];
        slices.emplace_back(a);
      }
      slices.emplace_back(constant);
    }
    return slices;
  }

  bool look_on_hyperplanes() {
    const hyperplanes to = real_slices();
    std::vector<system_point> points;
    for (moved_point& end : by_.move(set_.carried_points, set_.carried_by->slices, to, with_))
      if (end.regular) points.push_back(std::move(end.x));
    if (points.empty() || limits_.must_stop()) return false;
    newton_options newton;
    newton.digits = options_.digits, newton.on.threads = options_.on.threads, newton.on.place = where::cpu;
    newton.max_seconds = limits_.seconds_left(), newton.cancel = options_.cancel;
    const std::size_t before = found_.size();
    for (newton_solution& s : by_.proven(points, to, newton))
      if (s.certified && s.real == realness::real) take(std::move(s));
    return found_.size() > before;
  }

  const solution_set& set_;
  const carrier& by_;
  std::size_t count_;
  const components_options& options_;
  std::mt19937_64 random_;
  run_limits limits_ = run_limits(options_);
  followers with_;
  bool combined_ = false;
  std::vector<double> from_;
  std::vector<newton_solution> found_;
};

}  // namespace

std::vector<newton_solution> real_points(const solution_set& set, std::size_t count,
                                         const components_options& options) {
  const float_environment floats;
  check_components_options(options, set.carried_by->by->own());
  return real_search(set, count, options).run();
}

}  // namespace vieta
