#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace vieta::approximation {

/// dn(j K / (count - 1)) for j = 0, ..., count - 1, from 1 to k', by descending Landen transformations (Abramowitz and
/// Stegun, 16.4); the second half is that of dn(K - u) = k' / dn(u).
inline std::vector<double> values_of_dn(double complement, std::size_t count) {
  constexpr double unit = 1e-16;
  constexpr std::size_t most_means = 40;
  std::vector<double> means = {1}, ratios = {0};
  double other = complement, half = 1;
  while (means.size() < most_means && half > unit * means.back()) {
    const double mean = means.back();
    half = (mean - other) / 2;
    means.push_back((mean + other) / 2);
    ratios.push_back(half / means.back());
    other = std::sqrt(mean * other);
  }
  std::vector<double> all(count, 1);
  for (std::size_t j = 0; 2 * j < count && count > 1; ++j) {
    const double part = static_cast<double>(j) / static_cast<double>(count - 1);
    double angle = std::ldexp(std::acos(-1.0) / 2 * part, static_cast<int>(means.size()) - 1);  // 2^N a_N u
    for (std::size_t n = means.size(); --n > 0;)
      angle = (angle + std::asin(std::clamp(ratios[n] * std::sin(angle), -1.0, 1.0))) / 2;
    all[j] = std::hypot(complement, std::sqrt((1 - complement) * (1 + complement)) * std::cos(angle));
    all[count - 1 - j] = complement / all[j];
  }
  return all;
}

/// Those between two intervals go to the nearest end, or, where that is taken, halfway to the next point.
template <class R>
void move_out_of_gaps(const std::vector<std::pair<R, R>>& intervals, std::vector<R>& places) {
  for (std::size_t i = 1; i < intervals.size(); ++i) {
    const R &left = intervals[i - 1].second, &right = intervals[i].first;
    std::size_t begin = 0;
    while (begin < places.size() && !(places[begin] > left)) ++begin;
    std::size_t end = begin;
    while (end < places.size() && places[end] < right) ++end;
    if (begin == end) continue;
    std::vector<R> before(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(begin)),
        after(places.begin() + static_cast<std::ptrdiff_t>(end), places.end());
    for (std::size_t k = begin; k < end; ++k) {
      const bool to_left = places[k] - left < right - places[k];
      if (to_left && (before.empty() || before.back() < left))
        before.push_back(left);
      else if (to_left)
        before.insert(before.end() - 1, before.size() == 1
                                            ? intervals[i - 1].first + (left - intervals[i - 1].first) * R(0.5)
                                            : before[before.size() - 2] * R(0.5) + left * R(0.5));
      else if (after.empty() || after.front() > right)
        after.insert(after.begin(), right);
      else
        after.insert(after.begin() + 1, after.size() == 1 ? right + (intervals[i].second - right) * R(0.5)
                                                          : after[1] * R(0.5) + right * R(0.5));
    }
    before.insert(before.end(), after.begin(), after.end());
    places = std::move(before);
  }
}

/// Where the best p/q alternates of a function that is another one on each side of a gap: Zolotarev's points of
/// sign(x) on [-1, -k'] and [k', 1] (Achieser, Elements of the Theory of Elliptic Functions, 1990, section 51), brought
/// to these intervals by the linear fraction that keeps the cross ratio of their ends. Of several gaps the narrowest
/// one counts. Empty where there is none.
template <class R>
std::vector<R> places_beside_gap(const std::vector<std::pair<R, R>>& intervals, std::size_t count) {
  if (intervals.size() > 2) {
    std::size_t narrowest = 1;
    const auto width = [&](std::size_t i) { return R(intervals[i].first - intervals[i - 1].second); };
    for (std::size_t i = 2; i < intervals.size(); ++i)
      if (width(i) < width(narrowest)) narrowest = i;
    std::vector<R> places = places_beside_gap<R>({{intervals.front().first, intervals[narrowest - 1].second},
                                                  {intervals[narrowest].first, intervals.back().second}},
                                                 count);
    move_out_of_gaps(intervals, places);
    return places;
  }
  if (intervals.size() != 2 || count < 4) return {};
  const auto& [a, b] = intervals[0];
  const auto& [c, d] = intervals[1];
  if (!(a < b) || !(b < c) || !(c < d)) return {};
  const double gap = static_cast<double>(R((c - b) / (c - a))) * static_cast<double>(R((d - a) / (d - b))),
               root = 1 + std::sqrt(std::max(0.0, 1 - gap)), complement = gap / (root * root);
  if (!(complement > 0) || !(complement < 1)) return {};
  // The distance from the end at the gap, of the interval whose other end is `far`; `beyond`: the outer end behind it.
  const auto away = [&](const R& far, const R& near, const R& beyond, double s) {
    const double v = (1 - s) * (1 + complement) / (2 * (s - complement));
    return R((near - far) * (beyond - near) / (beyond - near + R(v) * (beyond - far)));
  };
  const std::size_t of_left = count / 2, of_right = count - of_left;
  const std::vector<double> left = values_of_dn(complement, of_left), right = values_of_dn(complement, of_right);
  std::vector<R> all;
  for (std::size_t k = 0; k < of_left; ++k)
    all.push_back(k == 0 ? a : k + 1 == of_left ? b : R(b - away(a, b, d, left[k])));
  for (std::size_t k = of_right; k-- > 0;)
    all.push_back(k == 0 ? d : k + 1 == of_right ? c : R(c - away(d, c, a, right[k])));
  return all;
}

}  // namespace vieta::approximation
