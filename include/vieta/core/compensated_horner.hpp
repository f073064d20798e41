#pragma once

#include <type_traits>

#include "vieta/core/eft.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

// p(x) as if computed in twice the precision and rounded then, by Horner's scheme and the errors of its operations
// (Graillat, Langlois, Louvet 2005). T is float, double, or a pack of them.

namespace vieta::core {

template <class T>
struct value_and_doubt {
  T value, doubt;  ///< the sign of the value is that of p(x) where |value| > doubt
};

/// For types that compute with more digits than they are judged by, such as float_in_double: their values are as good
/// as compensated ones.
template <class T>
inline constexpr bool has_spare_digits = false;

/// The error is at most u |p(x)| + (2 n u / (1 - 2 n u))^2 sum |c_k x^k|, as long as no product's error underflows.
/// (2 n + 2)^2 u^2 takes in the rounding of the bound itself.
template <class T>
VT_HD value_and_doubt<T> compensated_horner(const T* c, int degree, const T& x) {
  using number = scalar_t<T>;
  T value = c[degree], missing(number(0)), magnitude = abs(value);
  const T r = abs(x);
  VT_UNROLL
  for (int k = degree - 1; k >= 0; --k) {
    magnitude = multiply_add(magnitude, r, abs(c[k]));
    if constexpr (has_spare_digits<T>) {
      value = multiply_add(value, x, c[k]);
    } else {
      const T product = rn_mul(value, x), of_product = fma(value, x, -product);
      const rounded<T> sum = two_sum(product, c[k]);
      value = sum.value;
      missing = multiply_add(missing, x, of_product + sum.error);
    }
  }
  const number noise = static_cast<number>(2 * degree + 2) * float_format<number>::unit_roundoff;
  return {value + missing, magnitude * T(noise * noise)};
}

}  // namespace vieta::core
