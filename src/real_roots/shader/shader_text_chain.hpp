#pragma once

namespace vieta {

// The chain of derivatives: where it begins, and its levels in a loop, for degrees from 5 on. Those of lower degrees
// have texts of their own (shader_text_low.hpp). See shader_text.hpp.
inline constexpr const char* real_roots_shader_quadratic = R"(
// The roots of a + b x + c x^2, ascending, brought into [lo, hi].
vec2 real_roots_of_quadratic(float a, float b, float c, float lo, float hi) {
  float reach = max(abs(lo), abs(hi));
  float u = hi;
  float v = hi;
  float largest = max(abs(a), max(abs(b), abs(c)));
  float scale = largest > 1.0e-37 ? 1.0 / largest : 0.0;
  float first = a * scale;
  float half_b = 0.5 * (b * scale);
  float leading = c * scale;
  float discriminant = half_b * half_b - first * leading;
  if (discriminant >= 0.0) {
    float root = sqrt(discriminant);
    float sum = half_b < 0.0 ? half_b - root : half_b + root;
    if (abs(sum) < abs(leading) * reach) {
      u = -sum / leading;
    }
    if (abs(first) < abs(sum) * reach) {
      v = -first / sum;
    }
  }
  u = max(lo, min(u, hi));
  v = max(lo, min(v, hi));
  return vec2(min(u, v), max(u, v));
}

)";

inline constexpr const char* real_roots_shader_chain = R"(
// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; Yuksel 2022). These
// are the roots of p', and hi.
RealRootsPoints real_roots_chain(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi) {
  float points[REAL_ROOTS_DEGREE];
  // The derivative of order N - degree, divided by (N - degree)!, has coefficients C(k, N - degree) p_k. Here p is
  // turned so that they stand at 0 ... degree. The binomials, 0 elsewhere, follow exactly from those one level before:
  // factors multiplied up in floating point would lose roots.
  float turned[REAL_ROOTS_DEGREE + 1];
  uint binomials[REAL_ROOTS_DEGREE + 1];
  float c[REAL_ROOTS_DEGREE + 1];
  uint top = uint(REAL_ROOTS_DEGREE * (REAL_ROOTS_DEGREE - 1) / 2);  // C(N, degree)
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    points[k] = lo;
    binomials[k + 1] = 0u;
  }
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE - 2; k++) {
    turned[k + 3] = p[k];
  }
  turned[0] = p[REAL_ROOTS_DEGREE - 2];
  turned[1] = p[REAL_ROOTS_DEGREE - 1];
  turned[2] = p[REAL_ROOTS_DEGREE];
  binomials[0] = 1u;
  binomials[1] = uint(REAL_ROOTS_DEGREE - 1);
  binomials[2] = top;
  float slope = float(REAL_ROOTS_DEGREE - 1) * turned[1];
  float bend = float(top) * turned[2];
  vec2 ends = real_roots_of_quadratic(turned[0], slope, bend, lo, hi);
  points[REAL_ROOTS_DEGREE - 3] = ends.x;
  points[REAL_ROOTS_DEGREE - 2] = ends.y;
  points[REAL_ROOTS_DEGREE - 1] = hi;
  vec2 coarse = vec2(0.0, 0.004);
  vec2 fine = vec2(0.0, 0.0008);
  for (int degree = 3; degree < REAL_ROOTS_DEGREE; degree++) {
    uint factor = uint(REAL_ROOTS_DEGREE + 1 - degree);
    uint divisor = uint(degree);
    top = (top / divisor) * factor + ((top % divisor) * factor) / divisor;
    float turning = turned[REAL_ROOTS_DEGREE];
    @unroll for (int k = REAL_ROOTS_DEGREE; k >= 1; k--) {
      turned[k] = turned[k - 1];
      binomials[k] = k == degree ? top : binomials[k] - binomials[k - 1];
    }
    turned[0] = turning;
    @unroll for (int k = 0; k <= REAL_ROOTS_DEGREE; k++) {
      c[k] = float(binomials[k]) * turned[k];
    }
    // Points stand in the last places, lo in those before. They move down one place at each interval, since registers
    // have no computed places, and its root takes the last one; where there is none, the interval's lower end does.
    float left = lo;
    float at_left = real_roots_value(c, lo);
    float noise = REAL_ROOTS_NOISE * abs(c[0]);
    vec2 enough = degree + 1 < REAL_ROOTS_DEGREE ? coarse : fine;
    @loop for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      float right = points[0];
      @unroll for (int k = 1; k < REAL_ROOTS_DEGREE; k++) {
        points[k - 1] = points[k];
      }
      float root = left;
      if (right > left) {
        float at_right = real_roots_value(c, right);
        if (at_right == 0.0) {
          root = right;
        } else if (at_left != 0.0 && (at_left < 0.0) != (at_right < 0.0)) {
          float start = real_roots_start(c, left, right, at_left, at_right, left > lo, right < hi);
          vec2 found = real_roots_near(c, left, right, start, at_left < 0.0, enough, noise, 12);
          root = found.x;
          if (found.y == 0.0) {
            vec2 seen = real_roots_value_and_noise(c, root);
            if (abs(seen.x) > seen.y) {
              root = real_roots_crossing(c, left, right, start, at_left < 0.0, vec2(0.0, 0.0001));
            }
          }
        }
        left = right;
        at_left = at_right;
      }
      points[REAL_ROOTS_DEGREE - 1] = root;
    }
    @unroll for (int k = 1; k < REAL_ROOTS_DEGREE; k++) {
      points[k - 1] = points[k];
    }
    points[REAL_ROOTS_DEGREE - 1] = hi;
  }
  RealRootsPoints separators = real_roots_no_points(hi);
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    separators.x[k] = points[k];
  }
  return separators;
}

)";

// Degrees 5 to 10; the text serves others, too, where REAL_ROOTS_DEGREE is another one.
inline constexpr const char* real_roots_shader_separate = R"(
RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) {
  RealRoots r = real_roots_none(-1);
  if (wanted == 1) {
    r = real_roots_leftmost(p, lo, hi, tolerance);
  }
  if (r.status < 0) {
    r = real_roots_few(p, lo, hi, tolerance, wanted);
  }
  bool all = r.count >= REAL_ROOTS_DEGREE && REAL_ROOTS_DEGREE <= 10;  // changes of sign
  @loop for (int i = 0; i < 2; i++) {
    if (r.status >= 0) {
      break;
    }
    RealRootsPoints points = real_roots_no_points(hi);
    if (all) {
      points = real_roots_between_all(p, lo, hi);
    } else {
      points = real_roots_chain(p, lo, hi);
    }
    r = real_roots_last_level(p, points, lo, hi, tolerance, wanted, all, 1);
    all = false;
  }
  return r;
}

)";

// Degrees 11 to 32.
inline constexpr const char* real_roots_shader_separate_many = R"(
RealRoots real_roots_separate(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) {
  RealRoots r = real_roots_none(-1);
  if (wanted == 1) {
    r = real_roots_leftmost(p, lo, hi, tolerance);
  }
  if (r.status < 0) {
    r = real_roots_few(p, lo, hi, tolerance, wanted);
  }
  if (r.status < 0) {
    RealRootsPoints points = real_roots_no_points(hi);
    points.known = false;
    int turns = 0;
    // Changes of sign; with more of them the chain is the slower way.
    if (r.count > REAL_ROOTS_FEW) {
      points = real_roots_between_many(p, lo, hi);
    }
    if (!points.known) {
      points = real_roots_chain(p, lo, hi);
      turns = 1;
    }
    r = real_roots_last_level(p, points, lo, hi, tolerance, wanted, false, turns);
  }
  return r;
}

)";

}  // namespace vieta
