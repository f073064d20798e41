#pragma once

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

namespace vieta::near_linear {

struct float_complex {
  float re, im;
};
VT_HD float_complex product(float_complex a, float_complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
VT_HD float_complex quotient(float_complex a, float_complex b) {
  const float size = b.re * b.re + b.im * b.im, inverse = 1.0f / (size > 1e-36f ? size : 1e-36f);
  return {(a.re * b.re + a.im * b.im) * inverse, (a.im * b.re - a.re * b.im) * inverse};
}
// Half the square of a grid point, and a good deal more.
inline constexpr float usual_reach = 0.65f, crowded_reach = 1.0f;
inline constexpr float sqrt_2 = 1.41422f;

// The roots of q t^2 + d t + f that lie in a square |Re t|, |Im t| <= reach, which is larger where q weighs: there may
// be more than two roots about, and those of q are less certain. Returns how many.
VT_HD int roots_in_square(float_complex f, float_complex d, float_complex q, float_complex* out) {
  float size = max(max(abs(f.re), abs(f.im)), max(abs(d.re), abs(d.im)));
  size = max(size, max(abs(q.re), abs(q.im)));
  if (!(size > 0)) return 0;
  const float scale = 1 / size;
  f = {f.re * scale, f.im * scale};
  d = {d.re * scale, d.im * scale};
  q = {q.re * scale, q.im * scale};
  const bool crowded = 16 * (q.re * q.re + q.im * q.im) > d.re * d.re + d.im * d.im;
  const float reach = crowded ? crowded_reach : usual_reach;
  const float_complex dd = product(d, d), qf = product(q, f);
  const float_complex z = {dd.re - 4 * qf.re, dd.im - 4 * qf.im};
  const float modulus = sqrt(z.re * z.re + z.im * z.im);
  float_complex root = {sqrt(max(0.0f, (modulus + z.re) / 2)), sqrt(max(0.0f, (modulus - z.re) / 2))};
  if (z.im < 0) root.im = -root.im;
  if (d.re * root.re + d.im * root.im < 0) root = {-root.re, -root.im};
  const float_complex half = {-(d.re + root.re) / 2, -(d.im + root.im) / 2};
  int count = 0;
  const float_complex both[2] = {quotient(f, half), quotient(half, q)};
  for (const float_complex t : both) {
    if (abs(t.re) <= reach && abs(t.im) <= reach) out[count++] = t;
  }
  return count;
}

}  // namespace vieta::near_linear
