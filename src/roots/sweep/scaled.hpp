#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>

#include "roots/sweep/power.hpp"
#include "vieta/core/config.hpp"

namespace vieta {

/// value * 2^exponent for any 64-bit exponent; ldexp flushes to 0 or overflows to infinity as usual.
VT_HD double scale_by(double value, std::int64_t exponent) {
  if (exponent >= -1022 && exponent <= 1023) {  // one product instead of a call, with the same single rounding
    return value * std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
  }
  return std::ldexp(value, static_cast<int>(std::clamp<std::int64_t>(exponent, -5000, 5000)));
}
inline std::complex<double> scale_by(std::complex<double> value, std::int64_t exponent) {
  return {scale_by(value.real(), exponent), scale_by(value.imag(), exponent)};
}

/// A complex number with an exponent range of its own: value * 2^exponent. Products of a million factors do not
/// overflow.
struct scaled_complex {
  std::complex<double> value{0, 0};
  std::int64_t exponent = 0;

  /// The larger part of `value` goes into [1/2, 1); zero, NaN and infinity stay.
  void normalise() {
    const double size = std::max(std::abs(value.real()), std::abs(value.imag()));
    if (!(size > 0) || std::isinf(size)) return;
    int shift = 0;
    std::frexp(size, &shift);
    value = scale_by(value, -shift);
    exponent += shift;
  }
  /// value * 2^(exponent - frame)
  [[nodiscard]] std::complex<double> in_frame(std::int64_t frame) const { return scale_by(value, exponent - frame); }
};

// Plain formulas: std::complex's operator* repairs NaN at the cost of a branch and a call.
inline std::complex<double> product(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

inline scaled_complex operator*(const scaled_complex& a, const scaled_complex& b) {
  scaled_complex r{product(a.value, b.value), a.exponent + b.exponent};
  r.normalise();
  return r;
}
inline scaled_complex operator/(const scaled_complex& a, const scaled_complex& b) {
  scaled_complex r{a.value / b.value, a.exponent - b.exponent};
  r.normalise();
  return r;
}
/// base^exponent, exponent >= 0.
inline scaled_complex power(const scaled_complex& base, std::int64_t exponent) {
  return power(base, exponent, scaled_complex{{1, 0}, 0});
}

}  // namespace vieta
