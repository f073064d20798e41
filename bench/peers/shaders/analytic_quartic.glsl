// The least real root in [lo, hi] of a quartic by Ferrari's formulas (Ars Magna, 1545) in float: what a shader author
// writes who wants it short. a[4] is 1. No status, no bound; nearly equal roots are lost or doubled by rounding.
struct RealRoots {
  int count;
  float roots[4];
};

float nearest(float best, float x, float lo, float hi) { return x >= lo && x <= hi && x < best ? x : best; }

RealRoots real_roots_first_quick(float a[5], float lo, float hi, float absolute_tolerance, float relative_tolerance) {
  // x = y - b without the cubic term: y^4 + p y^2 + q y + r.
  float b = 0.25 * a[3], b2 = b * b;
  float p = a[2] - 6.0 * b2;
  float q = a[1] - 2.0 * b * a[2] + 8.0 * b2 * b;
  float r = a[0] - b * a[1] + b2 * a[2] - 3.0 * b2 * b2;
  // The largest root m of the resolvent m^3 + p m^2 + (p^2 / 4 - r) m - q^2 / 8, by Cardano's or Viete's formula.
  float third = p / 3.0, c = (0.25 * p * p - r) / 3.0 - third * third;
  float d = third * third * third - 0.5 * third * (0.25 * p * p - r) - q * q / 16.0;
  float h = d * d + c * c * c, m;
  if (h < 0.0) {
    float s = sqrt(-c);
    m = 2.0 * s * cos(acos(clamp(-d / (s * s * s), -1.0, 1.0)) / 3.0) - third;
  } else {
    float s = sqrt(h), u = -d + (d > 0.0 ? -s : s);
    float v = sign(u) * pow(abs(u), 1.0 / 3.0);
    m = v - (v == 0.0 ? 0.0 : c / v) - third;
  }
  RealRoots found;
  found.count = 0;
  float best = 3.0e38;
  float s = sqrt(max(2.0 * m, 0.0)), t = s > 0.0 ? 2.0 * q / s : 0.0;
  float one = -2.0 * (p + m) - t, other = -2.0 * (p + m) + t;
  if (one >= 0.0) {
    float w = sqrt(one);
    best = nearest(best, 0.5 * (s - w) - b, lo, hi);
    best = nearest(best, 0.5 * (s + w) - b, lo, hi);
  }
  if (other >= 0.0) {
    float w = sqrt(other);
    best = nearest(best, 0.5 * (-s - w) - b, lo, hi);
    best = nearest(best, 0.5 * (-s + w) - b, lo, hi);
  }
  if (best < 3.0e38) {
    found.count = 1;
    found.roots[0] = best;
  }
  return found;
}
