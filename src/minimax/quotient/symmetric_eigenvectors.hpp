#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <vector>

namespace vieta::approximation {

template <class R>
struct eigenpairs {
  std::vector<R> values;
  std::vector<std::vector<R>> vectors;  ///< vectors[i] belongs to values[i], of length 1
};

/// Of a symmetric matrix, in any number type: Householder's reflections make it tridiagonal, then QL steps with
/// implicit shifts (Wilkinson and Reinsch, Handbook for Automatic Computation II, 1971, contributions II/2 and II/4).
/// Empty where the steps do not end, or are told to: 80 rows of 500 bits take seconds. `unit`: what counts as zero,
/// relatively.
template <class R>
eigenpairs<R> symmetric_eigenpairs(std::vector<std::vector<R>> m, const R& unit,
                                   const std::function<bool()>& must_stop) {
  using std::abs;
  using std::sqrt;
  const std::size_t n = m.size();
  std::vector<std::vector<R>> turned(n, std::vector<R>(n, R(0)));  // rows become the vectors
  for (std::size_t i = 0; i < n; ++i) turned[i][i] = 1;
  for (std::size_t k = 0; k + 2 < n; ++k) {
    if (must_stop()) return {};
    R size = 0;
    for (std::size_t i = k + 1; i < n; ++i) size = size + m[i][k] * m[i][k];
    R below = size - m[k + 1][k] * m[k + 1][k];
    if (!(below > R(0))) continue;
    const R length = m[k + 1][k] < R(0) ? sqrt(size) : -sqrt(size);
    std::vector<R> v(n, R(0));
    for (std::size_t i = k + 1; i < n; ++i) v[i] = m[i][k];
    v[k + 1] = v[k + 1] - length;
    const R half = size - length * m[k + 1][k];  // v.v / 2
    if (!(half > R(0))) continue;
    // m - v w' - w v' with w = m v / half - v (v' m v) / (2 half^2).
    std::vector<R> w(n, R(0));
    R product = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = k + 1; j < n; ++j) w[i] = w[i] + m[i][j] * v[j];
      w[i] = w[i] / half;
      product = product + w[i] * v[i];
    }
    const R share = product / (half + half);
    for (std::size_t i = k + 1; i < n; ++i) w[i] = w[i] - share * v[i];
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (i > k || j > k) m[i][j] = m[i][j] - v[i] * w[j] - w[i] * v[j];
    for (std::size_t i = 0; i < n; ++i) {
      R along = 0;
      for (std::size_t j = k + 1; j < n; ++j) along = along + turned[j][i] * v[j];
      along = along / half;
      for (std::size_t j = k + 1; j < n; ++j) turned[j][i] = turned[j][i] - along * v[j];
    }
  }
  std::vector<R> d(n), e(n, R(0));
  for (std::size_t i = 0; i < n; ++i) {
    d[i] = m[i][i];
    if (i + 1 < n) e[i] = m[i + 1][i];
  }
  constexpr int most_steps = 90;
  for (std::size_t l = 0; l < n; ++l)
    for (int step = 0;; ++step) {
      std::size_t end = l;
      while (end + 1 < n && abs(e[end]) > unit * (abs(d[end]) + abs(d[end + 1]))) ++end;
      if (end == l) break;
      if (step == most_steps || must_stop()) return {};
      R g = (d[l + 1] - d[l]) / (e[l] + e[l]);
      R r = sqrt(g * g + R(1));
      g = d[end] - d[l] + e[l] / (g < R(0) ? g - r : g + r);
      R s = 1, c = 1, p = 0;
      bool split = false;
      for (std::size_t i = end; i-- > l;) {
        R f = s * e[i];
        const R b = c * e[i];
        r = sqrt(f * f + g * g);
        e[i + 1] = r;
        if (!(r > R(0))) {
          d[i + 1] = d[i + 1] - p;
          e[end] = 0;
          split = true;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + (c + c) * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        for (std::size_t k = 0; k < n; ++k) {
          f = turned[i + 1][k];
          turned[i + 1][k] = s * turned[i][k] + c * f;
          turned[i][k] = c * turned[i][k] - s * f;
        }
      }
      if (split) continue;
      d[l] = d[l] - p;
      e[l] = g;
      e[end] = 0;
    }
  return {std::move(d), std::move(turned)};
}

}  // namespace vieta::approximation
