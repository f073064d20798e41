#include "minimax/fixed_top.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "minimax/fit/sampling.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {
namespace {

/// By differences to the left and the right; of the fourth order.
template <class Value>
extended slope(const Value& value, extended x, extended h) {
  return (8 * (value(x + h) - value(x - h)) - (value(x + 2 * h) - value(x - 2 * h))) / (12 * h);
}

/// Of the p whose error has a top at x, where p(x) is given.
extended slope_of_top(const exchange_problem<extended>& e, extended x, extended p, extended length) {
  const extended h = std::ldexp(length, -12);
  const extended target = slope([&](extended at) { return e.at(at).target; }, x, h),
                 factor = slope([&](extended at) { return e.at(at).factor; }, x, h);
  return (target - factor * p) / e.at(x).factor;
}

}  // namespace

std::optional<best_form> with_fixed_top(const minimax_problem& given, const minimax_result& stalled,
                                        const std::vector<extended>& also, session& work) {
  constexpr extended near = 1e-6L;
  const problem p = read(given);
  if (p.argument->kind != operation::variable || p.denominator_degree > 0 || p.callable || !work.stopped_by().empty())
    return std::nullopt;
  const exchange_problem<extended> e = sampled_in_long_double(p, also);
  for (const constraint& c : p.constraints) {
    if (!c.at || c.derivative != 0) continue;
    const extended x = value_of(c.at, extended()), value = value_of(c.value, extended());
    const sample<extended> there = e.at(x);
    const extended error = std::fabs(there.target - there.factor * value);
    if (!(error > 0) || !(std::fabs(error - stalled.lower_bound) <= near * error)) continue;
    for (const auto& [lo, hi] : e.intervals) {
      if (!(x > lo && x < hi)) continue;
      const extended wanted = slope_of_top(e, x, value, std::min(x - lo, hi - x));
      if (!std::isfinite(wanted)) continue;
      minimax_problem flat = given;
      constexpr int digits = 17;
      flat.constraints.push_back("p'(" + to_text(c.at) + ")=" + report::rounded(static_cast<double>(wanted), digits));
      try {
        best_form found = solve(read(flat), also, work);
        if (!found.found.converged || !(found.found.largest <= error * (1 + near))) continue;
        found.found.level = std::min(error, found.found.largest);
        found.free = e.free.directions.size();  // nobody asked for the slope
        return found;
      } catch (const vieta::error&) {
        continue;  // the slope is given already, say
      }
    }
  }
  return std::nullopt;
}

}  // namespace vieta::approximation
