#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/sweep/kernels.hpp"
#include "vieta/core/qd.hpp"

namespace vieta {

/// The polynomial as seen from one circle: with x = rho w, rho = 2^(index/steps) exactly,
///   p(rho w) = 2^exponent * w^lowest * sum_t b_t w^(power_t - lowest),
/// scaled so that the largest |b_t| is about 1 and every |w| of the chart is about 1: no overflow at any degree.
/// Terms too small to matter anywhere in the chart are left out; `kernel_terms` gives the rest, highest power first.
struct chart {
  std::int64_t exponent = 0;
  std::int64_t lowest = 0;   ///< power of the last term kept
  std::int64_t highest = 0;  ///< power of the first term kept
  std::vector<double> re[4], im[4], modulus;
  std::vector<std::int64_t> gap;  ///< empty when dense
  kernel_terms kernel_view;
};

/// Makes charts on demand and keeps them. Precision is counted in limbs of double: 1, 2 or 4.
class atlas {
 public:
  explicit atlas(const coefficients& a);

  /// The chart index for a modulus of 2^(exponent + fraction): the circles lie so densely that |w|^degree stays within
  /// 2^+-128.
  [[nodiscard]] std::int64_t index_of(std::int64_t exponent, double fraction) const;
  /// Whether the exponents of all terms of p at such a modulus, and of products over all roots, fit 64 bits.
  [[nodiscard]] bool reaches(std::int64_t exponent) const;
  /// rho of a chart as 2^integer * fraction, fraction in [1, 2) with relative error 2^-203.
  [[nodiscard]] std::int64_t rho_exponent(std::int64_t index) const;
  [[nodiscard]] const qd& rho_fraction(std::int64_t index) const;
  [[nodiscard]] bool scales_exactly() const { return steps_ == 1; }

  /// Thread safe. The reference stays valid as long as the atlas.
  const chart& at(std::int64_t index, int limbs);

  [[nodiscard]] const coefficients& source() const { return a_; }

 private:
  [[nodiscard]] std::unique_ptr<chart> build(std::int64_t index, int limbs) const;

  const coefficients& a_;
  std::int64_t steps_ = 1;  ///< charts per factor of two: 2^log2_steps
  int log2_steps_ = 0;
  double largest_log2_ = 0;    ///< of the moduli of all coefficients, and of their reciprocals
  std::vector<qd> fractions_;  ///< 2^(i/steps)
  std::mutex lock_;
  std::map<std::pair<std::int64_t, int>, std::unique_ptr<chart>> charts_;
};

}  // namespace vieta
