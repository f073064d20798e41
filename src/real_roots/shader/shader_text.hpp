#pragma once

#include <string>

#include "real_roots/shader/shader_text_all.hpp"
#include "real_roots/shader/shader_text_chain.hpp"
#include "real_roots/shader/shader_text_extrema.hpp"
#include "real_roots/shader/shader_text_few.hpp"
#include "real_roots/shader/shader_text_first.hpp"
#include "real_roots/shader/shader_text_low.hpp"
#include "real_roots/shader/shader_text_many.hpp"
#include "real_roots/shader/shader_text_numbers.hpp"
#include "real_roots/shader/shader_text_quick.hpp"
#include "real_roots/shader/shader_text_whole.hpp"

namespace vieta {

// core/real_roots.hpp once more, for shaders: GLSL ES 3.00 of a narrow kind, which emit_shader.cpp turns into the other
// languages line by line. So: one statement a line (a function's head may have two), arguments are not assigned to, and
// `name = condition ? a : b;` is the only use of `?`. `@unroll` and `@loop` are hints for languages that have them.
//
// What a shader may not rely on shapes it: no NaN and no infinity comes up in the arithmetic, inputs are looked at by
// their bits, and subnormal numbers may be zero. Arrays are small and indexed by loop counters, so that a compiler can
// keep them in registers: roots move up the derivatives in fixed places, one per interval, an empty interval being
// marked by a point of no width; and coefficients of degree N at every level, the leading ones zero (Peters 2023).
inline std::string real_roots_shader_text(int degree, bool plain) {
  // Each part begins with the line feed behind its quotation mark; the first one's stands for all.
  std::string text = real_roots_shader_numbers;
  text += real_roots_shader_crossing + 1;
  text += real_roots_shader_value_and_noise + 1;
  text += real_roots_shader_extrema + 1;
  if (degree > 1) text += real_roots_shader_quadratic + 1;
  const bool many = degree > last_degree_of_all;
  if (degree > last_degree_alone) {
    text += real_roots_shader_few + 1;
    text += real_roots_shader_leftmost + 1;
    text += (many ? real_roots_shader_many : real_roots_shader_all) + 1;
  }
  if (degree > 3) text += real_roots_shader_chain + 1;
  if (degree == 3 || degree == 4) text += real_roots_shader_cubic + 1;
  if (degree == 1) text += real_roots_shader_one + 1;
  if (degree == 2) text += real_roots_shader_two + 1;
  if (degree == 3) text += real_roots_shader_three + 1;
  if (degree == 4) text += real_roots_shader_four + 1;
  if (degree > last_degree_alone) text += (many ? real_roots_shader_separate_many : real_roots_shader_separate) + 1;
  text += (plain ? real_roots_shader_plain : real_roots_shader_whole) + 1;
  text += real_roots_shader_calls + 1;
  text += "\n";
  if (degree == 4) text += real_roots_shader_turn + 1;
  text += real_roots_shader_quick_head + 1;
  if (degree < 4) return text + (real_roots_shader_quick_low + 1);
  return text + ((degree == 4 ? real_roots_shader_quick_four : real_roots_shader_quick) + 1);
}

}  // namespace vieta
