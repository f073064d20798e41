#pragma once

namespace vieta {

// Polynomials with few changes of sign, from degree 5 on. See shader_text.hpp.
inline constexpr const char* real_roots_shader_few = R"(
// As many changes of sign as this may be in the Bernstein coefficients of p. Beyond, other ways are faster.
const int REAL_ROOTS_FEW = REAL_ROOTS_DEGREE < 7 ? REAL_ROOTS_DEGREE - 1 : 6;

// What rounding may make of a Bernstein coefficient, for a sum 1 of the moduli |p_k x^k| at the outer end.
const float REAL_ROOTS_UNSURE = float(6 * REAL_ROOTS_DEGREE + 8) * 5.9604644775390625e-8;

// What the signs of the Bernstein coefficients of p tell in an interval.
struct RealRootsSigns {
  int changes;  // at least as many as roots; one if there is one, none if there is none
  bool turns;   // p' is known to have one root
  bool known;   // the signs at both ends are
};

// p as a polynomial of t in [-1, 1].
struct RealRootsCentred {
  float a[REAL_ROOTS_DEGREE + 1];  // coefficient k by C(N, k)
  float middle;                    // x = middle + half_width t
  float half_width;                // half the interval
};

RealRootsCentred real_roots_centred(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi) {
  RealRootsCentred s;
  s.middle = 0.5 * (lo + hi);
  s.half_width = 0.5 * (hi - lo);
  float power = 1.0;
  float binomial = 1.0;
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    s.a[k] = p[k];
  }
  s.a[REAL_ROOTS_DEGREE] = p[REAL_ROOTS_DEGREE];
  if (s.middle != 0.0) {
    @unroll for (int i = 0; i < REAL_ROOTS_DEGREE; i++) {
      float above = s.a[REAL_ROOTS_DEGREE];
      @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
        if (k >= i) {
          above = s.a[k] + s.middle * above;
          s.a[k] = above;
        }
      }
    }
  }
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    s.a[k] = s.a[k] * power / binomial;
    power = power * s.half_width;
    binomial = binomial * float(REAL_ROOTS_DEGREE - k) / float(k + 1);
  }
  s.a[REAL_ROOTS_DEGREE] = s.a[REAL_ROOTS_DEGREE] * power;
  return s;
}

// The Bernstein coefficients of p in the interval from t, of that size. The first one belongs to the end nearer to 0, so
// that no sum is larger than that for the other end.
struct RealRootsBernstein {
  float b[REAL_ROOTS_DEGREE + 1];  // in this order
};

RealRootsBernstein real_roots_bernstein(RealRootsCentred s, float t, float size) {
  RealRootsBernstein r;
  float inner = t < 0.0 ? t + size : t;
  float outwards = t < 0.0 ? -size : size;
  @unroll for (int k = 0; k < REAL_ROOTS_DEGREE; k++) {
    r.b[k] = s.a[k];
  }
  r.b[REAL_ROOTS_DEGREE] = s.a[REAL_ROOTS_DEGREE];
  // Each number is read once: compilers that do not unroll these loops have mixed up the old one with the new one. Two in
  // a turn, since some drivers take many turns for endless: llvmpipe ends all loops after 65535 of them together.
  if (inner != 0.0) {
    @unroll for (int i = REAL_ROOTS_DEGREE - 1; i >= 0; i--) {
      float before = r.b[0];
      @unroll for (int k = 0; k <= i; k += 2) {
        float next = r.b[k + 1];
        r.b[k] = before + inner * next;
        before = next;
        if (k < i) {
          next = r.b[k + 2];
          r.b[k + 1] = before + inner * next;
          before = next;
        }
      }
    }
  }
  @unroll for (int i = REAL_ROOTS_DEGREE - 1; i >= 0; i--) {
    float before = r.b[REAL_ROOTS_DEGREE];
    @unroll for (int k = 0; k <= i; k += 2) {
      float next = r.b[REAL_ROOTS_DEGREE - k - 1];
      r.b[REAL_ROOTS_DEGREE - k] = outwards * before + next;
      before = next;
      if (k < i) {
        next = r.b[REAL_ROOTS_DEGREE - k - 2];
        r.b[REAL_ROOTS_DEGREE - k - 1] = outwards * before + next;
        before = next;
      }
    }
  }
  return r;
}

// The size of the largest interval of halves of halves that begins at t, but no larger than `most`: the last bit of t.
float real_roots_size_from(float t, float most) {
  uint bits = floatBitsToUint(t) & 0x7fffffffu;
  uint fraction = (bits & 0x007fffffu) | 0x00800000u;
  uint last = fraction & (~fraction + 1u);
  float size = uintBitsToFloat(bits & 0x7f800000u) * (float(last) * 1.1920928955078125e-7);
  size = bits == 0u ? most : min(size, most);
  return size;
}

// A coefficient within rounding counts as the sign that makes more changes.
RealRootsSigns real_roots_signs(RealRootsBernstein p, float unsure) {
  RealRootsSigns signs;
  signs.known = abs(p.b[0]) > unsure && abs(p.b[REAL_ROOTS_DEGREE]) > unsure;
  signs.changes = 0;
  int turns = 0;
  float step = p.b[1] - p.b[0];
  bool known_turns = abs(step) > unsure && abs(p.b[REAL_ROOTS_DEGREE] - p.b[REAL_ROOTS_DEGREE - 1]) > unsure;
  bool negative = p.b[0] < 0.0;
  bool falls = step < 0.0;
  @unroll for (int k = 1; k <= REAL_ROOTS_DEGREE; k++) {
    bool change = negative ? p.b[k] >= -unsure : p.b[k] <= unsure;
    step = p.b[k] - p.b[k - 1];
    bool turn = falls ? step >= -unsure : step <= unsure;
    if (change) {
      negative = !negative;
      signs.changes = signs.changes + 1;
    }
    if (turn) {
      falls = !falls;
      turns++;
    }
  }
  signs.turns = known_turns && turns == 1;
  return signs;
}

// Between lo and hi p' changes its sign once, and p has one sign at the ends: either a point where p has the other one,
// or the extremum. x is the point, y is p there, or 0 if it cannot be told from 0.
vec2 real_roots_other_side(float c[REAL_ROOTS_DEGREE + 1], float lo, float hi, float start, bool negative_around) {
  float left = lo;
  float right = hi;
  float x = start;
  float last_step = hi - lo;
  float value = 0.0;
  float noise = 0.0;
  @loop for (int i = 0; i < 40; i++) {
    float second = 0.0;
    float slope = 0.0;
    value = c[REAL_ROOTS_DEGREE];
    float magnitude = abs(value);
    @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
      second = second * x + slope;
      slope = slope * x + value;
      value = value * x + c[k];
      magnitude = magnitude * abs(x) + abs(c[k]);
    }
    noise = 4.0 * REAL_ROOTS_NOISE * magnitude;
    if (abs(value) > noise && (value < 0.0) != negative_around) {
      break;
    }
    bool goes_left = (slope < 0.0) != negative_around;
    left = goes_left ? x : left;
    right = goes_left ? right : x;
    float next = left + 0.5 * (right - left);
    float moved = 0.5 * abs(slope);
    if (moved < abs(second) * (right - left)) {
      float promised = x - 0.5 * slope / second;
      if (promised >= left && promised <= right && (i < 12 || (i & 1) == 0)) {
        next = promised;
      }
    }
    moved = abs(next - x);
    // The extremum itself is by 0.5 p' moved beyond the value here, which may be far beyond rounding where the value is not.
    bool tells = abs(slope) * moved <= 0.5 * max(abs(value), noise);
    if (tells && moved <= 0.0001 * (hi - lo) && moved <= 0.25 * last_step) {
      break;
    }
    last_step = moved;
    x = next;
  }
  float seen = abs(value) > noise ? value : 0.0;
  return vec2(x, seen);
}

// By Descartes' rule of signs for Bernstein coefficients in halved intervals (Collins and Akritas 1976), without a
// stack: an interval's coefficients are found anew from p. Only what is certain in spite of rounding is an answer here;
// everything else, and many changes of sign, has status -1, with the changes for a count, and is left to others.
RealRoots real_roots_few(float p[REAL_ROOTS_DEGREE + 1], float lo, float hi, vec2 tolerance, int wanted) {
  RealRoots r = real_roots_none(-1);
  float begins[REAL_ROOTS_FEW];
  float sizes[REAL_ROOTS_FEW];
  RealRootsCentred s = real_roots_centred(p, lo, hi);
  float reach = max(abs(lo), abs(hi));
  float magnitude = abs(p[REAL_ROOTS_DEGREE]);
  @unroll for (int k = REAL_ROOTS_DEGREE - 1; k >= 0; k--) {
    magnitude = magnitude * reach + abs(p[k]);
  }
  @unroll for (int k = 0; k < REAL_ROOTS_FEW; k++) {
    begins[k] = 0.0;
    sizes[k] = 0.0;
  }
  float unsure = REAL_ROOTS_UNSURE * magnitude;
  float t = 0.0;  // both halves are looked at before work is done; the right one first, the left one's parts come next
  float size = 1.0;
  int count = 0;
  int odd = 0;
  int seen = 0;
  bool sure = true;
  @loop for (int i = 0; i < 200; i++) {
    RealRootsSigns signs = real_roots_signs(real_roots_bernstein(s, t, size), unsure);
    if (i < 2) {
      seen = seen + signs.changes;
    }
    sure = sure && signs.known && size >= 0.0001;
    if (i == 0) {
      t = -1.0;
      continue;
    }
    sure = sure && seen <= REAL_ROOTS_FEW;
    if (!sure) {
      break;
    }
    if (signs.changes > 2 || (signs.changes == 2 && !signs.turns)) {
      size = 0.5 * size;
      continue;
    }
    if (signs.changes > 0) {
      if (count == REAL_ROOTS_FEW) {
        sure = false;
        break;
      }
      @unroll for (int k = 0; k < REAL_ROOTS_FEW; k++) {
        begins[k] = k == count ? t : begins[k];
        sizes[k] = k == count ? size : sizes[k];
      }
      count++;
      if (signs.changes == 1) {
        odd++;
        if (odd >= wanted) {
          break;
        }
      }
    }
    t = t + size;
    if (t >= 1.0) {
      break;
    }
    size = real_roots_size_from(t, 1.0);
  }
  if (!sure || (t < 1.0 && odd < wanted)) {
    r.count = seen;
    return r;
  }
  // Where a driver has ended a loop, what was found is not whole.
  bool whole = false;
  @loop for (int i = 0; i <= REAL_ROOTS_FEW; i++) {
    if (i >= count || r.count >= wanted) {
      whole = true;
      break;
    }
    float left = s.middle + s.half_width * begins[0];
    float right = s.middle + s.half_width * (begins[0] + sizes[0]);
    @unroll for (int k = 1; k < REAL_ROOTS_FEW; k++) {
      begins[k - 1] = begins[k];
      sizes[k - 1] = sizes[k];
    }
    left = max(left, lo);
    right = min(right, hi);
    float at_left = real_roots_value(p, left);
    float at_right = real_roots_value(p, right);
    float end = right;
    float at_end = at_right;
    int parts = 1;
    if ((at_left < 0.0) == (at_right < 0.0)) {
      vec2 between = real_roots_other_side(p, left, right, 0.5 * (left + right), at_left < 0.0);
      if (between.y == 0.0) {
        return real_roots_none(-1);
      }
      end = between.x;
      at_end = between.y;
      parts = (at_end < 0.0) == (at_left < 0.0) ? 0 : 2;
    }
    @loop for (int k = 0; k < 2; k++) {
      if (k >= parts || r.count >= wanted) {
        break;
      }
      float start = real_roots_guess(left, end, at_left, at_end, false, false, 0.0);
      vec2 found = real_roots_near(p, left, end, start, at_left < 0.0, tolerance, 0.0, 40);
      if (found.y == 0.0) {
        found.x = real_roots_crossing(p, left, end, start, at_left < 0.0, tolerance);
      }
      @unroll for (int j = 0; j < REAL_ROOTS_DEGREE; j++) {
        r.roots[j] = j == r.count ? found.x : r.roots[j];
      }
      r.count = r.count + 1;
      left = end;
      at_left = at_end;
      end = right;
      at_end = at_right;
    }
  }
  r.status = whole ? REAL_ROOTS_OK : -1;
  return r;
}

)";

}  // namespace vieta
