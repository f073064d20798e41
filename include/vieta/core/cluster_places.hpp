#pragma once

#include <cstdint>

#include "vieta/core/cluster.hpp"

// What a list of roots says of a cluster: its mark, and one place where rounding tells no more. `Coefficients` and
// `Places` are anything with c[k] and roots[k].

namespace vieta::core::detail {

/// p where |x| is below 2^e, in numbers that neither overflow nor lose what counts: c_k 2^(e k - top) of t = x 2^-e.
template <class T, class Coefficients>
struct framed_coefficients {
  const Coefficients& c;
  int e, top;
  VT_HD framed_coefficients(const Coefficients& all, int degree, const T& x) : c(all), e(0), top(-(1 << 20)) {
    if (x != 0) e = exponent_of(x) + 1;
    VT_UNROLL_NOT
    for (int k = 0; k <= degree; ++k) {
      const T a = c[k];
      if (a == 0) continue;
      const int size = exponent_of(a) + e * k;
      if (size > top) top = size;
    }
  }
  VT_HD T operator[](int k) const {
    const T a = c[k];
    if (a == 0) return a;
    return scale_by_power_of_two(a, e * k - top);
  }
  VT_HD T place(const T& x) const { return scale_by_power_of_two(x, -e); }
};

/// Whether p cannot be told from zero anywhere between x and y: at three places, as it is a parabola or so there.
template <class T, class Coefficients>
VT_HD bool is_noise_all_between(const Coefficients& c, int degree, const T& x, const T& y) {
  const framed_coefficients<T, Coefficients> p(c, degree, abs(x) > abs(y) ? x : y);
  const T from = p.place(x), step = (p.place(y) - from) / 4;
  VT_UNROLL_NOT
  for (int i = 1; i <= 3; ++i) {
    const T t = from + T(i) * step;
    T value = p[degree], size = abs(value);
    VT_UNROLL_NOT
    for (int k = degree - 1; k >= 0; --k) {
      const T a = p[k];
      value = multiply_add(value, t, a);
      size = multiply_add(size, abs(t), abs(a));
    }
    if (!(abs(value) <= noise_factor<T>(degree) * size)) return false;
  }
  return true;
}

/// is_in_cluster for coefficients and roots of any size, of degree 64 at most.
template <class T, class Coefficients>
VT_HD bool is_cluster_at(const Coefficients& c, int degree, const T& x) {
  const framed_coefficients<T, Coefficients> p(c, degree, x);
  T scaled[65];
  VT_UNROLL_NOT
  for (int k = 0; k <= degree; ++k) scaled[k] = p[k];
  return is_in_cluster(scaled, degree, p.place(x), noise_factor<T>(degree));
}

/// The degree without leading zeros; -1 for the zero polynomial.
template <class Coefficients>
VT_HD int actual_degree(const Coefficients& c, int degree) {
  while (degree >= 0 && c[degree] == 0) --degree;
  return degree;
}

/// A touch with noise alone between it and its neighbour is no place of its own: beside a crossing it is part of a root
/// that is three or more as far as rounding tells, beside another touch both are one. Takes these from the ascending
/// list, and returns whether there were any. Cubics have their roots to four ulps, so that all of theirs stay.
template <class T, class Coefficients, class Places>
VT_HD bool settle_touches(const Coefficients& c, int degree, const Places& roots, int& count, std::uint64_t& touching) {
  if (touching == 0 || count < 2) return false;
  const int n = actual_degree(c, degree);
  if (n <= 3) return false;
  const std::uint64_t before = touching;
  const auto touches = [before](int k) { return (before >> k & 1) != 0; };
  int kept = 0;
  touching = 0;
  VT_UNROLL_NOT
  for (int k = 0, end = 0; k < count; k = end) {
    int crossings = touches(k) ? 0 : 1;
    VT_UNROLL_NOT
    for (end = k + 1; end < count; ++end) {
      if (!touches(end - 1) && !touches(end)) break;
      if (!is_noise_all_between<T>(c, n, T(roots[end - 1]), T(roots[end]))) break;
      if (!touches(end)) ++crossings;
    }
    if (crossings == 0) {
      touching |= std::uint64_t{1} << kept;
      roots[kept++] = T(roots[k + (end - k - 1) / 2]);
      continue;
    }
    VT_UNROLL_NOT
    for (int i = k; i < end; ++i)
      if (!touches(i)) roots[kept++] = T(roots[i]);
  }
  const bool settled = kept < count;
  count = kept;
  return settled;
}

}  // namespace vieta::core::detail
