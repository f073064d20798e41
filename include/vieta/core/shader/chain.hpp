#pragma once

#include "vieta/core/shader/crossing.hpp"
#include "vieta/core/shader/extrema.hpp"
#include "vieta/core/shader/quadratic.hpp"

// The chain of derivatives, for what no other way decides.

namespace vieta::core::shader {

// The roots of p' separate those of p, the roots of p'' those of p', and so on (Collins and Loos 1976; Yuksel 2022).
// These are the roots of p', and hi.
template <int N, class T>
VT_STATIC separating_points<N, T> chain_of_derivatives(const T (&p)[N + 1], T lo, T hi) {
  T points[N];
  // The derivative of order N - degree, divided by (N - degree)!, has coefficients C(k, N - degree) p_k. Here p is
  // turned so that they stand at 0 ... degree. The binomials, 0 elsewhere, follow exactly from those one level before:
  // factors multiplied up in floating point would lose roots.
  T turned[N + 1];
  uint binomials[N + 1];
  T c[N + 1];
  uint top = uint(N * (N - 1) / 2);  // C(N, degree)
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    points[k] = lo;
    binomials[k + 1] = 0u;
  }
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N - 2; k++) {
    turned[k + 3] = p[k];
  }
  turned[0] = p[N - 2];
  turned[1] = p[N - 1];
  turned[2] = p[N];
  binomials[0] = 1u;
  binomials[1] = uint(N - 1);
  binomials[2] = top;
  T slope = T(N - 1) * turned[1];
  T bend = T(top) * turned[2];
  vec2<T> ends = roots_of_quadratic(turned[0], slope, bend, lo, hi);
  points[N - 3] = ends.x;
  points[N - 2] = ends.y;
  points[N - 1] = hi;
  vec2<T> coarse = vec2(T(0.0), T(0.004));
  vec2<T> fine = vec2(T(0.0), T(0.0008));
  for (int degree = 3; degree < N; degree++) {
    uint factor = uint(N + 1 - degree);
    uint divisor = uint(degree);
    top = (top / divisor) * factor + ((top % divisor) * factor) / divisor;
    T turning = turned[N];
    VT_UNROLL_ON_DEVICE
    for (int k = N; k >= 1; k--) {
      turned[k] = turned[k - 1];
      binomials[k] = k == degree ? top : binomials[k] - binomials[k - 1];
    }
    turned[0] = turning;
    VT_UNROLL_ON_DEVICE
    for (int k = 0; k <= N; k++) {
      c[k] = T(binomials[k]) * turned[k];
    }
    // Points stand in the last places, lo in those before. They move down one place at each interval, since registers
    // have no computed places, and its root takes the last one; where there is none, the interval's lower end does.
    T left = lo;
    T at_left = value_at<N>(c, lo);
    T noise = noise_factor<N, T> * abs(c[0]);
    vec2<T> enough = degree + 1 < N ? coarse : fine;
    VT_LOOP_ON_DEVICE
    for (int i = 0; i < N; i++) {
      T right = points[0];
      VT_UNROLL_ON_DEVICE
      for (int k = 1; k < N; k++) {
        points[k - 1] = points[k];
      }
      T root = left;
      if (right > left) {
        T at_right = value_at<N>(c, right);
        if (at_right == T(0.0)) {
          root = right;
        } else if (at_left != T(0.0) && (at_left < T(0.0)) != (at_right < T(0.0))) {
          T start = start_between<N>(c, left, right, at_left, at_right, left > lo, right < hi);
          vec2<T> found = find_near<N>(c, left, right, start, at_left < T(0.0), enough, noise, 12);
          root = found.x;
          if (found.y == T(0.0)) {
            vec2<T> seen = value_and_noise_at<N>(c, root);
            if (abs(seen.x) > seen.y) {
              root = find_crossing<N>(c, left, right, start, at_left < T(0.0), vec2(T(0.0), T(0.0001)));
            }
          }
        }
        left = right;
        at_left = at_right;
      }
      points[N - 1] = root;
    }
    VT_UNROLL_ON_DEVICE
    for (int k = 1; k < N; k++) {
      points[k - 1] = points[k];
    }
    points[N - 1] = hi;
  }
  separating_points<N, T> separators = no_points<N>(hi);
  VT_UNROLL_ON_DEVICE
  for (int k = 0; k < N; k++) {
    separators.x[k] = points[k];
  }
  return separators;
}

}  // namespace vieta::core::shader
