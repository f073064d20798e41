#pragma once

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
    const auto make = [&](std::size_t i) -> entry {
      const polar_point p = at(i);
      return {p.log_modulus + 0.37 * std::abs(p.argument), static_cast<std::uint32_t>(i)};
    };
    entries_ = make_sorted<entry>(count, threads, make, [](const entry& a, const entry& b) {
      return a.key != b.key ? a.key < b.key : a.point < b.point;  // conjugates have the same key
    });
    constexpr std::size_t grain = 1 << 15;  // a thread costs more than fewer
    parallel_for(count, grain, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t k = first; k < last; ++k) rank_of_[entries_[k].point] = static_cast<std::uint32_t>(k);
    });
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
  std::vector<entry> entries_;
  std::vector<std::uint32_t> rank_of_;
};

}  // namespace vieta
