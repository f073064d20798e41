#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace vieta::approximation {

/// Those between these points, which are in ascending order, and beside the ends.
template <class R>
std::vector<std::pair<R, R>> gaps_between(const std::vector<std::pair<R, R>>& intervals, const std::vector<R>& points) {
  std::vector<std::pair<R, R>> gaps;
  for (std::size_t k = 0; k <= points.size(); ++k) {
    const R from = k == 0 ? intervals.front().first : points[k - 1],
            to = k == points.size() ? intervals.back().second : points[k];
    if (from < to) gaps.emplace_back(from, to);
  }
  return gaps;
}

template <class R>
bool is_inside(const std::vector<std::pair<R, R>>& intervals, const R& x) {
  return std::any_of(intervals.begin(), intervals.end(),
                     [&](const auto& i) { return !(x < i.first) && !(x > i.second); });
}

/// Where one or two points more may lie in the gaps of a reference: `tried` gets their places, and true from it ends
/// this. `in_many_ways`: next to both ends as well, where a zero of q just beyond one of them crowds the outermost
/// points, and off the middles of neighbouring gaps.
template <class R, class Tried>
bool put_in(const std::vector<std::pair<R, R>>& gaps, std::size_t missing, bool in_many_ways, const Tried& tried) {
  constexpr std::size_t most_pairs = 12, most_far_pairs = 3;
  const auto place = [&gaps](std::size_t gap, double part) {
    const auto& [a, b] = gaps[gap];
    return R(a + (b - a) * R(part));
  };
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const auto& [a, b] = gaps[i];
    if (missing == 1) {
      for (const double part : {0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97})
        if (tried({place(i, part)})) return true;
      if (in_many_ways && ((i == 0 && tried({a})) || (i + 1 == gaps.size() && tried({b})))) return true;
      if (in_many_ways && (i == 0 || i + 1 == gaps.size()))
        for (const double part : {1e-2, 1e-3, 1e-4})
          if (tried({place(i, part)}) || tried({R(b - (b - a) * R(part))})) return true;
      continue;
    }
    if (tried({R(a + (b - a) / R(3)), R(b - (b - a) / R(3))})) return true;
    for (std::size_t j = i + 1; j < gaps.size() && j <= i + most_pairs; ++j)
      if (tried({place(i, 0.5), place(j, 0.5)})) return true;
  }
  if (missing == 2 && in_many_ways) {  // both next to an end, beyond which a zero of p and one of q are nearly one
    constexpr int decades = 12;
    const auto& [first, after] = gaps.front();
    const auto& [before, last] = gaps.back();
    for (int k = 1; k <= decades; ++k) {
      const double part = std::pow(10.0, -k);
      if (tried({first, R(first + (after - first) * R(part))})) return true;
      if (tried({R(last - (last - before) * R(part)), last})) return true;
    }
  }
  for (std::size_t i = 0; missing == 2 && in_many_ways && i < gaps.size(); ++i)
    for (std::size_t j = i + 1; j < gaps.size() && j <= i + most_far_pairs; ++j)
      for (const double of_i : {0.25, 0.75, 0.1, 0.9, 0.5})
        for (const double of_j : {0.25, 0.75, 0.1, 0.9, 0.5})
          if (tried({place(i, of_i), place(j, of_j)})) return true;
  return false;
}

/// Of many tops that are nearly as high some are lowered best by a needle: two zeros of q, conjugate and close to the
/// interval, beside a top, whose sign they turn around on a place as narrow as they are near; or between two tops, with
/// a zero of p beside them, where errors of both signs follow each other closely and the tail lowers both tops.
template <class R, class Tried>
bool as_needles(const std::vector<std::pair<R, R>>& intervals, const std::vector<R>& tops, const Tried& tried) {
  constexpr int half_decades = 12;
  for (int k = 1; k <= half_decades; ++k) {
    const R part = std::pow(10.0, -0.5 * k);
    for (std::size_t i = 0; i < tops.size(); ++i) {
      const R left = i == 0 ? intervals.front().first : tops[i - 1],
              right = i + 1 == tops.size() ? intervals.back().second : tops[i + 1];
      const R step = (tops[i] - left < right - tops[i] ? tops[i] - left : right - tops[i]) * part;
      if (step > R(0) && tried({R(tops[i] - step), R(tops[i] + step)})) return true;
      if (i == 0) continue;
      const R gap = tops[i] - left;
      for (const double place : {0.5, 0.6, 0.4, 0.7, 0.3}) {
        const R x = left + gap * R(place), next = x + gap * part;
        if (next < tops[i] && tried({x, next})) return true;
      }
    }
  }
  return false;
}

}  // namespace vieta::approximation
