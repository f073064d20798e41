#pragma once

#include "vieta/core/binomial.hpp"
#include "vieta/core/config.hpp"
#include "vieta/core/eft.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

// Double-double arithmetic, about 32 decimal digits: a number is the unevaluated sum hi + lo with hi = round(hi + lo).
//
// Sources, with u = 2^-53:
//   [JMP] Joldes, Muller, Popescu: Tight and rigorous error bounds for basic building blocks of double-word arithmetic,
//         ACM TOMS 44 (2017), article 15res.
//   [MR]  Muller, Rideau: Formalization of double-word arithmetic, and comments on [JMP], ACM TOMS 48 (2022),
//         article 9.
//   [LMR] Lefevre, Louvet, Muller, Picot, Rideau: Accurate calculation of Euclidean norms using double-word
//         arithmetic, ACM TOMS 49 (2023), article 1.
// The bounds are relative to the exact result and proven there, for normalised operands, round to nearest, and nothing
// that overflows or underflows: results and operands within 2^-900 .. 2^990 are safe.

namespace vieta {

template <class T>
struct double_double {
  T hi, lo;

  double_double() = default;
  VT_HD constexpr double_double(const T& x) : hi(x), lo(T(0)) {}
  VT_HD double_double(scalar_t<T> x) requires(lane_count<T> > 1) : hi(x), lo(T(0)) {}
  /// hi + lo as it stands: the caller vouches that hi = round(hi + lo). Otherwise say dd(two_sum(a, b)).
  VT_HD constexpr double_double(const T& high, const T& low) : hi(high), lo(low) {}
  /// What an error-free transform gives is normalised already.
  VT_HD double_double(const rounded<T>& r) : hi(r.value), lo(r.error) {}

  /// The nearest T.
  VT_HD explicit operator T() const { return hi; }

  friend VT_HD double_double operator-(const double_double& a) { return {-a.hi, -a.lo}; }

  /// Bound 3 u^2 + 13 u^3, for operands of any signs. 20 flops. AccurateDWPlusDW: [JMP] algorithm 6, [MR].
  friend VT_HD double_double operator+(const double_double& a, const double_double& b) {
    const auto s = two_sum(a.hi, b.hi);
    const auto t = two_sum(a.lo, b.lo);
    const auto v = fast_two_sum(s.value, rn_add(s.error, t.value));
    return fast_two_sum(v.value, rn_add(t.error, v.error));
  }
  friend VT_HD double_double operator-(const double_double& a, const double_double& b) { return a + -b; }

  /// Bound 2 u^2. 10 flops. DWPlusFP: [JMP] algorithm 4.
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator+(const double_double& a, const S& b) {
    const auto s = two_sum(a.hi, T(b));
    return fast_two_sum(s.value, rn_add(a.lo, s.error));
  }
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator+(const S& a, const double_double& b) {
    return b + a;
  }
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator-(const double_double& a, const S& b) {
    return a + T(-T(b));
  }
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator-(const S& a, const double_double& b) {
    return -b + a;
  }

  /// With a fast fma bound 4 u^2, 9 flops (DWTimesDW3: [JMP] algorithm 12, [MR]); else bound 5 u^2 (DWTimesDW1:
  /// [JMP] algorithm 10, [MR]).
  friend VT_HD double_double operator*(const double_double& a, const double_double& b) {
    const auto p = two_prod(a.hi, b.hi);
    T cross;
    if constexpr (has_fast_fma) {
      cross = fma(a.lo, b.hi, fma(a.hi, b.lo, rn_mul(a.lo, b.lo)));
    } else {
      cross = rn_add(rn_mul(a.hi, b.lo), rn_mul(a.lo, b.hi));
    }
    return fast_two_sum(p.value, rn_add(p.error, cross));
  }

  /// With a fast fma bound 2 u^2, 6 flops (DWTimesFP3: [JMP] algorithm 9); else bound 3 u^2 (DWTimesFP2: algorithm 8).
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator*(const double_double& a, const S& b) {
    const auto p = two_prod(a.hi, T(b));
    if constexpr (has_fast_fma) {
      return fast_two_sum(p.value, fma(a.lo, T(b), p.error));
    } else {
      return fast_two_sum(p.value, rn_add(p.error, rn_mul(a.lo, T(b))));
    }
  }
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator*(const S& a, const double_double& b) {
    return b * a;
  }

  /// Bound 15 u^2 + 56 u^3. DWDivDW2: [JMP] algorithm 17.
  friend VT_HD double_double operator/(const double_double& a, const double_double& b) {
    const T q = a.hi / b.hi;
    const double_double back = accurate_product(b, q);
    const T rest = rn_add(rn_sub(a.hi, back.hi), rn_sub(a.lo, back.lo));
    return fast_two_sum(q, rest / b.hi);
  }
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator/(const S& a, const double_double& b) {
    return double_double(T(a)) / b;
  }

  /// Bound 3 u^2. DWDivFP3: [JMP] algorithm 15.
  template <plain_operand_of<T> S>
  friend VT_HD double_double operator/(const double_double& a, const S& b) {
    const T q = a.hi / T(b);
    const auto back = two_prod(q, T(b));
    const T rest = rn_add(rn_sub(rn_sub(a.hi, back.value), back.error), a.lo);
    return fast_two_sum(q, rest / T(b));
  }

  template <class B>
  VT_HD double_double& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  VT_HD double_double& operator-=(const B& b) {
    return *this = *this - b;
  }
  template <class B>
  VT_HD double_double& operator*=(const B& b) {
    return *this = *this * b;
  }
  template <class B>
  VT_HD double_double& operator/=(const B& b) {
    return *this = *this / b;
  }

  /// For a >= 0; NaN below it. Bound 25/8 u^2. SQRTDWtoDW: [LMR] algorithm 4.
  friend VT_HD double_double sqrt(const double_double& a) {
    const T s = sqrt(a.hi);
    const auto back = two_prod(s, s);
    const T rest = rn_add(a.lo, rn_sub(rn_sub(a.hi, back.value), back.error));
    const T twice = rn_add(s, s);
    return fast_two_sum(s, rest / select(s == T(0), T(1), twice));
  }

  // Normalised numbers compare by their high parts first.
  friend VT_HD auto operator<(const double_double& a, const double_double& b) -> mask_t<T> {
    return either(a.hi < b.hi, both(a.hi == b.hi, a.lo < b.lo));
  }
  friend VT_HD auto operator<=(const double_double& a, const double_double& b) -> mask_t<T> {
    return either(a.hi < b.hi, both(a.hi == b.hi, a.lo <= b.lo));
  }
  friend VT_HD auto operator==(const double_double& a, const double_double& b) -> mask_t<T> {
    return both(a.hi == b.hi, a.lo == b.lo);
  }
  friend VT_HD auto operator>(const double_double& a, const double_double& b) -> mask_t<T> { return b < a; }
  friend VT_HD auto operator>=(const double_double& a, const double_double& b) -> mask_t<T> { return b <= a; }
  friend VT_HD auto operator!=(const double_double& a, const double_double& b) -> mask_t<T> { return !(a == b); }

  friend VT_HD double_double select(const mask_t<T>& m, const double_double& a, const double_double& b) {
    return {select(m, a.hi, b.hi), select(m, a.lo, b.lo)};
  }
  friend VT_HD double_double abs(const double_double& a) { return select(a.hi < T(0), -a, a); }
  friend VT_HD double_double min(const double_double& a, const double_double& b) { return select(a < b, a, b); }
  friend VT_HD double_double max(const double_double& a, const double_double& b) { return select(a > b, a, b); }

  /// a * b + c as one product and one sum; not rounded only once.
  friend VT_HD double_double fma(const double_double& a, const double_double& b, const double_double& c) {
    return a * b + c;
  }

  /// a times a power of two: exact while no part overflows or becomes subnormal. 2 flops.
  friend VT_HD double_double scale(const double_double& a, const T& power_of_two) {
    return {rn_mul(a.hi, power_of_two), rn_mul(a.lo, power_of_two)};
  }

 private:
  // b * q to 1.5 u^2 + 4 u^3, as the division needs it for its high part to cancel exactly. DWTimesFP1: [JMP] 7.
  static VT_HD double_double accurate_product(const double_double& b, const T& q) {
    const auto p = two_prod(b.hi, q);
    const auto t = fast_two_sum(p.value, rn_mul(b.lo, q));
    return fast_two_sum(t.value, rn_add(t.error, p.error));
  }
};

using dd = double_double<double>;

template <class T>
struct lane_traits<double_double<T>> : lane_traits<T> {};

/// What core/real_roots.hpp asks of a number. A product and a sum err by 5 u^2 and 3 u^2 + 13 u^3 of their results (see
/// above), 2^-103 together, which is two units: so Horner's scheme errs as with any other type. Numbers from 2^smallest
/// on have all their 106 bits, and Dekker's product is exact up to 2^largest.
template <>
struct float_format<dd> {
  static constexpr int fraction_bits = 105, smallest = -968, largest = 990;
  static constexpr dd unit_roundoff = 0x1p-104;
  static constexpr dd least_spacing = float_format<double>::least_spacing;
};
template <>
VT_HD dd power_of_two<dd>(int k) {
  return power_of_two<double>(k);
}
/// Exact while the lower part is a normal number.
VT_HD dd scale_by_power_of_two(const dd& x, int k) {
  return {scale_by_power_of_two(x.hi, k), scale_by_power_of_two(x.lo, k)};
}
VT_HD int exponent_of(const dd& x) {
  const int e = exponent_of(x.hi);
  const bool below = x.lo != 0 && (x.lo < 0) != (x.hi < 0) && scale_by_power_of_two(abs(x.hi), -e) == 1;
  return below ? e - 1 : e;
}
/// 1 / x, and 0 for infinities.
VT_HD dd reciprocal(const dd& x) {
  const double r = 1 / x.hi;
  return r == 0 ? dd(r) : 1 / x;
}
template <>
VT_HD constexpr dd binomial_as<dd>(int n, int k) {
  const std::int64_t exact = exact_binomial(n, k);
  const double high = static_cast<double>(exact);
  return {high, static_cast<double>(exact - static_cast<std::int64_t>(high))};
}

/// a + b, a * b, exactly (two_sum, two_prod).
template <class T>
VT_HD double_double<T> exact_sum(const T& a, const T& b) {
  return two_sum(a, b);
}
template <class T>
VT_HD double_double<T> exact_product(const T& a, const T& b) {
  return two_prod(a, b);
}

}  // namespace vieta
