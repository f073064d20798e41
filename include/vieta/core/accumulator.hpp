#pragma once

#include "vieta/core/config.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/core/scalar.hpp"

// Sums of products (dot products, matrix products, residuals) in N-fold precision, without normalising after each term.
//
// A `lazy_sum` keeps N plain sums, one for each level u^k, of all that falls into that level. What the upper ones round
// off goes down exactly; only the last one is rounded. One multiply-add then costs 10 instructions in double-double, 45
// in triple-double, 112 in quad-double, instead of 28, 108 and 278 for a product and a sum.
//
// The last level grows with the number of terms, and so does its rounding error: an endless lazy sum is less accurate
// than the textbook loop (Ogita, Rump, Oishi, SIAM J. Sci. Comput. 26 (2005), prove u^2 |s| + O(n^2 u^2) sum |a b| for
// N = 2). In chunks it is as accurate: after `lazy_chunk` terms its value is added to a normalised total. `dot_sum`
// does that. docs/method/arithmetic.md has the bounds and what was measured.

namespace vieta {

/// Terms after which a lazy sum should be emptied into a normalised number.
inline constexpr int lazy_chunk = 16;

template <class T, int N>
struct lazy_sum;

template <class T>
struct lazy_sum<T, 1> {
  T s;
  VT_HD void clear() { s = T(0); }
  VT_HD void add_product(const T& a, const T& b) { s = multiply_add(a, b, s); }
  VT_HD T value() const { return s; }
};

template <class T>
struct lazy_sum<T, 2> {
  T s0, s1;
  VT_HD void clear() { s0 = s1 = T(0); }

  VT_HD void add_product(const double_double<T>& a, const double_double<T>& b) {
    if constexpr (has_fast_fma) {
      add_fused(a.hi, b.hi, [&](const T& rest) { return fma(a.lo, b.hi, fma(a.hi, b.lo, rest)); });
    } else {
      const auto p = two_prod(a.hi, b.hi);
      add(p.value, multiply_add(a.lo, b.hi, multiply_add(a.hi, b.lo, p.error)));
    }
  }
  VT_HD void add_product(const double_double<T>& a, const T& b) {
    if constexpr (has_fast_fma) {
      add_fused(a.hi, b, [&](const T& rest) { return fma(a.lo, b, rest); });
    } else {
      const auto p = two_prod(a.hi, b);
      add(p.value, multiply_add(a.lo, b, p.error));
    }
  }
  VT_HD double_double<T> value() const { return two_sum(s0, s1); }

 private:
  VT_HD void add(const T& high, const T& low) {
    const auto s = two_sum(s0, high);
    s0 = s.value;
    s1 = rn_add(s1, rn_add(s.error, low));
  }
  // s0 + a b and what is less. Of s = s0 + p, p = round(a b), two_sum gives (s0 - from_s0) + (p - from_p), both exact;
  // with the product's own error the latter is a b - from_p, which one fma gives, rounded once: two instructions less.
  template <class Rest>
  VT_HD void add_fused(const T& a, const T& b, const Rest& rest) {
    const T p = rn_mul(a, b), s = rn_add(s0, p);
    const T from_s0 = rn_sub(s, p), from_p = rn_sub(s, from_s0);
    const T low = rest(fma(a, b, T(-from_p)));
    s1 = rn_add(s1, rn_add(rn_sub(s0, from_s0), low));
    s0 = s;
  }
};

template <class T>
struct lazy_sum<T, 3> {
  T s0, s1, s2;
  VT_HD void clear() { s0 = s1 = s2 = T(0); }

  VT_HD void add_product(const triple_double<T>& a, const triple_double<T>& b) {
    const auto p = two_prod(a.x0, b.x0);
    const auto q = two_prod(a.x0, b.x1), r = two_prod(a.x1, b.x0);
    T low = multiply_add(a.x0, b.x2, multiply_add(a.x1, b.x1, multiply_add(a.x2, b.x0, rn_add(q.error, r.error))));
    const auto s = two_sum(s0, p.value);
    s0 = s.value;
    down(p.error, low), down(q.value, low), down(r.value, low), down(s.error, low);
    s2 = rn_add(s2, low);
  }
  VT_HD void add_product(const triple_double<T>& a, const T& b) {
    const auto p = two_prod(a.x0, b), q = two_prod(a.x1, b);
    T low = multiply_add(a.x2, b, q.error);
    const auto s = two_sum(s0, p.value);
    s0 = s.value;
    down(p.error, low), down(q.value, low), down(s.error, low);
    s2 = rn_add(s2, low);
  }
  VT_HD triple_double<T> value() const { return triple_double<T>::renormalised(s0, s1, s2); }

 private:
  VT_HD void down(const T& x, T& low) {  // x joins level 1, and what is rounded off there goes to level 2
    const auto s = two_sum(s1, x);
    s1 = s.value;
    low = rn_add(low, s.error);
  }
};

template <class T>
struct lazy_sum<T, 4> {
  T s0, s1, s2, s3;
  VT_HD void clear() { s0 = s1 = s2 = s3 = T(0); }

  VT_HD void add_product(const quad_double<T>& a, const quad_double<T>& b) {
    const auto p00 = two_prod(a.x0, b.x0);
    const auto p01 = two_prod(a.x0, b.x1), p10 = two_prod(a.x1, b.x0);
    const auto p02 = two_prod(a.x0, b.x2), p11 = two_prod(a.x1, b.x1), p20 = two_prod(a.x2, b.x0);
    T low = rn_add(rn_add(p02.error, p20.error), p11.error);
    low = multiply_add(a.x0, b.x3, multiply_add(a.x1, b.x2, low));
    low = multiply_add(a.x2, b.x1, multiply_add(a.x3, b.x0, low));
    const auto s = two_sum(s0, p00.value);
    s0 = s.value;
    level1(p00.error, low), level1(p01.value, low), level1(p10.value, low), level1(s.error, low);
    level2(p01.error, low), level2(p10.error, low);
    level2(p02.value, low), level2(p11.value, low), level2(p20.value, low);
    s3 = rn_add(s3, low);
  }
  VT_HD void add_product(const quad_double<T>& a, const T& b) {
    const auto p0 = two_prod(a.x0, b), p1 = two_prod(a.x1, b), p2 = two_prod(a.x2, b);
    T low = multiply_add(a.x3, b, p2.error);
    const auto s = two_sum(s0, p0.value);
    s0 = s.value;
    level1(p0.error, low), level1(p1.value, low), level1(s.error, low);
    level2(p1.error, low), level2(p2.value, low);
    s3 = rn_add(s3, low);
  }
  VT_HD quad_double<T> value() const { return quad_double<T>::renormalised(s0, s1, s2, s3); }

 private:
  VT_HD void level1(const T& x, T& low) {
    const auto s = two_sum(s1, x);
    s1 = s.value;
    level2(s.error, low);
  }
  VT_HD void level2(const T& x, T& low) {
    const auto s = two_sum(s2, x);
    s2 = s.value;
    low = rn_add(low, s.error);
  }
};

/// A sum of products of real numbers with N parts, in chunks of `lazy_chunk` terms: 11.3, 51 and 122 instructions for
/// each, and errors no larger than the textbook loop's, which are at most about n unit_roundoff<N> sum |a_i b_i|.
template <class T, int N>
struct dot_sum {
  lazy_sum<T, N> part;
  mf<T, N> total;
  int terms;

  VT_HD dot_sum() : total(T(0)), terms(0) { part.clear(); }

  /// B is mf<T, N>, or T where one factor is a plain number.
  template <class B>
  VT_HD void add_product(const mf<T, N>& a, const B& b) {
    part.add_product(a, b);
    if (++terms == lazy_chunk) flush();
  }
  VT_HD mf<T, N> value() {
    if (terms != 0) flush();
    return total;
  }

 private:
  VT_HD void flush() {
    total = total + part.value();
    part.clear();
    terms = 0;
  }
};

}  // namespace vieta
