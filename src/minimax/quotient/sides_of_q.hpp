#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace vieta::approximation {

/// The sign that q has at a place: it changes where no error counts, between two intervals, or not at all. p/q with a
/// pole there are as good as others: 1/x on [-1, -0.1] and [0.1, 1]. For each way in which the sign may change there is
/// one best p/q (two of them differ at points of alternation by a p with one zero for each), and the best of these is
/// the best.
template <class R>
struct sides_of_q {
  std::vector<R> changes;  ///< ascending

  [[nodiscard]] int of(const R& x) const {
    int side = 1;
    for (const R& change : changes)
      if (change < x) side = -side;
    return side;
  }
};

/// Middles of the gaps between intervals, which are ascending. Beside a jump, and where they meet, there is none.
template <class R>
std::vector<R> gaps_of(const std::vector<std::pair<R, R>>& intervals) {
  constexpr double jump = 1e-11;
  std::vector<R> found;
  for (std::size_t i = 1; i < intervals.size(); ++i) {
    const R &left = intervals[i - 1].second, &right = intervals[i].first;
    if (right - left > (intervals.back().second - intervals.front().first) * R(jump))
      found.push_back((left + right) * R(0.5));
  }
  return found;
}

/// All ways in which q, which has so many zeros at most, may change its sign in some of these gaps.
template <class R>
std::vector<sides_of_q<R>> ways_to_change(const std::vector<R>& gaps, std::size_t most_zeros) {
  std::vector<sides_of_q<R>> all;
  for (std::size_t way = 1; way < (std::size_t{1} << gaps.size()); ++way) {
    sides_of_q<R> sides;
    for (std::size_t k = 0; k < gaps.size(); ++k)
      if ((way >> k) % 2 == 1) sides.changes.push_back(gaps[k]);
    if (sides.changes.size() <= most_zeros) all.push_back(std::move(sides));
  }
  return all;
}

/// Both ends of the gaps where q changes its sign; where a point is there already the new one comes beside it.
template <class R>
void put_in_ends_of_gaps(const std::vector<std::pair<R, R>>& intervals, const std::vector<R>& changes,
                         std::vector<R>& places) {
  constexpr double beside = 0.25;
  for (const R& change : changes)
    for (std::size_t i = 1; i < intervals.size(); ++i) {
      if (!(intervals[i - 1].second < change) || !(change < intervals[i].first)) continue;
      const auto right = std::upper_bound(places.begin(), places.end(), change);
      const R a = intervals[i - 1].second, b = intervals[i].first,
              before = right == places.begin() ? intervals[i - 1].first : *(right - 1),
              after = right == places.end() ? intervals[i].second : *right;
      std::vector<R> added = {a, b};
      // Where a point is at the end already the new one comes beside it.
      if (!(before < a)) added[0] = a - (a - intervals[i - 1].first) * R(beside);
      if (!(b < after)) added[1] = b + (intervals[i].second - b) * R(beside);
      if (right - places.begin() >= 2 && !(before < a)) added[0] = a - (a - *(right - 2)) * R(beside);
      if (places.end() - right >= 2 && !(b < after)) added[1] = b + (*(right + 1) - b) * R(beside);
      places.insert(places.end(), added.begin(), added.end());
      std::sort(places.begin(), places.end());
    }
}

}  // namespace vieta::approximation
