#pragma once

#include "minimax/fit/exchange.hpp"

namespace vieta::approximation {

/// As many consecutive extrema as needed, the largest among them; none where there are too few, or where they are those
/// of rounding errors, which are not of one size.
template <class R>
std::vector<R> consecutive_extrema(const exchange_result<R>& r, std::size_t need) {
  using std::abs;
  std::size_t first = 0, last = r.extrema.size();
  if (last < need || !(r.level > R(0.9) * r.largest)) return {};
  while (last - first > need)
    if (abs(r.errors[first]) < abs(r.errors[last - 1]))
      ++first;
    else
      --last;
  return {r.extrema.begin() + static_cast<std::ptrdiff_t>(first),
          r.extrema.begin() + static_cast<std::ptrdiff_t>(last)};
}

/// A reference to start a quotient's exchange from, which from points far from the best ones meets poles only: the best
/// p/q of a short interval, where its points are those of a polynomial, nearly; then of longer and longer ones, each
/// from the points of the one before. Empty where that fails too: a p/q of lower degrees may be as good as the best.
template <class R>
std::vector<R> reference_by_continuation(const exchange_problem<R>& problem, std::size_t need, double noise) {
  constexpr double shortest = 1.0 / 64, least_growth = 1.05;
  if (problem.intervals.size() != 1 || !problem.points.empty()) return {};
  const R lo = problem.intervals[0].first, hi = problem.intervals[0].second;
  exchange_problem<R> part = problem;
  const auto points_on = [&](double length) -> std::vector<R> {
    part.intervals[0].second = length < 1 ? lo + (hi - lo) * R(length) : hi;
    exchange<R> rounds(part);
    rounds.set_noise(noise);
    const exchange_result<R> r = rounds.run();
    return r.converged ? consecutive_extrema(r, need) : std::vector<R>();
  };
  double length = 0.5;
  std::vector<R> reference;
  while (length >= shortest && (reference = points_on(length)).empty()) length /= 2;
  double growth = 1.5;
  while (!reference.empty() && length < 1) {
    const double next = length * growth < 1 ? length * growth : 1;
    part.initial.clear();
    for (const R& x : reference) part.initial.push_back(lo + (x - lo) * R(next / length));
    part.initial.back() = std::min(part.initial.back(), next < 1 ? R(lo + (hi - lo) * R(next)) : hi);
    std::vector<R> longer = points_on(next);
    if (longer.empty()) {
      growth = std::sqrt(growth);
      if (growth < least_growth) return {};
    } else {
      reference = std::move(longer);
      length = next;
    }
  }
  return reference;
}

}  // namespace vieta::approximation
