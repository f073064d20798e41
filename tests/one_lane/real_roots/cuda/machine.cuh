#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

// A machine for the kernels of real_roots that is no GPU: a warp of one lane, on a CPU. In place of
// src/real_roots/cuda/machine.cuh, for tests of what the kernels decide; what lanes do with each other takes a GPU.

#include "vieta/core/config.hpp"

#undef VT_UNROLL_NOT  // GCC complains where a loop over lanes is none
#define VT_UNROLL_NOT

#define __device__
#define __global__
#define __forceinline__ inline
#define __shared__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __grid_constant__

struct one_of_all {
  unsigned x = 0;
};
constexpr one_of_all threadIdx{}, blockIdx{}, gridDim{1};

inline unsigned __ballot_sync(unsigned, bool mine) { return mine ? 1 : 0; }
inline bool __any_sync(unsigned, bool mine) { return mine; }
inline bool __all_sync(unsigned, bool mine) { return mine; }
template <class T>
T __shfl_sync(unsigned, T x, int) {
  return x;
}
inline int __reduce_max_sync(unsigned, int x) { return x; }
inline unsigned __reduce_or_sync(unsigned, unsigned x) { return x; }
inline void __syncwarp() {}
inline unsigned atomicAdd(unsigned* to, unsigned by) {
  *to += by;
  return *to - by;
}
inline void atomicOr(unsigned* to, unsigned bits) { *to |= bits; }
template <class T>
T __ldg(const T* from) {
  return *from;
}

inline int __popc(unsigned word) { return std::popcount(word); }
inline int __ffs(int word) { return word == 0 ? 0 : std::countr_zero(static_cast<unsigned>(word)) + 1; }
inline unsigned __brev(unsigned word) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= (word >> bit & 1) << (31 - bit);
  return reversed;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  return by == 0 ? high : high << by | low >> (32 - by);
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const std::uint64_t both = std::uint64_t{b} << 32 | a;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) result |= static_cast<unsigned>(both >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
  return result;
}

inline unsigned __float_as_uint(float x) { return std::bit_cast<unsigned>(x); }
inline float __uint_as_float(unsigned word) { return std::bit_cast<float>(word); }
inline float __int_as_float(int word) { return std::bit_cast<float>(word); }
inline double __longlong_as_double(long long word) { return std::bit_cast<double>(word); }
inline int __double2hiint(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) & 0xffffffffu); }
inline double __hiloint2double(int high, int low) {
  return std::bit_cast<double>(std::uint64_t{static_cast<unsigned>(high)} << 32 | static_cast<unsigned>(low));
}
inline float __saturatef(float x) { return x > 0 ? std::min(x, 1.0f) : 0.0f; }

namespace vieta::cuda {

using std::max;
using std::min;

constexpr unsigned whole_warp = 0xffffffffu;
constexpr int warp_size = 1;

// As rough as a GPU's: the higher word of a double.
inline double higher_word(double x) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0xffffffff00000000u);
}
inline float rough_reciprocal(float x) { return 1 / x; }
inline double rough_reciprocal(double x) { return higher_word(1 / x); }
inline double rough_inverse_root(double x) { return higher_word(1 / std::sqrt(x)); }
inline float rough_root(float x) { return std::sqrt(x); }
inline double abs_here(double x) { return std::abs(x); }
inline unsigned with_low_bits(unsigned word, unsigned kept, unsigned low) { return (word & kept) | low; }
template <class T>
void hide(T&) {}
inline void let_the_next_kernel_start() {}
inline void wait_for_the_kernel_before() {}

}  // namespace vieta::cuda
