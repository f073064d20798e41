#include <string>

#include "real_roots/shader/shader_languages.hpp"
#include "real_roots/shader/shader_source.hpp"

namespace vieta {
namespace {

std::string how_to_use(shader_language language, const std::string& degree, const std::string& size) {
  if (language == shader_language::wgsl) {
    return "//   var a: array<f32, " + size + ">;  // a[0] + a[1] x + ... + a[" + degree + "] x^" + degree +
           "\n"
           "//   let r = real_roots(a, -1.0, 1.0, 0.0, 0.0);\n"
           "//   for (var k = 0; k < r.count; k++) { ... r.roots[k] ... }\n";
  }
  return "//   float a[REAL_ROOTS_DEGREE + 1];  // a[0] + a[1] x + a[2] x^2 + ...\n"
         "//   RealRoots r = real_roots(a, -1.0, 1.0, 0.0, 0.0);\n"
         "//   for (int k = 0; k < r.count; k++) { ... r.roots[k] ... }\n";
}

std::string degree_of(shader_language language, const std::string& degree, bool any_degree) {
  if (language == shader_language::wgsl) return "const REAL_ROOTS_DEGREE: i32 = " + degree + ";\n";
  return "#ifndef REAL_ROOTS_DEGREE\n#define REAL_ROOTS_DEGREE " + degree + "\n#endif\n" +
         (any_degree ? "#if REAL_ROOTS_DEGREE < 3 || REAL_ROOTS_DEGREE > 32\n#error REAL_ROOTS_DEGREE: expected 3 to "
                       "32 in this text\n#endif\n"
                     : "#if REAL_ROOTS_DEGREE != " + degree +
                           "\n#error REAL_ROOTS_DEGREE: this text is for one degree alone\n#endif\n");
}

// What the languages lack.
constexpr const char* of_glsl = R"(
#ifdef GL_ES
precision highp float;
precision highp int;
#endif

// With GL_EXT_control_flow_attributes define these as [[unroll]] and [[dont_unroll]] for compilers that need the hint.
#ifndef REAL_ROOTS_UNROLL
#define REAL_ROOTS_UNROLL
#endif
#ifndef REAL_ROOTS_LOOP
#define REAL_ROOTS_LOOP
#endif
)";

constexpr const char* of_c = R"(
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define REAL_ROOTS_FUNCTION __host__ __device__ static inline
#define REAL_ROOTS_UNROLL _Pragma("unroll")
#else
#define REAL_ROOTS_FUNCTION static inline
#define REAL_ROOTS_UNROLL
#endif

typedef struct RealRootsPair {
  float x, y;
} RealRootsPair;

REAL_ROOTS_FUNCTION RealRootsPair real_roots_pair(float x, float y) {
  RealRootsPair pair;
  pair.x = x;
  pair.y = y;
  return pair;
}

REAL_ROOTS_FUNCTION float real_roots_min(float x, float y) { return x < y ? x : y; }

REAL_ROOTS_FUNCTION float real_roots_max(float x, float y) { return x > y ? x : y; }

REAL_ROOTS_FUNCTION uint32_t real_roots_bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

REAL_ROOTS_FUNCTION float real_roots_of_bits(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
)";

constexpr const char* of_metal = R"(
#define REAL_ROOTS_FUNCTION static inline
#define REAL_ROOTS_UNROLL _Pragma("unroll")
)";

constexpr const char* of_ispc = R"(
#define REAL_ROOTS_FUNCTION static inline
#define REAL_ROOTS_UNROLL

struct RealRootsPair {
  float x;
  float y;
};

static inline RealRootsPair real_roots_pair(float x, float y) {
  RealRootsPair pair;
  pair.x = x;
  pair.y = y;
  return pair;
}

static inline unsigned int real_roots_bits_of(float x) { return intbits(x); }

static inline float real_roots_of_bits(unsigned int bits) { return floatbits(bits); }

// Where to look, so their last bits do not matter.
static inline float real_roots_exp2(float x) { return exp(0.6931471805599453f * x); }

static inline float real_roots_log2(float x) { return 1.4426950408889634f * log(x); }
)";

}  // namespace

std::string shader_preamble(shader_language language, int degree, bool plain) {
  const bool any_degree = degree > last_degree_alone;
  const std::string number = std::to_string(degree);
  std::string text =
      "// SPDX-License-Identifier: 0BSD\n"
      "// All real roots of a polynomial in a closed interval. Written by `vieta real-roots --emit " +
      std::string(name(language)) + " --degree " + number +
      (plain ? " --plain`,\n// without scaling and without a look at the input: for finite coefficients of moderate "
               "size, the first and the "
               "last not\n// zero, and a finite interval lo < hi.\n"
             : "`.\n") +
      (language == shader_language::c ? "// For C, C++, CUDA and HIP.\n" : "") + "//\n" +
      how_to_use(language, number, std::to_string(degree + 1)) + "\n";
  if (language != shader_language::wgsl) text += "#ifndef REAL_ROOTS_TEXT\n#define REAL_ROOTS_TEXT\n\n";
  text += "// The degree; leading coefficients may be zero.\n" + degree_of(language, number, any_degree);
  if (language == shader_language::glsl) text += of_glsl;
  if (language == shader_language::c) text += of_c;
  if (language == shader_language::metal) text += of_metal;
  if (language == shader_language::ispc) text += of_ispc;
  return text;
}

std::string shader_ending(shader_language language) {
  return language == shader_language::wgsl ? "" : "\n#endif  // REAL_ROOTS_TEXT\n";
}

}  // namespace vieta
