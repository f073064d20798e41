#pragma once

#include <string>

#include "vieta/shaders.hpp"

namespace vieta {

/// The whole shader text. Nothing is checked.
std::string emit_real_roots(shader_language language, int degree, const shader_options& options);

}  // namespace vieta
