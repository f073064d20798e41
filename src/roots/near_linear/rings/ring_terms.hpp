#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/fourier_plan.hpp"
#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/radius_power.hpp"
#include "roots/near_linear/rings/ring_bounds.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::near_linear {

/// r^k = value * 2^exponent for k in a range, relative error below 2^-102 whatever k (proofs ask for 2^-75).
class radius_powers {
 public:
  radius_powers(const ring& r);
  [[nodiscard]] radius_power at(std::int64_t k) const;

 private:
  std::int64_t lowest_;
  std::vector<radius_power> fine_, coarse_;  ///< r^i and r^(lowest + i * fine_.size())
};

/// The terms of a polynomial whose powers a ring keeps.
struct term_range {
  std::size_t first = 0, count = 0;
};
term_range terms_of(const coefficients& a, const ring& r);
/// About log2 of the largest |a_k| r^k.
std::int64_t frame_of(const envelope& hull, const ring& r);
ring_window window_of(const ring& r);
/// A bound of sum |b_k| e^(|k - centre| / unit * reach) over the powers that the ring leaves out.
double outside_of(const envelope& hull, const ring& r, std::int64_t frame);

/// What bounds have to allow for beyond the errors of transforms: exponents that are larger by so much in the units of
/// the ring, and more roundings on the way of a term, e times a term's size being reached on it.
struct sector_slack {
  double wider = 0;
  int roundings = 0;
};

/// The coefficients b_k = a_k r^k 2^-frame of a ring, in slots for its transforms.
class ring_terms {
 public:
  ring_terms(const coefficients& a, const envelope& hull, const ring& r, int threads = 1,
             const sector_slack& slack = {});
  /// Multiplies b_k by e^(2 pi i (k - centre) cell / all) for one cell of all: afterwards the transforms begin there.
  /// `directions` is the plan of all cells of the ring.
  void turn(const fourier_plan& directions, std::size_t cell, int threads = 1);

  [[nodiscard]] slot_view view() const;
  /// b_k for k = lowest + offset.
  [[nodiscard]] std::complex<double> weighted(std::int64_t offset) const {
    const auto cells = static_cast<std::int64_t>(ring_.cells());
    const std::int64_t first = ring_.lowest - ring_.centre, slot = (((first + offset) % cells) + cells) % cells;
    const auto at = static_cast<std::size_t>(offset / cells * cells + slot);
    return {re_[at], im_[at]};
  }
  [[nodiscard]] const ring_bounds& bounds() const { return bounds_; }
  /// Root mean square of (k - mean k) / unit by |b_k|^2 e^(2 k w), the largest for w = -half_height, 0, half_height.
  [[nodiscard]] double spread() const { return spread_; }
  /// (centre - mean k) / unit on the circle.
  [[nodiscard]] double tilt() const { return tilt_; }
  /// One term outweighs all others on the whole ring: it has no roots. (An estimate.)
  [[nodiscard]] bool has_no_roots() const { return has_no_roots_; }
  [[nodiscard]] std::int64_t frame() const { return frame_; }

 private:
  void measure(const envelope& hull, int threads, const sector_slack& slack);

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
