#pragma once

#include <cstddef>
#include <vector>

#include "exact/integer.hpp"
#include "vieta/boxes.hpp"

namespace vieta::io {

/// A polynomial with integer coefficients in variables t from 0 to 1: the sum of c_i t^i (1 - t)^(n - i), the first
/// variable slowest. That is Bernstein's form with the binomials in the coefficients, so that a product is a
/// convolution (Farouki and Rajan 1988).
struct exact_form {
  std::vector<std::size_t> degrees;
  std::vector<exact::integer> c;

  [[nodiscard]] bool is_zero() const;
  /// 1 or -1 where all coefficients have that sign, so that the polynomial has no zero on the cube; else 0.
  [[nodiscard]] int sign() const;
};

exact_form constant_form(exact::integer value, std::size_t variables);
/// t_axis^power.
exact_form power_form(std::size_t power, std::size_t axis, std::size_t variables);
/// The same one as a polynomial of more variables, among which its own begin at `first`.
exact_form among(const exact_form& f, std::size_t variables, std::size_t first);

exact_form operator*(const exact_form& a, const exact_form& b);
exact_form operator*(exact_form a, const exact::integer& factor);
exact_form operator+(const exact_form& a, const exact_form& b);
exact_form operator-(const exact_form& a, const exact_form& b);
exact_form derivative(const exact_form& f, std::size_t axis);

/// Of the least degree where there is one variable; and a constant where it is one.
exact_form lowered(const exact_form& f);

/// In powers of t, ascending, of one variable; and back.
std::vector<exact::integer> powers_of(const exact_form& f);
exact_form form_of_powers(std::vector<exact::integer> p);

/// The nearest doubles, times a power of two that brings the largest below 1, and how far they are off.
bernstein_polynomial rounded(const exact_form& f);

/// m 2^exponent for a finite double.
struct exact_double {
  exact::integer m;
  int exponent = 0;
};
exact_double parts_of(double x);

/// a 2^bits where bits > 0, else a.
exact::integer shifted(const exact::integer& a, int bits);
/// The double nearest to above / below; below > 0.
double nearest_quotient(const exact::integer& above, const exact::integer& below);

}  // namespace vieta::io
