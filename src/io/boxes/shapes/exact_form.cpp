#include "io/boxes/shapes/exact_form.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "exact/exact_real.hpp"

namespace vieta::io {

using exact::integer;

namespace {

std::vector<integer> binomials(std::size_t n) {
  std::vector<integer> row{1};
  for (std::size_t k = 0; k < n; ++k) row.push_back(row.back() * integer(n - k) / integer(k + 1));
  return row;
}

std::size_t coefficients_of(const std::vector<std::size_t>& degrees) {
  std::size_t size = 1;
  for (const std::size_t d : degrees) size *= d + 1;
  return size;
}

/// Of higher degrees, by factors t + (1 - t).
exact_form raised(const exact_form& f, const std::vector<std::size_t>& degrees) {
  exact_form one;
  one.c.emplace_back(1);
  for (std::size_t k = 0; k < degrees.size(); ++k) {
    one.degrees.push_back(degrees[k] - f.degrees[k]);
    std::vector<integer> wider;
    const std::vector<integer> row = binomials(one.degrees[k]);
    for (const integer& a : one.c)
      for (const integer& b : row) wider.push_back(a * b);
    one.c = std::move(wider);
  }
  return one.c.size() == 1 ? f : f * one;
}

exact_form combined(const exact_form& a, const exact_form& b, bool minus) {
  std::vector<std::size_t> degrees;
  for (std::size_t k = 0; k < a.degrees.size(); ++k) degrees.push_back(std::max(a.degrees[k], b.degrees[k]));
  exact_form all = raised(a, degrees);
  const exact_form other = raised(b, degrees);
  for (std::size_t k = 0; k < all.c.size(); ++k)
    if (minus)
      all.c[k] -= other.c[k];
    else
      all.c[k] += other.c[k];
  return all;
}

}  // namespace

bool exact_form::is_zero() const {
  return std::all_of(c.begin(), c.end(), [](const integer& a) { return a.is_zero(); });
}

int exact_form::sign() const {
  const int first = c[0].sign();
  return std::all_of(c.begin(), c.end(), [&](const integer& a) { return a.sign() == first; }) ? first : 0;
}

exact_form constant_form(integer value, std::size_t variables) {
  exact_form f;
  f.degrees.assign(variables, 0);
  f.c.push_back(std::move(value));
  return f;
}

exact_form power_form(std::size_t power, std::size_t axis, std::size_t variables) {
  exact_form f = constant_form(0, variables);
  f.degrees[axis] = power;
  f.c.assign(power + 1, 0);
  f.c.back() = 1;
  return f;
}

exact_form among(const exact_form& f, std::size_t variables, std::size_t first) {
  exact_form wider = f;
  wider.degrees.assign(variables, 0);
  std::copy(f.degrees.begin(), f.degrees.end(), wider.degrees.begin() + static_cast<std::ptrdiff_t>(first));
  return wider;
}

exact_form operator*(const exact_form& a, const exact_form& b) {
  const std::size_t n = a.degrees.size();
  exact_form p;
  for (std::size_t k = 0; k < n; ++k) p.degrees.push_back(a.degrees[k] + b.degrees[k]);
  p.c.assign(coefficients_of(p.degrees), 0);
  /// Where coefficient i of a polynomial of these degrees would be among those of the product.
  const auto place = [&](std::size_t i, const std::vector<std::size_t>& degrees) {
    std::size_t at = 0, stride = 1;
    for (std::size_t k = n; k-- > 0;) {
      at += i % (degrees[k] + 1) * stride;
      i /= degrees[k] + 1;
      stride *= p.degrees[k] + 1;
    }
    return at;
  };
  for (std::size_t i = 0; i < a.c.size(); ++i) {
    if (a.c[i].is_zero()) continue;
    const std::size_t at = place(i, a.degrees);
    for (std::size_t j = 0; j < b.c.size(); ++j)
      if (!b.c[j].is_zero()) p.c[at + place(j, b.degrees)] += a.c[i] * b.c[j];
  }
  return p;
}

exact_form operator*(exact_form a, const integer& factor) {
  for (integer& x : a.c) x *= factor;
  return a;
}

exact_form operator+(const exact_form& a, const exact_form& b) { return combined(a, b, false); }
exact_form operator-(const exact_form& a, const exact_form& b) { return combined(a, b, true); }

exact_form derivative(const exact_form& f, std::size_t axis) {
  exact_form d;
  d.degrees = f.degrees;
  const std::size_t n = f.degrees[axis];
  if (n == 0) {
    d.c.assign(f.c.size(), 0);
    return d;
  }
  --d.degrees[axis];
  std::size_t stride = 1;
  for (std::size_t k = axis + 1; k < f.degrees.size(); ++k) stride *= f.degrees[k] + 1;
  for (std::size_t j = 0; j < f.c.size(); ++j) {
    const std::size_t i = j / stride % (n + 1);
    if (i < n) d.c.push_back(f.c[j + stride] * integer(i + 1) - f.c[j] * integer(n - i));
  }
  return d;
}

exact_form lowered(const exact_form& f) {
  if (f.degrees.size() == 1) {
    std::vector<integer> p = powers_of(f);
    while (p.size() > 1 && p.back().is_zero()) p.pop_back();
    return form_of_powers(std::move(p));
  }
  for (std::size_t k = 0; k < f.degrees.size(); ++k)
    if (!derivative(f, k).is_zero()) return f;
  return constant_form(f.c[0], f.degrees.size());
}

std::vector<integer> powers_of(const exact_form& f) {
  const std::size_t n = f.degrees[0];
  std::vector<integer> p(n + 1);
  for (std::size_t i = 0; i <= n; ++i) {
    const std::vector<integer> row = binomials(n - i);  // of (1 - t)^(n - i)
    for (std::size_t k = 0; k <= n - i; ++k)
      if (k % 2 == 0)
        p[i + k] += f.c[i] * row[k];
      else
        p[i + k] -= f.c[i] * row[k];
  }
  return p;
}

exact_form form_of_powers(std::vector<integer> p) {
  exact_form f;
  f.degrees = {p.size() - 1};
  f.c.assign(p.size(), 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::vector<integer> row = binomials(p.size() - 1 - i);  // of (t + (1 - t))^(n - i)
    for (std::size_t k = 0; k < row.size(); ++k) f.c[i + k] += p[i] * row[k];
  }
  return f;
}

bernstein_polynomial rounded(const exact_form& f) {
  bernstein_polynomial g;
  std::size_t bits = 0;
  for (const integer& a : f.c)
    if (!a.is_zero()) bits = std::max(bits, msb(abs(a)) + 1);
  std::vector<std::vector<integer>> rows;
  for (const std::size_t d : f.degrees) {
    g.degrees.push_back(static_cast<int>(d));
    rows.push_back(binomials(d));
  }
  for (std::size_t j = 0; j < f.c.size(); ++j) {
    exact::real x;
    x.numerator = f.c[j];
    std::size_t rest = j;
    for (std::size_t k = f.degrees.size(); k-- > 0;) {
      x.denominator *= rows[k][rest % (f.degrees[k] + 1)];
      rest /= f.degrees[k] + 1;
    }
    x.binary_exponent = -static_cast<std::int64_t>(bits);
    const exact::expansion parts = exact::to_expansion(x);
    const int exponent = static_cast<int>(std::max<std::int64_t>(parts.exponent, -5000));
    g.coefficients.push_back(std::ldexp(parts.limb[0], exponent));
    g.error = std::max(g.error, 1.01 * std::ldexp(std::fabs(parts.limb[1]), exponent));
    if (exponent < -1000) g.error = std::max(g.error, 0x1p-1073);
  }
  return g;
}

exact_double parts_of(double x) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return {integer(static_cast<std::int64_t>(std::ldexp(m, 53))), e - 53};
}

integer shifted(const integer& a, int bits) { return bits > 0 ? a << static_cast<std::size_t>(bits) : a; }

double nearest_quotient(const integer& above, const integer& below) {
  exact::real x;
  x.numerator = above, x.denominator = below;
  const exact::expansion parts = exact::to_expansion(x);
  return std::ldexp(parts.limb[0], static_cast<int>(std::clamp<std::int64_t>(parts.exponent, -5000, 5000)));
}

}  // namespace vieta::io
