#pragma once

namespace vieta {

/// Beyond this degree float parts the roots of p' too badly for this, and Descartes' rule is faster.
inline constexpr int last_degree_of_all = 10;

// Polynomials of degree 5 to 10 with as many changes of sign as their degree. See shader_text.hpp.
inline constexpr const char* real_roots_shader_all = R"(
// What stands for a root that is still to be found: so far to the left that its pole is nothing.
const float REAL_ROOTS_FAR = -33554432.0;

// For p with all of its roots in [lo, hi]: the roots of p', which separate them, and hi. By Laguerre's iteration, where
// roots that are known leave by their poles in p''/p' (Maehly 1954), from either end in turn. Where p has other roots,
// these points are of no use, which the signs of p tell.
RealRootsPoints real_roots_between_all(float c[REAL_ROOTS_DEGREE + 1], float lo, float hi) {
  float p[REAL_ROOTS_DEGREE + 1];  // p'
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    p[k] = float(k + 1) * c[k + 1];
  }
  p[REAL_ROOTS_DEGREE] = 0.0;
  float found[REAL_ROOTS_DEGREE];
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    found[k] = REAL_ROOTS_FAR;
  }
  float width = hi - lo;
  float aside = 0.03 * width;
  float from_left = lo;
  float from_right = hi;
  @loop for (int k = 0; k < REAL_ROOTS_DEGREE - 1; k++) {
    float remaining = float(REAL_ROOTS_DEGREE - 1 - k);
    bool right = (k & 1) == 0;
    float x = right ? from_right : from_left;
    float last_step = width;
    @loop for (int i = 0; i < 12; i++) {
      float bend = 0.0;
      float slope = 0.0;
      float value = p[REAL_ROOTS_DEGREE];
      @unroll for (int j = REAL_ROOTS_DEGREE - 1; j >= 0; j--) {
        bend = bend * x + slope;
        slope = slope * x + value;
        value = value * x + p[j];
      }
      if (value == 0.0) {
        break;
      }
      // The same of the product of x - root.
      float known = 1.0;
      float known_slope = 0.0;
      float known_bend = 0.0;
      @unroll for (int j = 0; j < REAL_ROOTS_DEGREE; j++) {
        if (j < k) {
          float off = x - found[REAL_ROOTS_DEGREE - 1 - j];
          known_bend = known_bend * off + known_slope;
          known_slope = known_slope * off + known;
          known = known * off;
        }
      }
      float by_value = 1.0 / value;
      float by_known = 1.0 / known;
      float one = slope * by_value;
      float other = known_slope * by_known;
      float first = one - other;
      float second = one * one - other * other - 2.0 * (bend * by_value - known_bend * by_known);
      float root = sqrt(max((remaining - 1.0) * (remaining * second - first * first), 0.0));
      float divisor = first < 0.0 ? first - root : first + root;
      float step = remaining / divisor;
      float before = x;
      x = max(lo, min(x - step, hi));
      float moved = abs(x - before);
      float size = min(abs(x), width);
      if (moved <= 0.0001 * size || (moved <= 0.005 * size && moved <= 0.05 * last_step)) {
        break;
      }
      last_step = moved;
    }
    float rest = x;
    @unroll for (int j = REAL_ROOTS_DEGREE - 1; j >= 0; j--) {
      float larger = max(found[j], rest);
      rest = min(found[j], rest);
      found[j] = larger;
    }
    from_right = right ? max(lo, x - aside) : from_right;
    from_left = right ? from_left : min(hi, x + aside);
  }
  RealRootsPoints points = real_roots_no_points(hi);
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE - 1; k++) {
    points.x[k] = found[k + 1];
  }
  return points;
}

)";

}  // namespace vieta
