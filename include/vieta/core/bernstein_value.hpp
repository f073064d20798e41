#pragma once

#include "vieta/core/bernstein_shape.hpp"
#include "vieta/core/config.hpp"

// The value of a polynomial in tensor-product Bernstein form.

namespace vieta::core {

/// The Bernstein polynomials of degrees 0 .. d at t, those of degree d in the end: each good to 3 d u, as in
/// detail::bernstein_triangle.
VT_HD void bernstein_polynomials(int d, double t, double* b) {
  b[0] = 1;
  for (int m = 1; m <= d; ++m) {
    b[m] = t * b[m - 1];
    for (int j = m - 1; j > 0; --j) b[j] = (1 - t) * b[j] + t * b[j - 1];
    b[0] *= 1 - t;
  }
}

/// The polynomial's value, from the Bernstein polynomials along each axis. One axis costs 3 d + d + 1 roundings, less
/// than restriction to a box: the bound of that serves here as well.
template <int N, int K = 0, class S, int Side>
VT_HD double bernstein_value(const S& s, const double* coefficients, const double (&basis)[N][Side]) {
  if constexpr (K == N) {
    return coefficients[0];
  } else {
    const int d = s.degree_of(axis_number<K>{}), stride = s.stride_of(axis_number<K>{});
    double sum = 0;
    for (int j = 0; j <= d; ++j) sum += basis[K][j] * bernstein_value<N, K + 1>(s, coefficients + j * stride, basis);
    return sum;
  }
}

}  // namespace vieta::core
