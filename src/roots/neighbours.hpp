#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace vieta {

/// Finds points of the plane near a given one, in polar terms, so that moduli may span any range: each point has the
/// key log|z| + 0.37 |arg z|, which changes by at most 1.1 times the relative distance of two points, if that is below
/// 1/4.
/// (|arg| rather than arg: points on both sides of the negative real axis are neighbours, and so are conjugates.)
class polar_index {
 public:
  void add(double log_modulus, double argument) {
    entries_.push_back({log_modulus + 0.37 * std::abs(argument), static_cast<std::uint32_t>(entries_.size())});
  }
  void finish() {
    std::sort(entries_.begin(), entries_.end(), [](const entry& a, const entry& b) { return a.key < b.key; });
    key_of_.resize(entries_.size());
    for (const entry& e : entries_) key_of_[e.point] = e.key;
  }
  /// Calls visit(j) for every point j whose relative distance from point i may be at most `distance` (i itself too).
  template <class Visit>
  void near(std::uint32_t i, double distance, const Visit& visit) const {
    // Rounding of a key: its logarithm may be as large as 1e10, hence the relative slack.
    const double reach = distance < 0.25 ? 1.1 * distance + 1e-12 * (1 + std::abs(key_of_[i])) : INFINITY;
    auto e = std::lower_bound(entries_.begin(), entries_.end(), key_of_[i] - reach,
                              [](const entry& a, double key) { return a.key < key; });
    for (; e != entries_.end() && e->key <= key_of_[i] + reach; ++e) visit(e->point);
  }

 private:
  struct entry {
    double key;
    std::uint32_t point;
  };
  std::vector<entry> entries_;
  std::vector<double> key_of_;
};

}  // namespace vieta
