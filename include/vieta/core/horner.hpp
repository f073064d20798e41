#pragma once

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

// Horner's scheme for p(x) = c[0] + c[1] x + ... + c[degree] x^degree. With a constant degree the loops unroll and the
// coefficients may live in registers.

namespace vieta::core {

/// p(x). Error at most (2 degree) u sum |c_k x^k| to first order (Higham 2002, section 5.1).
template <class T>
VT_HD T horner(const T* c, int degree, T x) {
  T value = c[degree];
  VT_UNROLL
  for (int k = degree - 1; k >= 0; --k) value = multiply_add(value, x, c[k]);
  return value;
}

template <class T>
struct value_and_slope {
  T value, slope;
};

/// p(x) and p'(x); degree at least 1.
template <class T>
VT_HD value_and_slope<T> horner_with_slope(const T* c, int degree, T x) {
  T slope = c[degree];
  T value = multiply_add(slope, x, c[degree - 1]);
  VT_UNROLL
  for (int k = degree - 2; k >= 0; --k) {
    slope = multiply_add(slope, x, value);
    value = multiply_add(value, x, c[k]);
  }
  return {value, slope};
}

/// sum |c_k| |x|^k: what the rounding errors of p(x) are measured by.
template <class T>
VT_HD T horner_magnitude(const T* c, int degree, T x) {
  const T r = abs(x);
  T sum = abs(c[degree]);
  VT_UNROLL
  for (int k = degree - 1; k >= 0; --k) sum = multiply_add(sum, r, abs(c[k]));
  return sum;
}

}  // namespace vieta::core
