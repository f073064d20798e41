// SPDX-License-Identifier: 0BSD
// Fast functions with proven errors. Written by shaders/fast_math.py; do not edit.
// A name ends in the degree of its polynomial; `exact` keeps the value (acos) or slope (atan) at 0.
// clang-format off
#pragma once

#include <bit>
#include <cmath>

namespace vieta::fast {

// acos(x) as sqrt(1 - x)*p(x), p of degree 1, on [0, 1].
// Largest relative error, proven in real arithmetic: 3.9035e-03
// Of 262146 floats of acos from -1 to 1: 3.9036e-03; where a * b + c is fused: 3.9036e-03
// Cost: 6 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 1 --format f32 --emit cpp --name fast_acos_1 --full-range acos
inline float fast_acos_1(float x) noexcept {
  const float a = std::abs(x);
  const float p = -0.15597159f * a + 1.5646651f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 3.9118e-04
// Of 262146 floats of acos from -1 to 1: 3.9125e-04; where a * b + c is fused: 3.9125e-04
// Cost: 7 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 2 --format f32 --emit cpp --name fast_acos_2 --full-range acos
inline float fast_acos_2(float x) noexcept {
  const float a = std::abs(x);
  float p = 0.046461646f * a - 0.20187686f;
  p = p * a + 1.570182f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 4.5148e-05
// Of 262146 floats of acos from -1 to 1: 4.5262e-05; where a * b + c is fused: 4.5262e-05
// Cost: 8 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 3 --format f32 --emit cpp --name fast_acos_3 --full-range acos
inline float fast_acos_3(float x) noexcept {
  const float a = std::abs(x);
  float p = -0.0186167f * a + 0.07409373f;
  p = p * a - 0.21205275f;
  p = p * a + 1.5707254f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 7.5142e-07
// Of 262146 floats of acos from -1 to 1: 8.6770e-07; where a * b + c is fused: 8.6770e-07
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 5 --format f32 --emit cpp --name fast_acos_5 --full-range acos
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
// Largest relative error, proven in real arithmetic: 5.0116e-04
// Of 262146 floats of acos from -1 to 1: 5.0123e-04; where a * b + c is fused: 5.0123e-04
// Cost: 7 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 2 --constraint "p(0)=pi/2" --format f32 --emit cpp --name fast_acos_exact_2 --full-range acos
inline float fast_acos_exact_2(float x) noexcept {
  const float a = std::abs(x);
  float p = 0.04865736f * a - 0.20453146f;
  p = p * a + 1.5707964f;
  const float t1 = std::sqrt(1.0f - a) * p;
  return x < 0.0f ? 3.1415927f - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 5.4621e-05
// Of 262146 floats of acos from -1 to 1: 5.4700e-05; where a * b + c is fused: 5.4700e-05
// Cost: 8 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 3 --constraint "p(0)=pi/2" --format f32 --emit cpp --name fast_acos_exact_3 --full-range acos
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
// Of 262146 floats of asin from -1 to 1: 6.2175e-05; where a * b + c is fused: 6.2175e-05
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 2 --format f32 --emit cpp --name fast_asin_2 --full-range asin
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
// Of 262146 floats of asin from -1 to 1: 3.2086e-06; where a * b + c is fused: 3.2086e-06
// Cost: 12 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 3 --format f32 --emit cpp --name fast_asin_3 --full-range asin
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
// Largest relative error, proven in real arithmetic: 8.9376e-08
// Of 262146 floats of asin from -1 to 1: 3.9494e-07; where a * b + c is fused: 3.9494e-07
// Cost: 13 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 4 --format f32 --emit cpp --name fast_asin_4 --full-range asin
inline float fast_asin_4(float x) noexcept {
  const float a = std::abs(x);
  const float t = 0.5f < a ? std::sqrt(0.5f - 0.5f * a) : a;
  const float t1 = t * t;
  float p = 0.049947616f * t1 + 0.040036697f;
  p = p * t1 + 0.07540531f;
  p = p * t1 + 0.16665578f;
  p = p * t1 + 1.0f;
  const float t2 = t * p;
  return std::copysign(0.5f < a ? 1.5707964f - 2.0f * t2 : t2, x);
}

// atan(x) as x*p(x^2), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 1.5760e-03
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 1.5761e-03; where a * b + c is fused: 1.5761e-03
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 2 --format f32 --emit cpp --name fast_atan_2 --full-range atan
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
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 2.1222e-04; where a * b + c is fused: 2.1222e-04
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 3 --format f32 --emit cpp --name fast_atan_3 --full-range atan
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
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 4.4396e-06; where a * b + c is fused: 4.4371e-06
// Cost: 13 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 5 --format f32 --emit cpp --name fast_atan_5 --full-range atan
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
// Largest relative error, proven in real arithmetic: 2.0456e-03
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 2.0456e-03; where a * b + c is fused: 2.0456e-03
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 2 --constraint "c0=1" --format f32 --emit cpp --name fast_atan_exact_2 --full-range atan
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
// Largest relative error, proven in real arithmetic: 2.5873e-04
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 2.5877e-04; where a * b + c is fused: 2.5876e-04
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 3 --constraint "c0=1" --format f32 --emit cpp --name fast_atan_exact_3 --full-range atan
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
// Of 262144 pairs of floats in all quadrants: 1.5761e-03; where a * b + c is fused: 1.5761e-03
// Cost: 21 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 2 --format f32 --emit cpp --name fast_atan2_2 --full-range atan2
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
// Of 262144 pairs of floats in all quadrants: 2.1227e-04; where a * b + c is fused: 2.1227e-04
// Cost: 22 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 3 --format f32 --emit cpp --name fast_atan2_3 --full-range atan2
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
// Of 262144 pairs of floats in all quadrants: 4.4840e-06; where a * b + c is fused: 4.4840e-06
// Cost: 24 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 5 --format f32 --emit cpp --name fast_atan2_5 --full-range atan2
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

// exp(x) as p(x), p of degree 3, on [-log(2)/2, log(2)/2].
// Largest relative error, proven in real arithmetic: 7.4804e-05
// Of 262149 floats of exp from -103.5 to 88.7228: 7.4829e-05; where a * b + c is fused: 7.4829e-05
// Cost: 15 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax exp --degree 3 --format f32 --emit cpp --name fast_exp_3 --full-range exp
inline float fast_exp_3(float x) noexcept {
  const float k = -105.0f < x ? std::rint((89.0f < x ? 89.0f : x) * 1.442695f) : 0.0f;
  const float r = x - k * 0.69314575f - k * 1.4286068e-06f;
  float p = 0.16566843f * r + 0.5049633f;
  p = p * r + 1.0001642f;
  p = p * r + 0.99992806f;
  return x < -104.0f ? 0.0f : std::ldexp(p, static_cast<int>(k));
}

// exp(x) as p(x), p of degree 4, on [-log(2)/2, log(2)/2].
// Largest relative error, proven in real arithmetic: 2.6075e-06
// Of 262149 floats of exp from -103.5 to 88.7228: 2.6688e-06; where a * b + c is fused: 2.6592e-06
// Cost: 16 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax exp --degree 4 --format f32 --emit cpp --name fast_exp_4 --full-range exp
inline float fast_exp_4(float x) noexcept {
  const float k = -105.0f < x ? std::rint((89.0f < x ? 89.0f : x) * 1.442695f) : 0.0f;
  const float r = x - k * 0.69314575f - k * 1.4286068e-06f;
  float p = 0.041463308f * r + 0.16790909f;
  p = p * r + 0.5000428f;
  p = p * r + 0.9999634f;
  p = p * r + 0.9999993f;
  return x < -104.0f ? 0.0f : std::ldexp(p, static_cast<int>(k));
}

// exp(x) as p(x), p of degree 5, on [-log(2)/2, log(2)/2].
// Largest relative error, proven in real arithmetic: 1.1957e-07
// Of 262149 floats of exp from -103.5 to 88.7228: 1.9866e-07; where a * b + c is fused: 1.8121e-07
// Cost: 17 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax exp --degree 5 --format f32 --emit cpp --name fast_exp_5 --full-range exp
inline float fast_exp_5(float x) noexcept {
  const float k = -105.0f < x ? std::rint((89.0f < x ? 89.0f : x) * 1.442695f) : 0.0f;
  const float r = x - k * 0.69314575f - k * 1.4286068e-06f;
  float p = 0.0084918635f * r + 0.04195692f;
  p = p * r + 0.1666511f;
  p = p * r + 0.4999847f;
  p = p * r + 1.0000002f;
  p = p * r + 1.0000001f;
  return x < -104.0f ? 0.0f : std::ldexp(p, static_cast<int>(k));
}

// log1p(x) as x*p(x), p of degree 3, on [sqrt(1/2)-1, sqrt(2)-1].
// Largest relative error, proven in real arithmetic: 3.5078e-04
// Of 262178 floats of log from 1.4013e-45 to 3.40282e+38: 3.5081e-04; where a * b + c is fused: 3.5081e-04
// Cost: 26 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax log --degree 3 --format f32 --emit cpp --name fast_log_3 --full-range log
inline float fast_log_3(float x) noexcept {
  const float n = x < 1.1754944e-38f ? x * 8388608.0f : x;
  const float t1 = static_cast<float>(static_cast<int>(std::bit_cast<unsigned>(n) - 0x3f3504f3u) >> 23);
  const float e = x < 1.1754944e-38f ? t1 - 23.0f : t1;
  const float t = std::bit_cast<float>(std::bit_cast<unsigned>(n) - ((std::bit_cast<unsigned>(n) - 0x3f3504f3u) & 0xff800000u)) - 1.0f;
  float p = -0.22719339f * t + 0.35438725f;
  p = p * t - 0.5020444f;
  p = p * t + 0.9997057f;
  return 0.0f < x ? (3.4028235e+38f < x ? x : e * 0.69314575f + (e * 1.4286068e-06f + t * p)) : (x == 0.0f ? -1.0f / std::abs(x) : std::sqrt(x));
}

// log1p(x) as x*p(x), p of degree 5, on [sqrt(1/2)-1, sqrt(2)-1].
// Largest relative error, proven in real arithmetic: 7.3929e-06
// Of 262178 floats of log from 1.4013e-45 to 3.40282e+38: 7.4805e-06; where a * b + c is fused: 7.4805e-06
// Cost: 28 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax log --degree 5 --format f32 --emit cpp --name fast_log_5 --full-range log
inline float fast_log_5(float x) noexcept {
  const float n = x < 1.1754944e-38f ? x * 8388608.0f : x;
  const float t1 = static_cast<float>(static_cast<int>(std::bit_cast<unsigned>(n) - 0x3f3504f3u) >> 23);
  const float e = x < 1.1754944e-38f ? t1 - 23.0f : t1;
  const float t = std::bit_cast<float>(std::bit_cast<unsigned>(n) - ((std::bit_cast<unsigned>(n) - 0x3f3504f3u) & 0xff800000u)) - 1.0f;
  float p = -0.14291677f * t + 0.22055157f;
  p = p * t - 0.2540316f;
  p = p * t + 0.33258122f;
  p = p * t - 0.49990228f;
  p = p * t + 1.0000045f;
  return 0.0f < x ? (3.4028235e+38f < x ? x : e * 0.69314575f + (e * 1.4286068e-06f + t * p)) : (x == 0.0f ? -1.0f / std::abs(x) : std::sqrt(x));
}

// log1p(x) as x*p(x), p of degree 7, on [sqrt(1/2)-1, sqrt(2)-1].
// Largest relative error, proven in real arithmetic: 1.7076e-07
// Of 262178 floats of log from 1.4013e-45 to 3.40282e+38: 2.5788e-07; where a * b + c is fused: 2.5788e-07
// Cost: 30 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax log --degree 7 --format f32 --emit cpp --name fast_log_7 --full-range log
inline float fast_log_7(float x) noexcept {
  const float n = x < 1.1754944e-38f ? x * 8388608.0f : x;
  const float t1 = static_cast<float>(static_cast<int>(std::bit_cast<unsigned>(n) - 0x3f3504f3u) >> 23);
  const float e = x < 1.1754944e-38f ? t1 - 23.0f : t1;
  const float t = std::bit_cast<float>(std::bit_cast<unsigned>(n) - ((std::bit_cast<unsigned>(n) - 0x3f3504f3u) & 0xff800000u)) - 1.0f;
  float p = -0.1011246f * t + 0.16221495f;
  p = p * t - 0.1724816f;
  p = p * t + 0.19900121f;
  p = p * t - 0.24970184f;
  p = p * t + 0.33335075f;
  p = p * t - 0.5000036f;
  p = p * t + 0.99999994f;
  return 0.0f < x ? (3.4028235e+38f < x ? x : e * 0.69314575f + (e * 1.4286068e-06f + t * p)) : (x == 0.0f ? -1.0f / std::abs(x) : std::sqrt(x));
}

// sin(x) as x*p(x^2), p of degree 2, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 1.0819e-04
// Of 262161 floats of sin from -25735.9 to 25735.9, absolute error: 1.1081e-04; where a * b + c is fused: 1.1081e-04
// Cost: 15 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax sin --degree 2 --format f32 --emit cpp --name fast_sin_2 --full-range sin
inline float fast_sin_2(float x) noexcept {
  const float k = std::rint(x * 0.31830987f) + 0.0f;
  const float r = x - k * 3.140625f - k * 0.0009675026f - k * 1.509958e-07f;
  const float odd = std::abs(k - 2.0f * std::rint(k * 0.5f));
  const float t1 = r * r;
  float p = 0.0076029035f * t1 - 0.16596012f;
  p = p * t1 + 0.9998918f;
  return (1.0f - 2.0f * odd) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 3, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 9.5376e-07
// Of 262161 floats of sin from -25735.9 to 25735.9, absolute error: 1.0157e-06; where a * b + c is fused: 1.0166e-06
// Cost: 16 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax sin --degree 3 --format f32 --emit cpp --name fast_sin_3 --full-range sin
inline float fast_sin_3(float x) noexcept {
  const float k = std::rint(x * 0.31830987f) + 0.0f;
  const float r = x - k * 3.140625f - k * 0.0009675026f - k * 1.509958e-07f;
  const float odd = std::abs(k - 2.0f * std::rint(k * 0.5f));
  const float t1 = r * r;
  float p = -0.00018484543f * t1 + 0.008311763f;
  p = p * t1 - 0.16665542f;
  p = p * t1 + 0.99999905f;
  return (1.0f - 2.0f * odd) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 4, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 6.1688e-09
// Of 262161 floats of sin from -25735.9 to 25735.9, absolute error: 1.3096e-07; where a * b + c is fused: 1.0825e-07
// Cost: 17 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax sin --degree 4 --format f32 --emit cpp --name fast_sin_4 --full-range sin
inline float fast_sin_4(float x) noexcept {
  const float k = std::rint(x * 0.31830987f) + 0.0f;
  const float r = x - k * 3.140625f - k * 0.0009675026f - k * 1.509958e-07f;
  const float odd = std::abs(k - 2.0f * std::rint(k * 0.5f));
  const float t1 = r * r;
  float p = 2.6061034e-06f * t1 - 0.00019809778f;
  p = p * t1 + 0.008333069f;
  p = p * t1 - 0.1666666f;
  p = p * t1 + 1.0f;
  return (1.0f - 2.0f * odd) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 2, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 1.0819e-04
// Of 262161 floats of cos from -12868 to 12868, absolute error: 1.0875e-04; where a * b + c is fused: 1.0875e-04
// Cost: 18 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax cos --degree 2 --format f32 --emit cpp --name fast_cos_2 --full-range cos
inline float fast_cos_2(float x) noexcept {
  const float k = std::rint(x * 0.31830987f - 0.5f) + 0.0f;
  const float t1 = k + 0.5f;
  const float r = x - t1 * 3.140625f - t1 * 0.0009675026f - t1 * 1.509958e-07f;
  const float odd = std::abs(k - 2.0f * std::rint(k * 0.5f));
  const float t2 = r * r;
  float p = 0.0076029035f * t2 - 0.16596012f;
  p = p * t2 + 0.9998918f;
  return (1.0f - 2.0f * (1.0f - odd)) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 3, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 9.5376e-07
// Of 262161 floats of cos from -12868 to 12868, absolute error: 1.0729e-06; where a * b + c is fused: 1.0666e-06
// Cost: 19 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax cos --degree 3 --format f32 --emit cpp --name fast_cos_3 --full-range cos
inline float fast_cos_3(float x) noexcept {
  const float k = std::rint(x * 0.31830987f - 0.5f) + 0.0f;
  const float t1 = k + 0.5f;
  const float r = x - t1 * 3.140625f - t1 * 0.0009675026f - t1 * 1.509958e-07f;
  const float odd = std::abs(k - 2.0f * std::rint(k * 0.5f));
  const float t2 = r * r;
  float p = -0.00018484543f * t2 + 0.008311763f;
  p = p * t2 - 0.16665542f;
  p = p * t2 + 0.99999905f;
  return (1.0f - 2.0f * (1.0f - odd)) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 4, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 6.1688e-09
// Of 262161 floats of cos from -12868 to 12868, absolute error: 1.7220e-07; where a * b + c is fused: 1.4212e-07
// Cost: 20 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax cos --degree 4 --format f32 --emit cpp --name fast_cos_4 --full-range cos
inline float fast_cos_4(float x) noexcept {
  const float k = std::rint(x * 0.31830987f - 0.5f) + 0.0f;
  const float t1 = k + 0.5f;
  const float r = x - t1 * 3.140625f - t1 * 0.0009675026f - t1 * 1.509958e-07f;
  const float odd = std::abs(k - 2.0f * std::rint(k * 0.5f));
  const float t2 = r * r;
  float p = 2.6061034e-06f * t2 - 0.00019809778f;
  p = p * t2 + 0.008333069f;
  p = p * t2 - 0.1666666f;
  p = p * t2 + 1.0f;
  return (1.0f - 2.0f * (1.0f - odd)) * (r * p);
}

// tanh(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 8.1453e-05
// Of 262145 floats of tanh from -3.40282e+38 to 3.40282e+38: 8.1500e-05; where a * b + c is fused: 8.1500e-05
// Cost: 16 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax tanh --degree 3 --format f32 --emit cpp --name fast_tanh_3 --full-range tanh
inline float fast_tanh_3(float x) noexcept {
  const float a = std::abs(x);
  const float t = 1.0f < a ? 1.0f : a;
  const float t1 = t * t;
  float p = -0.026629854f * t1 + 0.11889788f;
  p = p * t1 - 0.33065447f;
  p = p * t1 + 0.9999186f;
  return std::copysign(1.0f < a ? 1.0f - 2.0f / (std::exp(2.0f * (a < 20.0f ? a : 20.0f)) + 1.0f) : t * p, x);
}

// tanh(x) as x*p(x^2), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 5.9264e-07
// Of 262145 floats of tanh from -3.40282e+38 to 3.40282e+38: 6.7059e-07; where a * b + c is fused: 6.6432e-07
// Cost: 18 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax tanh --degree 5 --format f32 --emit cpp --name fast_tanh_5 --full-range tanh
inline float fast_tanh_5(float x) noexcept {
  const float a = std::abs(x);
  const float t = 1.0f < a ? 1.0f : a;
  const float t1 = t * t;
  float p = -0.003071743f * t1 + 0.016756052f;
  p = p * t1 - 0.051618665f;
  p = p * t1 + 0.13282004f;
  p = p * t1 - 0.33329144f;
  p = p * t1 + 0.99999946f;
  return std::copysign(1.0f < a ? 1.0f - 2.0f / (std::exp(2.0f * (a < 20.0f ? a : 20.0f)) + 1.0f) : t * p, x);
}

}  // namespace vieta::fast
