#pragma once

#include <span>
#include <utility>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::test {

inline box_system make(std::vector<bernstein_polynomial> equations) {
  box_system s;
  s.equations = std::move(equations);
  return s;
}
inline boxes_result solve(const box_system& s, const boxes_options& options = {}) {
  return solve_boxes(std::span(&s, 1), options);
}

/// Two bicubics with F2(x,y) = F1(y,x); five solutions on the diagonal, two of them corners of the domain.
inline box_system five_roots() {
  const std::vector<double> f = {0, 2.2, 1.1, 1.1, -1, -1, -1, 1, -1, 1, 1, 1, -1, -1, -2, 0};
  std::vector<double> g(16);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) g[i * 4 + j] = f[j * 4 + i];
  return make({{{3, 3}, f}, {{3, 3}, g}});
}

/// (x - a)^2 + (y - b)^2 - r^2 times `factor`, for numbers that make all coefficients exact.
inline bernstein_polynomial circle(double a, double b, double r2, double factor = 1) {
  const double x[3] = {a * a, a * a - a, (1 - a) * (1 - a)}, y[3] = {b * b, b * b - b, (1 - b) * (1 - b)};
  bernstein_polynomial f{{2, 2}, {}};
  for (const double p : x)
    for (const double q : y) f.coefficients.push_back(factor * (p + q - r2));
  return f;
}

}  // namespace vieta::test
