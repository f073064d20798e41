#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/target.hpp"

namespace vieta {

/// The terms b_t w^power of a chart, highest power first. Complex coefficients always (real ones have zero planes).
struct kernel_terms {
  std::size_t count = 0;
  const std::int64_t* gap = nullptr;  ///< power[t-1] - power[t] for t >= 1; null when every gap is 1
  const double* re[4] = {};           ///< limbs; those beyond the chart's precision are null
  const double* im[4] = {};
  const double* modulus = nullptr;  ///< |b_t|, rounded up
};

/// Points w of one chart as planes of limbs, and what an evaluation returns for each: p(w) / w^lowest.
struct kernel_points {
  std::size_t count = 0;
  const double* re[4] = {};
  const double* im[4] = {};
};
struct kernel_values {
  double *re = nullptr, *im = nullptr;                        ///< value, rounded to double
  double *derivative_re = nullptr, *derivative_im = nullptr;  ///< only by horner_with_derivative
  double* absolute_sum = nullptr;  ///< sum |b_t| |w|^(power_t - lowest), relative error below 1e-10
};

/// Numbers z_j, each an unevaluated sum high + low, at most 2^-53 relative apart.
struct kernel_nodes {
  std::size_t count = 0;
  const double *re_high = nullptr, *im_high = nullptr, *re_low = nullptr, *im_low = nullptr;
};

/// A pair (target, source) closer than asked for, left to the caller.
struct close_pair {
  std::uint32_t target, source;
};

/// The inner loops, compiled once for each instruction set. Every function takes any number of targets.
/// `self[i]` is the place of target i among the sources, which it skips.
struct kernel_table {
  isa level;

  /// Horner's rule in double for p and p'. |error of p| <= 5 u (degree span + 2 terms + 2) absolute_sum + coefficient
  /// errors.
  void (*horner_with_derivative)(const kernel_terms&, const kernel_points&, const kernel_values&);
  /// Compensated Horner (Langlois, Louvet 2005; Graillat, Menissier-Morain 2012): as if done with 106 bits. Dense terms
  /// only.
  void (*horner_compensated)(const kernel_terms&, const kernel_points&, const kernel_values&);
  /// Horner's rule in double-double, quad-double.
  void (*horner_dd)(const kernel_terms&, const kernel_points&, const kernel_values&);
  void (*horner_qd)(const kernel_terms&, const kernel_points&, const kernel_values&);

  /// sum_{j != self} 1 / (z_i - z_j) from the high parts, for the Ehrlich-Aberth correction. A coincident source counts
  /// 0.
  void (*reciprocal_sum)(const kernel_nodes& sources, std::size_t targets, const double* re, const double* im,
                         double* sum_re, double* sum_im);

  /// product_{j != self} (z_i - z_j) = (re + i im) * 2^exponent. Sources closer than `close_distance[i]` in both
  /// coordinates are left out and appended to `pairs` (at most `capacity`; the return value counts all of them).
  std::size_t (*difference_product)(const kernel_nodes& sources, const kernel_nodes& targets, const std::uint32_t* self,
                                    const double* close_distance, double* re, double* im, std::int64_t* exponent,
                                    close_pair* pairs, std::size_t capacity);

  /// For the secular equation 1 + sum_j W_j / (x - z_j) = 0 at x = z_i + d_i, sums over j != self:
  ///   t = sum W_j / (x - z_j), t' = -sum W_j / (x - z_j)^2, b = -sum d_j / ((x - z_j) (x - z_j - d_j)).
  void (*secular_sums)(const kernel_nodes& sources, const double* weight_re, const double* weight_im,
                       const double* step_re, const double* step_im, const kernel_nodes& targets,
                       const std::uint32_t* self, const double* target_step_re, const double* target_step_im,
                       double* const out[6]);

  /// Sums over j != self for a certificate: sum weight_j / |z_i - z_j|, rounded up, and the least |z_i - z_j|^2 (within
  /// 1e-12 relative) from the high and low parts.
  void (*distance_sums)(const kernel_nodes& sources, const double* weight, const kernel_nodes& targets,
                        const std::uint32_t* self, double* sum, double* least_squared);
};

/// The kernels for a level that detect_isa() allows.
const kernel_table& kernels(isa level);

}  // namespace vieta
