#pragma once

#include <string>

namespace vieta {

/// To this degree all roots are refined at once. Beyond, Bernstein coefficients decide polynomials with few changes of
/// sign first.
constexpr int last_degree_at_once = 4;

/// `real_roots_separate` for degrees 1 and 2, in the language of shader_text.hpp.
std::string real_roots_shader_levels(int degree);

}  // namespace vieta
