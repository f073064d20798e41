#pragma once

#include <cmath>
#include <cstdint>

#include "cuda/block.hpp"
#include "vieta/core/eft.hpp"

// Whole numbers in doubles. On a device the conversions and roundings of the instruction set run at a quarter of the
// speed of a sum, which does the same.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// To the nearest whole number, for |x| < 2^51: in this binade the units of doubles are 1.
VT_HD double nearest_whole(double x) {
  constexpr double unit_binade = 0x1.8p52;
  return rn_add(rn_add(x, unit_binade), -unit_binade);
}

/// x - m q for whole x and m, |x| <= 2^53 and |x / m| < 2^51, where q is x / m, rounded; `inverse` is 1 / m, rounded.
/// It is exact, and at most m / 2 + 2^-51 |x| in modulus: before it is rounded q is wrong by 2^-52 of itself at most.
VT_HD double balanced_remainder(double x, double m, double inverse) {
  return multiply_add(-nearest_whole(x * inverse), m, x);
}

VT_HD double whole_of(std::int32_t x) {
#if defined(__CUDA_ARCH__)
  // 2^52 + 2^31 + x, from its bits.
  return __dadd_rn(__hiloint2double(0x43300000, static_cast<int>(static_cast<unsigned>(x) ^ 0x80000000u)),
                   -(0x1p52 + 0x1p31));
#else
  return x;
#endif
}

/// The lowest eight bits of a whole number below 2^31 in modulus.
VT_HD std::uint32_t lowest_byte(double x) {
#if defined(__CUDA_ARCH__)
  return static_cast<std::uint32_t>(__double2loint(__dadd_rn(x, 0x1.8p52))) & 0xffu;
#else
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(x)) & 0xffU;
#endif
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
