#pragma once

#include "base/simd/isa.hpp"
#include "base/simd/levels.hpp"  // written by src/base/CMakeLists.txt: which levels this build has

/// `name` of the widest level that was built and that `level`, an isa, permits. All levels were built, or one
/// (cmake/vieta_isa.cmake). A macro, since those of other levels are declared only, and must not be mentioned.
#if defined(VIETA_HAVE_BASELINE) && defined(VIETA_HAVE_AVX2)
#define VIETA_WIDEST(level, name) \
  ((level) == isa::avx512 ? avx512::name : (level) == isa::avx2 ? avx2::name : baseline::name)
#elif defined(VIETA_HAVE_AVX512)
#define VIETA_WIDEST(level, name) (static_cast<void>(level), avx512::name)
#elif defined(VIETA_HAVE_AVX2)
#define VIETA_WIDEST(level, name) (static_cast<void>(level), avx2::name)
#elif defined(VIETA_HAVE_NEON)
#define VIETA_WIDEST(level, name) (static_cast<void>(level), neon::name)
#else
#define VIETA_WIDEST(level, name) (static_cast<void>(level), baseline::name)
#endif
