#pragma once

#include "vieta/core/eft.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

// Roots of quadratics, right to a little more than half a unit in the last place, whatever their distance: the sign of
// the discriminant is exact (Kahan 2004), and what square root and quotients leave is put right.

namespace vieta::core {

/// T: float, double, or a pack of them.
template <class T>
struct quadratic_roots {
  T low, high;        ///< where `real`
  T vertex;           ///< where the parabola's extremum is
  mask_t<T> real;     ///< two real roots; they may be the same number
  mask_t<T> touches;  ///< none, or a double one, but within (2 N + 2) u sum |c_k x^k|, N = 2, at the vertex
};

/// For |c_k| of 2 at most, c[2] other than zero, and |c_0 c_2| so large that its rounding error does not underflow
/// (least_product).
template <class T>
VT_HD quadratic_roots<T> solve_quadratic(const T* c) {
  using number = scalar_t<T>;
  const T zero(number(0)), h = c[1] * T(number(-0.5));
  const rounded<T> square = two_prod(h, h), product = two_prod(c[0], c[2]);
  // All four parts: where the larger ones cancel, the smaller ones alone decide.
  const rounded<T> larger = two_diff(square.value, product.value), smaller = two_diff(square.error, product.error);
  const rounded<T> sum = two_sum(larger.value, smaller.value);
  const T rest = rn_add(sum.error, rn_add(larger.error, smaller.error));
  const T d = rn_add(sum.value, rest), d_low = rn_add(rn_sub(sum.value, d), rest);

  quadratic_roots<T> result;
  result.real = d > zero;
  const T least_part = abs(product.value) + T(number(3)) * square.value;
  constexpr number noise = number(6) * float_format<number>::unit_roundoff;
  result.touches = both(!(d > zero), abs(d) <= T(noise) * least_part);
  result.vertex = h / c[2];

  const T r = sqrt(max(d, zero));
  const rounded<T> back = two_prod(r, r);
  const T r_low = select(r > zero, ((d - back.value) - back.error + d_low) / (r + r), zero);
  const mask_t<T> negative = h < zero;
  const rounded<T> q = two_sum(h, select(negative, -r, r));
  const T q_low = q.error + select(negative, -r_low, r_low);
  const auto quotient = [](const T& a, const T& a_low, const T& b, const T& b_low) {
    const T y = a / b;
    const rounded<T> p = two_prod(y, b);
    return y + (((a - p.value) - p.error) + (a_low - y * b_low)) / b;
  };
  const T x = quotient(q.value, q_low, c[2], zero), y = quotient(c[0], zero, q.value, q_low);
  result.low = min(x, y);
  result.high = max(x, y);
  return result;
}

/// Below, solve_quadratic's products may have lost digits.
template <class T>
constexpr T least_product = sizeof(T) == 4 ? T(0x1p-76) : T(0x1p-900);

}  // namespace vieta::core
