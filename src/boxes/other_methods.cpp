#include "boxes/other_methods.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "boxes/kantorovich.hpp"

namespace vieta::boxes {

namespace {

constexpr double u = 0x1p-53;
// Roundings of a few hundred operations with positive numbers.
constexpr double a_little_more = 1 + 0x1p-40;

double largest_of(const local_form& f, int q) {
  double most = 0;
  for (int j = 0; j < f.shape.size; ++j) most = std::max(most, std::fabs(f.coefficients[q * f.shape.size + j]));
  return most;
}

int index_along(const core::bernstein_shape& s, int j, int axis) { return j / s.stride[axis] % (s.degree[axis] + 1); }

/// The Jacobian in the middle, about; its inverse, about. False when it is singular.
bool middle(const local_form& f, double* jacobian, double* inverse) {
  const core::bernstein_shape& s = f.shape;
  const int n = s.variables;
  double a[4][8];
  for (int q = 0; q < n; ++q)
    for (int k = 0; k < n; ++k) {
      double sum = 0;
      for (int j = 0; j < s.size; ++j) sum += s.slope[k * s.size + j] * f.coefficients[q * s.size + j];
      jacobian[q * n + k] = a[q][k] = sum;
      a[q][n + k] = q == k;
    }
  for (int c = 0; c < n; ++c) {
    int pivot = c;
    for (int r = c; r < n; ++r)
      if (std::fabs(a[r][c]) > std::fabs(a[pivot][c])) pivot = r;
    if (!(std::fabs(a[pivot][c]) > 1e-290)) return false;
    std::swap(a[c], a[pivot]);
    for (int r = 0; r < n; ++r) {
      if (r == c) continue;
      const double factor = a[r][c] / a[c][c];
      for (int k = 0; k < 2 * n; ++k) a[r][k] -= factor * a[c][k];
    }
    const double divisor = a[c][c];
    for (int k = 0; k < 2 * n; ++k) a[c][k] /= divisor;
  }
  for (int i = 0; i < n; ++i)
    for (int q = 0; q < n; ++q) inverse[i * n + q] = a[i][n + q];
  return true;
}

}  // namespace

namespace {

template <int N>
kantorovich::radii test_in(const local_form& f) {
  double second[N];
  std::vector<double> work(static_cast<std::size_t>(f.shape.size));
  const auto middle = kantorovich::middle_of<N>(f.shape, f.coefficients, f.error, work.data());
  kantorovich::second_derivatives<N>(f.shape, f.coefficients, f.error, second);
  return kantorovich::radii_of<N>(middle, second);
}

}  // namespace

bool kantorovich_test(const local_form& f, double& exists, double& unique) {
  const int n = f.shape.variables;
  const kantorovich::radii r = n == 1 ? test_in<1>(f) : n == 2 ? test_in<2>(f) : n == 3 ? test_in<3>(f) : test_in<4>(f);
  if (!r.good) return false;
  exists = r.exists;
  unique = std::min(0.5, r.unique);
  return exists <= 0.5;
}

bool normal_cone_test(const local_form& f) {
  const core::bernstein_shape& s = f.shape;
  const int n = s.variables;
  double jacobian[16], inverse[16];
  if (!middle(f, jacobian, inverse)) return false;
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int k = 0; k < n; ++k) {
      double most = 0;
      for (int j = 0; j < s.size; ++j) {
        if (index_along(s, j, k) == s.degree[k]) continue;
        double slope = k == i ? -1 : 0;
        for (int q = 0; q < n; ++q) {
          const double* const c = f.coefficients + q * s.size + j;
          slope += inverse[i * n + q] * s.degree[k] * (c[s.stride[k]] - c[0]);
        }
        most = std::max(most, std::fabs(slope));
      }
      double error = 4 * u;
      for (int q = 0; q < n; ++q)
        error += std::fabs(inverse[i * n + q]) * s.degree[k] * (2 * f.error[q] + (2 * n + 8) * u * largest_of(f, q));
      row += most + error;
    }
    if (!(row * a_little_more < 1)) return false;
  }
  return true;
}

}  // namespace vieta::boxes
