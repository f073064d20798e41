#pragma once

#include <string>

namespace vieta {

/// To this degree each text is one of its own; the one of a higher degree serves degrees 3 to 32.
inline constexpr int last_degree_alone = 4;

/// What a text of this degree needs of include/vieta/core/shader/, in GLSL ES 3.00 of a narrow kind, which
/// shader_languages.cpp turns into the other languages line by line: one statement a line, no head of a function in
/// two.
/// `@unroll` and `@loop` are hints for languages that have them. `plain`: without scaling and without a look at the
/// input.
std::string shader_source(int degree, bool plain);

}  // namespace vieta
