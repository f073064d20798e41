#pragma once

#include "vieta/core/shader/extrema.hpp"

// A cubic's roots by a closed form.

namespace vieta::core::shader {

// All real roots of c0 + c1 x + c2 x^2 + c3 x^3, ascending, to about 1e-5 of the largest, in the form of Blinn (2007).
// The count is 3 or 1; if it is 1, the three places hold the same. The status is -1 where rounding does not tell which
// it is, or where c3 is too small beside the others.
template <int N>
VT_STATIC roots_found<N, float> roots_of_cubic(float c0, float c1, float c2, float c3) {
  roots_found<N, float> r = no_roots<N, float>(-1);
  float largest = max(max(abs(c0), abs(c1)), max(abs(c2), abs(c3)));
  if (largest < 1.0e-37f || largest > 1.0e37f) {
    return r;
  }
  // By a power of two, which rounds nothing.
  float scale = of_bits(0x7f000000u - (bits_of(largest) & 0x7f800000u));
  float a = c3 * scale;
  float b = c2 * scale;
  float c = c1 * scale;
  float d = c0 * scale;
  // The Hessian of the cubic form and its discriminant, with bounds of their errors by rounding, u = 2^-24.
  float ac = 3.0f * a * c;
  float bd = 3.0f * b * d;
  float ad = 9.0f * a * d;
  float bc = b * c;
  float first = ac - b * b;
  float second = ad - bc;
  float third = bd - c * c;
  float off_first = 3.0f * unit_roundoff<float> * (abs(ac) + b * b);
  float off_second = 3.0f * unit_roundoff<float> * (abs(ad) + abs(bc));
  float off_third = 3.0f * unit_roundoff<float> * (abs(bd) + c * c);
  float product = 4.0f * first * third;
  float discriminant = product - second * second;
  float off = 4.0f * (off_first * (abs(third) + off_third) + abs(first) * off_third);
  off = off + off_second * (2.0f * abs(second) + off_second);
  off = off + 4.0f * unit_roundoff<float> * (abs(product) + second * second);
  if (abs(discriminant) <= off + 1.0e-30f || abs(a) < 0.00001f) {
    return r;
  }
  // y = 3 a x + b has y^3 + 3 first y + offset = 0.
  bool three = discriminant > 0.0f;
  float size = sqrt(abs(first));
  float offset = 3.0f * a * second - 2.0f * b * first;
  float v = 0.5f * abs(offset);
  float by_cube = size > 1.0e-12f ? 1.0f / (abs(first) * size) : 0.0f;
  float cosine = min(v * by_cube, 1.0f);
  // cos(acos(cosine) / 3); error 3.3e-5.
  float y = ((0.00956928f * cosine - 0.0410698f) * cosine + 0.16547509f) * cosine + 0.86605793f;
  y = 2.0f * size * y;
  if (!three) {
    float cube = max(v + 1.5f * abs(a) * sqrt(-discriminant), 1.0e-30f);
    float p = exp2(0.3333333432674408f * log2(cube));
    float q = first / p;
    float other = 2.0f * v / (p * p + first + q * q);
    y = first < 0.0f ? p - q : other;
  }
  y = offset < 0.0f ? y : -y;
  float by_leading = 1.0f / a;
  float x = 0.3333333432674408f * (y - b) * by_leading;
  // Newton's step: where the roots are found by division, this one should be right.
  float slope = a;
  float value = a * x + b;
  slope = slope * x + value;
  value = value * x + c;
  slope = slope * x + value;
  value = value * x + d;
  float divisor = slope == 0.0f ? 1.0f : slope;
  x = x - value / divisor;
  r.count = 1;
  r.status = status_ok;
  float u = x;
  float w = x;
  if (three) {
    // What is left is a quadratic; its coefficients follow from the larger end (Peters and Wilkinson 1971).
    float known = abs(x) < 1.0e-30f ? 1.0f : x;
    float by_known = 1.0f / known;
    float outer_rest = -d * by_known;
    float inner_rest = (outer_rest - c) * by_known;
    bool forward = abs(a * x * x) <= abs(c) || abs(a * x * x * x) <= abs(d);
    float inner = forward ? a * x + b : inner_rest;
    float rest = forward ? inner * x + c : outer_rest;
    float root = sqrt(max(inner * inner - 4.0f * a * rest, 0.0f));
    float sum = inner < 0.0f ? inner - root : inner + root;
    sum = sum == 0.0f ? 1.0e-30f : sum;
    u = -0.5f * sum * by_leading;
    w = -2.0f * rest / sum;
    r.count = 3;
  }
  float lower = min(u, w);
  float upper = max(u, w);
  r.roots[0] = min(x, lower);
  r.roots[1] = max(lower, min(x, upper));
  r.roots[2] = max(x, upper);
  return r;
}

}  // namespace vieta::core::shader
