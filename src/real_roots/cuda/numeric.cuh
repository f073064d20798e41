#pragma once

#include <cstdint>

#include "real_roots/cuda/machine.cuh"
#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

// Small things that the real_roots kernels do with numbers, and how they keep lists.

namespace vieta::cuda {

/// A word whose highest bit is the sign of x.
__device__ __forceinline__ unsigned sign_word(float x) { return __float_as_uint(x); }
__device__ __forceinline__ unsigned sign_word(double x) { return static_cast<unsigned>(__double2hiint(x)); }

/// Of doubles that are no floats, too: coefficients of derivatives grow with small intervals.
__device__ __forceinline__ double rough_root(double x) {
  return abs(x) < power_of_two<double>(float_format<double>::smallest) ? 0 : x * rough_inverse_root(x);
}

/// For guesses, as core/level.hpp asks for it.
struct rough_arithmetic {
  template <class T>
  static __device__ __forceinline__ T quotient(T a, T b) {
    return a * rough_reciprocal(b);
  }
  template <class T>
  static __device__ __forceinline__ T root(T a) {
    return rough_root(a);
  }
};

/// The smaller one, the larger one; the other one if one is a NaN.
__device__ __forceinline__ float smaller(float a, float b) { return fminf(a, b); }
__device__ __forceinline__ float larger(float a, float b) { return fmaxf(a, b); }
__device__ __forceinline__ double smaller(double a, double b) { return fmin(a, b); }
__device__ __forceinline__ double larger(double a, double b) { return fmax(a, b); }

/// x held in [0, 1]; zero for a NaN.
__device__ __forceinline__ float saturated(float x) { return __saturatef(x); }
__device__ __forceinline__ double saturated(double x) { return fmin(fmax(x, 0.0), 1.0); }

/// x held in [lo, hi]; lo for a NaN.
template <class T>
__device__ __forceinline__ T clamped(T x, T lo, T hi) {
  return smaller(larger(x, lo), hi);
}

/// A power of two that brings a normal x > 0 to [1, 2).
__device__ __forceinline__ float to_one(float x) {
  return __uint_as_float(0x7f000000u - (__float_as_uint(x) & 0x7f800000u));
}
__device__ __forceinline__ double to_one(double x) {
  return __hiloint2double(0x7fe00000 - (__double2hiint(x) & 0x7ff00000), 0);
}

template <class T>
__device__ __forceinline__ T not_a_number();
template <>
__device__ __forceinline__ float not_a_number<float>() {
  return __int_as_float(0x7fc00000);
}
template <>
__device__ __forceinline__ double not_a_number<double>() {
  return __longlong_as_double(0x7ff8000000000000);
}

/// Two numbers in the room of one: a place, which is a multiple of 2^-13 (float) or of 2^-26 (double) in [-1, 1], and,
/// cut to its first 16 bits, another one.
template <class T>
struct place_and;
template <>
struct place_and<float> {
  unsigned word;

  place_and() = default;
  __device__ __forceinline__ place_and(float place, float other) {
    const float fixed_point = fma(place, 0x1p13f, 0x1p23f + 0x1p13f);  // the place in the lowest bits
    word = __byte_perm(sign_word(fixed_point), sign_word(other), 0x7610);
  }
  __device__ __forceinline__ float place() const {
    return fma(__uint_as_float((word & 0xffff) | 0x4b000000), 0x1p-13f, -(0x1p10f + 1));
  }
  __device__ __forceinline__ float other() const { return __uint_as_float(word & 0xffff0000); }
};
template <>
struct place_and<double> {
  double both;

  place_and() = default;
  __device__ __forceinline__ place_and(double place, double other) {
    both = __hiloint2double(__double2hiint(place), __double2loint(place) | static_cast<int>(sign_word(other) >> 16));
  }
  __device__ __forceinline__ double place() const {
    return __hiloint2double(__double2hiint(both), static_cast<int>(__double2loint(both) & 0xffff0000u));
  }
  __device__ __forceinline__ double other() const { return __hiloint2double(__double2loint(both) << 16, 0); }
};

/// Signs of b[0] ... b[N]. -0 counts as negative, which may add variations but never hides one.
struct signs {
  int variations, negatives;
};
template <int N, class T>
__device__ __forceinline__ signs count_signs(const T (&b)[N + 1]) {
  signs count{0, 0};
  VT_UNROLL
  for (int first = 0; first < N; first += 31) {
    const int last = first + 31 < N ? first + 31 : N;
    unsigned word = 0;
    VT_UNROLL
    for (int i = first; i <= last; ++i) word = __funnelshift_l(sign_word(b[i]), word, 1);
    count.variations += __popc((word ^ word >> 1) & ((1u << (last - first)) - 1));
    count.negatives += __popc(first == 0 ? word : word & ((1u << (last - first)) - 1));
  }
  return count;
}

/// Adds the indices of those lanes to a list in device memory. The whole warp calls this.
__device__ __forceinline__ void append(bool mine, unsigned id, unsigned* count, unsigned* list) {
  const unsigned votes = __ballot_sync(whole_warp, mine), lane = threadIdx.x % warp_size;
  if (votes == 0) return;
  unsigned first = 0;
  if (lane == 0) first = atomicAdd(count, static_cast<unsigned>(__popc(votes)));
  first = __shfl_sync(whole_warp, first, 0);
  if (mine) list[first + static_cast<unsigned>(__popc(votes & ((1u << lane) - 1)))] = id;
}

}  // namespace vieta::cuda
