#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "solve/components/carrier.hpp"
#include "solve/components/membership.hpp"
#include "solve/components/options.hpp"
#include "solve/track/device_tracker.hpp"
#include "systems/precision.hpp"
#include "vieta/components.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace decomposing {

void check_components_options(const components_options& options, std::size_t variables) {
  if (variables == 0) throw error("system: found no variable, expected at least one");
  if (options.digits < 0 || options.digits > digits_of_parts[4]) refuse_option("digits", options.digits, "0 to 60");
  if (!(options.max_paths >= 1 && options.max_paths <= 1e12))
    refuse_option("max_paths", options.max_paths, "1 to 1e12");
  if (options.least_dimension < 0) refuse_option("least_dimension", options.least_dimension, "0 or more");
  if (options.largest_dimension < -1)
    refuse_option("largest_dimension", options.largest_dimension, "0 or more, or -1 for all");
  run_limits::validate(options.max_seconds);
  if (options.on.place == where::cuda)
    static_cast<void>(tracking::device_name(options.on));  // throws where there is none
}

namespace {

followers followers_of(const components_options& options, const run_limits& limits) {
  followers with;
  with.by.threads = thread_count(options.on.threads);
  with.must_stop = [&limits] { return limits.must_stop(); };
  return with;
}

}  // namespace
}  // namespace decomposing

using namespace decomposing;

containment contains(const solution_set& set, const system_point& point, double tolerance,
                     const components_options& options) {
  const float_environment floats;
  const std::size_t n = set.carried_by->by->own();
  check_components_options(options, n);
  if (point.size() != n)
    throw error("point: found " + std::to_string(point.size()) + " coordinates, expected " + std::to_string(n));
  if (!(tolerance > 0 && tolerance < 1)) refuse_option("tolerance", tolerance, "more than 0, less than 1");
  for (const complex<qd>& z : point)
    if (!std::isfinite(z.re.x0) || !std::isfinite(z.im.x0))
      throw error("point: found a coordinate that is infinite or no number, expected finite ones");
  const run_limits limits(options);
  // `lie_on` allows for ends a hundred times as far as a point is accurate.
  return lie_on(set, {{in_double(point), tolerance / 100}}, followers_of(options, limits), options.seed)[0].on;
}

std::vector<newton_solution> sample(const solution_set& set, std::size_t count, const components_options& options) {
  const float_environment floats;
  const carrier& by = *set.carried_by->by;
  check_components_options(options, by.own());
  const run_limits limits(options);
  const followers with = followers_of(options, limits);
  std::mt19937_64 random(options.seed ^ 0xa54ff53a5f1d36f1);
  const std::size_t degree = set.carried_points.size();
  std::vector<newton_solution> samples;
  // A slice that a path did not come to is replaced by another one; a set of dimension 0 has no others.
  constexpr int most_attempts = 3;
  for (int attempt = 0; attempt < most_attempts && samples.size() < count && !limits.must_stop(); ++attempt) {
    const std::size_t wanted = count - samples.size();
    std::vector<hyperplanes> targets;
    for (std::size_t k = 0; k < wanted; k += degree) targets.push_back(by.random_slices(random));
    const std::vector<moved_point> ends = by.move(
        set.carried_points, set.carried_by->slices, wanted, [&](std::size_t k) { return k % degree; },
        [&](std::size_t k) -> const hyperplanes& { return targets[k / degree]; }, with);
    for (std::size_t t = 0; t < targets.size() && !limits.must_stop(); ++t) {
      std::vector<system_point> points;
      for (std::size_t k = t * degree; k < std::min(wanted, (t + 1) * degree); ++k)
        if (ends[k].regular) points.push_back(ends[k].x);
      if (points.empty()) continue;
      newton_options newton;
      newton.digits = options.digits, newton.on.threads = options.on.threads, newton.on.place = where::cpu;
      newton.max_seconds = limits.seconds_left(), newton.cancel = options.cancel;
      for (newton_solution& s : by.proven(points, targets[t], newton)) {
        if (s.status != newton_status::converged && !s.certified) continue;
        s.x.resize(by.own());
        s.steps = {};
        const bool combined = std::any_of(set.points.begin(), set.points.end(), [](const newton_solution& p) {
          return p.proof == newton_proof::of_combinations;
        });
        if (s.certified && combined) s.certified = false, s.proof = newton_proof::of_combinations;
        samples.push_back(std::move(s));
      }
    }
  }
  return samples;
}

polynomial_system sliced(const polynomial_system& system, std::uint64_t seed) {
  const float_environment floats;
  auto equations = counting::exact_equations_of(system.data());
  if (!equations)
    throw error("system: found coefficients that are not known exactly, expected exact ones: numbers of any length");
  const std::size_t n = system.variables().size();
  std::mt19937_64 random(seed ^ 0x510e527fade682d1);
  while (equations->size() < n) {
    exact_equation& plane = equations->emplace_back();
    for (std::size_t v = 0; v <= n; ++v) {
      exact_term& t = plane.emplace_back();
      if (v < n) t.powers.emplace_back(static_cast<std::uint32_t>(v), 1);
      // Real numbers, so that real points are found: three digits from 1 to 2, of either sign.
      const auto digits = static_cast<std::int64_t>(random() >> 40) % 1000 + 1000;
      t.re.numerator = (random() >> 63) != 0 ? digits : -digits;
      t.re.decimal_exponent = -3;
    }
  }
  return system_of(system.variables(), *equations);
}

}  // namespace vieta
