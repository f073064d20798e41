#pragma once

#include <string>

#include "vieta/shaders.hpp"

namespace vieta {

/// The whole shader text, with `degree` as default. Nothing is checked.
std::string emit_real_roots(shader_language language, int degree);

}  // namespace vieta
