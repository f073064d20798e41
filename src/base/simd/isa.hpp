#pragma once

#include "vieta/target.hpp"
#ifdef VIETA_ISA
#include "vieta/core/pack.hpp"
#endif

namespace vieta {
/// The levels of this family of processors, from narrow to wide.
#if defined(__aarch64__)
inline constexpr isa levels_of_family[] = {isa::baseline, isa::neon};
#else
inline constexpr isa levels_of_family[] = {isa::baseline, isa::avx2, isa::avx512};
#endif
}  // namespace vieta

// What all kernels share that are compiled once for each SIMD level: see cmake/vieta_isa.cmake.

/// Declares the same in the namespace of every level, of those that are not built too:
/// VIETA_AT_EACH_LEVEL(extern const kernel_table table).
#define VIETA_AT_EACH_LEVEL(declaration) \
  namespace baseline {                   \
  declaration;                           \
  }                                      \
  namespace neon {                       \
  declaration;                           \
  }                                      \
  namespace avx2 {                       \
  declaration;                           \
  }                                      \
  namespace avx512 {                     \
  declaration;                           \
  }

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
