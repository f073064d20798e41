// SPDX-License-Identifier: 0BSD
// Fast functions with proven errors. Written by shaders/fast_math.py; do not edit.
// A name ends in the degree of its polynomial; `exact` keeps the value (acos) or slope (atan) at 0.

// acos(x) as sqrt(1 - x)*p(x), p of degree 1, on [0, 1].
// Largest relative error, proven in real arithmetic: 3.9035e-03
// Of 262146 floats of acos from -1 to 1: 3.9036e-03; where a * b + c is fused: 3.9036e-03
// Cost: 6 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 1 --format f32 --emit hlsl --name fast_acos_1 --full-range acos
float fast_acos_1(float x) {
  float a = abs(x);
  float p = -0.15597159 * a + 1.5646651;
  float t1 = sqrt(1.0 - a) * p;
  return x < 0.0 ? 3.1415927 - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 3.9118e-04
// Of 262146 floats of acos from -1 to 1: 3.9125e-04; where a * b + c is fused: 3.9125e-04
// Cost: 7 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 2 --format f32 --emit hlsl --name fast_acos_2 --full-range acos
float fast_acos_2(float x) {
  float a = abs(x);
  float p = 0.046461646 * a - 0.20187686;
  p = p * a + 1.570182;
  float t1 = sqrt(1.0 - a) * p;
  return x < 0.0 ? 3.1415927 - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 4.5148e-05
// Of 262146 floats of acos from -1 to 1: 4.5262e-05; where a * b + c is fused: 4.5262e-05
// Cost: 8 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 3 --format f32 --emit hlsl --name fast_acos_3 --full-range acos
float fast_acos_3(float x) {
  float a = abs(x);
  float p = -0.0186167 * a + 0.07409373;
  p = p * a - 0.21205275;
  p = p * a + 1.5707254;
  float t1 = sqrt(1.0 - a) * p;
  return x < 0.0 ? 3.1415927 - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 7.5142e-07
// Of 262146 floats of acos from -1 to 1: 8.6770e-07; where a * b + c is fused: 8.6770e-07
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 5 --format f32 --emit hlsl --name fast_acos_5 --full-range acos
float fast_acos_5(float x) {
  float a = abs(x);
  float p = -0.004309697 * a + 0.01928065;
  p = p * a - 0.044899438;
  p = p * a + 0.0878558;
  p = p * a - 0.21451;
  p = p * a + 1.5707952;
  float t1 = sqrt(1.0 - a) * p;
  return x < 0.0 ? 3.1415927 - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 5.0116e-04
// Of 262146 floats of acos from -1 to 1: 5.0123e-04; where a * b + c is fused: 5.0123e-04
// Cost: 7 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 2 --constraint "p(0)=pi/2" --format f32 --emit hlsl --name fast_acos_exact_2 --full-range acos
float fast_acos_exact_2(float x) {
  float a = abs(x);
  float p = 0.04865736 * a - 0.20453146;
  p = p * a + 1.5707964;
  float t1 = sqrt(1.0 - a) * p;
  return x < 0.0 ? 3.1415927 - t1 : t1;
}

// acos(x) as sqrt(1 - x)*p(x), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 5.4621e-05
// Of 262146 floats of acos from -1 to 1: 5.4700e-05; where a * b + c is fused: 5.4700e-05
// Cost: 8 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax acos --degree 3 --constraint "p(0)=pi/2" --format f32 --emit hlsl --name fast_acos_exact_3 --full-range acos
float fast_acos_exact_3(float x) {
  float a = abs(x);
  float p = -0.019372255 * a + 0.07538454;
  p = p * a - 0.21267226;
  p = p * a + 1.5707964;
  float t1 = sqrt(1.0 - a) * p;
  return x < 0.0 ? 3.1415927 - t1 : t1;
}

// asin(x) as x*p(x^2), p of degree 2, on [0, 1/2].
// Largest relative error, proven in real arithmetic: 3.1115e-05
// Of 262146 floats of asin from -1 to 1: 6.2175e-05; where a * b + c is fused: 6.2175e-05
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 2 --format f32 --emit hlsl --name fast_asin_2 --full-range asin
float fast_asin_2(float x) {
  float a = abs(x);
  float t = 0.5 < a ? sqrt(0.5 - 0.5 * a) : a;
  float t1 = t * t;
  float p = 0.09598823 * t1 + 0.1645388;
  p = p * t1 + 1.0000311;
  float t2 = t * p;
  return asfloat((asuint(0.5 < a ? 1.5707964 - 2.0 * t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// asin(x) as x*p(x^2), p of degree 3, on [0, 1/2].
// Largest relative error, proven in real arithmetic: 1.5121e-06
// Of 262146 floats of asin from -1 to 1: 3.2086e-06; where a * b + c is fused: 3.2086e-06
// Cost: 12 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 3 --format f32 --emit hlsl --name fast_asin_3 --full-range asin
float fast_asin_3(float x) {
  float a = abs(x);
  float t = 0.5 < a ? sqrt(0.5 - 0.5 * a) : a;
  float t1 = t * t;
  float p = 0.0650564 * t1 + 0.07148891;
  p = p * t1 + 0.16685158;
  p = p * t1 + 0.9999985;
  float t2 = t * p;
  return asfloat((asuint(0.5 < a ? 1.5707964 - 2.0 * t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// asin(x) as x*p(x^2), p of degree 4, on [0, 1/2].
// Largest relative error, proven in real arithmetic: 8.9376e-08
// Of 262146 floats of asin from -1 to 1: 3.9494e-07; where a * b + c is fused: 3.9494e-07
// Cost: 13 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax asin --degree 4 --format f32 --emit hlsl --name fast_asin_4 --full-range asin
float fast_asin_4(float x) {
  float a = abs(x);
  float t = 0.5 < a ? sqrt(0.5 - 0.5 * a) : a;
  float t1 = t * t;
  float p = 0.049947616 * t1 + 0.040036697;
  p = p * t1 + 0.07540531;
  p = p * t1 + 0.16665578;
  p = p * t1 + 1.0;
  float t2 = t * p;
  return asfloat((asuint(0.5 < a ? 1.5707964 - 2.0 * t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 1.5760e-03
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 1.5761e-03; where a * b + c is fused: 1.5761e-03
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 2 --format f32 --emit hlsl --name fast_atan_2 --full-range atan
float fast_atan_2(float x) {
  float a = abs(x);
  float t = 1.0 < a ? 1.0 / a : a;
  float t1 = t * t;
  float p = 0.08925048 * t1 - 0.30103868;
  p = p * t1 + 0.9984241;
  float t2 = t * p;
  return asfloat((asuint(1.0 < a ? 1.5707964 - t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.1219e-04
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 2.1222e-04; where a * b + c is fused: 2.1222e-04
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 3 --format f32 --emit hlsl --name fast_atan_3 --full-range atan
float fast_atan_3(float x) {
  float a = abs(x);
  float t = 1.0 < a ? 1.0 / a : a;
  float t1 = t * t;
  float p = -0.044326615 * t1 + 0.15557875;
  p = p * t1 - 0.32580844;
  p = p * t1 + 0.99978787;
  float t2 = t * p;
  return asfloat((asuint(1.0 < a ? 1.5707964 - t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 4.3794e-06
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 4.4396e-06; where a * b + c is fused: 4.4371e-06
// Cost: 13 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 5 --format f32 --emit hlsl --name fast_atan_5 --full-range atan
float fast_atan_5(float x) {
  float a = abs(x);
  float t = 1.0 < a ? 1.0 / a : a;
  float t1 = t * t;
  float p = -0.013482411 * t1 + 0.05748264;
  p = p * t1 - 0.12124434;
  p = p * t1 + 0.19563816;
  p = p * t1 - 0.33299497;
  p = p * t1 + 0.99999565;
  float t2 = t * p;
  return asfloat((asuint(1.0 < a ? 1.5707964 - t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.0456e-03
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 2.0456e-03; where a * b + c is fused: 2.0456e-03
// Cost: 10 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 2 --constraint "c0=1" --format f32 --emit hlsl --name fast_atan_exact_2 --full-range atan
float fast_atan_exact_2(float x) {
  float a = abs(x);
  float t = 1.0 < a ? 1.0 / a : a;
  float t1 = t * t;
  float p = 0.09470039 * t1 - 0.30769575;
  p = p * t1 + 1.0;
  float t2 = t * p;
  return asfloat((asuint(1.0 < a ? 1.5707964 - t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.5873e-04
// Of 262145 floats of atan from -3.40282e+38 to 3.40282e+38: 2.5877e-04; where a * b + c is fused: 2.5876e-04
// Cost: 11 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan --degree 3 --constraint "c0=1" --format f32 --emit hlsl --name fast_atan_exact_3 --full-range atan
float fast_atan_exact_3(float x) {
  float a = abs(x);
  float t = 1.0 < a ? 1.0 / a : a;
  float t1 = t * t;
  float p = -0.046496473 * t1 + 0.15931422;
  p = p * t1 - 0.32762277;
  p = p * t1 + 1.0;
  float t2 = t * p;
  return asfloat((asuint(1.0 < a ? 1.5707964 - t2 : t2) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 2, on [0, 1].
// Largest relative error, proven in real arithmetic: 1.5760e-03
// Of 262144 pairs of floats in all quadrants: 1.5761e-03; where a * b + c is fused: 1.5761e-03
// Cost: 24 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 2 --format f32 --emit hlsl --name fast_atan2_2 --full-range atan2
float fast_atan2_2(float y, float x) {
  float ax = abs(x);
  float ay = abs(y);
  float low = ay < ax ? ay : ax;
  float high = ay < ax ? ax : ay;
  float t = high == 0.0 ? low : (low == high ? 1.0 : low / high);
  float t1 = t * t;
  float p = 0.08925048 * t1 - 0.30103868;
  p = p * t1 + 0.9984241;
  float t2 = t * p;
  float r = ax < ay ? 1.5707964 - t2 : t2;
  float t3 = ax + ay;
  return isnan(t3) ? t3 : asfloat((asuint(asfloat((asuint(1.0) & 0x7fffffffu) | (asuint(x) & 0x80000000u)) < 0.0 ? 3.1415927 - r : r) & 0x7fffffffu) | (asuint(y) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 2.1219e-04
// Of 262144 pairs of floats in all quadrants: 2.1227e-04; where a * b + c is fused: 2.1227e-04
// Cost: 25 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 3 --format f32 --emit hlsl --name fast_atan2_3 --full-range atan2
float fast_atan2_3(float y, float x) {
  float ax = abs(x);
  float ay = abs(y);
  float low = ay < ax ? ay : ax;
  float high = ay < ax ? ax : ay;
  float t = high == 0.0 ? low : (low == high ? 1.0 : low / high);
  float t1 = t * t;
  float p = -0.044326615 * t1 + 0.15557875;
  p = p * t1 - 0.32580844;
  p = p * t1 + 0.99978787;
  float t2 = t * p;
  float r = ax < ay ? 1.5707964 - t2 : t2;
  float t3 = ax + ay;
  return isnan(t3) ? t3 : asfloat((asuint(asfloat((asuint(1.0) & 0x7fffffffu) | (asuint(x) & 0x80000000u)) < 0.0 ? 3.1415927 - r : r) & 0x7fffffffu) | (asuint(y) & 0x80000000u));
}

// atan(x) as x*p(x^2), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 4.3794e-06
// Of 262144 pairs of floats in all quadrants: 4.4840e-06; where a * b + c is fused: 4.4840e-06
// Cost: 27 operations at full rate, 1 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax atan2 --degree 5 --format f32 --emit hlsl --name fast_atan2_5 --full-range atan2
float fast_atan2_5(float y, float x) {
  float ax = abs(x);
  float ay = abs(y);
  float low = ay < ax ? ay : ax;
  float high = ay < ax ? ax : ay;
  float t = high == 0.0 ? low : (low == high ? 1.0 : low / high);
  float t1 = t * t;
  float p = -0.013482411 * t1 + 0.05748264;
  p = p * t1 - 0.12124434;
  p = p * t1 + 0.19563816;
  p = p * t1 - 0.33299497;
  p = p * t1 + 0.99999565;
  float t2 = t * p;
  float r = ax < ay ? 1.5707964 - t2 : t2;
  float t3 = ax + ay;
  return isnan(t3) ? t3 : asfloat((asuint(asfloat((asuint(1.0) & 0x7fffffffu) | (asuint(x) & 0x80000000u)) < 0.0 ? 3.1415927 - r : r) & 0x7fffffffu) | (asuint(y) & 0x80000000u));
}

// exp(x) as p(x), p of degree 3, on [-log(2)/2, log(2)/2].
// Largest relative error, proven in real arithmetic: 7.4804e-05
// Of 262149 floats of exp from -103.5 to 88.7228: 7.4829e-05; where a * b + c is fused: 7.4829e-05
// Cost: 15 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax exp --degree 3 --format f32 --emit hlsl --name fast_exp_3 --full-range exp
float fast_exp_3(float x) {
  float k = -105.0 < x ? round((89.0 < x ? 89.0 : x) * 1.442695) : 0.0;
  float r = x - k * 0.69314575 - k * 1.4286068e-06;
  float p = 0.16566843 * r + 0.5049633;
  p = p * r + 1.0001642;
  p = p * r + 0.99992806;
  return x < -104.0 ? 0.0 : p * asfloat(uint(int(k) / 2 + 127) << 23) * asfloat(uint(int(k) - int(k) / 2 + 127) << 23);
}

// exp(x) as p(x), p of degree 4, on [-log(2)/2, log(2)/2].
// Largest relative error, proven in real arithmetic: 2.6075e-06
// Of 262149 floats of exp from -103.5 to 88.7228: 2.6688e-06; where a * b + c is fused: 2.6592e-06
// Cost: 16 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax exp --degree 4 --format f32 --emit hlsl --name fast_exp_4 --full-range exp
float fast_exp_4(float x) {
  float k = -105.0 < x ? round((89.0 < x ? 89.0 : x) * 1.442695) : 0.0;
  float r = x - k * 0.69314575 - k * 1.4286068e-06;
  float p = 0.041463308 * r + 0.16790909;
  p = p * r + 0.5000428;
  p = p * r + 0.9999634;
  p = p * r + 0.9999993;
  return x < -104.0 ? 0.0 : p * asfloat(uint(int(k) / 2 + 127) << 23) * asfloat(uint(int(k) - int(k) / 2 + 127) << 23);
}

// exp(x) as p(x), p of degree 5, on [-log(2)/2, log(2)/2].
// Largest relative error, proven in real arithmetic: 1.1957e-07
// Of 262149 floats of exp from -103.5 to 88.7228: 1.9866e-07; where a * b + c is fused: 1.8121e-07
// Cost: 17 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax exp --degree 5 --format f32 --emit hlsl --name fast_exp_5 --full-range exp
float fast_exp_5(float x) {
  float k = -105.0 < x ? round((89.0 < x ? 89.0 : x) * 1.442695) : 0.0;
  float r = x - k * 0.69314575 - k * 1.4286068e-06;
  float p = 0.0084918635 * r + 0.04195692;
  p = p * r + 0.1666511;
  p = p * r + 0.4999847;
  p = p * r + 1.0000002;
  p = p * r + 1.0000001;
  return x < -104.0 ? 0.0 : p * asfloat(uint(int(k) / 2 + 127) << 23) * asfloat(uint(int(k) - int(k) / 2 + 127) << 23);
}

// log1p(x) as x*p(x), p of degree 3, on [sqrt(1/2)-1, sqrt(2)-1].
// Largest relative error, proven in real arithmetic: 3.5078e-04
// Of 262178 floats of log from 1.4013e-45 to 3.40282e+38: 3.5081e-04; where a * b + c is fused: 3.5081e-04
// Cost: 26 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax log --degree 3 --format f32 --emit hlsl --name fast_log_3 --full-range log
float fast_log_3(float x) {
  float n = x < 1.1754944e-38 ? x * 8388608.0 : x;
  float t1 = float(int(asuint(n) - 0x3f3504f3u) >> 23);
  float e = x < 1.1754944e-38 ? t1 - 23.0 : t1;
  float t = asfloat(asuint(n) - ((asuint(n) - 0x3f3504f3u) & 0xff800000u)) - 1.0;
  float p = -0.22719339 * t + 0.35438725;
  p = p * t - 0.5020444;
  p = p * t + 0.9997057;
  return 0.0 < x ? (3.4028235e+38 < x ? x : e * 0.69314575 + (e * 1.4286068e-06 + t * p)) : (x == 0.0 ? -1.0 / abs(x) : sqrt(x));
}

// log1p(x) as x*p(x), p of degree 5, on [sqrt(1/2)-1, sqrt(2)-1].
// Largest relative error, proven in real arithmetic: 7.3929e-06
// Of 262178 floats of log from 1.4013e-45 to 3.40282e+38: 7.4805e-06; where a * b + c is fused: 7.4805e-06
// Cost: 28 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax log --degree 5 --format f32 --emit hlsl --name fast_log_5 --full-range log
float fast_log_5(float x) {
  float n = x < 1.1754944e-38 ? x * 8388608.0 : x;
  float t1 = float(int(asuint(n) - 0x3f3504f3u) >> 23);
  float e = x < 1.1754944e-38 ? t1 - 23.0 : t1;
  float t = asfloat(asuint(n) - ((asuint(n) - 0x3f3504f3u) & 0xff800000u)) - 1.0;
  float p = -0.14291677 * t + 0.22055157;
  p = p * t - 0.2540316;
  p = p * t + 0.33258122;
  p = p * t - 0.49990228;
  p = p * t + 1.0000045;
  return 0.0 < x ? (3.4028235e+38 < x ? x : e * 0.69314575 + (e * 1.4286068e-06 + t * p)) : (x == 0.0 ? -1.0 / abs(x) : sqrt(x));
}

// log1p(x) as x*p(x), p of degree 7, on [sqrt(1/2)-1, sqrt(2)-1].
// Largest relative error, proven in real arithmetic: 1.7076e-07
// Of 262178 floats of log from 1.4013e-45 to 3.40282e+38: 2.5788e-07; where a * b + c is fused: 2.5788e-07
// Cost: 30 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax log --degree 7 --format f32 --emit hlsl --name fast_log_7 --full-range log
float fast_log_7(float x) {
  float n = x < 1.1754944e-38 ? x * 8388608.0 : x;
  float t1 = float(int(asuint(n) - 0x3f3504f3u) >> 23);
  float e = x < 1.1754944e-38 ? t1 - 23.0 : t1;
  float t = asfloat(asuint(n) - ((asuint(n) - 0x3f3504f3u) & 0xff800000u)) - 1.0;
  float p = -0.1011246 * t + 0.16221495;
  p = p * t - 0.1724816;
  p = p * t + 0.19900121;
  p = p * t - 0.24970184;
  p = p * t + 0.33335075;
  p = p * t - 0.5000036;
  p = p * t + 0.99999994;
  return 0.0 < x ? (3.4028235e+38 < x ? x : e * 0.69314575 + (e * 1.4286068e-06 + t * p)) : (x == 0.0 ? -1.0 / abs(x) : sqrt(x));
}

// sin(x) as x*p(x^2), p of degree 2, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 1.0819e-04
// Of 262161 floats of sin from -25735.9 to 25735.9, absolute error: 1.1081e-04; where a * b + c is fused: 1.1081e-04
// Cost: 15 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax sin --degree 2 --format f32 --emit hlsl --name fast_sin_2 --full-range sin
float fast_sin_2(float x) {
  float k = round(x * 0.31830987) + 0.0;
  float r = x - k * 3.140625 - k * 0.0009675026 - k * 1.509958e-07;
  float odd = abs(k - 2.0 * round(k * 0.5));
  float t1 = r * r;
  float p = 0.0076029035 * t1 - 0.16596012;
  p = p * t1 + 0.9998918;
  return (1.0 - 2.0 * odd) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 3, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 9.5376e-07
// Of 262161 floats of sin from -25735.9 to 25735.9, absolute error: 1.0157e-06; where a * b + c is fused: 1.0166e-06
// Cost: 16 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax sin --degree 3 --format f32 --emit hlsl --name fast_sin_3 --full-range sin
float fast_sin_3(float x) {
  float k = round(x * 0.31830987) + 0.0;
  float r = x - k * 3.140625 - k * 0.0009675026 - k * 1.509958e-07;
  float odd = abs(k - 2.0 * round(k * 0.5));
  float t1 = r * r;
  float p = -0.00018484543 * t1 + 0.008311763;
  p = p * t1 - 0.16665542;
  p = p * t1 + 0.99999905;
  return (1.0 - 2.0 * odd) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 4, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 6.1688e-09
// Of 262161 floats of sin from -25735.9 to 25735.9, absolute error: 1.3096e-07; where a * b + c is fused: 1.0825e-07
// Cost: 17 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax sin --degree 4 --format f32 --emit hlsl --name fast_sin_4 --full-range sin
float fast_sin_4(float x) {
  float k = round(x * 0.31830987) + 0.0;
  float r = x - k * 3.140625 - k * 0.0009675026 - k * 1.509958e-07;
  float odd = abs(k - 2.0 * round(k * 0.5));
  float t1 = r * r;
  float p = 2.6061034e-06 * t1 - 0.00019809778;
  p = p * t1 + 0.008333069;
  p = p * t1 - 0.1666666;
  p = p * t1 + 1.0;
  return (1.0 - 2.0 * odd) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 2, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 1.0819e-04
// Of 262161 floats of cos from -12868 to 12868, absolute error: 1.0875e-04; where a * b + c is fused: 1.0875e-04
// Cost: 18 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax cos --degree 2 --format f32 --emit hlsl --name fast_cos_2 --full-range cos
float fast_cos_2(float x) {
  float k = round(x * 0.31830987 - 0.5) + 0.0;
  float t1 = k + 0.5;
  float r = x - t1 * 3.140625 - t1 * 0.0009675026 - t1 * 1.509958e-07;
  float odd = abs(k - 2.0 * round(k * 0.5));
  float t2 = r * r;
  float p = 0.0076029035 * t2 - 0.16596012;
  p = p * t2 + 0.9998918;
  return (1.0 - 2.0 * (1.0 - odd)) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 3, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 9.5376e-07
// Of 262161 floats of cos from -12868 to 12868, absolute error: 1.0729e-06; where a * b + c is fused: 1.0666e-06
// Cost: 19 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax cos --degree 3 --format f32 --emit hlsl --name fast_cos_3 --full-range cos
float fast_cos_3(float x) {
  float k = round(x * 0.31830987 - 0.5) + 0.0;
  float t1 = k + 0.5;
  float r = x - t1 * 3.140625 - t1 * 0.0009675026 - t1 * 1.509958e-07;
  float odd = abs(k - 2.0 * round(k * 0.5));
  float t2 = r * r;
  float p = -0.00018484543 * t2 + 0.008311763;
  p = p * t2 - 0.16665542;
  p = p * t2 + 0.99999905;
  return (1.0 - 2.0 * (1.0 - odd)) * (r * p);
}

// sin(x) as x*p(x^2), p of degree 4, on [0, pi/2].
// Largest relative error, proven in real arithmetic: 6.1688e-09
// Of 262161 floats of cos from -12868 to 12868, absolute error: 1.7220e-07; where a * b + c is fused: 1.4212e-07
// Cost: 20 operations at full rate, 0 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax cos --degree 4 --format f32 --emit hlsl --name fast_cos_4 --full-range cos
float fast_cos_4(float x) {
  float k = round(x * 0.31830987 - 0.5) + 0.0;
  float t1 = k + 0.5;
  float r = x - t1 * 3.140625 - t1 * 0.0009675026 - t1 * 1.509958e-07;
  float odd = abs(k - 2.0 * round(k * 0.5));
  float t2 = r * r;
  float p = 2.6061034e-06 * t2 - 0.00019809778;
  p = p * t2 + 0.008333069;
  p = p * t2 - 0.1666666;
  p = p * t2 + 1.0;
  return (1.0 - 2.0 * (1.0 - odd)) * (r * p);
}

// tanh(x) as x*p(x^2), p of degree 3, on [0, 1].
// Largest relative error, proven in real arithmetic: 8.1453e-05
// Of 262145 floats of tanh from -3.40282e+38 to 3.40282e+38: 8.1500e-05; where a * b + c is fused: 8.1500e-05
// Cost: 16 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax tanh --degree 3 --format f32 --emit hlsl --name fast_tanh_3 --full-range tanh
float fast_tanh_3(float x) {
  float a = abs(x);
  float t = 1.0 < a ? 1.0 : a;
  float t1 = t * t;
  float p = -0.026629854 * t1 + 0.11889788;
  p = p * t1 - 0.33065447;
  p = p * t1 + 0.9999186;
  return asfloat((asuint(1.0 < a ? 1.0 - 2.0 / (exp(2.0 * (a < 20.0 ? a : 20.0)) + 1.0) : t * p) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}

// tanh(x) as x*p(x^2), p of degree 5, on [0, 1].
// Largest relative error, proven in real arithmetic: 5.9264e-07
// Of 262145 floats of tanh from -3.40282e+38 to 3.40282e+38: 6.7059e-07; where a * b + c is fused: 6.6432e-07
// Cost: 18 operations at full rate, 2 at quarter rate; sqrt and / rounded correctly.
// Written by: vieta minimax tanh --degree 5 --format f32 --emit hlsl --name fast_tanh_5 --full-range tanh
float fast_tanh_5(float x) {
  float a = abs(x);
  float t = 1.0 < a ? 1.0 : a;
  float t1 = t * t;
  float p = -0.003071743 * t1 + 0.016756052;
  p = p * t1 - 0.051618665;
  p = p * t1 + 0.13282004;
  p = p * t1 - 0.33329144;
  p = p * t1 + 0.99999946;
  return asfloat((asuint(1.0 < a ? 1.0 - 2.0 / (exp(2.0 * (a < 20.0 ? a : 20.0)) + 1.0) : t * p) & 0x7fffffffu) | (asuint(x) & 0x80000000u));
}
