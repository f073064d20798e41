#pragma once

namespace vieta {

/// To this degree each text is one of its own. Beyond, Bernstein coefficients decide polynomials with few changes of
/// sign first, then the chain of derivatives.
constexpr int last_degree_alone = 4;

// Degrees 1 to 4; `real_roots_separate` of each. See shader_text.hpp.
inline constexpr const char* real_roots_shader_one = R"(
// By the signs at both ends; where they are in doubt, and for the first root alone, the last level looks closer.
RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) {
  float points[REAL_ROOTS_DEGREE];
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = hi;
  }
  vec2 seen = real_roots_value_and_noise(p, lo);
  float at_0 = seen.x;
  bool low = wanted < REAL_ROOTS_DEGREE || abs(seen.x) <= 1.5 * seen.y;
  seen = real_roots_value_and_noise(p, points[0]);
  float at_1 = seen.x;
  low = low || abs(seen.x) <= 1.5 * seen.y;
  RealRoots r = real_roots_none(REAL_ROOTS_OK);
  bool sure = !low;
  if ((at_0 < 0.0) != (at_1 < 0.0)) {
    float start_0 = real_roots_start(p, lo, points[0], at_0, at_1, false, points[0] < hi);
    seen = real_roots_near(p, lo, points[0], start_0, at_0 < 0.0, tolerance, 0.0, 40);
    r.roots[0] = seen.x;
    r.count = r.count + 1;
    sure = sure && seen.y > 0.0;
  }
  if (!sure) {
    return real_roots_last_level(p, real_roots_no_points(hi), lo, hi, tolerance, wanted, false, 1);
  }
  return r;
}

)";

inline constexpr const char* real_roots_shader_two = R"(
// The root of p' separates those of p. Otherwise as at degree 1.
RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) {
  float points[REAL_ROOTS_DEGREE];
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = hi;
  }
  points[0] = real_roots_of_quadratic(0.5 * p[1], p[2], 0.0, lo, hi).x;
  vec2 seen = real_roots_value_and_noise(p, lo);
  float at_0 = seen.x;
  bool low = wanted < REAL_ROOTS_DEGREE || abs(seen.x) <= 1.5 * seen.y;
  seen = real_roots_value_and_noise(p, points[0]);
  float at_1 = seen.x;
  low = low || abs(seen.x) <= 1.5 * seen.y;
  seen = real_roots_value_and_noise(p, points[1]);
  float at_2 = seen.x;
  low = low || abs(seen.x) <= 1.5 * seen.y;
  RealRoots r = real_roots_none(REAL_ROOTS_OK);
  bool sure = !low;
  if ((at_1 < 0.0) != (at_2 < 0.0)) {
    float start_1 = real_roots_start(p, points[0], points[1], at_1, at_2, points[0] > lo, points[1] < hi);
    seen = real_roots_near(p, points[0], points[1], start_1, at_1 < 0.0, tolerance, 0.0, 40);
    r.roots[0] = seen.x;
    r.count = r.count + 1;
    sure = sure && seen.y > 0.0;
  }
  if ((at_0 < 0.0) != (at_1 < 0.0)) {
    float start_0 = real_roots_start(p, lo, points[0], at_0, at_1, false, points[0] < hi);
    seen = real_roots_near(p, lo, points[0], start_0, at_0 < 0.0, tolerance, 0.0, 40);
    r.roots[1] = r.roots[0];
    r.roots[0] = seen.x;
    r.count = r.count + 1;
    sure = sure && seen.y > 0.0;
  }
  if (!sure) {
    RealRootsPoints between = real_roots_no_points(hi);
    between.x[0] = points[0];
    return real_roots_last_level(p, between, lo, hi, tolerance, wanted, false, 1);
  }
  return r;
}

)";

// Degrees 3 and 4 refine all roots at once, since a warp waits for each loop as long as the slowest of its lanes. Where
// signs are in doubt, or Newton's steps do not end soon, the last level looks closer.
inline constexpr const char* real_roots_shader_cubic = R"(
// All real roots of c0 + c1 x + c2 x^2 + c3 x^3, ascending, to about 1e-5 of the largest, in the form of Blinn (2007).
// The count is 3 or 1; if it is 1, the three places hold the same. The status is -1 where rounding does not tell which
// it is, or where c3 is too small beside the others.
RealRoots real_roots_of_cubic(float c0, float c1, float c2, float c3) {
  RealRoots r = real_roots_none(-1);
  float largest = max(max(abs(c0), abs(c1)), max(abs(c2), abs(c3)));
  if (largest < 1.0e-37 || largest > 1.0e37) {
    return r;
  }
  // By a power of two, which rounds nothing.
  float scale = uintBitsToFloat(0x7f000000u - (floatBitsToUint(largest) & 0x7f800000u));
  float a = c3 * scale;
  float b = c2 * scale;
  float c = c1 * scale;
  float d = c0 * scale;
  // The Hessian of the cubic form and its discriminant, with bounds of their errors by rounding, u = 2^-24.
  float ac = 3.0 * a * c;
  float bd = 3.0 * b * d;
  float ad = 9.0 * a * d;
  float bc = b * c;
  float first = ac - b * b;
  float second = ad - bc;
  float third = bd - c * c;
  float off_first = 1.7881393432617188e-7 * (abs(ac) + b * b);
  float off_second = 1.7881393432617188e-7 * (abs(ad) + abs(bc));
  float off_third = 1.7881393432617188e-7 * (abs(bd) + c * c);
  float product = 4.0 * first * third;
  float discriminant = product - second * second;
  float off = 4.0 * (off_first * (abs(third) + off_third) + abs(first) * off_third);
  off = off + off_second * (2.0 * abs(second) + off_second) + 2.384185791015625e-7 * (abs(product) + second * second);
  if (abs(discriminant) <= off + 1.0e-30 || abs(a) < 0.00001) {
    return r;
  }
  // y = 3 a x + b has y^3 + 3 first y + offset = 0.
  bool three = discriminant > 0.0;
  float size = sqrt(abs(first));
  float offset = 3.0 * a * second - 2.0 * b * first;
  float v = 0.5 * abs(offset);
  float by_cube = size > 1.0e-12 ? 1.0 / (abs(first) * size) : 0.0;
  float cosine = min(v * by_cube, 1.0);
  // cos(acos(cosine) / 3); error 3.3e-5.
  float y = ((0.00956928 * cosine - 0.0410698) * cosine + 0.16547509) * cosine + 0.86605793;
  y = 2.0 * size * y;
  if (!three) {
    float cube = max(v + 1.5 * abs(a) * sqrt(-discriminant), 1.0e-30);
    float p = exp2(0.3333333432674408 * log2(cube));
    float q = first / p;
    float other = 2.0 * v / (p * p + first + q * q);
    y = first < 0.0 ? p - q : other;
  }
  y = offset < 0.0 ? y : -y;
  float by_leading = 1.0 / a;
  float x = 0.3333333432674408 * (y - b) * by_leading;
  // Newton's step: where the roots are found by division, this one should be right.
  float slope = a;
  float value = a * x + b;
  slope = slope * x + value;
  value = value * x + c;
  slope = slope * x + value;
  value = value * x + d;
  float divisor = slope == 0.0 ? 1.0 : slope;
  x = x - value / divisor;
  r.count = 1;
  r.status = REAL_ROOTS_OK;
  float u = x;
  float w = x;
  if (three) {
    // What is left is a quadratic; its coefficients follow from the larger end (Peters and Wilkinson 1971).
    float known = abs(x) < 1.0e-30 ? 1.0 : x;
    float by_known = 1.0 / known;
    float outer_rest = -d * by_known;
    float inner_rest = (outer_rest - c) * by_known;
    bool forward = abs(a * x * x) <= abs(c) || abs(a * x * x * x) <= abs(d);
    float inner = forward ? a * x + b : inner_rest;
    float rest = forward ? inner * x + c : outer_rest;
    float root = sqrt(max(inner * inner - 4.0 * a * rest, 0.0));
    float sum = inner < 0.0 ? inner - root : inner + root;
    sum = sum == 0.0 ? 1.0e-30 : sum;
    u = -0.5 * sum * by_leading;
    w = -2.0 * rest / sum;
    r.count = 3;
  }
  float lower = min(u, w);
  float upper = max(u, w);
  r.roots[0] = min(x, lower);
  r.roots[1] = max(lower, min(x, upper));
  r.roots[2] = max(x, upper);
  return r;
}

)";

inline constexpr const char* real_roots_shader_three = R"(
// From the closed form, by Newton's iteration for all three at once. The discriminant, the signs of p at lo and hi and
// those of p' at the roots have to agree.
RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) {
  RealRoots r = real_roots_of_cubic(p[0], p[1], p[2], p[3]);
  vec2 at_lo = real_roots_value_and_noise(p, lo);
  vec2 at_hi = real_roots_value_and_noise(p, hi);
  bool sure = r.status == REAL_ROOTS_OK && abs(at_lo.x) > 1.1 * at_lo.y && abs(at_hi.x) > 1.1 * at_hi.y;
  // Where there is one root alone, two that are nowhere stand beside it.
  bool three = r.count == 3;
  bool begins_negative = (p[3] > 0.0) == three;
  float x[3];
  float last[3];
  x[0] = three ? r.roots[0] : min(lo, r.roots[0]) - 1.0;
  x[1] = r.roots[1];
  x[2] = three ? r.roots[2] : max(hi, r.roots[2]) + 1.0;
  last[0] = 0.0;
  last[1] = 0.0;
  last[2] = 0.0;
  bool ends = false;
  bool fits = true;
  @loop for (int i = 0; i < 5; i++) {
    ends = true;
    fits = true;
    @unroll for (int k = 0; k < 3; k++) {
      float slope = p[3];
      float value = p[3] * x[k] + p[2];
      slope = slope * x[k] + value;
      value = value * x[k] + p[1];
      slope = slope * x[k] + value;
      value = value * x[k] + p[0];
      float at = abs(x[k]);
      float noise = REAL_ROOTS_NOISE * (((abs(p[3]) * at + abs(p[2])) * at + abs(p[1])) * at + abs(p[0]));
      float divisor = slope == 0.0 ? 1.0 : slope;
      float step = value / divisor;
      bool nowhere = k != 1 && !three;
      step = nowhere ? 0.0 : step;
      x[k] = x[k] - step;
      float moved = abs(step);
      float enough = max(tolerance.x, tolerance.y * abs(x[k]));
      bool done = moved <= max(0.25 * enough, min(enough, 0.25 * last[k])) || abs(value) <= noise;
      done = done && slope != 0.0;
      bool away = x[k] < lo - 4.0 * moved || x[k] > hi + 4.0 * moved;
      ends = ends && (done || away || !sure);
      fits = fits && (away || (slope < 0.0) != (begins_negative == (k != 1)));
      last[k] = moved;
    }
    if (ends) {
      break;
    }
  }
  int before = 0;
  int behind = 0;
  @unroll for (int k = 0; k < 3; k++) {
    if (x[k] < lo) {
      before++;
    }
    if (x[k] > hi) {
      behind++;
    }
  }
  sure = sure && ends && fits && x[0] < x[1] && x[1] < x[2];
  sure = sure && (at_lo.x < 0.0) == (begins_negative == ((before & 1) == 0));
  sure = sure && (at_hi.x < 0.0) != (begins_negative == ((behind & 1) == 0));
  if (!sure) {
    // The roots of p' separate those of p.
    vec2 separators = real_roots_of_quadratic(p[1], 2.0 * p[2], 3.0 * p[3], lo, hi);
    RealRootsPoints points = real_roots_no_points(hi);
    points.x[0] = separators.x;
    points.x[1] = separators.y;
    return real_roots_last_level(p, points, lo, hi, tolerance, wanted, false, 1);
  }
  float least = before == 1 ? x[1] : x[0];
  least = before == 2 ? x[2] : least;
  float next = before == 1 ? x[2] : x[1];
  r.count = 3 - before - behind;
  r.roots[0] = r.count > 0 ? least : 0.0;
  r.roots[1] = r.count > 1 ? next : 0.0;
  r.roots[2] = r.count > 2 ? x[2] : 0.0;
  return r;
}

)";

inline constexpr const char* real_roots_shader_four = R"(
// The roots of p' separate those of p. By Halley's iteration for all roots at once, from where a cubic with the same
// extrema has its root.
RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) {
  RealRoots r = real_roots_of_cubic(p[1], 2.0 * p[2], 3.0 * p[3], 4.0 * p[4]);
  bool apart = r.status == REAL_ROOTS_OK;
  bool sure = apart;
  bool three = r.count == 3;
  float reach = max(abs(lo), abs(hi));
  float points[5];
  float values[5];
  float noises[5];
  float bends[5];  // |p''| / 2 at an extremum
  bool clear[5];   // whether p is clear of rounding there
  @unroll for (int k = 0; k < 5; k++) {
    float at = k < 4 ? lo : hi;
    float unsure = 0.0;
    bends[k] = 0.0;
    if (k > 0 && k < 4) {
      // Far outside p may overflow, and where the extremum is there does not matter.
      float e = max(lo - reach, min(r.roots[k - 1], hi + reach));
      bool inside = e > lo && e < hi;
      float bend = 4.0 * p[4];
      float slope = bend * e + 3.0 * p[3];
      bend = bend * e + slope;
      slope = slope * e + 2.0 * p[2];
      bend = bend * e + slope;
      slope = slope * e + p[1];
      float divisor = bend == 0.0 ? 1.0 : bend;
      float by_bend = 1.0 / divisor;
      float step = slope * by_bend;
      // p differs from its extremum by less.
      unsure = inside ? abs(slope * step) : 0.0;
      bends[k] = inside ? 0.5 * abs(bend) : 0.0;
      // Within rounding of an end it is taken for that end, since a touch there is listed once.
      float size = abs(e);
      size = ((4.0 * abs(p[4]) * size + 3.0 * abs(p[3])) * size + 2.0 * abs(p[2])) * size + abs(p[1]);
      float beside = 0.000001 * reach + REAL_ROOTS_NOISE * abs(size * by_bend);
      step = inside ? step : 0.0;
      at = e - step;
      at = at - lo <= beside ? lo : at;
      at = hi - at <= beside ? hi : at;
      at = max(points[k - 1], min(at, hi));
      // At three roots the sign of p'' alternates.
      bool turned = k == 2 && three;
      bool alternates = bend != 0.0 && (bend < 0.0) == ((p[4] < 0.0) != turned);
      apart = apart && (alternates || !inside);
    }
    vec2 seen = real_roots_value_and_noise(p, at);
    points[k] = at;
    values[k] = seen.x;
    noises[k] = seen.y;
    apart = apart && unsure <= 0.1 * seen.y;
    clear[k] = abs(seen.x) > 1.1 * seen.y;
  }
  // Where p crosses zero on both sides of an extremum, a sign that is known by a running error bound is enough (Higham
  // 2002, section 5.1); elsewhere it may be a touch.
  if (!clear[1] || !clear[2] || !clear[3]) {
    @unroll for (int k = 1; k < 4; k++) {
      float first = p[4] * points[k] + p[3];
      float second = first * points[k] + p[2];
      float third = second * points[k] + p[1];
      float size = abs(points[k]);
      float partial = ((abs(first) * size + abs(second)) * size + abs(third)) * size + abs(values[k]);
      bool crosses = (values[k] < 0.0) != (values[k - 1] < 0.0) && (values[k] < 0.0) != (values[k + 1] < 0.0);
      clear[k] = clear[k] || (crosses && abs(values[k]) > 1.1920928955078125e-7 * partial);
    }
  }
  sure = sure && clear[0] && clear[1] && clear[2] && clear[3] && clear[4];
  // The brackets that hold a root come first: most polynomials have one or two.
  int count = 0;
  float x[4];
  float left[4];
  float right[4];
  float noise[4];
  @unroll for (int k = 0; k < 4; k++) {
    x[k] = lo;
    left[k] = lo;
    right[k] = hi;
    noise[k] = 0.0;
  }
  @unroll for (int k = 3; k >= 0; k--) {
    bool turns = bends[k] > 0.0;
    bool turns_next = bends[k + 1] > 0.0;
    float bend = abs(values[k]) < abs(values[k + 1]) ? bends[k] : bends[k + 1];
    float start = real_roots_guess(points[k], points[k + 1], values[k], values[k + 1], turns, turns_next, bend);
    if ((values[k] < 0.0) != (values[k + 1] < 0.0)) {
      @unroll for (int j = 3; j > 0; j--) {
        x[j] = x[j - 1];
        left[j] = left[j - 1];
        right[j] = right[j - 1];
        noise[j] = noise[j - 1];
      }
      x[0] = start;
      left[0] = points[k];
      right[0] = points[k + 1];
      // What rounding may make of p, no more than anywhere between.
      float least = min(noises[k], noises[k + 1]);
      noise[0] = left[0] < 0.0 && right[0] > 0.0 ? REAL_ROOTS_NOISE * abs(p[0]) : least;
      count++;
    }
  }
  bool ends = false;
  @loop for (int i = 0; i < 10; i++) {
    ends = true;
    @unroll for (int k = 0; k < 4; k++) {
      if (k < 2 || count > 2) {
        float second = p[4];
        float slope = p[4];
        float value = p[4] * x[k] + p[3];
        slope = slope * x[k] + value;
        value = value * x[k] + p[2];
        second = second * x[k] + slope;
        float third = p[4] * x[k] + second;
        slope = slope * x[k] + value;
        value = value * x[k] + p[1];
        second = second * x[k] + slope;
        slope = slope * x[k] + value;
        value = value * x[k] + p[0];
        float divisor = slope == 0.0 ? 1.0 : slope;
        float by_slope = 1.0 / divisor;
        float step = value * by_slope;
        float bent = max(-1.0, min(step * second * by_slope, 0.5));
        step = step / (1.0 - bent);
        float moved = abs(step);
        float off = moved * (bent * bent + abs(third * by_slope) * moved * moved + 1.1920928955078125e-7);
        x[k] = max(left[k], min(x[k] - step, right[k]));
        float enough = max(tolerance.x, tolerance.y * abs(x[k]));
        bool done = moved <= 0.25 * enough || (i > 0 && off <= 0.125 * enough) || abs(value) <= noise[k];
        ends = ends && ((done && slope != 0.0) || k >= count || !sure);
      }
    }
    if (ends) {
      break;
    }
  }
  if (!apart || !sure || !ends) {
    RealRootsPoints between = real_roots_no_points(hi);
    between.x[0] = points[1];
    between.x[1] = points[2];
    between.x[2] = points[3];
    if (!apart) {
      between = real_roots_chain(p, lo, hi);
    }
    return real_roots_last_level(p, between, lo, hi, tolerance, wanted, false, 1);
  }
  r.count = count;
  @unroll for (int k = 0; k < 4; k++) {
    r.roots[k] = k < count ? x[k] : 0.0;
  }
  return r;
}

)";

}  // namespace vieta
