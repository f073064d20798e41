#pragma once

#include "vieta/core/config.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/scalar.hpp"

// Quad-double arithmetic, about 63 decimal digits: a number is the unevaluated sum of four, each at most half a unit in
// the last place of the one before it (normalised).
//
// The pattern is that of Hida, Li, Bailey: Algorithms for quad-double precision floating point arithmetic, ARITH-15
// (2001): sort the terms into levels u^k by what bounds them, sum each level without error into itself and the levels
// below, renormalise. Theirs branches on zeros; ours does not, so that it runs in SIMD lanes and GPU threads.
//
// docs/method/arithmetic.md derives the bounds below; u = 2^-53. They hold for normalised operands while nothing
// overflows or underflows: the last part is 2^-159 of the first or less, so stay within 2^-800 .. 2^990.

namespace vieta {

template <class T>
struct quad_double {
  T x0, x1, x2, x3;  // named: GCC 12 does not keep an array of four in registers

  quad_double() = default;
  VT_HD quad_double(const T& x) : x0(x), x1(T(0)), x2(T(0)), x3(T(0)) {}
  VT_HD quad_double(scalar_t<T> x) requires(lane_count<T> > 1) : x0(x), x1(T(0)), x2(T(0)), x3(T(0)) {}
  VT_HD quad_double(const double_double<T>& x) : x0(x.hi), x1(x.lo), x2(T(0)), x3(T(0)) {}
  /// The four parts as they stand: the caller vouches that they are normalised. Otherwise say renormalised(...).
  VT_HD quad_double(const T& a, const T& b, const T& c, const T& d) : x0(a), x1(b), x2(c), x3(d) {}

  /// The leading part, the two leading parts.
  VT_HD explicit operator T() const { return x0; }
  VT_HD explicit operator double_double<T>() const { return {x0, x1}; }

  friend VT_HD quad_double operator-(const quad_double& a) { return {-a.x0, -a.x1, -a.x2, -a.x3}; }

  /// |error| <= 2^-211 (|a| + |b|): relative to the sum only while it does not cancel. 154 flops.
  friend VT_HD quad_double operator+(const quad_double& a, const quad_double& b) {
    auto [s0, e0] = two_sum(a.x0, b.x0);
    auto [s1, e1] = two_sum(a.x1, b.x1);
    auto [s2, e2] = two_sum(a.x2, b.x2);
    auto [s3, e3] = two_sum(a.x3, b.x3);
    // Level 1 holds s1 and e0, level 2 s2 and e1, level 3 s3 and e2, level 4 e3; what one sheds goes to the next.
    const auto l1 = two_sum(s1, e0);
    const auto l2a = two_sum(s2, e1);
    const auto l2 = two_sum(l2a.value, l1.error);
    const auto l3a = two_sum(s3, e2);
    const auto l3b = two_sum(l2a.error, l2.error);
    const auto l3 = two_sum(l3a.value, l3b.value);
    const T l4 = rn_add(rn_add(e3, l3.error), rn_add(l3a.error, l3b.error));
    return renormalised(s0, l1.value, l2.value, l3.value, l4);
  }
  friend VT_HD quad_double operator-(const quad_double& a, const quad_double& b) { return a + -b; }

  /// |error| <= 2^-211 (|a| + |b|). 115 flops.
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator+(const quad_double& a, const S& b) {
    const auto l0 = two_sum(a.x0, T(b));
    const auto l1 = two_sum(a.x1, l0.error);
    const auto l2 = two_sum(a.x2, l1.error);
    const auto l3 = two_sum(a.x3, l2.error);
    return renormalised(l0.value, l1.value, l2.value, l3.value, l3.error);
  }
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator+(const S& a, const quad_double& b) {
    return b + a;
  }
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator-(const quad_double& a, const S& b) {
    return a + T(-T(b));
  }
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator-(const S& a, const quad_double& b) {
    return -b + a;
  }

  /// |error| <= 2^-204 |a b| proven, 2^-209 |a b| tested.
  friend VT_HD quad_double operator*(const quad_double& a, const quad_double& b) {
    const auto p00 = two_prod(a.x0, b.x0);
    const auto p01 = two_prod(a.x0, b.x1), p10 = two_prod(a.x1, b.x0);
    const auto p02 = two_prod(a.x0, b.x2), p11 = two_prod(a.x1, b.x1), p20 = two_prod(a.x2, b.x0);
    // Level 1: p01, p10 and the error of p00.
    const auto l1a = two_sum(p01.value, p10.value);
    const auto l1 = two_sum(l1a.value, p00.error);
    // Level 2: three products, two errors of products, two errors of level 1.
    const auto l2a = two_sum(p02.value, p20.value);
    const auto l2b = two_sum(p01.error, p10.error);
    const auto l2c = two_sum(l1a.error, l1.error);
    const auto l2d = two_sum(p11.value, l2a.value);
    const auto l2e = two_sum(l2b.value, l2c.value);
    const auto l2 = two_sum(l2d.value, l2e.value);
    // Level 3: what is left, rounded. Products of level 4 are dropped.
    const T l3a = mul_add(a.x1, b.x2, mul_add(a.x0, b.x3, rn_add(rn_add(p02.error, p20.error), p11.error)));
    const T l3b = mul_add(a.x2, b.x1, mul_add(a.x3, b.x0, rn_add(rn_add(l2a.error, l2b.error), l2c.error)));
    const T l3 = rn_add(rn_add(l3a, l3b), rn_add(rn_add(l2d.error, l2e.error), l2.error));
    return renormalised(p00.value, l1.value, l2.value, l3);
  }

  /// |error| <= 2^-207 |a b| proven, 2^-210 |a b| tested.
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator*(const quad_double& a, const S& b) {
    const auto p0 = two_prod(a.x0, T(b)), p1 = two_prod(a.x1, T(b)), p2 = two_prod(a.x2, T(b));
    const auto l1 = two_sum(p1.value, p0.error);
    const auto l2a = two_sum(p2.value, p1.error);
    const auto l2 = two_sum(l2a.value, l1.error);
    const T l3 = rn_add(mul_add(a.x3, T(b), p2.error), rn_add(l2a.error, l2.error));
    return renormalised(p0.value, l1.value, l2.value, l3);
  }
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator*(const S& a, const quad_double& b) {
    return b * a;
  }

  /// |error| <= 2^-209 |a / b|, tested. Long division by digits of double-double: two of them, and one of T.
  friend VT_HD quad_double operator/(const quad_double& a, const quad_double& b) {
    const double_double<T> leading(b);
    const double_double<T> q0 = double_double<T>(a) / leading;
    const quad_double r0 = a - b * quad_double(q0);
    const double_double<T> q1 = double_double<T>(r0) / leading;
    const quad_double r1 = r0 - b * quad_double(q1);
    return renormalised(q0.hi, q0.lo, q1.hi, q1.lo, r1.x0 / b.x0);
  }
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator/(const quad_double& a, const S& b) {
    return a / quad_double(T(b));
  }
  template <plain_operand_of<T> S>
  friend VT_HD quad_double operator/(const S& a, const quad_double& b) {
    return quad_double(T(a)) / b;
  }

  template <class B>
  VT_HD quad_double& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  VT_HD quad_double& operator-=(const B& b) {
    return *this = *this - b;
  }
  template <class B>
  VT_HD quad_double& operator*=(const B& b) {
    return *this = *this * b;
  }
  template <class B>
  VT_HD quad_double& operator/=(const B& b) {
    return *this = *this / b;
  }

  /// For a >= 0. |error| <= 2^-209 sqrt(a), tested. The double-double root and two Newton corrections.
  friend VT_HD quad_double sqrt(const quad_double& a) {
    const double_double<T> s0 = sqrt(double_double<T>(a));
    const double_double<T> twice = scale(select(s0.hi == T(0), double_double<T>(T(1)), s0), T(2));
    const double_double<T> d0 = double_double<T>(a - quad_double(s0) * quad_double(s0)) / twice;
    const quad_double s1 = quad_double(s0) + quad_double(d0);
    const T d1 = (a - s1 * s1).x0 / twice.hi;
    return s1 + d1;
  }

  // Normalised numbers compare part by part, the leading one first.
  friend VT_HD auto operator<(const quad_double& a, const quad_double& b) -> mask_t<T> {
    const auto last = both(a.x2 == b.x2, a.x3 < b.x3);
    const auto rest = both(a.x1 == b.x1, either(a.x2 < b.x2, last));
    return either(a.x0 < b.x0, both(a.x0 == b.x0, either(a.x1 < b.x1, rest)));
  }
  friend VT_HD auto operator==(const quad_double& a, const quad_double& b) -> mask_t<T> {
    return both(both(a.x0 == b.x0, a.x1 == b.x1), both(a.x2 == b.x2, a.x3 == b.x3));
  }
  friend VT_HD auto operator<=(const quad_double& a, const quad_double& b) -> mask_t<T> {
    return either(a < b, a == b);
  }
  friend VT_HD auto operator>(const quad_double& a, const quad_double& b) -> mask_t<T> { return b < a; }
  friend VT_HD auto operator>=(const quad_double& a, const quad_double& b) -> mask_t<T> { return b <= a; }
  friend VT_HD auto operator!=(const quad_double& a, const quad_double& b) -> mask_t<T> { return !(a == b); }

  friend VT_HD quad_double select(const mask_t<T>& m, const quad_double& a, const quad_double& b) {
    return {select(m, a.x0, b.x0), select(m, a.x1, b.x1), select(m, a.x2, b.x2), select(m, a.x3, b.x3)};
  }
  friend VT_HD quad_double abs(const quad_double& a) { return select(a.x0 < T(0), -a, a); }
  friend VT_HD quad_double min(const quad_double& a, const quad_double& b) { return select(a < b, a, b); }
  friend VT_HD quad_double max(const quad_double& a, const quad_double& b) { return select(a > b, a, b); }

  /// a * b + c as one product and one sum; not rounded only once.
  friend VT_HD quad_double fma(const quad_double& a, const quad_double& b, const quad_double& c) { return a * b + c; }

  /// a times a power of two: exact while no part overflows or becomes subnormal.
  friend VT_HD quad_double scale(const quad_double& a, const T& power_of_two) {
    return {rn_mul(a.x0, power_of_two), rn_mul(a.x1, power_of_two), rn_mul(a.x2, power_of_two),
            rn_mul(a.x3, power_of_two)};
  }

  /// The sum of terms of falling size, which may cancel, in normalised form. Each sweep from the bottom leaves the
  /// rounded sum of all that it passes on top and its errors, exactly, below; sweeps from the top settle the rest. All
  /// by two_sum, since after a cancellation the terms need not fall in size. Four terms: no error. Five: one rounding,
  /// of what is left below the third part.
  static VT_HD quad_double renormalised(const T& t0, const T& t1, const T& t2, const T& t3, const T& t4) {
    const auto a3 = two_sum(t3, t4);
    const auto a2 = two_sum(t2, a3.value);
    const auto a1 = two_sum(t1, a2.value);
    const auto a0 = two_sum(t0, a1.value);
    const auto b3 = two_sum(a2.error, a3.error);
    const auto b2 = two_sum(a1.error, b3.value);
    const auto b1 = two_sum(a0.error, b2.value);
    const auto c3 = two_sum(b2.error, b3.error);
    const auto c2 = two_sum(b1.error, c3.value);
    return settled(settled({a0.value, b1.value, c2.value, rn_add(c2.error, c3.error)}));
  }
  static VT_HD quad_double renormalised(const T& t0, const T& t1, const T& t2, const T& t3) {
    const auto a2 = two_sum(t2, t3);
    const auto a1 = two_sum(t1, a2.value);
    const auto a0 = two_sum(t0, a1.value);
    const auto b2 = two_sum(a1.error, a2.error);
    const auto b1 = two_sum(a0.error, b2.value);
    const auto c2 = two_sum(b1.error, b2.error);
    return settled({a0.value, b1.value, c2.value, c2.error});
  }

 private:
  static VT_HD quad_double settled(const quad_double& t) {
    const auto a = two_sum(t.x0, t.x1);
    const auto b = two_sum(a.error, t.x2);
    const auto c = two_sum(b.error, t.x3);
    return {a.value, b.value, c.value, c.error};
  }
  static VT_HD T mul_add(const T& a, const T& b, const T& c) {
    if constexpr (has_fast_fma) return fma(a, b, c);
    return rn_add(rn_mul(a, b), c);
  }
};

using qd = quad_double<double>;

template <class T>
struct lane_traits<quad_double<T>> : lane_traits<T> {};

}  // namespace vieta
