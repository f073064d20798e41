#include "verbs/minimax_within.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/not_reached.hpp"
#include "base/number.hpp"
#include "vieta/error.hpp"

namespace vieta::cli {

namespace {

constexpr int highest_degree = 500;

struct step_of_search {
  int degree = 0;
  double error = 0;
};

/// Where errors fall like a power of the degree, which shows while it doubles: what they come to at the highest degree.
/// They may fall faster later on, but not where the function is not smooth; then each factor is as large as the one
/// before.
double expected_at_most(const std::vector<step_of_search>& tried) {
  constexpr std::size_t needed = 4;
  constexpr int large = 60;
  constexpr double slower = 0.95, falls = 0.97;
  if (tried.size() < needed || tried.back().degree < large) return 0;
  const auto rate = [&](std::size_t back) {  // of the last steps
    const step_of_search &a = tried[tried.size() - 2 - back], &b = tried[tried.size() - 1 - back];
    return std::log(a.error / b.error) / std::log((b.degree + 1.0) / (a.degree + 1.0));
  };
  const double last = rate(0), before = rate(1);
  if (!(last > 1 - falls) || !(last * slower <= before) || !(before * slower <= rate(2))) return 0;
  return tried.back().error * std::pow((tried.back().degree + 1.0) / (highest_degree + 1.0), std::max(last, before));
}

[[noreturn]] void refuse_what_no_degree_reaches(const wanted_error& wanted) {
  throw not_reached("--error: found " + report::shortest(wanted.error) + ", expected at least " +
                    report::rounded(wanted.obstacle.least_error, 4) +
                    ": the function jumps at x = " + report::rounded(wanted.obstacle.jump_at, 10) +
                    ", and beside it no p of any degree has a smaller error; the intervals on both sides of it may do");
}

[[noreturn]] void refuse_what_falls_too_slowly(const wanted_error& wanted, const step_of_search& last,
                                               double expected) {
  throw not_reached("--error: found " + report::shortest(wanted.error) +
                    ", which is out of reach: the best p of degree " + std::to_string(last.degree) +
                    " has an error of " + report::rounded(last.error, 4) +
                    ", and beside x = " + report::rounded(wanted.obstacle.singular_at, 10) +
                    ", where the function is not smooth, errors fall so slowly that degree 500 is expected to have " +
                    report::rounded(expected, 2) + "; pieces of the interval may do, or --denominator-degree");
}

}  // namespace

minimax_result minimax_within(const wanted_error& wanted, const minimax_options& options,
                              const std::function<minimax_result(int, const minimax_options&)>& solve_degree) {
  if (wanted.obstacle.least_error > wanted.error * (1 + 1e-6)) refuse_what_no_degree_reaches(wanted);
  const auto begin = std::chrono::steady_clock::now();
  std::string complaint;
  bool any = false;
  bool out_of_time = false;
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  const auto degree_of = [&](int k) { return wanted.first + k * wanted.step; };
  const auto in_time_left = [&] {
    minimax_options now = options;
    if (options.max_seconds > 0) {
      now.max_seconds = std::max(options.max_seconds - seconds(), 1e-3);
    }
    return now;
  };
  std::optional<minimax_result> stopped;
  int stopped_degree = 0;
  std::vector<step_of_search> tried;
  // Whether the best p of this degree reaches the error, before rounding; also where time is up, which `stopped` tells.
  const auto reaches = [&](int k) {
    minimax_options quick = in_time_left();
    quick.search = quick.prove = false;
    quick.format = coefficient_format::float64;  // it is the error before rounding that is asked for
    try {
      const minimax_result result = solve_degree(degree_of(k), quick);
      any = true;
      if (!result.report.stopped_by.empty()) stopped = result, stopped_degree = degree_of(k);
      tried.push_back({degree_of(k), result.optimum});
      return stopped || result.optimum <= wanted.error;
    } catch (const error& refused) {  // more constraints than coefficients, say
      complaint = refused.what();
      out_of_time |= options.max_seconds > 0 && seconds() >= options.max_seconds;
      return out_of_time;
    }
  };
  // The best error falls with the degree: steps that double, then halves.
  const int last = wanted.first > highest_degree ? -1 : (highest_degree - wanted.first) / wanted.step;
  int fails = -1, holds = 0;
  constexpr double much = 2;  // what is expected is no proof
  while (holds <= last && !reaches(holds)) {
    fails = std::exchange(holds, holds == last ? last + 1 : std::min(2 * holds + 1, last));
    const double expected = wanted.obstacle.has_singular_point ? expected_at_most(tried) : 0;
    if (expected > much * wanted.error) refuse_what_falls_too_slowly(wanted, tried.back(), expected);
  }
  while (holds <= last && !stopped && holds - fails > 1) {
    const int middle = fails + (holds - fails) / 2;
    (reaches(middle) ? holds : fails) = middle;
  }
  if (stopped) {
    minimax_result partial = *std::move(stopped);
    std::string& note = partial.report.note;
    note += (note.empty() ? "" : "; ") + std::string("--error ") + report::shortest(wanted.error) +
            " was not decided: the work ended at degree " + std::to_string(stopped_degree);
    if (fails >= 0) note += "; degree " + std::to_string(degree_of(fails)) + " is too low";
    return partial;
  }
  if (out_of_time || (holds > last && options.max_seconds > 0 && seconds() >= options.max_seconds))
    throw not_reached("--max-seconds: found " + report::shortest(options.max_seconds) +
                      " s, expected more: whether a degree up to 500 reaches --error " +
                      report::shortest(wanted.error) + " was not decided in that time");
  for (int k = holds; k <= last; ++k) {
    minimax_result result = solve_degree(degree_of(k), in_time_left());
    if (!result.report.stopped_by.empty()) return result;
    const double largest = options.prove ? result.proven_bound : result.max_error;
    if (largest <= wanted.error) return result;
    if (!std::isfinite(largest)) return result;  // no degree is proven in such a build: its note says why
    // Where rounding alone costs much more than what is wanted, no higher degree makes up for it.
    constexpr double hopeless = 1e3;
    if (result.optimum <= wanted.error / 16 || largest > hopeless * wanted.error)
      throw error("--error: found " + report::shortest(wanted.error) + ", expected one that coefficients in " +
                  wanted.format + " reach: degree " + std::to_string(degree_of(k)) +
                  ", the least whose best p does, has " + report::rounded(largest, 4) +
                  " with them; a larger error, pieces of the interval, or a finer --format "
                  "may do");
  }
  if (!any) throw error(complaint);
  throw not_reached(
      "--error: found " + report::shortest(wanted.error) +
      ", expected one that a degree up to 500 reaches; or pieces of the interval, or --denominator-degree");
}

}  // namespace vieta::cli
