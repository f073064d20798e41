#pragma once

#include <cmath>
#include <cstdint>

#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

// What the functions of this folder ask of the machine. They find the real roots of one polynomial in a thread's
// registers, and are the source of the shader texts, too: src/real_roots/shader/ translates them. So they are written
// in what all languages of shaders have: one statement a line, braces around each, arguments that are not assigned to,
// and `name = condition ? a : b;` as the only use of `?`.
//
// What a shader may not rely on shapes them as well: no outcome rests on NaN or infinity in the arithmetic, inputs are
// looked at by their bits, and subnormal numbers may be zero. Arrays are small and indexed by loop counters, so that a
// compiler can keep them in registers: roots move up the derivatives in fixed places, one per interval, an empty
// interval being marked by a point of no width; and coefficients of degree N stand at every level, the leading ones
// zero (Peters 2023).

// VT_STATIC marks a function that a compiler may inline or call, each translation unit having its own copy (see VT_HD).
// VT_UNROLL_ON_DEVICE stands before a loop whose counter has to be known for arrays to stay in a GPU's registers,
// VT_LOOP_ON_DEVICE before one that should stay a loop.
#if defined(__CUDACC__)
#define VT_STATIC [[maybe_unused]] static __host__ __device__
#else
#define VT_STATIC [[maybe_unused]] static
#endif
#if defined(__CUDA_ARCH__)
#define VT_UNROLL_ON_DEVICE _Pragma("unroll")
#define VT_LOOP_ON_DEVICE _Pragma("unroll 1")
#else
#define VT_UNROLL_ON_DEVICE
#define VT_LOOP_ON_DEVICE
#endif

namespace vieta::core::shader {

using uint = std::uint32_t;

template <class T>
struct vec2 {
  T x, y;
  VT_HD vec2(T first, T second) : x(first), y(second) {}
};

VT_HD uint bits_of(float x) { return __builtin_bit_cast(uint, x); }
VT_HD float of_bits(uint bits) { return __builtin_bit_cast(float, bits); }

/// Powers of two and their inverse, where the last bits do not matter.
VT_HD float exp2(float x) { return ::exp2f(x); }
VT_HD float log2(float x) { return ::log2f(x); }

/// Half the distance from 1 to the next number, and the least number that is not subnormal.
template <class T>
inline constexpr T unit_roundoff = float_format<T>::unit_roundoff;
template <class T>
inline constexpr T least_normal = T(1.1754943508222875e-38);
template <>
inline constexpr double least_normal<double> = 2.2250738585072014e-308;

}  // namespace vieta::core::shader
