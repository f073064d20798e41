#pragma once

// What the core asks of the compiler. Its macros: VT_HD, VT_UNROLL, VT_UNROLL_NOT; two more in bernstein_shape.hpp.

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "vieta: the core's error bounds need IEEE arithmetic: compile without -ffast-math and its parts"
#endif
#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ == 1 || __FLT_EVAL_METHOD__ == 2 || __FLT_EVAL_METHOD__ == -1)
#error "vieta: the core's error bounds need doubles that are rounded to double (no x87 arithmetic: use -msse2)"
#endif

// VT_HD marks a function of the core: host and device, inlined always. The kernels are compiled in one translation unit
// per instruction set; an out-of-line copy would be merged by the linker and could reach a processor that lacks its
// instructions.
//
// VT_UNROLL stands before a loop whose trip count is a small constant, VT_UNROLL_NOT before one that is long.
#if defined(__CUDACC__)
#define VT_HD __host__ __device__ __forceinline__
#if defined(__CUDA_ARCH__)
#define VT_UNROLL _Pragma("unroll")
#define VT_UNROLL_NOT _Pragma("unroll 1")
#else  // nvcc's host compiler does not know them
#define VT_UNROLL
#define VT_UNROLL_NOT
#endif
#elif defined(__clang__) && !defined(VIETA_SMALL_FUNCTIONS)
#define VT_HD inline __attribute__((always_inline))
#define VT_UNROLL _Pragma("unroll")
#define VT_UNROLL_NOT _Pragma("nounroll")
#elif defined(__GNUC__)
#if defined(VIETA_SMALL_FUNCTIONS)  // a build with sanitizers and one instruction set, which would compile for minutes
#define VT_HD inline
#define VT_UNROLL
#else
#define VT_HD inline __attribute__((always_inline))
#if defined(VIETA_UNROLL_LESS)  // kernels of high degrees, where it costs 4 % and compiles in a quarter of the time
#define VT_UNROLL _Pragma("GCC unroll 8")
#else
#define VT_UNROLL _Pragma("GCC unroll 65")
#endif
#endif
#define VT_UNROLL_NOT _Pragma("GCC unroll 1")
#else
#error "vieta: the core needs GCC, clang or nvcc"
#endif

// Contraction (a * b + c turned into one fma) breaks the error-free transforms and no macro tells of it. clang obeys
// this pragma; GCC needs -ffp-contract=off; device code uses the intrinsics that are never contracted.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
