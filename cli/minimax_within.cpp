#include "minimax_within.hpp"

#include <algorithm>
#include <chrono>

#include "base/number.hpp"
#include "vieta/error.hpp"

namespace vieta::cli {

minimax_result minimax_within(const wanted_error& wanted, const minimax_options& options,
                              const std::function<minimax_result(int, const minimax_options&)>& solve_degree) {
  constexpr int most = 100;
  const auto begin = std::chrono::steady_clock::now();
  std::string complaint;
  bool any = false;
  for (int degree = wanted.first; degree <= most; degree += wanted.step) {
    minimax_options now = options;
    if (options.max_seconds > 0) {
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      now.max_seconds = std::max(options.max_seconds - spent.count(), 1e-3);
    }
    minimax_options quick = now;
    quick.search = quick.prove = false;
    minimax_result result;
    try {
      result = solve_degree(degree, quick);
    } catch (const error& refused) {  // more constraints than coefficients, say
      complaint = refused.what();
      continue;
    }
    any = true;
    if (!result.report.stopped_by.empty()) return result;
    if (!(result.optimum <= wanted.error)) continue;
    result = solve_degree(degree, now);
    if (!result.report.stopped_by.empty()) return result;
    const double largest = options.prove ? result.proven_bound : result.max_error;
    if (largest <= wanted.error) return result;
    if (result.optimum <= wanted.error / 16)
      throw error("--error: found " + report::shortest(wanted.error) + ", expected at least " +
                  report::shortest(largest) + ", the error of degree " + std::to_string(degree) +
                  " with coefficients in " + wanted.format + "; or a finer --format");
  }
  if (!any) throw error(complaint);
  throw error("--error: found " + report::shortest(wanted.error) +
              ", expected one that a degree up to 100 reaches; or pieces of the interval, or --denominator-degree");
}

}  // namespace vieta::cli
