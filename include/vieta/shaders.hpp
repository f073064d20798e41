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
};

template <>
inline constexpr auto names_of<shader_language> = std::to_array<enum_name<shader_language>>(
    {{shader_language::glsl, "glsl"}, {shader_language::hlsl, "hlsl"}, {shader_language::wgsl, "wgsl"}});

/// Shader text, to be pasted or included, with a function that finds all real roots of one polynomial in an interval:
/// the same mathematics as core::real_roots, in float. The text is under the licence 0BSD and explains its use.
/// `degree` is 1 to 32; in GLSL and HLSL a #define before the text overrules it. Throws vieta::error otherwise.
VIETA_API std::string real_roots_shader(shader_language language, int degree);

}  // namespace vieta
