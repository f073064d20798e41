#pragma once

#include <cstdint>
#include <vector>

#include "roots/coefficients.hpp"

namespace vieta::near_linear {

/// The upper convex hull of the points (k, log|a_k|), natural logarithms, as a concave function of k.
class envelope {
 public:
  explicit envelope(const coefficients& a, int threads = 1);

  /// Least and largest k.
  [[nodiscard]] double lowest() const { return power_.front(); }
  [[nodiscard]] double highest() const { return power_.back(); }
  [[nodiscard]] double at(double k) const;
  /// The slopes of the hull to the left and to the right of k; infinite beyond its ends.
  [[nodiscard]] double slope_before(double k) const;
  [[nodiscard]] double slope_after(double k) const;
  /// The k where at(k) + k log_radius is largest.
  [[nodiscard]] double peak(double log_radius) const;
  /// All log|x| of roots lie between these bounds (Cauchy): 2 |a_0| > sum |a_k x^k| below, and so on.
  [[nodiscard]] double least_log_modulus() const;
  [[nodiscard]] double largest_log_modulus() const;
  /// Where one term outweighs all others there are no roots: the end of such an annulus that begins at log_radius or
  /// below, or log_radius itself.
  [[nodiscard]] double end_of_gap(double log_radius) const;

 private:
  [[nodiscard]] std::size_t edge_right_of(double k) const;
  std::vector<double> power_, height_, slope_;  ///< of vertices; slope_[i] is that of the edge from i to i + 1
};

/// An annulus |log|x| - log r| <= half_height, cut into 2^(log2_cells + log2_passes) cells of equal angles; every
/// 2^log2_passes-th of them is dealt with in one pass, so that tables stay small.
/// In the cell about r e^(i theta), x = r e^(i theta + w), p is a Taylor polynomial in u = unit * w, after division by
/// (x / r)^centre.
struct ring {
  double radius = 1;  ///< r = radius * 2^radius_exponent exactly, radius in [1, 2)
  std::int64_t radius_exponent = 0;
  double half_height = 0;
  std::int64_t centre = 0;               ///< the power about which exponents are counted
  std::int64_t lowest = 0, highest = 0;  ///< powers that matter
  double unit = 1;                       ///< a power of two
  int log2_cells = 0, log2_passes = 0;

  [[nodiscard]] double log_radius() const;
  [[nodiscard]] std::size_t cells() const { return std::size_t{1} << log2_cells; }  ///< in one pass
  [[nodiscard]] std::size_t passes() const { return std::size_t{1} << log2_passes; }
  [[nodiscard]] double half_width() const;   ///< of a cell in u, along its angle
  [[nodiscard]] double half_length() const;  ///< in u, along its radius
  /// Taylor polynomials are used for |u| up to this.
  [[nodiscard]] double reach() const;
};

struct ring_limits {
  int parts = 1;  ///< of the moduli, planned by themselves on several threads: that gives a few rings more
  int threads = 1;
  int most_cells_log2 = 21;  ///< in one pass: a table of 1.3 GB
  double amplification = 3;  ///< of rounding errors in a cell, at most
};
/// What is good where the rest of the work is fast, whatever the number of threads. `most_cells_log2`: what the device
/// can transform at once.
ring_limits limits_for_device(const envelope& hull, int threads, int most_cells_log2 = 22);

/// Rings that cover all roots, inner ones first. Heights are as large as `taylor_terms` allow. What is decided here
/// costs time when it is bad, not correctness: error bounds are made from the coefficients afterwards. O(rings).
std::vector<ring> plan_rings(const envelope& hull, const ring_limits& limits = {});

}  // namespace vieta::near_linear
