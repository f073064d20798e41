#pragma once

#include "vieta/core/config.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/scalar.hpp"

// Triple-double arithmetic, about 47 decimal digits: a number is the unevaluated sum of three, each at most half a unit
// in the last place of the one before it (normalised).
//
// The pattern is that of qd.hpp, one level shorter: sort the terms into levels u^k, sum each level without error into
// itself and the levels below, renormalise without a branch. (Fabiano, Muller, Picot: Algorithms for triple-word
// arithmetic, IEEE Trans. Comput. 68 (2019) 1573-1583, prove about the same bounds for algorithms that branch.)
//
// docs/method/arithmetic.md derives the bounds below; u = 2^-53. They hold for normalised operands while nothing
// overflows or underflows: stay within 2^-850 .. 2^990.

namespace vieta {

template <class T>
struct triple_double {
  T x0, x1, x2;  // named: GCC 12 does not keep an array of three in registers

  triple_double() = default;
  VT_HD triple_double(const T& x) : x0(x), x1(T(0)), x2(T(0)) {}
  VT_HD triple_double(scalar_t<T> x) requires(lane_count<T> > 1) : x0(x), x1(T(0)), x2(T(0)) {}
  VT_HD triple_double(const double_double<T>& x) : x0(x.hi), x1(x.lo), x2(T(0)) {}
  /// The three parts as they stand: the caller vouches that they are normalised. Otherwise say renormalised(...).
  VT_HD triple_double(const T& a, const T& b, const T& c) : x0(a), x1(b), x2(c) {}

  /// The leading part, the two leading parts.
  VT_HD explicit operator T() const { return x0; }
  VT_HD explicit operator double_double<T>() const { return {x0, x1}; }

  friend VT_HD triple_double operator-(const triple_double& a) { return {-a.x0, -a.x1, -a.x2}; }

  /// |error| <= 2^-156 (|a| + |b|): relative to the sum only while it does not cancel. 84 flops.
  friend VT_HD triple_double operator+(const triple_double& a, const triple_double& b) {
    const auto [s0, e0] = two_sum(a.x0, b.x0);
    const auto [s1, e1] = two_sum(a.x1, b.x1);
    const auto [s2, e2] = two_sum(a.x2, b.x2);
    // Level 1 holds s1 and e0, level 2 s2 and e1, level 3 e2; what one sheds goes to the next.
    const auto l1 = two_sum(s1, e0);
    const auto l2a = two_sum(s2, e1);
    const auto l2 = two_sum(l2a.value, l1.error);
    const T l3 = rn_add(e2, rn_add(l2a.error, l2.error));
    return renormalised(s0, l1.value, l2.value, l3);
  }
  friend VT_HD triple_double operator-(const triple_double& a, const triple_double& b) { return a + -b; }

  /// |error| <= 2^-157 (|a| + |b|).
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator+(const triple_double& a, const S& b) {
    const auto l0 = two_sum(a.x0, T(b));
    const auto l1 = two_sum(a.x1, l0.error);
    const auto l2 = two_sum(a.x2, l1.error);
    return renormalised(l0.value, l1.value, l2.value, l2.error);
  }
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator+(const S& a, const triple_double& b) {
    return b + a;
  }
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator-(const triple_double& a, const S& b) {
    return a + T(-T(b));
  }
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator-(const S& a, const triple_double& b) {
    return -b + a;
  }

  /// |error| <= 2^-152 |a b| proven, 2^-154 |a b| tested.
  friend VT_HD triple_double operator*(const triple_double& a, const triple_double& b) {
    const auto p00 = two_prod(a.x0, b.x0);
    const auto p01 = two_prod(a.x0, b.x1), p10 = two_prod(a.x1, b.x0);
    const auto l1a = two_sum(p01.value, p10.value);
    const auto l1 = two_sum(l1a.value, p00.error);
    // Level 2, rounded; products of level 3 are dropped.
    const T products = mul_add(a.x0, b.x2, mul_add(a.x1, b.x1, rn_mul(a.x2, b.x0)));
    const T errors = rn_add(rn_add(p01.error, p10.error), rn_add(l1a.error, l1.error));
    return renormalised(p00.value, l1.value, rn_add(products, errors));
  }

  /// |error| <= 2^-154 |a b| proven, 2^-156 |a b| tested.
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator*(const triple_double& a, const S& b) {
    const auto p0 = two_prod(a.x0, T(b)), p1 = two_prod(a.x1, T(b));
    const auto l1 = two_sum(p1.value, p0.error);
    return renormalised(p0.value, l1.value, rn_add(mul_add(a.x2, T(b), p1.error), l1.error));
  }
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator*(const S& a, const triple_double& b) {
    return b * a;
  }

  /// |error| <= 2^-152 |a / b|, tested. Long division: a digit of double-double, and one of T.
  friend VT_HD triple_double operator/(const triple_double& a, const triple_double& b) {
    const double_double<T> q0 = double_double<T>(a) / double_double<T>(b);
    const triple_double rest = a - b * triple_double(q0);
    return renormalised(q0.hi, q0.lo, rest.x0 / b.x0);
  }
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator/(const triple_double& a, const S& b) {
    return a / triple_double(T(b));
  }
  template <plain_operand_of<T> S>
  friend VT_HD triple_double operator/(const S& a, const triple_double& b) {
    return triple_double(T(a)) / b;
  }

  template <class B>
  VT_HD triple_double& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  VT_HD triple_double& operator-=(const B& b) {
    return *this = *this - b;
  }
  template <class B>
  VT_HD triple_double& operator*=(const B& b) {
    return *this = *this * b;
  }
  template <class B>
  VT_HD triple_double& operator/=(const B& b) {
    return *this = *this / b;
  }

  /// For a >= 0. |error| <= 2^-152 sqrt(a), tested. The double-double root and one Newton correction.
  friend VT_HD triple_double sqrt(const triple_double& a) {
    const double_double<T> s = sqrt(double_double<T>(a));
    const triple_double rest = a - triple_double(s) * triple_double(s);
    const T twice = rn_add(s.hi, s.hi);
    return triple_double(s) + rest.x0 / select(s.hi == T(0), T(1), twice);
  }

  // Normalised numbers compare part by part, the leading one first.
  friend VT_HD auto operator<(const triple_double& a, const triple_double& b) -> mask_t<T> {
    const auto rest = either(a.x1 < b.x1, both(a.x1 == b.x1, a.x2 < b.x2));
    return either(a.x0 < b.x0, both(a.x0 == b.x0, rest));
  }
  friend VT_HD auto operator==(const triple_double& a, const triple_double& b) -> mask_t<T> {
    return both(a.x0 == b.x0, both(a.x1 == b.x1, a.x2 == b.x2));
  }
  friend VT_HD auto operator<=(const triple_double& a, const triple_double& b) -> mask_t<T> {
    return either(a < b, a == b);
  }
  friend VT_HD auto operator>(const triple_double& a, const triple_double& b) -> mask_t<T> { return b < a; }
  friend VT_HD auto operator>=(const triple_double& a, const triple_double& b) -> mask_t<T> { return b <= a; }
  friend VT_HD auto operator!=(const triple_double& a, const triple_double& b) -> mask_t<T> { return !(a == b); }

  friend VT_HD triple_double select(const mask_t<T>& m, const triple_double& a, const triple_double& b) {
    return {select(m, a.x0, b.x0), select(m, a.x1, b.x1), select(m, a.x2, b.x2)};
  }
  friend VT_HD triple_double abs(const triple_double& a) { return select(a.x0 < T(0), -a, a); }
  friend VT_HD triple_double min(const triple_double& a, const triple_double& b) { return select(a < b, a, b); }
  friend VT_HD triple_double max(const triple_double& a, const triple_double& b) { return select(a > b, a, b); }

  /// a * b + c as one product and one sum; not rounded only once.
  friend VT_HD triple_double fma(const triple_double& a, const triple_double& b, const triple_double& c) {
    return a * b + c;
  }

  /// a times a power of two: exact while no part overflows or becomes subnormal.
  friend VT_HD triple_double scale(const triple_double& a, const T& power_of_two) {
    return {rn_mul(a.x0, power_of_two), rn_mul(a.x1, power_of_two), rn_mul(a.x2, power_of_two)};
  }

  /// The sum of terms of falling size, which may cancel, in normalised form; see quad_double. Three terms: no error.
  /// Four: one rounding, of what is left below the second part.
  static VT_HD triple_double renormalised(const T& t0, const T& t1, const T& t2, const T& t3) {
    const auto a2 = two_sum(t2, t3);
    const auto a1 = two_sum(t1, a2.value);
    const auto a0 = two_sum(t0, a1.value);
    const auto b2 = two_sum(a1.error, a2.error);
    const auto b1 = two_sum(a0.error, b2.value);
    return settled(settled({a0.value, b1.value, rn_add(b1.error, b2.error)}));
  }
  static VT_HD triple_double renormalised(const T& t0, const T& t1, const T& t2) {
    const auto a1 = two_sum(t1, t2);
    const auto a0 = two_sum(t0, a1.value);
    const auto b1 = two_sum(a0.error, a1.error);
    return settled({a0.value, b1.value, b1.error});
  }

 private:
  static VT_HD triple_double settled(const triple_double& t) {
    const auto a = two_sum(t.x0, t.x1);
    const auto b = two_sum(a.error, t.x2);
    return {a.value, b.value, b.error};
  }
  static VT_HD T mul_add(const T& a, const T& b, const T& c) {
    if constexpr (has_fast_fma) return fma(a, b, c);
    return rn_add(rn_mul(a, b), c);
  }
};

using td = triple_double<double>;

template <class T>
struct lane_traits<triple_double<T>> : lane_traits<T> {};

}  // namespace vieta
