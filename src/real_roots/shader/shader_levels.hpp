#pragma once

#include <string>

namespace vieta {

/// To this degree the levels of the chain are all there is. Beyond, Bernstein coefficients decide polynomials with few
/// changes of sign first.
constexpr int last_degree_of_levels_alone = 4;
/// To this degree the last level is written out as well.
constexpr int last_degree_by_signs = 4;

/// `real_roots_separate` for one degree, in the language of shader_text.hpp: the chain of derivatives written out.
std::string real_roots_shader_levels(int degree);

}  // namespace vieta
