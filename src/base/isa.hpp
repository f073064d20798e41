#pragma once

#include "vieta/target.hpp"
#ifdef VIETA_ISA
#include "vieta/core/pack.hpp"
#endif

// What all kernels share that are compiled once for each SIMD level: see cmake/vieta_isa.cmake.

/// Declares the same in the namespace of every level, of those that are not built too:
/// VIETA_AT_EACH_LEVEL(extern const kernel_table table).
#define VIETA_AT_EACH_LEVEL(declaration) \
  namespace baseline {                   \
  declaration;                           \
  }                                      \
  namespace avx2 {                       \
  declaration;                           \
  }                                      \
  namespace avx512 {                     \
  declaration;                           \
  }

/// `name` of the widest level that was built and that `level`, an isa, permits. All levels were built, or one
/// (cmake/vieta_isa.cmake). A macro, since those of other levels are declared only, and must not be mentioned.
#if defined(VIETA_HAVE_BASELINE) && defined(VIETA_HAVE_AVX2)
#define VIETA_WIDEST(level, name) \
  ((level) == isa::avx512 ? avx512::name : (level) == isa::avx2 ? avx2::name : baseline::name)
#elif defined(VIETA_HAVE_AVX512)
#define VIETA_WIDEST(level, name) (static_cast<void>(level), avx512::name)
#elif defined(VIETA_HAVE_AVX2)
#define VIETA_WIDEST(level, name) (static_cast<void>(level), avx2::name)
#else
#define VIETA_WIDEST(level, name) (static_cast<void>(level), baseline::name)
#endif

#ifdef VIETA_ISA
namespace vieta::VIETA_ISA {
/// Doubles of one register of this level.
#if defined(__AVX512F__)
using double_lanes = pack<double, 8>;
#elif defined(__AVX__)
using double_lanes = pack<double, 4>;
#else
using double_lanes = pack<double, 2>;
#endif
}  // namespace vieta::VIETA_ISA
#endif
