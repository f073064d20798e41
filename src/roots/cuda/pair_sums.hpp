#pragma once

#include <cmath>
#include <cstdint>

#include "cuda/block.hpp"
#include "roots/cuda_sweeps/scaled_number.hpp"
#include "roots/sweep/kernels.hpp"
#include "vieta/core/complex.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {

/// What one target of the secular equation collects from the sources: see kernel_table::secular_sums.
struct secular_sum {
  complex<double> t = {0.0, 0.0}, derivative = {0.0, 0.0}, b = {0.0, 0.0};

  /// `from_node` is z_i + d_i - z_j. The sums steer an iteration: 40 bits of 1/x and 20 of the last term's are plenty.
  VT_HD void add(const complex<double>& from_node, const complex<double>& weight, const complex<double>& step) {
    const double squared = norm(from_node);
    if (!(squared > 0)) return;
    const double estimate = sweeps::reciprocal_estimate(squared), scale = estimate * (2 - squared * estimate);
    const complex<double> inverse = {from_node.re * scale, -(from_node.im * scale)};
    const complex<double> weighted = inverse * weight;
    t = t + weighted;
    derivative = derivative - weighted * inverse;
    const complex<double> from_root = from_node - step;
    const double squared_root = norm(from_root);
    if ((step.re == 0 && step.im == 0) || !(squared_root > 0)) return;
    const double scale_root = sweeps::reciprocal_estimate(squared_root);
    b = b - step * inverse * complex<double>{from_root.re * scale_root, -(from_root.im * scale_root)};
  }
};

/// z_i - z_j from high and low parts, within 4 u relative unless they agree to 40 bits.
VT_HD complex<double> difference_of(const kernel_nodes& nodes, std::size_t i, std::size_t j) {
  return {(nodes.re_high[i] - nodes.re_high[j]) + (nodes.re_low[i] - nodes.re_low[j]),
          (nodes.im_high[i] - nodes.im_high[j]) + (nodes.im_low[i] - nodes.im_low[j])};
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
