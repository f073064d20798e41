// SPDX-License-Identifier: 0BSD
// Fast functions with proven errors. Written by shaders/fast_math.py; do not edit.
// A name ends in the degree of its polynomial; `exact` keeps the value (acos) or slope (atan) at 0.
// clang-format off
#pragma once

#include <cmath>

namespace vieta::fast {

// acos(x) as sqrt(1 - x)*p(x), p of degree 1, on [0, 1].
// Largest relative error, proven in real arithmetic: 3.9034e-03
// Of 262146 floats of acos: 3.9035e-03; where a * b + c is fused: 3.9035e-03
// Cost: 6 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 1 --coefficients f32 --emit cpp --name fast_acos_1 --full-range acos
inline float fast_acos_1(float x) noexcept {
  const float a = std::abs(x);
  const float p = -0.15597159f * a + 1.5646651f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 3.9118e-04
// Of 262146 floats of acos: 3.9124e-04; where a * b + c is fused: 3.9124e-04
// Cost: 7 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 2 --coefficients f32 --emit cpp --name fast_acos_2 --full-range acos
inline float fast_acos_2(float x) noexcept {
  const float a = std::abs(x);
  float p = 0.046461646f * a - 0.20187686f;
  p = p * a + 1.570182f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 4.5148e-05
// Of 262146 floats of acos: 4.5261e-05; where a * b + c is fused: 4.5261e-05
// Cost: 8 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 3 --coefficients f32 --emit cpp --name fast_acos_3 --full-range acos
inline float fast_acos_3(float x) noexcept {
  const float a = std::abs(x);
  float p = -0.0186167f * a + 0.07409373f;
  p = p * a - 0.21205275f;
  p = p * a + 1.5707254f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 7.5141e-07
// Of 262146 floats of acos: 8.6769e-07; where a * b + c is fused: 8.6769e-07
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 5 --coefficients f32 --emit cpp --name fast_acos_5 --full-range acos
inline float fast_acos_5(float x) noexcept {
  const float a = std::abs(x);
  float p = -0.004309697f * a + 0.01928065f;
  p = p * a - 0.044899438f;
  p = p * a + 0.0878558f;
  p = p * a - 0.21451f;
  p = p * a + 1.5707952f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 5.0115e-04
// Of 262146 floats of acos: 5.0122e-04; where a * b + c is fused: 5.0122e-04
// Cost: 7 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 2 --fix "p(0)=pi/2" --coefficients f32 --emit cpp --name fast_acos_exact_2 --full-range acos
inline float fast_acos_exact_2(float x) noexcept {
  const float a = std::abs(x);
  float p = 0.04865736f * a - 0.20453146f;
  p = p * a + 1.5707964f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 5.4621e-05
// Of 262146 floats of acos: 5.4699e-05; where a * b + c is fused: 5.4699e-05
// Cost: 8 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 3 --fix "p(0)=pi/2" --coefficients f32 --emit cpp --name fast_acos_exact_3 --full-range acos
inline float fast_acos_exact_3(float x) noexcept {
  const float a = std::abs(x);
  float p = -0.019372255f * a + 0.07538454f;
  p = p * a - 0.21267226f;
  p = p * a + 1.5707964f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// asin(x) as x*p(x^2), p of degree 2, on [0, 1/2].
// Largest relative error, proven in real arithmetic: 3.1115e-05
// Of 262146 floats of asin: 6.2174e-05; where a * b + c is fused: 6.2174e-05
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 2 --coefficients f32 --emit cpp --name fast_asin_2 --full-range asin
inline float fast_asin_2(float x) noexcept {
  const float a = std::abs(x);
  const float t = 0.5f < a ? std::sqrt(0.5f - 0.5f * a) : a;
  const float t1 = t * t;
  float p = 0.09598823f * t1 + 0.1645388f;
  p = p * t1 + 1.0000311f;
  const float t2 = t * p;
  return std::copysign(0.5f < a ? 1.5707964f - 2.0f * t2 : t2, x);
}

// asin(x) as x*p(x^2), p of degree 3, on [0, 1/2].
// Largest relative error, proven in real arithmetic: 1.5121e-06
// Of 262146 floats of asin: 3.2086e-06; where a * b + c is fused: 3.2086e-06
// Cost: 12 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 3 --coefficients f32 --emit cpp --name fast_asin_3 --full-range asin
inline float fast_asin_3(float x) noexcept {
  const float a = std::abs(x);
  const float t = 0.5f < a ? std::sqrt(0.5f - 0.5f * a) : a;
  const float t1 = t * t;
  float p = 0.0650564f * t1 + 0.07148891f;
  p = p * t1 + 0.16685158f;
  p = p * t1 + 0.9999985f;
  const float t2 = t * p;
  return std::copysign(0.5f < a ? 1.5707964f - 2.0f * t2 : t2, x);
}

// asin(x) as x*p(x^2), p of degree 4, on [0, 1/2].
// Largest relative error, proven in real arithmetic: 1.1922e-07
// Of 262146 floats of asin: 3.9494e-07; where a * b + c is fused: 3.4269e-07
// Cost: 13 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 4 --coefficients f32 --emit cpp --name fast_asin_4 --full-range asin
inline float fast_asin_4(float x) noexcept {
  const float a = std::abs(x);
  const float t = 0.5f < a ? std::sqrt(0.5f - 0.5f * a) : a;
  const float t1 = t * t;
  float p = 0.050592024f * t1 + 0.039677892f;
  p = p * t1 + 0.075471535f;
  p = p * t1 + 0.16665131f;
  p = p * t1 + 1.0000001f;
  const float t2 = t * p;
  return std::copysign(0.5f < a ? 1.5707964f - 2.0f * t2 : t2, x);
}

// atan(x) as x*p(x^2), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 1.5760e-03
// Of 262145 floats of atan: 1.5760e-03; where a * b + c is fused: 1.5760e-03
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 2 --coefficients f32 --emit cpp --name fast_atan_2 --full-range atan
inline float fast_atan_2(float x) noexcept {
  const float a = std::abs(x);
  const float t = 1.0f < a ? 1.0f / a : a;
  const float t1 = t * t;
  float p = 0.08925048f * t1 - 0.30103868f;
  p = p * t1 + 0.9984241f;
  const float t2 = t * p;
  return std::copysign(1.0f < a ? 1.5707964f - t2 : t2, x);
}

// atan(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.1219e-04
// Of 262145 floats of atan: 2.1221e-04; where a * b + c is fused: 2.1222e-04
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 3 --coefficients f32 --emit cpp --name fast_atan_3 --full-range atan
inline float fast_atan_3(float x) noexcept {
  const float a = std::abs(x);
  const float t = 1.0f < a ? 1.0f / a : a;
  const float t1 = t * t;
  float p = -0.044326615f * t1 + 0.15557875f;
  p = p * t1 - 0.32580844f;
  p = p * t1 + 0.99978787f;
  const float t2 = t * p;
  return std::copysign(1.0f < a ? 1.5707964f - t2 : t2, x);
}

// atan(x) as x*p(x^2), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 4.3794e-06
// Of 262145 floats of atan: 4.4396e-06; where a * b + c is fused: 4.4371e-06
// Cost: 13 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 5 --coefficients f32 --emit cpp --name fast_atan_5 --full-range atan
inline float fast_atan_5(float x) noexcept {
  const float a = std::abs(x);
  const float t = 1.0f < a ? 1.0f / a : a;
  const float t1 = t * t;
  float p = -0.013482411f * t1 + 0.05748264f;
  p = p * t1 - 0.12124434f;
  p = p * t1 + 0.19563816f;
  p = p * t1 - 0.33299497f;
  p = p * t1 + 0.99999565f;
  const float t2 = t * p;
  return std::copysign(1.0f < a ? 1.5707964f - t2 : t2, x);
}

// atan(x) as x*p(x^2), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.0455e-03
// Of 262145 floats of atan: 2.0456e-03; where a * b + c is fused: 2.0456e-03
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 2 --fix "c0=1" --coefficients f32 --emit cpp --name fast_atan_exact_2 --full-range atan
inline float fast_atan_exact_2(float x) noexcept {
  const float a = std::abs(x);
  const float t = 1.0f < a ? 1.0f / a : a;
  const float t1 = t * t;
  float p = 0.09470039f * t1 - 0.30769575f;
  p = p * t1 + 1.0f;
  const float t2 = t * p;
  return std::copysign(1.0f < a ? 1.5707964f - t2 : t2, x);
}

// atan(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.5872e-04
// Of 262145 floats of atan: 2.5877e-04; where a * b + c is fused: 2.5876e-04
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 3 --fix "c0=1" --coefficients f32 --emit cpp --name fast_atan_exact_3 --full-range atan
inline float fast_atan_exact_3(float x) noexcept {
  const float a = std::abs(x);
  const float t = 1.0f < a ? 1.0f / a : a;
  const float t1 = t * t;
  float p = -0.046496473f * t1 + 0.15931422f;
  p = p * t1 - 0.32762277f;
  p = p * t1 + 1.0f;
  const float t2 = t * p;
  return std::copysign(1.0f < a ? 1.5707964f - t2 : t2, x);
}

// atan(x) as x*p(x^2), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 1.5760e-03
// Cost: 21 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 2 --coefficients f32 --emit cpp --name fast_atan2_2 --full-range atan2
inline float fast_atan2_2(float y, float x) noexcept {
  const float ax = std::abs(x);
  const float ay = std::abs(y);
  const float low = ay < ax ? ay : ax;
  const float high = ay < ax ? ax : ay;
  const float t = high == 0.0f ? low : (low == high ? 1.0f : low / high);
  const float t1 = t * t;
  float p = 0.08925048f * t1 - 0.30103868f;
  p = p * t1 + 0.9984241f;
  const float t2 = t * p;
  const float r = ax < ay ? 1.5707964f - t2 : t2;
  return std::copysign(std::copysign(1.0f, x) < 0.0f ? 3.1415927f - r : r, y);
}

// atan(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.1219e-04
// Cost: 22 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 3 --coefficients f32 --emit cpp --name fast_atan2_3 --full-range atan2
inline float fast_atan2_3(float y, float x) noexcept {
  const float ax = std::abs(x);
  const float ay = std::abs(y);
  const float low = ay < ax ? ay : ax;
  const float high = ay < ax ? ax : ay;
  const float t = high == 0.0f ? low : (low == high ? 1.0f : low / high);
  const float t1 = t * t;
  float p = -0.044326615f * t1 + 0.15557875f;
  p = p * t1 - 0.32580844f;
  p = p * t1 + 0.99978787f;
  const float t2 = t * p;
  const float r = ax < ay ? 1.5707964f - t2 : t2;
  return std::copysign(std::copysign(1.0f, x) < 0.0f ? 3.1415927f - r : r, y);
}

// atan(x) as x*p(x^2), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 4.3794e-06
// Cost: 24 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 5 --coefficients f32 --emit cpp --name fast_atan2_5 --full-range atan2
inline float fast_atan2_5(float y, float x) noexcept {
  const float ax = std::abs(x);
  const float ay = std::abs(y);
  const float low = ay < ax ? ay : ax;
  const float high = ay < ax ? ax : ay;
  const float t = high == 0.0f ? low : (low == high ? 1.0f : low / high);
  const float t1 = t * t;
  float p = -0.013482411f * t1 + 0.05748264f;
  p = p * t1 - 0.12124434f;
  p = p * t1 + 0.19563816f;
  p = p * t1 - 0.33299497f;
  p = p * t1 + 0.99999565f;
  const float t2 = t * p;
  const float r = ax < ay ? 1.5707964f - t2 : t2;
  return std::copysign(std::copysign(1.0f, x) < 0.0f ? 3.1415927f - r : r, y);
}

}  // namespace vieta::fast
