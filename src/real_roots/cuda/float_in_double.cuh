#pragma once

#include "vieta/core/compensated_horner.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/scalar.hpp"

namespace vieta {

/// A number that is computed with in double and judged as a float: what rounding float coefficients can tell is decided
/// by float's unit roundoff, but no sign is an effect of the evaluation. For core functions on devices with fast double
/// precision.
struct float_in_double {
  double value;

  float_in_double() = default;
  VT_HD constexpr float_in_double(double x) : value(x) {}
  VT_HD explicit operator float() const { return static_cast<float>(value); }

  VT_HD constexpr float_in_double operator-() const { return -value; }
  VT_HD float_in_double& operator+=(float_in_double b) { return *this = *this + b; }
  VT_HD float_in_double& operator*=(float_in_double b) { return *this = *this * b; }

  VT_HD friend constexpr float_in_double operator+(float_in_double a, float_in_double b) { return a.value + b.value; }
  VT_HD friend constexpr float_in_double operator-(float_in_double a, float_in_double b) { return a.value - b.value; }
  VT_HD friend constexpr float_in_double operator*(float_in_double a, float_in_double b) { return a.value * b.value; }
  VT_HD friend constexpr float_in_double operator/(float_in_double a, float_in_double b) { return a.value / b.value; }
  VT_HD friend constexpr bool operator==(float_in_double a, float_in_double b) { return a.value == b.value; }
  VT_HD friend constexpr bool operator<(float_in_double a, float_in_double b) { return a.value < b.value; }
  VT_HD friend constexpr bool operator>(float_in_double a, float_in_double b) { return a.value > b.value; }
  VT_HD friend constexpr bool operator<=(float_in_double a, float_in_double b) { return a.value <= b.value; }
  VT_HD friend constexpr bool operator>=(float_in_double a, float_in_double b) { return a.value >= b.value; }

  VT_HD friend float_in_double abs(float_in_double a) { return abs(a.value); }
  VT_HD friend float_in_double sqrt(float_in_double a) { return sqrt(a.value); }
  VT_HD friend float_in_double fma(float_in_double a, float_in_double b, float_in_double c) {
    return fma(a.value, b.value, c.value);
  }
};

/// The layout of double, the precision and the smallest number of float.
template <>
struct float_format<float_in_double> {
  using bits = float_format<double>::bits;
  static constexpr int fraction_bits = float_format<double>::fraction_bits, bias = float_format<double>::bias;
  static constexpr int smallest = float_format<float>::smallest, largest = float_format<double>::largest;
  static constexpr float_in_double unit_roundoff = float_format<float>::unit_roundoff;
  static constexpr float_in_double least_spacing = float_format<float>::least_spacing;
};

template <>
inline constexpr bool core::has_spare_digits<float_in_double> = true;

}  // namespace vieta
