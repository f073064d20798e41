#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/fourier_plan.hpp"
#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/ring_plan.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::near_linear {

/// r^k = value * 2^exponent for k in a range, relative error below 2^-75.
class radius_powers {
 public:
  radius_powers(const ring& r);
  struct power {
    dd value;
    std::int64_t exponent;
  };
  [[nodiscard]] power at(std::int64_t k) const;

 private:
  std::int64_t lowest_;
  std::vector<power> fine_, coarse_;  ///< r^i and r^(lowest + i * fine_.size())
};

/// Proven bounds on a ring, for the Taylor polynomial C~ of a cell as it was computed and evaluated in double, and the
/// function C(u) = p(x) (r / x)^centre 2^-frame that it stands for; each for all |u| <= t.
/// Derivations: docs/method/roots_near_linear.md.
class ring_bounds {
 public:
  ring_bounds() = default;
  /// Sums of |b_k| and the largest |k - centre| / unit by bin, what lies outside of the powers kept.
  struct bin {
    double sum = 0, largest = 0;
  };
  ring_bounds(const std::vector<bin>& bins, double outside, double reach, int folds, int log2_cells);

  [[nodiscard]] double value_error(double t) const { return value_error_[index(t)]; }
  [[nodiscard]] double slope_error(double t) const { return slope_error_[index(t)]; }
  /// Of |C''| / 2, for C~ and for the sum over the powers that were kept alike.
  [[nodiscard]] double curvature(double t) const { return curvature_[index(t)]; }
  [[nodiscard]] double outside() const { return outside_; }
  [[nodiscard]] double reach() const { return reach_; }

 private:
  static constexpr int steps = 32;
  [[nodiscard]] std::size_t index(double t) const;
  double reach_ = 0, outside_ = 0;
  std::array<double, steps + 1> value_error_{}, slope_error_{}, curvature_{};
};

/// The coefficients b_k = a_k r^k 2^-frame of a ring, in slots for its transforms.
class ring_terms {
 public:
  ring_terms(const coefficients& a, const envelope& hull, const ring& r);
  /// Multiplies b_k by e^(2 pi i (k - centre) cell / all) for one cell of all: afterwards the transforms begin there.
  /// `directions` is the plan of all cells of the ring.
  void turn(const fourier_plan& directions, std::size_t cell);

  [[nodiscard]] slot_view view() const;
  [[nodiscard]] const ring_bounds& bounds() const { return bounds_; }
  /// Root mean square of (k - mean k) / unit by |b_k|^2 e^(2 k w), the largest for w = -half_height, 0, half_height.
  [[nodiscard]] double spread() const { return spread_; }
  /// (centre - mean k) / unit on the circle.
  [[nodiscard]] double tilt() const { return tilt_; }
  /// One term outweighs all others on the whole ring: it has no roots. (An estimate.)
  [[nodiscard]] bool has_no_roots() const { return has_no_roots_; }
  [[nodiscard]] std::int64_t frame() const { return frame_; }

 private:
  void measure(const envelope& hull);

  const ring& ring_;
  std::int64_t frame_ = 0;
  int folds_ = 1;
  std::vector<double> re_, im_;              ///< as the transforms want them
  std::vector<double> plain_re_, plain_im_;  ///< before the turn; empty if there was none
  ring_bounds bounds_;
  double spread_ = 1, tilt_ = 0;
  bool has_no_roots_ = false;
};

}  // namespace vieta::near_linear
