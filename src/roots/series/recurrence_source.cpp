#include "roots/series/recurrence_source.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <limits>

#include "roots/series/recurrence.hpp"
#include "roots/sweep/scaled.hpp"
#include "roots/values/ball_step.hpp"

namespace vieta::own_basis {

recurrence_source::recurrence_source(series_basis basis, const polynomial& coefficients)
    : basis_(basis), coefficients_(coefficients), bits_(128 + static_cast<long>(coefficients.degree())) {
  degree = coefficients.degree();
  is_real = coefficients.is_real();
  const auto n = static_cast<std::size_t>(degree) + 1;
  re_.assign(n, 0.0);
  im_.assign(n, 0.0);
  const vieta::coefficients c = make_coefficients(coefficients);
  const std::int64_t unit = *std::max_element(c.exponent.begin(), c.exponent.end());
  for (std::size_t t = 0; t < c.terms(); ++t) {
    const auto k = static_cast<std::size_t>(c.power[t]);
    re_[k] = scale_by(c.re[0][t], c.exponent[t] - unit);
    if (!c.is_real()) im_[k] = scale_by(c.im[0][t], c.exponent[t] - unit);
  }
  for (std::size_t k = 0; k <= n; ++k) {
    const recurrence r = recurrence_of(basis, static_cast<long>(k));
    const auto divisor = static_cast<double>(r.divisor);
    steps_.push_back({static_cast<double>(r.slope) / divisor, static_cast<double>(r.shift) / divisor,
                      static_cast<double>(r.back) / divisor});
  }
}

values::rough_value recurrence_source::at(std::complex<double> z) const {
  using number = std::complex<double>;
  number b1 = 0, b2 = 0, d1 = 0, d2 = 0;
  double factor = 1;
  values::rough_value out;
  double size = 0;
  for (std::size_t k = re_.size(); k-- > 0;) {
    const doubles &own = steps_[k], &next = steps_[k + 1];
    const number a(own.slope * z.real() + own.shift, own.slope * z.imag());
    const number b0 = number(re_[k] * factor, im_[k] * factor) + product(a, b1) - next.back * b2;
    const number d0 = own.slope * b1 + product(a, d1) - next.back * d2;
    size = std::abs(product(a, b1)) + std::abs(next.back * b2);
    b2 = b1;
    b1 = b0;
    d2 = d1;
    d1 = d0;
    constexpr double large = 0x1p300, small = 0x1p-300;
    if (std::fabs(b1.real()) + std::fabs(b1.imag()) + std::fabs(d1.real()) + std::fabs(d1.imag()) > large) {
      for (number* x : {&b1, &b2, &d1, &d2}) *x *= small;
      factor *= small;
      size *= small;
      out.exponent += 300;
    }
  }
  out.mantissa = b1;
  out.step = b1 / d1;
  out.noise = 0x1p-52 * size / std::abs(d1);
  return out;
}

values::proven_step recurrence_source::prove(const complex<dd>& z, double wanted) const {
  const long most = 4096 + 8 * static_cast<long>(degree);
  for (long bits = bits_.load(std::memory_order_relaxed);; bits = bits * 3 / 2) {
    const values::proven_step found = prove_with(z, bits);
    if (found.error <= wanted || bits > most) {
      // What others need is known by now; which thread says it last is no matter, the answer is proven with any.
      if (bits > bits_.load(std::memory_order_relaxed)) bits_.store(bits, std::memory_order_relaxed);
      return found;
    }
  }
}

values::proven_step recurrence_source::prove_with(const complex<dd>& z, slong bits) const {
  exact::complex_ball point, a, b0, b1, b2, d0, d1, d2, c;
  values::set_point(point.z, z);
  for (long k = static_cast<long>(degree); k >= 0; --k) {
    const recurrence own = recurrence_of(basis_, k), next = recurrence_of(basis_, k + 1);
    acb_mul_si(a.z, point.z, own.slope, bits);
    acb_add_si(a.z, a.z, own.shift, bits);
    // b0 = c + a b1/divisor - back b2/divisor', d0 likewise with slope b1/divisor in the place of c
    set_term(c.z, k, bits);
    acb_mul(b0.z, a.z, b1.z, bits);
    acb_mul(d0.z, a.z, d1.z, bits);
    acb_addmul_si(d0.z, b1.z, own.slope, bits);
    if (own.divisor != 1) {
      acb_div_si(b0.z, b0.z, own.divisor, bits);
      acb_div_si(d0.z, d0.z, own.divisor, bits);
    }
    acb_add(b0.z, b0.z, c.z, bits);
    acb_mul_si(b2.z, b2.z, next.back, bits);
    acb_mul_si(d2.z, d2.z, next.back, bits);
    if (next.divisor != 1) {
      acb_div_si(b2.z, b2.z, next.divisor, bits);
      acb_div_si(d2.z, d2.z, next.divisor, bits);
    }
    acb_sub(b0.z, b0.z, b2.z, bits);
    acb_sub(d0.z, d0.z, d2.z, bits);
    acb_swap(b2.z, b1.z);
    acb_swap(b1.z, b0.z);
    acb_swap(d2.z, d1.z);
    acb_swap(d1.z, d0.z);
  }
  return values::step_of(b1.z, d1.z, bits);
}

void recurrence_source::set_term(acb_t out, long k, slong bits) const {
  const polynomial::representation& p = coefficients_.data();
  acb_zero(out);
  if (p.exponents.empty()) {
    exact::set_coefficient(out, p, static_cast<std::size_t>(k), bits);
    return;
  }
  const auto place = std::lower_bound(p.exponents.begin(), p.exponents.end(), k);
  if (place != p.exponents.end() && *place == k)
    exact::set_coefficient(out, p, static_cast<std::size_t>(place - p.exponents.begin()), bits);
}

}  // namespace vieta::own_basis

#endif
