#pragma once

#include <cmath>

#include "vieta/core/config.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {

/// Digits that a lane holds of a number in fixed point (fixed_point/kernels.hpp), lowest first. The steps below are
/// those of fixed_point/kernels.cpp where there is a fused multiply-add, so the digits of a sum are the same ones.
template <int K>
struct digit_slice {
  double at[K];
};

namespace slices {

constexpr double radix = 0x1p50, radix_inverse = 0x1p-50;
constexpr double rounder = 0x1.8p52;  // x + rounder - rounder is the whole number next to x, for |x| < 2^51

VT_HD double fused(double x, double y, double z) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(x, y, z);
#else
  return std::fma(x, y, z);
#endif
}

// A product or the sum of two as a whole number and a rest that is a multiple of 2^-50: both without error.
struct split_sum {
  double whole, rest;
};
VT_HD split_sum split_product(double x, double a) {
  const double shifted = fused(x, a, rounder);
  return {shifted - rounder, fused(x, a, rounder - shifted)};
}
VT_HD split_sum split_products(double x, double a, double y, double b) {
  const double first = fused(y, b, rounder), second = fused(x, a, first);
  return {second - rounder, fused(y, b, rounder - first) + fused(x, a, first - second)};
}

// The digit that `sum` leaves at its place, beside what the place below gave; `carry` goes to the next one.
VT_HD double settled(double sum, double& carry) {
  const double above = fused(sum, radix_inverse, rounder) - rounder;
  const double digit = fused(above, -radix, sum) + carry;
  carry = above;
  return digit;
}

}  // namespace slices

/// One lane's digits of x a + y b + row, where `out` may be x or y. `above_x`, `above_y`: the lowest digits of the lane
/// above. What is left for that lane's lowest digit is returned, and what the lane below leaves is still to be added.
template <int K>
VT_HD double combine(const digit_slice<K>& x, double above_x, double a, const digit_slice<K>& y, double above_y,
                     double b, const digit_slice<K>& row, digit_slice<K>& out) {
  slices::split_sum here = slices::split_products(x.at[0], a, y.at[0], b);
  double carry = 0;
  VT_UNROLL
  for (int j = 0; j < K; ++j) {
    const double next_x = j + 1 < K ? x.at[j + 1 < K ? j + 1 : 0] : above_x;
    const double next_y = j + 1 < K ? y.at[j + 1 < K ? j + 1 : 0] : above_y;
    const slices::split_sum next = slices::split_products(next_x, a, next_y, b);
    out.at[j] = slices::settled(slices::fused(next.rest, slices::radix, here.whole + row.at[j]), carry);
    here = next;
  }
  return carry;
}

/// The same of x a + row.
template <int K>
VT_HD double combine(digit_slice<K>& x, double above_x, double a, const digit_slice<K>& row) {
  slices::split_sum here = slices::split_product(x.at[0], a);
  double carry = 0;
  VT_UNROLL
  for (int j = 0; j < K; ++j) {
    const slices::split_sum next = slices::split_product(j + 1 < K ? x.at[j + 1 < K ? j + 1 : 0] : above_x, a);
    x.at[j] = slices::settled(slices::fused(next.rest, slices::radix, here.whole + row.at[j]), carry);
    here = next;
  }
  return carry;
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
