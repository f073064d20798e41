#pragma once

#include <string>

#include "glyph.hpp"

namespace sh_glyph {

/// What sh_glyph.frag needs before itself: the text of vieta::real_roots_shader, the glyph's coefficients, and the
/// tables of the recurrence and of the sampled angles. Numbers that double-float needs come as (nearest float, rest).
std::string shader_tables(const glyph& g);

}  // namespace sh_glyph
