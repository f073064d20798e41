#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "minimax/fit/exchange_problem.hpp"

namespace vieta::approximation {

template <class R>
R exp_of(double x) {
  const double whole = std::floor(x / std::log(2.0));
  R value = std::exp(x - whole * std::log(2.0));
  const R two = whole < 0 ? R(0.5) : R(2);
  return value * power(two, static_cast<int>(std::fabs(whole)));
}

template <class R>
double logarithm(R value) {
  const double inner = static_cast<double>(value);
  if (inner > 1e-290 && inner < 1e290) return std::log(inner);
  double sum = 0;
  const R step = R(0x1p300);
  while (value < R(0x1p-300)) value = value * step, sum -= 300 * std::log(2.0);
  while (value > step) value = value / step, sum += 300 * std::log(2.0);
  return sum + std::log(static_cast<double>(value));
}

/// Chebyshev's points of each interval, shared out by number.
template <class R>
std::vector<R> spread_places(const std::vector<std::pair<R, R>>& intervals, std::size_t count) {
  const std::size_t parts = intervals.size();
  std::vector<R> all;
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t here = count * (i + 1) / parts - count * i / parts;
    const auto& [lo, hi] = intervals[i];
    for (std::size_t k = 0; k < here; ++k) {
      const double angle = std::acos(-1.0) * (static_cast<double>(k) + 0.5) / static_cast<double>(here);
      all.push_back(lo + (hi - lo) * R(0.5 - 0.5 * std::cos(angle)));
    }
  }
  return all;
}

/// log((x - lo) / (hi - x)) of these points, which are in ascending order; infinite at the ends.
template <class R>
std::vector<std::vector<double>> by_interval(const std::vector<std::pair<R, R>>& intervals,
                                             const std::vector<R>& points) {
  std::vector<std::vector<double>> all(intervals.size());
  std::size_t i = 0;
  for (const R& x : points) {
    while (i + 1 < all.size() && x > intervals[i].second) ++i;
    const auto& [lo, hi] = intervals[i];
    all[i].push_back(!(x > lo)   ? -std::numeric_limits<double>::infinity()
                     : !(x < hi) ? std::numeric_limits<double>::infinity()
                                 : logarithm(R((x - lo) / (hi - x))));
  }
  return all;
}

/// The ends stay infinite where they are; next to them the trend inside goes on.
inline double interpolated(const std::vector<double>& list, double part) {
  const std::size_t n = list.size();
  if (n == 0) return 2 * part - 1;
  if (n == 1) return std::isfinite(list[0]) ? list[0] + 2 * part - 1 : 2 * part - 1;
  if (part == 0) return list[0];
  if (part == 1) return list[n - 1];
  // An end as long double has it may lie beyond the one of more bits, and both are points then.
  std::size_t from = 0, to = n;
  while (from < n && !std::isfinite(list[from])) ++from;
  while (to > from && !std::isfinite(list[to - 1])) --to;
  if (to <= from + 1) return from < to ? list[from] + 4 * part - 2 : 4 * part - 2;
  --to;
  const double place = part * static_cast<double>(n - 1);
  std::size_t k = static_cast<std::size_t>(place);
  k = std::clamp(k, from, to - 1);
  return list[k] + (list[k + 1] - list[k]) * (place - static_cast<double>(k));
}

/// Points of a higher type: in each interval those of this one as a function of their number, in the coordinate
/// log((x - lo) / (hi - x)), which is even for smooth functions and for singular ends. `before`, if any: those of a
/// lower type, whose way to `now` is followed on by `going_on` of its length. Beside a singular end distances shrink
/// like exp(-c sqrt(n)).
template <class R>
std::vector<R> drawn_apart(const std::vector<std::pair<R, R>>& intervals, const std::vector<R>& now,
                           const std::vector<R>& before, double going_on, std::size_t count) {
  const std::vector<std::vector<double>> of_now = by_interval(intervals, now),
                                         of_before = by_interval(intervals, before);
  std::size_t known = 0, made = 0;
  for (const auto& list : of_now) known += list.size();
  std::vector<R> all;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < of_now.size(); ++i) {
    seen += of_now[i].size();
    const std::size_t here = seen * count / std::max<std::size_t>(known, 1) - made;
    made += here;
    const auto& [lo, hi] = intervals[i];
    for (std::size_t k = 0; k < here; ++k) {
      const double part = here == 1 ? 0.5 : static_cast<double>(k) / static_cast<double>(here - 1);
      double place = interpolated(of_now[i], part);
      if (!before.empty() && !of_before[i].empty() && std::isfinite(place)) {
        const double earlier = interpolated(of_before[i], part);
        if (std::isfinite(earlier)) place += (place - earlier) * going_on;
      }
      if (place == std::numeric_limits<double>::infinity()) {
        all.push_back(hi);
        continue;
      }
      if (place == -std::numeric_limits<double>::infinity()) {
        all.push_back(lo);
        continue;
      }
      // Of the two distances the smaller one is exact: e^-|place| / (1 + e^-|place|).
      const R ratio = exp_of<R>(-std::fabs(place)), near = (hi - lo) * ratio / (R(1) + ratio);
      all.push_back(place < 0 ? lo + near : hi - near);
    }
  }
  return all;
}

/// Where points are that move along a path: known at some parameters in the same coordinate, extrapolated to another
/// one by the polynomial through all of them. Only how far they have moved is a double. Empty where they change their
/// interval.
template <class R>
std::vector<R> extrapolated(const std::vector<std::pair<R, R>>& intervals,
                            const std::vector<std::pair<double, std::vector<R>>>& known, double to) {
  const std::vector<R>& last = known.back().second;
  std::vector<double> shares;
  for (const auto& [here, points] : known) {
    double share = 1;
    for (const auto& [other, unused] : known)
      if (other != here) share *= (to - other) / (here - other);
    shares.push_back(share);
    if (points.size() != last.size()) return {};
  }
  std::vector<R> all;
  std::size_t i = 0;
  for (std::size_t k = 0; k < last.size(); ++k) {
    while (i + 1 < intervals.size() && last[k] > intervals[i].second) ++i;
    const R& lo = intervals[i].first;
    const R& hi = intervals[i].second;
    const auto ratio_of = [&](const R& x) { return R((x - lo) / (hi - x)); };
    double moved = 0;
    bool is_end = !(last[k] > lo) || !(last[k] < hi);
    for (std::size_t a = 0; a + 1 < known.size() && !is_end; ++a) {
      const R& x = known[a].second[k];
      if (x < lo || x > hi) return {};
      is_end = !(x > lo) || !(x < hi);
      if (is_end) break;
      const R ratio = ratio_of(x) / ratio_of(last[k]);
      const double more = static_cast<double>(ratio - R(1));
      moved += shares[a] * (std::fabs(more) < 0.5 ? std::log1p(more) : logarithm(ratio));
    }
    if (is_end) {
      all.push_back(last[k]);
      continue;
    }
    const R factor = std::fabs(moved) < 0.5 ? R(R(1) + R(std::expm1(moved))) : exp_of<R>(moved),
            ratio = ratio_of(last[k]) * factor;
    all.push_back(ratio > R(1) ? R(hi - (hi - lo) / (R(1) + ratio)) : R(lo + (hi - lo) * ratio / (R(1) + ratio)));
  }
  return all;
}

}  // namespace vieta::approximation
