#pragma once

#include "vieta/core/bernstein_box.hpp"

// Kantorovich's theorem at the middle of a box, in the maximum norm of the box's local coordinates, for R F, where R is
// about the inverse of the Jacobian there (Dennis, Schnabel 1983, theorem 5.3.1; Ortega, Rheinboldt 1970, 12.6.2): on
// CPU and GPU. Every bound takes the rounding in. docs/method/boxes.md, "Other methods".

namespace vieta::boxes {

namespace kantorovich {

inline constexpr double u = 0x1p-53;
/// Roundings of a few hundred operations with positive numbers.
inline constexpr double a_little_more = 1 + 0x1p-40;

/// What the theorem wants to know of the middle of a box: beta and eta, but for the Lipschitz constant.
template <int N>
struct middle {
  double inverse[N * N];  ///< R
  double step = 0;        ///< of Newton's method, its largest part
  double away = 0;  ///< the derivative of R F in the middle is within this of the unit matrix; below 1/2 if `good`
  bool good = false;
};

/// Radii: a zero lies within `exists` of the middle, and no other one within `unique`.
struct radii {
  double exists = 0, unique = 0;
  bool good = false;
};

VT_HD double largest_of(const double* c, int size) {
  double most = 0;
  for (int j = 0; j < size; ++j) most = max(abs(c[j]), most);
  return most;
}

/// The value in the middle by de Casteljau; means of means, so below 2 (sum of the degrees) u of the largest one.
/// `work` has room for the coefficients.
template <int N, class S>
VT_HD double value_in_middle(const S& s, const double* c, double* work) {
  for (int j = 0; j < s.size; ++j) work[j] = c[j];
  int size = s.size;
  const auto along = [&](auto k) VT_INLINE_LAMBDA {
    const int side = s.degree_of(k) + 1;
    size /= side;
    for (int at = 0; at < size; ++at) {
      double* const b = work + at * side;
      for (int m = side - 1; m > 0; --m)
        for (int j = 0; j < m; ++j) b[j] = 0.5 * (b[j] + b[j + 1]);
      work[at] = b[0];
    }
  };
  if constexpr (N > 3) along(core::axis_number<3>{});
  if constexpr (N > 2) along(core::axis_number<2>{});
  if constexpr (N > 1) along(core::axis_number<1>{});
  along(core::axis_number<0>{});
  return work[0];
}

/// `coefficients` on the box, [N][size]; `error` of each; `work` has room for `size` numbers.
template <int N, class S>
VT_HD middle<N> middle_of(const S& s, const double* coefficients, const double* error, double* work) {
  middle<N> m;
  double jacobian[N * N], value[N], value_error[N], first_error[N];
  int degree_sum = 0;
  core::for_each_axis<N, S>([&](auto k) VT_INLINE_LAMBDA { degree_sum += s.degree_of(k); });
  for (int q = 0; q < N; ++q) {
    const double* const c = coefficients + q * s.size;
    const double largest = largest_of(c, s.size);
    double sums[N];
    for (int k = 0; k < N; ++k) sums[k] = 0;
    for (int j = 0; j < s.size; ++j)
      for (int k = 0; k < N; ++k) sums[k] += s.slope_of(k, j) * c[j];
    for (int k = 0; k < N; ++k) jacobian[q * N + k] = sums[k];
    value[q] = value_in_middle<N>(s, c, work);
    value_error[q] = error[q] + (2 * degree_sum + 2) * u * largest;
    // A derivative along axis k is a mean of degree times differences: its error is below 2 degree (that of the
    // coefficients), and its sum has `size` terms.
    first_error[q] = 2 * degree_sum * (error[q] + (s.size + 20) * u * largest);
  }
  core::detail::invert<N>(jacobian, m.inverse);
  m.good = true;
  for (int i = 0; i < N; ++i) {
    double step = 0, step_error = 0, row = 0;
    for (int q = 0; q < N; ++q) {
      const double r = abs(m.inverse[i * N + q]);
      step += m.inverse[i * N + q] * value[q];
      step_error += r * (value_error[q] + (N + 2) * u * abs(value[q]));
      row += r * first_error[q];
    }
    for (int k = 0; k < N; ++k) {
      double sum = k == i ? -1 : 0, size = 1;
      for (int q = 0; q < N; ++q) {
        sum += m.inverse[i * N + q] * jacobian[q * N + k];
        size += abs(m.inverse[i * N + q] * jacobian[q * N + k]);
      }
      row += abs(sum) + (N + 3) * u * size;
    }
    m.good = m.good && row < 0.5 && abs(step) + step_error < 1e300;
    m.step = max(abs(step) + step_error, m.step);
    m.away = max(row, m.away);
  }
  return m;
}

/// Bounds of the second derivatives of each equation on the box, summed over all pairs of variables: a Lipschitz
/// constant of row q of the Jacobian in the maximum norm. (The largest row sum of that table would not do.)
template <int N, class S>
VT_HD void second_derivatives(const S& s, const double* coefficients, const double* error, double* second) {
  for (int q = 0; q < N; ++q) {
    const double* const c = coefficients + q * s.size;
    const double largest = largest_of(c, s.size);
    double sum = 0;
    core::for_each_axis<N, S>([&](auto k) VT_INLINE_LAMBDA {
      core::for_each_axis<N, S>([&](auto l) VT_INLINE_LAMBDA {
        const int dk = s.degree_of(k), dl = s.degree_of(l), to_k = s.stride_of(k), to_l = s.stride_of(l);
        const bool same = static_cast<int>(k) == static_cast<int>(l);
        double most = 0;
        for (int j = 0; j < s.size; ++j) {
          if (j / to_k % (dk + 1) + (same ? 2 : 1) > dk) continue;
          if (!same && j / to_l % (dl + 1) + 1 > dl) continue;
          most = max(abs(c[j + to_k + to_l] - c[j + to_k] - c[j + to_l] + c[j]), most);
        }
        sum += (same ? dk * (dk - 1) : dk * dl) * (most + 4 * error[q] + 8 * u * largest);
      });
    });
    second[q] = sum;
  }
}

/// The theorem. `second` may be that of a larger box, times the square of the ratio of the edges: then what follows
/// holds within that box, and `exists` must not leave it.
template <int N>
VT_HD radii radii_of(const middle<N>& m, const double* second) {
  radii r;
  if (!m.good) return r;
  double gamma = 0;
  for (int i = 0; i < N; ++i) {
    double row = 0;
    for (int q = 0; q < N; ++q) row += abs(m.inverse[i * N + q]) * second[q];
    if (!(row < 1e300)) return r;
    gamma = max(row, gamma);
  }
  gamma *= a_little_more;
  const double beta = 1 / (1 - m.away) * a_little_more, eta = m.step * beta * a_little_more;
  const double alpha = beta * gamma * eta * a_little_more;
  if (!(alpha < 0.499)) return r;
  using std::sqrt;
  const double root = sqrt(1 - 2 * alpha);
  // (1 - root) / (beta gamma) without cancellation.
  r.exists = 2 * eta / (1 + root) * a_little_more + 0x1p-1000;
  r.unique = gamma > 0 ? (1 + root) / (beta * gamma) / a_little_more : 1e300;
  r.good = true;
  return r;
}

}  // namespace kantorovich

}  // namespace vieta::boxes
