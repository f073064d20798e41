#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/parallel_for.hpp"
#include "base/parallel_sort.hpp"

namespace vieta {

struct polar_point {
  double log_modulus, argument;
};

/// Finds points of the plane near a given one, in polar terms, so that moduli may span any range: each point has the
/// key log|z| + 0.37 |arg z|, which changes by at most 1.1 times the relative distance of two points, if that is below
/// 1/4.
/// (|arg| rather than arg: points on both sides of the negative real axis are neighbours, and so are conjugates.)
class polar_index {
 public:
  /// Of the points at(0), ..., at(count - 1).
  template <class PointAt>
  polar_index(std::size_t count, int threads, const PointAt& at) : rank_of_(count) {
    entries_ = make_sorted<entry>(
        count, threads, [&](std::size_t i) { return entry_of(static_cast<std::uint32_t>(i), at(i)); }, goes_before);
    rank(threads);
  }
  /// Some points, each of them once, are now at(i).
  template <class PointAt>
  void move(const std::vector<std::uint32_t>& points, int threads, const PointAt& at) {
    std::vector<entry> moved = make_sorted<entry>(
        points.size(), threads, [&](std::size_t k) { return entry_of(points[k], at(points[k])); }, goes_before);
    std::vector<char> is_moved(rank_of_.size(), 0);
    for (const std::uint32_t i : points) is_moved[i] = 1;
    std::erase_if(entries_, [&](const entry& e) { return is_moved[e.point] != 0; });
    std::vector<entry> all(rank_of_.size());
    std::merge(entries_.begin(), entries_.end(), moved.begin(), moved.end(), all.begin(), goes_before);
    entries_ = std::move(all);
    rank(threads);
  }
  /// Calls visit(points), with a vector of its own, for all points whose keys are one and the same number, where there
  /// are several.
  template <class Visit>
  void for_equal_keys(const Visit& visit) const {
    std::vector<std::uint32_t> points;
    for (std::size_t begin = 0; begin < entries_.size();) {
      std::size_t end = begin + 1;
      while (end < entries_.size() && entries_[end].key == entries_[begin].key) ++end;
      if (end - begin > 1) {
        points.clear();
        for (std::size_t k = begin; k < end; ++k) points.push_back(entries_[k].point);
        visit(points);
      }
      begin = end;
    }
  }
  /// Calls visit(j) for every point j whose relative distance from point i may be at most `distance` (i itself too).
  template <class Visit>
  void near(std::uint32_t i, double distance, const Visit& visit) const {
    // Rounding of a key: its logarithm may be as large as 1e10, hence the relative slack.
    const std::size_t rank = rank_of_[i];
    const double key = entries_[rank].key;
    const double reach = distance < 0.25 ? 1.1 * distance + 1e-12 * (1 + std::abs(key)) : INFINITY;
    std::size_t k = rank;
    while (k > 0 && !(entries_[k - 1].key < key - reach)) --k;
    for (; k < entries_.size() && (k <= rank || entries_[k].key <= key + reach); ++k) visit(entries_[k].point);
  }

 private:
  struct entry {
    double key;
    std::uint32_t point;
  };
  static entry entry_of(std::uint32_t point, const polar_point& p) {
    return {p.log_modulus + 0.37 * std::abs(p.argument), point};
  }
  static bool goes_before(const entry& a, const entry& b) {
    return a.key != b.key ? a.key < b.key : a.point < b.point;  // conjugates have the same key
  }
  void rank(int threads) {
    constexpr std::size_t grain = 1 << 15;  // a thread costs more than fewer
    parallel_for(entries_.size(), grain, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) rank_of_[entries_[k].point] = static_cast<std::uint32_t>(k);
    });
  }

  std::vector<entry> entries_;
  std::vector<std::uint32_t> rank_of_;
};

}  // namespace vieta
