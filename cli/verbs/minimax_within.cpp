#include "verbs/minimax_within.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "base/number.hpp"
#include "vieta/error.hpp"

namespace vieta::cli {

minimax_result minimax_within(const wanted_error& wanted, const minimax_options& options,
                              const std::function<minimax_result(int, const minimax_options&)>& solve_degree) {
  constexpr int most = 500;
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
  // Whether the best p of this degree reaches the error, before rounding; also where time is up, which `stopped` tells.
  const auto reaches = [&](int k) {
    minimax_options quick = in_time_left();
    quick.search = quick.prove = false;
    try {
      const minimax_result result = solve_degree(degree_of(k), quick);
      any = true;
      if (!result.report.stopped_by.empty()) stopped = result;
      return stopped || result.optimum <= wanted.error;
    } catch (const error& refused) {  // more constraints than coefficients, say
      complaint = refused.what();
      out_of_time |= options.max_seconds > 0 && seconds() >= options.max_seconds;
      return out_of_time;
    }
  };
  // The best error falls with the degree: steps that double, then halves.
  const int last = wanted.first > most ? -1 : (most - wanted.first) / wanted.step;
  int fails = -1, holds = 0;
  while (holds <= last && !reaches(holds))
    fails = std::exchange(holds, holds == last ? last + 1 : std::min(2 * holds + 1, last));
  while (holds <= last && !stopped && holds - fails > 1) {
    const int middle = fails + (holds - fails) / 2;
    (reaches(middle) ? holds : fails) = middle;
  }
  if (stopped) return *std::move(stopped);
  if (out_of_time || (holds > last && options.max_seconds > 0 && seconds() >= options.max_seconds))
    throw error("--max-seconds: found " + report::shortest(options.max_seconds) +
                " s, expected more: whether a degree up to 500 reaches --error " + report::shortest(wanted.error) +
                " was not decided in that time");
  for (int k = holds; k <= last; ++k) {
    minimax_result result = solve_degree(degree_of(k), in_time_left());
    if (!result.report.stopped_by.empty()) return result;
    const double largest = options.prove ? result.proven_bound : result.max_error;
    if (largest <= wanted.error) return result;
    if (!std::isfinite(largest)) return result;  // no degree is proven in such a build: its note says why
    if (result.optimum <= wanted.error / 16)
      throw error("--error: found " + report::shortest(wanted.error) + ", expected at least " +
                  report::shortest(largest) + ", the error of degree " + std::to_string(degree_of(k)) +
                  " with coefficients in " + wanted.format + "; or a finer --format");
  }
  if (!any) throw error(complaint);
  throw error("--error: found " + report::shortest(wanted.error) +
              ", expected one that a degree up to 500 reaches; or pieces of the interval, or --denominator-degree");
}

}  // namespace vieta::cli
