#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"

namespace vieta {

enum class shader_language : std::uint8_t {
  glsl,  ///< GLSL ES 3.00 and GLSL 3.30 or later
  hlsl,  ///< shader model 4 or later
  wgsl,
  metal,  ///< Metal Shading Language
  c,      ///< one header for C99, C++, CUDA and HIP
  ispc,   ///< Intel's Implicit SPMD Program Compiler: one polynomial in each lane of a processor
};

template <>
inline constexpr auto names_of<shader_language> =
    std::to_array<enum_name<shader_language>>({{shader_language::glsl, "glsl"},
                                               {shader_language::hlsl, "hlsl"},
                                               {shader_language::wgsl, "wgsl"},
                                               {shader_language::metal, "metal"},
                                               {shader_language::c, "c"},
                                               {shader_language::ispc, "ispc"}});

struct shader_options {
  /// What the names in the text begin with: small letters, digits and single underscores. Texts of several degrees,
  /// each with a prefix of its own, fit into one shader.
  std::string prefix = "real_roots";
  /// Without scaling and without a look at the input: for finite coefficients of moderate size, the first and the last
  /// not zero, and a finite interval lo < hi.
  bool plain = false;
};

/// Shader text, to be pasted or included, with functions that find all real roots of one polynomial in an interval, or
/// the first: the same mathematics as core::real_roots, in float. The text is under the licence 0BSD and explains its
/// use. `degree` is 1 to 32. Texts for degrees from 7 on are for other degrees too (3 to 32), by a #define before the
/// text. Throws vieta::error otherwise.
VIETA_API std::string real_roots_shader(shader_language language, int degree, const shader_options& options = {});

}  // namespace vieta
