#pragma once

#include <string>

#include "vieta/shaders.hpp"

namespace vieta {

/// The text in the language of shader_text.hpp, in another one.
std::string translated_shader(shader_language language, const std::string& text);

/// What comes before it: how to use it, the degree, and what the language lacks.
std::string shader_preamble(shader_language language, int degree, bool plain);
std::string shader_ending(shader_language language);

}  // namespace vieta
