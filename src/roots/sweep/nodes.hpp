#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "roots/sweep/kernels.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta {

/// The approximations z_i = mantissa * 2^exponent with a mantissa modulus about 1. As many as the degree, all distinct.
struct node_set {
  std::vector<complex<qd>> mantissa;
  std::vector<std::int64_t> exponent;
  /// Nodes that are irrational: what stands here is within 2^-198 of its modulus. Empty: none is.
  std::vector<char> inexact;

  [[nodiscard]] bool is_inexact(std::size_t i) const { return !inexact.empty() && inexact[i] != 0; }
  void mark_inexact(std::size_t i) {
    if (inexact.empty()) inexact.assign(size(), 0);
    inexact[i] = 1;
  }
  [[nodiscard]] std::size_t size() const { return mantissa.size(); }
  [[nodiscard]] std::complex<double> leading(std::size_t i) const { return {mantissa[i].re.x0, mantissa[i].im.x0}; }
  [[nodiscard]] scaled_complex rounded(std::size_t i) const { return {leading(i), exponent[i]}; }
  [[nodiscard]] double log2_mantissa(std::size_t i) const { return std::log2(std::abs(leading(i))); }
  [[nodiscard]] double log2_modulus(std::size_t i) const { return log2_mantissa(i) + static_cast<double>(exponent[i]); }
  void push_back(const scaled_complex& z);
  void set(std::size_t i, const complex<qd>& value, std::int64_t value_exponent);
  /// z_i - z_j to 53 bits even when they agree in all but the last limb, times 2^-frame.
  [[nodiscard]] std::complex<double> difference(std::size_t i, std::size_t j, std::int64_t frame) const;
};

/// Nodes of similar modulus (the targets), with all nodes near enough in modulus to matter individually (the sources).
/// The others are so much smaller or larger, by 2^66, that only their number or their product counts: (z_i - z_j) is
/// z_i or -z_j to double precision. In planes scaled by 2^-exponent nothing overflows.
struct band {
  std::int64_t exponent = 0;
  std::vector<std::uint32_t> targets, sources;           ///< node numbers
  std::vector<std::uint32_t> self;                       ///< place of each target among the sources
  std::vector<double> re_high, im_high, re_low, im_low;  ///< of the sources
  std::vector<std::uint32_t> smaller, larger;            ///< node numbers of the others

  [[nodiscard]] kernel_nodes source_view() const {
    return {sources.size(), re_high.data(), im_high.data(), re_low.data(), im_low.data()};
  }
};

std::vector<band> make_bands(const node_set& nodes);

/// Planes of chosen targets of a band, in the band's scale.
struct target_planes {
  std::vector<double> re_high, im_high, re_low, im_low;
  std::vector<std::uint32_t> self;
  target_planes(const band& b, const std::vector<std::uint32_t>& positions);  ///< positions within b.targets
  [[nodiscard]] kernel_nodes view(std::size_t first, std::size_t count) const {
    return {count, re_high.data() + first, im_high.data() + first, re_low.data() + first, im_low.data() + first};
  }
};

}  // namespace vieta
