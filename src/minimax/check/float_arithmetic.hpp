#pragma once

#include <cmath>
#include <cstdint>

#include "minimax/check/step_kind.hpp"
#include "minimax/code/machine.hpp"
#include "vieta/core/scalar.hpp"

// What each step of a program computes on a machine, and how far off it is: one source for processors and GPUs, where
// both give the same bits.

namespace vieta::approximation {

/// Product and sum, each rounded, whatever the compiler would like to fuse.
VT_HD float rounded_product(float a, float b) {
#if defined(__CUDA_ARCH__)
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}
VT_HD double rounded_product(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}

VT_HD float flushed(float x) { return abs(x) < 0x1p-126F ? copysignf(0.0F, x) : x; }

/// The nearest half precision number; ties to even.
VT_HD float to_half(float x) {
  const float size = abs(x);
  const auto bits = __builtin_bit_cast(std::uint32_t, size);
  const auto normal = __builtin_bit_cast(float, (bits + 0xfffU + (bits >> 13 & 1U)) & 0xffffe000U);
  const float small = (size + 0.5F) - 0.5F;  // multiples of 2^-24, the spacing below the smallest normal half 2^-14
  constexpr float infinity = __builtin_huge_valf();
  const float rounded = size < 0x1p-14F ? small : normal > 65504.0F ? infinity : normal;
  return x != x ? x : copysignf(rounded, x);
}

/// What steps compute, as functions of up to four operands.
namespace step_function {

struct sum {
  VT_HD float operator()(float a, float b, float, float) const { return a + b; }
};
struct difference {
  VT_HD float operator()(float a, float b, float, float) const { return a - b; }
};
struct product {
  VT_HD float operator()(float a, float b, float, float) const { return rounded_product(a, b); }
};
struct quotient {
  VT_HD float operator()(float a, float b, float, float) const { return a / b; }
};
struct product_with_reciprocal {
  double factor;
  VT_HD float operator()(float a, float b, float, float) const {
    return rounded_product(a, static_cast<float>(factor / static_cast<double>(b)));
  }
};
struct fused_sum {
  VT_HD float operator()(float a, float b, float c, float) const { return fma(a, b, c); }
};
struct separate_sum {
  VT_HD float operator()(float a, float b, float c, float) const { return rounded_product(a, b) + c; }
};
struct fused_difference {
  VT_HD float operator()(float a, float b, float c, float) const { return fma(-a, b, c); }
};
struct separate_difference {
  VT_HD float operator()(float a, float b, float c, float) const { return c - rounded_product(a, b); }
};
struct opposite {
  VT_HD float operator()(float a, float, float, float) const { return -a; }
};
struct size {
  VT_HD float operator()(float a, float, float, float) const { return abs(a); }
};
struct root {
  VT_HD float operator()(float a, float, float, float) const { return sqrt(a); }
};
struct inexact_root {
  double factor;
  VT_HD float operator()(float a, float, float, float) const {
    return static_cast<float>(rounded_product(factor, sqrt(static_cast<double>(a))));
  }
};
struct smaller {
  VT_HD float operator()(float a, float b, float, float) const { return min(a, b); }
};
struct larger {
  VT_HD float operator()(float a, float b, float, float) const { return max(a, b); }
};
struct if_less {
  VT_HD float operator()(float a, float b, float c, float d) const { return a < b ? c : d; }
};
struct if_equal {
  VT_HD float operator()(float a, float b, float c, float d) const { return a == b ? c : d; }
};
struct with_sign {
  VT_HD float operator()(float a, float b, float, float) const { return copysignf(a, b); }
};
struct nearest_whole {
  VT_HD float operator()(float a, float, float, float) const { return nearbyintf(a); }
};

/// a 2^b, rounded once, for |b| <= 252: where the first factor is not exact the result is 0 or infinite anyway.
struct scaled {
  VT_HD float operator()(float a, float b, float, float) const {
    const int k = static_cast<int>(b < -252.0F ? -252.0F : b > 252.0F ? 252.0F : b);
    const int first = k < -126 ? k + 126 : k > 127 ? k - 127 : 0;
    return rounded_product(rounded_product(a, power_of_two(first)), power_of_two(k - first));
  }
  /// 2^k for -126 <= k <= 127.
  static VT_HD float power_of_two(int k) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(k + 127) << 23);
  }
};

/// The bits of x less those of sqrt(1/2): the exponent field is that of m 2^e with sqrt(1/2) <= m < sqrt(2).
VT_HD std::uint32_t from_root_half(float x) { return __builtin_bit_cast(std::uint32_t, x) - 0x3f3504f3U; }

struct exponent {
  VT_HD float operator()(float a, float, float, float) const {
    return static_cast<float>(static_cast<std::int32_t>(from_root_half(a)) >> 23);
  }
};
struct significand {
  VT_HD float operator()(float a, float, float, float) const {
    return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, a) - (from_root_half(a) & 0xff800000U));
  }
};

}  // namespace step_function

/// Calls use(f) with the function f(a, b, c, d) of a step. `direction` is +1 or -1, which way an inexact operation of
/// the machine errs. Inputs, constants and calls are the caller's.
template <class Use>
VT_HD void with_step(step_kind kind, const machine& m, double direction, Use&& use) {
  using namespace step_function;
  switch (kind) {
    case step_kind::add:
      return use(sum{});
    case step_kind::subtract:
      return use(difference{});
    case step_kind::multiply:
      return use(product{});
    case step_kind::divide:
      if (m.reciprocal_error == 0) return use(quotient{});
      return use(product_with_reciprocal{1 + direction * m.reciprocal_error * 0x1p-23});
    case step_kind::multiply_add:
      if (m.fused) return use(fused_sum{});
      return use(separate_sum{});
    case step_kind::multiply_subtract:
      if (m.fused) return use(fused_difference{});
      return use(separate_difference{});
    case step_kind::negate:
      return use(opposite{});
    case step_kind::absolute:
      return use(size{});
    case step_kind::square_root:
      if (m.root_error == 0) return use(root{});
      return use(inexact_root{1 + direction * m.root_error * 0x1p-23});
    case step_kind::minimum:
      return use(smaller{});
    case step_kind::maximum:
      return use(larger{});
    case step_kind::select_less:
      return use(if_less{});
    case step_kind::select_equal:
      return use(if_equal{});
    case step_kind::copy_sign:
      return use(with_sign{});
    case step_kind::round_even:
      return use(nearest_whole{});
    case step_kind::scale_by_power_of_two:
      return use(scaled{});
    case step_kind::binary_exponent:
      return use(exponent{});
    case step_kind::binary_significand:
      return use(significand{});
    case step_kind::input:
    case step_kind::constant:
    case step_kind::call:
      return;
  }
}

/// An error as it is counted: NaN as infinite, none where `exact` is not finite.
VT_HD double counted_error(double error, double exact, double off) {
  constexpr double infinity = __builtin_huge_val();
  const double known = off == 0 ? 0 : error == error ? error : infinity;
  return abs(exact) < infinity ? known : 0;
}
/// |exact - y| / max(|exact|, least).
VT_HD double relative_error(double exact, float y, double least) {
  const double off = abs(exact - static_cast<double>(y)), size = abs(exact);
  return counted_error(off / (size > least ? size : least), exact, off);
}
/// |exact - y| |weight|.
VT_HD double weighted_error(double exact, float y, double weight) {
  const double off = abs(exact - static_cast<double>(y));
  return counted_error(rounded_product(off, abs(weight)), exact, off);
}

}  // namespace vieta::approximation
