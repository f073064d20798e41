#pragma once

#include <type_traits>

#include "vieta/core/complex.hpp"
#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

// Rigorous bounds without changing the rounding mode, and the complex ball that stands on them. T is double or a pack
// of doubles; subnormal numbers must be on (no flush to zero).
//
// With u = 2^-53 and eta = 2^-1074 (the smallest number), let x be the rounded result of an operation whose exact
// result is r. The lemma behind every bound (Rump, Acta Numerica 19 (2010), section 2, has the like for predecessor and
// successor):
//
//   (1) |x| >= 2^-1022: r lies at most half an ulp from x, and ulp(x) = 2 u 2^floor(log2 |x|) <= 2 u |x|. Hence
//       x (1 + 2 u) >= x + ulp(x) for x > 0, and since x + ulp(x) is a number and rounding is monotone, the computed
//       x * (1 + 2 u) is >= x + ulp(x) >= r. Likewise the computed x * (1 - 2 u) is <= the predecessor of x, which
//       is <= r.
//   (2) |x| < 2^-1022: sums and differences are exact (Hauser 1996), square roots do not get here except for 0, and
//       products and quotients are off by at most eta / 2; adding or subtracting eta, exact down here, makes up for it.
//       The products of (1) round to x itself.
//   (3) An upper bound that overflows is infinite, which is true. A lower bound starts from at most the largest number.
//
// A fused x * (1 + 2 u) + eta is monotone too, so contraction cannot break the lemma. NaN in gives NaN out: write the
// comparison that decides a certificate so that a NaN fails it.

namespace vieta {

namespace detail {
inline constexpr double outward = 1 + 0x1p-52, inward = 1 - 0x1p-52, eta = 0x1p-1074, largest = 0x1.fffffffffffffp1023;
}  // namespace detail

/// At least the exact result of the product or quotient >= 0 that was rounded to x.
template <class T>
VT_HD T round_up(const T& x) {
  return x * T(detail::outward) + T(detail::eta);
}
/// At most the exact result of the product or quotient >= 0 that was rounded to x; not below 0.
template <class T>
VT_HD T round_down(const T& x) {
  return max(T(0), min(T(detail::largest), x) * T(detail::inward) - T(detail::eta));
}

/// Upper bounds of a + b, a * b, a / b and sqrt(a), for a >= 0 and b >= 0. 0 + 0 and sqrt(0) stay 0.
template <class T>
VT_HD T add_up(const T& a, const std::type_identity_t<T>& b) {
  return (a + b) * T(detail::outward);
}
template <class T>
VT_HD T mul_up(const T& a, const std::type_identity_t<T>& b) {
  return round_up(a * b);
}
template <class T>
VT_HD T div_up(const T& a, const std::type_identity_t<T>& b) {
  return round_up(a / b);
}
template <class T>
VT_HD T sqrt_up(const T& a) {
  return sqrt(a) * T(detail::outward);
}

/// Lower bounds of a + b, a * b, a / b and sqrt(a), for a >= 0 and b >= 0.
template <class T>
VT_HD T add_down(const T& a, const std::type_identity_t<T>& b) {
  return min(T(detail::largest), a + b) * T(detail::inward);
}
template <class T>
VT_HD T mul_down(const T& a, const std::type_identity_t<T>& b) {
  return round_down(a * b);
}
template <class T>
VT_HD T div_down(const T& a, const std::type_identity_t<T>& b) {
  return round_down(a / b);
}
template <class T>
VT_HD T sqrt_down(const T& a) {
  return min(T(detail::largest), sqrt(a)) * T(detail::inward);
}

/// A lower bound of a - b, of any sign. The step 2 u |x|, rounded, is still >= ulp(x), since that is a number.
template <class T>
VT_HD T sub_down(const T& a, const std::type_identity_t<T>& b) {
  const T x = min(T(detail::largest), a - b);
  return x - abs(x) * T(0x1p-52);
}
/// An upper bound of a - b, of any sign.
template <class T>
VT_HD T sub_up(const T& a, const std::type_identity_t<T>& b) {
  return -sub_down(b, a);
}

/// Bounds of |z| = large sqrt(1 + q^2) with q = small / large: each step is monotone in what it is given, so bounds go
/// in and bounds come out.
template <class T>
VT_HD T abs_up(const complex<T>& z) {
  const T x = abs(z.re), y = abs(z.im);
  const T greater = max(x, y), lesser = min(y, x);  // in this order one of them is NaN where x or y is
  const T q = div_up(lesser, select(greater == T(0), T(1), greater));
  return mul_up(greater, sqrt_up(add_up(T(1), mul_up(q, q))));
}
template <class T>
VT_HD T abs_down(const complex<T>& z) {
  const T x = abs(z.re), y = abs(z.im);
  const T greater = max(x, y), lesser = min(y, x);  // in this order one of them is NaN where x or y is
  const T q = div_down(lesser, select(greater == T(0), T(1), greater));
  return mul_down(greater, sqrt_down(add_down(T(1), mul_down(q, q))));
}

/// All complex numbers within `radius` of `centre`. The result of an operation holds every result for operands from
/// the balls: the radius covers the rounding of the centre as well.
template <class T>
struct basic_ball {
  complex<T> centre;
  T radius;

  friend VT_HD basic_ball operator-(const basic_ball& a) { return {-a.centre, a.radius}; }

  /// Each part of the centre is rounded once, by u times itself; together by u |centre|.
  friend VT_HD basic_ball operator+(const basic_ball& a, const basic_ball& b) {
    const complex<T> c = a.centre + b.centre;
    return {c, add_up(add_up(a.radius, b.radius), mul_up(abs_up(c), T(0x1p-53)))};
  }
  friend VT_HD basic_ball operator-(const basic_ball& a, const basic_ball& b) { return a + -b; }

  /// With A = |a.centre| and B = |b.centre|: a part p q + r s of the centre has |p q| + |r s| <= A B (Cauchy-Schwarz);
  /// two products and a sum round it by at most (2 u + u^2) A B + (1 + u) eta. Two parts: times sqrt(2), in all less
  /// than 3 u A B + 2 eta. The balls themselves spread by A rb + B ra + ra rb.
  friend VT_HD basic_ball operator*(const basic_ball& a, const basic_ball& b) {
    const T A = abs_up(a.centre), B = abs_up(b.centre);
    const T rounding = add_up(mul_up(mul_up(A, B), T(0x3p-53)), T(2 * detail::eta));
    const T spread = add_up(mul_up(A, b.radius), mul_up(a.radius, add_up(B, b.radius)));
    return {a.centre * b.centre, add_up(spread, rounding)};
  }
};
using ball = basic_ball<double>;

/// Bounds of |z| over the ball: the upper one, and the lower one, which is 0 when the ball reaches the origin.
template <class T>
VT_HD T abs_up(const basic_ball<T>& z) {
  return add_up(abs_up(z.centre), z.radius);
}
template <class T>
VT_HD T abs_down(const basic_ball<T>& z) {
  return max(T(0), sub_down(abs_down(z.centre), z.radius));
}

/// True only when it is proven: the balls share no point; a lies inside b.
template <class T>
VT_HD mask_t<T> disjoint(const basic_ball<T>& a, const basic_ball<T>& b) {
  return abs_down(a - basic_ball<T>{b.centre, T(0)}) > b.radius;
}
template <class T>
VT_HD mask_t<T> inside(const basic_ball<T>& a, const basic_ball<T>& b) {
  return abs_up(a - basic_ball<T>{b.centre, T(0)}) <= b.radius;
}

}  // namespace vieta
