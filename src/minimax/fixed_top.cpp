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

/// With the slope of a top at A, or without what lies beside A.
std::vector<minimax_problem> easier_ones(const minimax_problem& given, const problem& p,
                                         const exchange_problem<extended>& e, const constraint& c) {
  constexpr int digits = 17;
  const auto text = [](extended value) { return report::rounded(static_cast<double>(value), digits); };
  const extended x = value_of(c.at, extended()), value = value_of(c.value, extended());
  std::vector<minimax_problem> all;
  for (std::size_t i = 0; i < e.intervals.size(); ++i) {
    const auto& [lo, hi] = e.intervals[i];
    if (x > lo && x < hi) {
      all.push_back(given);
      const extended slope = slope_of_top(e, x, value, std::min(x - lo, hi - x));
      all.back().constraints.push_back("p'(" + to_text(c.at) + ")=" + text(slope));
    } else if (x == lo || x == hi) {
      for (const int part : {64, 16, 4}) {
        all.push_back(given);
        all.back().intervals.clear();
        for (const auto& [from, to] : p.intervals) all.back().intervals.emplace_back(to_text(from), to_text(to));
        auto& [from, to] = all.back().intervals[i];
        (x == lo ? from : to) = text(x == lo ? lo + (hi - lo) / part : hi - (hi - lo) / part);
      }
    }
  }
  return all;
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
    const extended x = value_of(c.at, extended());
    const sample<extended> there = e.at(x);
    const extended error = there.target - there.factor * value_of(c.value, extended()), size = std::fabs(error);
    if (!(size > 0) || !(std::fabs(size - stalled.lower_bound) <= near * size)) continue;
    for (const minimax_problem& easier : easier_ones(given, p, e, c)) {
      try {
        best_form found = solve(read(easier), also, work);
        const extended largest = exchange<extended>(e).measure(found.found.coefficients).largest;
        if (!found.found.converged || !(largest <= size * (1 + near))) continue;
        found.found.largest = std::max(largest, size);
        found.found.level = size;
        found.found.alternation = {{static_cast<double>(x), static_cast<double>(error)}};
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
