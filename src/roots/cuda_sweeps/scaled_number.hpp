#pragma once

#include <cmath>
#include <cstdint>

#include "roots/sweep/scaled.hpp"
#include "vieta/core/complex.hpp"

namespace vieta::sweeps {

/// value * 2^exponent, on host and device.
struct scaled_number {
  complex<double> value = {0.0, 0.0};
  std::int64_t exponent = 0;
};

/// The exponent of the larger part of a number: 0 for 0, infinities and NaN.
VT_HD int exponent_of(const complex<double>& z) {
  const double x = std::fabs(z.re), y = std::fabs(z.im), size = x > y ? x : y;
  return size > 0 && size < INFINITY ? std::ilogb(size) : 0;
}

VT_HD scaled_number normalised(const complex<double>& value, std::int64_t exponent) {
  const int shift = exponent_of(value);
  return {{scale_by(value.re, -shift), scale_by(value.im, -shift)}, exponent + shift};
}

VT_HD scaled_number operator*(const scaled_number& a, const scaled_number& b) {
  return normalised(a.value * b.value, a.exponent + b.exponent);
}

/// A zero has no say in the exponent.
VT_HD scaled_number operator+(const scaled_number& a, const scaled_number& b) {
  if (a.value.re == 0 && a.value.im == 0) return b;
  if (b.value.re == 0 && b.value.im == 0) return a;
  const bool first = a.exponent >= b.exponent;
  const scaled_number &large = first ? a : b, &small = first ? b : a;
  const std::int64_t shift = small.exponent - large.exponent;
  return normalised(
      {large.value.re + scale_by(small.value.re, shift), large.value.im + scale_by(small.value.im, shift)},
      large.exponent);
}

VT_HD scaled_number power_of(const complex<double>& base, std::int64_t k) {
  scaled_number result = {{1.0, 0.0}, 0}, square = normalised(base, 0);
  for (; k > 0; k >>= 1) {
    if ((k & 1) != 0) result = result * square;
    if (k > 1) square = square * square;
  }
  return result;
}

/// About 1/x for 2^-1000 < x < 2^1000: 20 bits are known.
VT_HD double reciprocal_estimate(double x) {
#if defined(__CUDA_ARCH__)
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  return r;
#else
  return 1 / x;
#endif
}

}  // namespace vieta::sweeps
