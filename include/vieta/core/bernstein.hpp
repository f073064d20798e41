#pragma once

#include "vieta/core/binomial.hpp"
#include "vieta/core/config.hpp"

// Bernstein form on an interval: p = sum_j b_j C(N,j) s^j (1-s)^(N-j), 0 <= s <= 1. The coefficients enclose the
// values; with v sign variations there are v roots in (0,1), or fewer by an even number (Descartes' rule in this form).

namespace vieta::core {

/// The weight of a_k in Bernstein coefficient j on [u, v]: the polar form of x^k at (v, j times) and (u, N-j times)
/// (Ramshaw 1989). All terms have one sign when 0 lies outside (u, v), so nothing cancels.
constexpr double to_bernstein_weight(int degree, int j, int k, double u, double v) {
  const auto power = [](double x, int n) {
    double r = 1;
    for (int i = 0; i < n; ++i) r *= x;
    return r;
  };
  double sum = 0;
  const int first = k - (degree - j) > 0 ? k - (degree - j) : 0;
  for (int i = first; i <= k && i <= j; ++i) {
    sum += binomial(j, i) * binomial(degree - j, k - i) * power(v, i) * power(u, k - i);
  }
  return sum / binomial(degree, k);
}

/// Halves the interval (de Casteljau): b becomes the right half, `left` the left one. Additions alone keep signs right
/// to the last bit; the powers of two come at the end.
template <int N, class T>
VT_HD void halve(T (&b)[N + 1], T (&left)[N + 1]) {
  left[0] = b[0];
  VT_UNROLL
  for (int k = 1; k <= N; ++k) {
    VT_UNROLL
    for (int j = 0; j <= N - k; ++j) b[j] = b[j] + b[j + 1];
    left[k] = b[0];
  }
}

}  // namespace vieta::core
