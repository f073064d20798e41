#pragma once

#include <cstdint>

#include "roots/batch/limits.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/exponent.hpp"

// One polynomial of a batch before its iteration begins: what it is, the powers of two that bring it into range, and
// where to start. All of it is heuristic or exact; logarithms are read off the bits of a double (error below 0.09).

namespace vieta::root_batches {

enum class row_kind : std::uint8_t {
  solvable,   ///< for the kernel
  monomial,   ///< a x^k: all roots are zero
  zero,       ///< no coefficient but zeros
  bad,        ///< NaN or infinite
  difficult,  ///< exponents too far apart for plain doubles: for `roots`
};

/// p(x) = x^lowest q(x), q of degree highest - lowest. With x = 2^scale w, b_k = a_(lowest + k) 2^(scale k - exponent)
/// has its largest modulus near 2^headroom, at k = degree, so that all roots w have moduli of at most about 2.
struct row_shape {
  row_kind kind = row_kind::zero;
  std::uint8_t lowest = 0, highest = 0;
  std::int16_t scale = 0;
  std::int32_t exponent = 0;

  [[nodiscard]] VT_HD int degree() const { return highest - lowest; }
};

/// Moduli of b_k are between 2^-headroom and 2^headroom, those of roots above 2^-deepest, or the row is difficult. Then
/// products of four differences of roots, values of q, and squares of both stay in range.
inline constexpr int headroom = 400, deepest = 110;
inline constexpr double least_logarithm = -1e30;  ///< of zero

VT_HD double larger_part(const complex<double>& z) { return max(abs(z.re), abs(z.im)); }

/// log2 of x >= 0: the exponent, and the fraction in place of its logarithm.
VT_HD double log2_estimate(double x) {
  if (x == 0) return least_logarithm;
  const bool subnormal = x < 0x1p-1022;
  if (subnormal) x *= 0x1p54;
  const auto bits = static_cast<std::int64_t>(__builtin_bit_cast(std::uint64_t, x));
  return static_cast<double>(bits) * 0x1p-52 - (subnormal ? 1077 : 1023);
}

/// 2^y for |y| < 1000, inverse to log2_estimate.
VT_HD double exp2_estimate(double y) {
  return __builtin_bit_cast(double, static_cast<std::uint64_t>((y + 1023) * 0x1p52));
}

VT_HD int rounded_up(double x) {
  const int i = static_cast<int>(x);
  return i + (i < x ? 1 : 0);
}

/// `coefficient(k)` is a_k, k = 0 .. degree; log2_estimate of them goes to `logarithm`.
template <class Coefficient>
VT_HD row_shape analyse(int degree, const Coefficient& coefficient, double* logarithm) {
  row_shape shape;
  int lowest = -1, highest = -1;
  bool finite = true;
  VT_UNROLL_NOT
  for (int k = 0; k <= degree; ++k) {
    const complex<double> a = coefficient(k);
    finite = finite && (a.re - a.re) + (a.im - a.im) == 0;
    logarithm[k] = log2_estimate(larger_part(a));
    if (logarithm[k] == least_logarithm) continue;
    if (lowest < 0) lowest = k;
    highest = k;
  }
  if (!finite) {
    shape.kind = row_kind::bad;
    return shape;
  }
  if (highest < 0) return shape;
  shape.lowest = static_cast<std::uint8_t>(lowest);
  shape.highest = static_cast<std::uint8_t>(highest);
  shape.kind = row_kind::monomial;
  if (lowest == highest) return shape;

  double steepest = -1e9;  // the last edge of the Newton polygon: log2 of the largest modulus
  VT_UNROLL_NOT
  for (int k = lowest; k < highest; ++k) {
    const double slope = (logarithm[k] - logarithm[highest]) / (highest - k);
    steepest = max(slope, steepest);
  }
  const int scale = rounded_up(steepest);
  const int exponent = scale * (highest - lowest) + rounded_up(logarithm[highest]) - headroom;
  double least = headroom, smallest = 0;  // log2 of |b_k|, and of the first edge's modulus
  VT_UNROLL_NOT
  for (int k = lowest; k < highest; ++k) {
    if (logarithm[k] == least_logarithm) continue;
    least = min(logarithm[k] + scale * (k - lowest) - exponent, least);
  }
  VT_UNROLL_NOT
  for (int k = lowest + 1; k <= highest; ++k)
    smallest = min((logarithm[lowest] - logarithm[k]) / (k - lowest) - scale, smallest);
  // x = 2^scale w and a radius of 2^-54 |x| must be normal numbers.
  const bool in_range = least > 4 - headroom && smallest > 4 - deepest && scale < 1000 && scale - deepest > -920;
  shape.kind = in_range ? row_kind::solvable : row_kind::difficult;
  shape.scale = static_cast<std::int16_t>(in_range ? scale : 0);
  shape.exponent = exponent;
  return shape;
}

/// b_k from a_(lowest + k), exactly.
VT_HD complex<double> scaled(const complex<double>& a, const row_shape& shape, int k) {
  const int shift = shape.scale * k - shape.exponent;
  if (shift >= -1022 && shift <= 1023) {
    const double factor = power_of_two<double>(shift);
    return {a.re * factor, a.im * factor};
  }
  return {scale_by_power_of_two(a.re, shift), scale_by_power_of_two(a.im, shift)};
}

/// e^(2 pi i / n), to about 2^-40.
VT_HD complex<double> root_of_unity(int n) {
  const double t = 1.5707963267948966 / n, s = t * t;  // a quarter of the angle, at most pi/2
  double sine =
      t * (1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110 * (1 - s / 156 * (1 - s / 210)))))));
  double cosine = 1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90 * (1 - s / 132 * (1 - s / 182))))));
  complex<double> z = {cosine, sine};
  z = z * z;
  return z * z;
}

/// Starting points on circles (Bini 1996): an edge of the upper convex hull of (k, log2 |a_k|) that spans m powers
/// gives m points on a circle. `point(i, w)` takes them, moduli ascending. O(degree).
template <class Point>
VT_HD void starting_points(const row_shape& shape, const double* logarithm, const Point& point) {
  std::uint8_t hull[most_degree + 1];
  int size = 0;
  VT_UNROLL_NOT
  for (int k = shape.lowest; k <= shape.highest; ++k) {
    const double y = logarithm[k];
    if (y == least_logarithm) continue;
    while (size >= 2) {
      const int a = hull[size - 2], b = hull[size - 1];
      if ((logarithm[b] - logarithm[a]) * (k - b) > (y - logarithm[b]) * (b - a)) break;
      --size;
    }
    hull[size++] = static_cast<std::uint8_t>(k);
  }
  complex<double> first = {0.76, 0.65};  // near no axis of symmetry; unit modulus does not matter
  int i = 0;
  VT_UNROLL_NOT
  for (int v = 0; v + 1 < size; ++v) {
    const int from = hull[v], to = hull[v + 1], count = to - from;
    const double radius = exp2_estimate((logarithm[from] - logarithm[to]) / count - shape.scale);
    const complex<double> turn = root_of_unity(count);
    complex<double> z = first * radius;
    VT_UNROLL_NOT
    for (int j = 0; j < count; ++j) {
      point(i++, z);
      z = z * turn;
    }
    first = first * complex<double>{0.7071067811865476, 0.7071067811865476};
  }
}

}  // namespace vieta::root_batches
