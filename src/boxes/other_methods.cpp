#include "boxes/other_methods.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

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

/// The value in the middle by de Casteljau; means of means, so below (sum of the degrees) u of the largest one.
double middle_value(const local_form& f, int q) {
  const core::bernstein_shape& s = f.shape;
  std::vector<double> c(f.coefficients + q * s.size, f.coefficients + (q + 1) * s.size);
  int size = s.size;
  for (int k = s.variables; k-- > 0;) {
    const int side = s.degree[k] + 1;
    size /= side;
    for (int at = 0; at < size; ++at) {
      double* const b = c.data() + at * side;
      for (int m = side - 1; m > 0; --m)
        for (int j = 0; j < m; ++j) b[j] = 0.5 * (b[j] + b[j + 1]);
      c[at] = b[0];
    }
  }
  return c[0];
}

}  // namespace

bool kantorovich_test(const local_form& f, double& exists, double& unique) {
  const core::bernstein_shape& s = f.shape;
  const int n = s.variables;
  double jacobian[16], inverse[16];
  if (!middle(f, jacobian, inverse)) return false;
  double value[4], value_error[4], second[4], first_error[4];
  for (int q = 0; q < n; ++q) {
    const double* const c = f.coefficients + q * s.size;
    const double largest = largest_of(f, q);
    int degree_sum = 0;
    for (int k = 0; k < n; ++k) degree_sum += s.degree[k];
    value[q] = middle_value(f, q);
    value_error[q] = f.error[q] + (2 * degree_sum + 2) * u * largest;
    // A derivative along axis k is a mean of degree times differences: its error is below 2 degree (that of the
    // coefficients), and its sum has `size` terms.
    first_error[q] = 2 * degree_sum * (f.error[q] + (s.size + 20) * u * largest);
    // The largest second derivatives, from second differences, summed over all pairs: a Lipschitz constant of row q of
    // the Jacobian in the maximum norm. (The largest row sum of that table would not do.)
    second[q] = 0;
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l) {
        const int factor = k == l ? s.degree[k] * (s.degree[k] - 1) : s.degree[k] * s.degree[l];
        double most = 0;
        for (int j = 0; j < s.size; ++j) {
          if (index_along(s, j, k) + (k == l ? 2 : 1) > s.degree[k]) continue;
          if (k != l && index_along(s, j, l) + 1 > s.degree[l]) continue;
          const double difference = c[j + s.stride[k] + s.stride[l]] - c[j + s.stride[k]] - c[j + s.stride[l]] + c[j];
          most = std::max(most, std::fabs(difference));
        }
        second[q] += factor * (most + 4 * f.error[q] + 8 * u * largest);
      }
  }
  double eta = 0, gamma = 0, away = 0;
  for (int i = 0; i < n; ++i) {
    double step = 0, step_error = 0, lipschitz = 0, row = 0;
    for (int q = 0; q < n; ++q) {
      const double r = std::fabs(inverse[i * n + q]);
      step += inverse[i * n + q] * value[q];
      step_error += r * (value_error[q] + (n + 2) * u * std::fabs(value[q]));
      lipschitz += r * second[q];
      row += r * first_error[q];
    }
    for (int k = 0; k < n; ++k) {
      double sum = k == i ? -1 : 0, size = 1;
      for (int q = 0; q < n; ++q) {
        sum += inverse[i * n + q] * jacobian[q * n + k];
        size += std::fabs(inverse[i * n + q] * jacobian[q * n + k]);
      }
      row += std::fabs(sum) + (n + 3) * u * size;
    }
    eta = std::max(eta, std::fabs(step) + step_error);
    gamma = std::max(gamma, lipschitz);
    away = std::max(away, row);
  }
  if (!(away < 0.5)) return false;
  // The derivative of R F in the middle is within `away` of the unit matrix.
  const double beta = 1 / (1 - away) * a_little_more;
  eta *= beta * a_little_more;
  gamma *= a_little_more;
  const double alpha = beta * gamma * eta * a_little_more;
  if (!(alpha < 0.499)) return false;
  const double root = std::sqrt(1 - 2 * alpha);
  // (1 - root) / (beta gamma) without cancellation.
  exists = 2 * eta / (1 + root) * a_little_more + 0x1p-1000;
  unique = gamma > 0 ? std::min(0.5, (1 + root) / (beta * gamma) / a_little_more) : 0.5;
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
