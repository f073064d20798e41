#include "roots/series/chebyshev_form.hpp"

#include <algorithm>
#include <cmath>

#include "roots/sweep/scaled.hpp"

namespace vieta::own_basis {
namespace {

// Double-double keeps what is above this; what is below is counted as an error.
constexpr double least = 0x1p-900;

chebyshev_form as_they_are(const coefficients& c) {
  chebyshev_form f;
  f.degree = c.degree;
  const auto n = static_cast<std::size_t>(c.degree) + 1;
  f.re.assign(n, dd(0.0));
  if (!c.is_real()) f.im.assign(n, dd(0.0));
  f.error.assign(n, 0.0);
  const std::int64_t unit = *std::max_element(c.exponent.begin(), c.exponent.end());
  for (std::size_t t = 0; t < c.terms(); ++t) {
    const auto k = static_cast<std::size_t>(c.power[t]);
    const std::int64_t shift = c.exponent[t] - unit;
    if (shift < -850) {
      f.error[k] = least * 0x1p60;  // the whole of it
      continue;
    }
    const double factor = scale_by(1.0, shift);
    const auto part = [&](const std::vector<double>* limb) {
      return c.is_double() ? dd(limb[0][t] * factor) : dd(limb[0][t] * factor, limb[1][t] * factor);
    };
    f.re[k] = part(c.re);
    if (!c.is_real()) f.im[k] = part(c.im);
    if (!c.is_double()) f.error[k] = 0x1p-103 * factor;  // of the third limb, of either part
  }
  return f;
}

// P_k(cos t) = sum_j g_j g_(k-j) cos((k - 2 j) t), g_j = (1/2)(3/2)...(j - 1/2)/j!, all positive.
chebyshev_form from_legendre(const chebyshev_form& c) {
  const std::size_t n = c.re.size();
  std::vector<dd> g(n, dd(1.0));
  for (std::size_t j = 1; j < n; ++j)
    g[j] = g[j - 1] * (2.0 * static_cast<double>(j) - 1) / (2.0 * static_cast<double>(j));
  chebyshev_form f;
  f.degree = c.degree;
  f.re.assign(n, dd(0.0));
  if (!c.is_real()) f.im.assign(n, dd(0.0));
  f.error.assign(n, 0.0);
  // A step of g loses 6 units of 2^-106 at most, a product of a sum 10, an addition 3 of what has been added.
  const double loss = 0x1p-106 * (20 * static_cast<double>(n) + 40);
  for (std::size_t m = 0; m < n; ++m) {
    const double twice = m == 0 ? 1 : 2;
    dd re(0.0), im(0.0);
    double size = 0, error = 0;
    for (std::size_t k = m; k < n; k += 2) {
      const dd weight = g[(k - m) / 2] * g[(k + m) / 2];
      re += c.re[k] * weight;
      size += std::fabs(c.re[k].hi) * weight.hi;
      if (!c.is_real()) {
        im += c.im[k] * weight;
        size += std::fabs(c.im[k].hi) * weight.hi;
      }
      error += c.error[k] * weight.hi;
    }
    f.re[m] = twice * re;
    if (!c.is_real()) f.im[m] = twice * im;
    f.error[m] = twice * (error * (1 + 0x1p-30) + loss * size * (1 + 0x1p-30) + least);
  }
  return f;
}

}  // namespace

chebyshev_form to_chebyshev(series_basis basis, const coefficients& c) {
  chebyshev_form form = as_they_are(c);
  return basis == series_basis::legendre ? from_legendre(form) : form;
}

}  // namespace vieta::own_basis
