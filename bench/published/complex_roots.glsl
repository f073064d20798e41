// All complex roots of a[0] + a[1] x + ... + a[DEGREE] x^DEGREE, one after the other, by Laguerre's method and division
// (Press et al. 2007, section 9.5), in float: what a shader without a method for real roots would do. Define DEGREE
// before. Needs GL_EXT_control_flow_attributes. bench/published/published_loops.cu has the same in CUDA.

vec2 times(vec2 a, vec2 b) { return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
vec2 over(vec2 a, vec2 b) { return vec2(dot(a, b), a.y * b.x - a.x * b.y) / dot(b, b); }
vec2 root_of(vec2 z) {
  float size = length(z);
  float im = sqrt(max(0.5 * (size - z.x), 0.0));
  return vec2(sqrt(max(0.5 * (size + z.x), 0.0)), z.y < 0.0 ? -im : im);
}

void complex_roots(float given[DEGREE + 1], out vec2 found[DEGREE]) {
  vec2 a[DEGREE + 1];
  [[unroll]] for (int i = 0; i <= DEGREE; ++i) a[i] = vec2(given[i], 0.0);
  [[dont_unroll]] for (int left = DEGREE; left > 0; --left) {
    vec2 x = vec2(0.0);
    [[dont_unroll]] for (int step = 0; step < 40; ++step) {
      vec2 p = a[DEGREE], d = vec2(0.0), f = vec2(0.0);  // f is half of the second derivative
      float size = abs(p.x) + abs(p.y), modulus = length(x);
      [[unroll]] for (int j = DEGREE - 1; j >= 0; --j) {
        if (j < DEGREE - left) continue;
        f = times(f, x) + d;
        d = times(d, x) + p;
        p = times(p, x) + a[j];
        size = size * modulus + abs(p.x) + abs(p.y);
      }
      if (abs(p.x) + abs(p.y) <= 1.2e-7 * size) break;  // at the rounding of p
      float n = float(left);
      vec2 g = over(d, p), gg = times(g, g), h = gg - 2.0 * over(f, p);
      vec2 s = root_of((n - 1.0) * (n * h - gg));
      vec2 divisor = dot(g + s, g + s) >= dot(g - s, g - s) ? g + s : g - s;
      if (divisor == vec2(0.0)) break;
      vec2 move = over(vec2(n, 0.0), divisor), next = x - move;
      if (next == x) break;
      x = next;
      if (abs(move.x) + abs(move.y) < 2.0e-5 * (1.0 + modulus)) break;
    }
    [[unroll]] for (int i = 0; i < DEGREE; ++i) found[i] = i == DEGREE - left ? x : found[i];
    // Divided by z - x; what is left has its leading coefficient at a[DEGREE] again.
    [[unroll]] for (int j = DEGREE - 1; j > 0; --j) {
      if (j <= DEGREE - left) continue;
      a[j] += times(a[j + 1], x);
    }
  }
}

// The real ones among them, within [begin, end]; other places hold NO_INTERSECTION. An imaginary part below 1/500 is
// taken for rounding, which is a guess: this method cannot tell.
void find_roots(out float roots[DEGREE + 1], float given[DEGREE + 1], float begin, float end) {
  vec2 all[DEGREE];
  complex_roots(given, all);
  [[unroll]] for (int i = 0; i < DEGREE; ++i) {
    bool is_real = abs(all[i].y) <= 2.0e-3 * (1.0 + abs(all[i].x)) && all[i].x >= begin && all[i].x <= end;
    roots[i] = is_real ? all[i].x : 3.4e38;
  }
  roots[DEGREE] = 3.4e38;
}
