#pragma once

#include <cmath>
#include <cstdint>

#include "cuda/block.hpp"
#include "roots/cuda_sweeps/device_sweeps.hpp"
#include "roots/cuda_sweeps/sweep_data.hpp"

namespace vieta::sweeps {
inline namespace VIETA_RUNS_ON {

using near_linear::block;
using near_linear::take;

/// p, w p' and the sum of moduli of a polynomial with few terms, for slice 0. O(terms log degree) for each node.
struct sparse_kernel {
  static constexpr int threads = 128;

  polynomial_view p;
  node_view nodes;
  active_view active;
  partial_view out;

  VT_HD void operator()(const block& b) const {
    const block_place place(nodes, active, b.x);
    if (place.frame < 0) return;
    b.for_each(static_cast<int>(place.last - place.first), [&](int i) {
      const std::int64_t at = static_cast<std::int64_t>(b.x) * active.per_block + i;  // in a slice
      const std::uint32_t node = active.node[place.first + i];
      const complex<double> w = {nodes.re[node], nodes.im[node]};
      const double size = std::sqrt(w.re * w.re + w.im * w.im);
      const int frame = nodes.frame_exponent[place.frame];
      scaled_number value, slope, modulus;
      for (std::int64_t t = p.terms; t-- > 0;) {
        const std::int64_t k = p.power[t], gap = t > 0 ? k - p.power[t - 1] : k, shift = p.exponent[t] + k * frame;
        const complex<double> a = {p.re[t], p.im[t]};
        const auto times = static_cast<double>(k);
        value = value + scaled_number{a, shift};
        slope = slope + normalised({times * a.re, times * a.im}, shift);
        modulus = modulus + scaled_number{{std::sqrt(a.re * a.re + a.im * a.im), 0.0}, shift};
        const scaled_number across = power_of(w, gap);
        value = value * across;
        slope = slope * across;
        modulus = modulus * power_of({size, 0.0}, gap);
      }
      out.value[at] = value;
      out.slope[at] = slope;
      out.modulus[at] = scale_by(modulus.value.re, modulus.exponent - value.exponent);
    });
  }
};

/// Puts the slices of every active node together, moves it, and lists those that have not settled for the next sweep.
template <correction Method>
struct step_kernel {
  static constexpr int threads = 128;

  polynomial_view p;
  node_view nodes;
  active_view active, next;
  partial_view from;
  std::uint8_t* state = nullptr;  ///< [node]: 0 active, 1 settled, 2 strayed
  int value_slices = 1;           ///< of p: one if it is sparse

  VT_HD void operator()(const block& b) const {
    const block_place place(nodes, active, b.x);
    if (place.frame < 0) return;
    b.for_each(static_cast<int>(place.last - place.first), [&](int i) {
      const std::int64_t at = static_cast<std::int64_t>(b.x) * active.per_block + i;  // in a slice
      const std::uint32_t node = active.node[place.first + i];
      complex<double> w = {nodes.re[node], nodes.im[node]};
      state[node] = static_cast<std::uint8_t>(move(place.frame, at, w));
      nodes.re[node] = w.re;
      nodes.im[node] = w.im;
      if (state[node] == 0) next.node[nodes.frame_begin[place.frame] + take(next.count + place.frame)] = node;
    });
  }

 private:
  // 0: go on with it, 1: it has settled, 2: it strayed.
  VT_HD int move(int frame, std::int64_t at, complex<double>& w) const {
    constexpr double u = 0x1p-53;
    scaled_number value, slope, modulus;
    for (int s = 0; s < value_slices; ++s) {
      const std::int64_t part = s * from.stride + at;
      value = value + from.value[part];
      slope = slope + from.slope[part];
      modulus = modulus + normalised({from.modulus[part], 0.0}, from.value[part].exponent);
    }
    const double size = std::sqrt(value.value.re * value.value.re + value.value.im * value.value.im);
    // A value of p is noise when it is below what rounding errors of Horner's rule typically amount to.
    if (size <= 4 * u * scale_by(modulus.value.re, modulus.exponent - value.exponent)) return 1;
    complex<double> step = Method == correction::ehrlich_aberth ? ehrlich_aberth_step(value, slope, at, w)
                                                                : durand_kerner_step(value, frame, at, w);
    const double length = std::sqrt(step.re * step.re + step.im * step.im);
    if (!(length < 0x1p500)) {
      step = {0.25, 0.25};  // Newton's step at a zero of p' or a coincidence
    } else if (length > 0.5) {
      step = {step.re * (0.5 / length), step.im * (0.5 / length)};
    }
    const complex<double> left = {1.0 - step.re, -step.im};
    w = w * left;
    // The sweeps end for a root when the next step, cubically smaller, would be lost in rounding.
    if (length * static_cast<double>(p.degree) < 2e-6 || length < 4 * u) return 1;
    const double log2_modulus = 0.5 * std::log2(w.re * w.re + w.im * w.im);
    return log2_modulus < frame_slack && log2_modulus > -frame_slack ? 0 : 2;
  }
  VT_HD complex<double> ehrlich_aberth_step(const scaled_number& value, const scaled_number& slope, std::int64_t at,
                                            const complex<double>& w) const {
    scaled_number sum;
    for (int s = 0; s < from.slices; ++s) sum = sum + from.others[s * from.stride + at];
    const complex<double> quotient = slope.value / value.value;
    const double unit = scale_by(1.0, slope.exponent - value.exponent), others = scale_by(1.0, sum.exponent);
    const complex<double> repulsion = w * complex<double>{sum.value.re * others, sum.value.im * others};
    const complex<double> one = {1.0, 0.0};
    return one / complex<double>{quotient.re * unit - repulsion.re, quotient.im * unit - repulsion.im};
  }
  VT_HD complex<double> durand_kerner_step(const scaled_number& value, int frame, std::int64_t at,
                                           const complex<double>& w) const {
    scaled_number product = p.leading;
    for (int s = 0; s < from.slices; ++s) product = product * from.others[s * from.stride + at];
    // z = 2^frame w, and so for all differences.
    product.exponent += nodes.frame_exponent[frame] * (p.degree - 1) + nodes.product_exponent[frame];
    const complex<double> ratio = value.value / (product.value * w);
    const double unit = scale_by(1.0, value.exponent - product.exponent - nodes.frame_exponent[frame]);
    return {ratio.re * unit, ratio.im * unit};
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::sweeps
