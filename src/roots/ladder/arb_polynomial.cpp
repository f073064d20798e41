#include "roots/ladder/arb_polynomial.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>

namespace vieta {
namespace {

// A term by itself costs about 2 log2(gap) products, a dense coefficient one.
bool pays_to_be_sparse(const polynomial::representation& p) {
  const auto terms = static_cast<double>(p.size());
  return !p.exponents.empty() &&
         terms * 2 * std::log2(static_cast<double>(p.degree) + 2) < static_cast<double>(p.degree);
}

arb_struct modulus_of(const acb_t x) {
  arb_struct m;
  arb_init(&m);
  acb_abs(&m, x, 30);
  return m;
}

}  // namespace

arb_polynomial::arb_polynomial(const polynomial& p, slong bits)
    : is_sparse_(pays_to_be_sparse(p.data())), is_real_(p.is_real()) {
  acb_poly_init(complex_);
  arb_poly_init(real_);
  if (is_sparse_) {
    for (std::size_t k = 0; k < p.data().size(); ++k) {
      power_.push_back(p.data().exponent(k));
      acb_struct coefficient;
      acb_init(&coefficient);
      exact::set_coefficient(&coefficient, p.data(), k, bits);
      modulus_.push_back(modulus_of(&coefficient));
      term_.push_back(coefficient);
    }
    return;
  }
  exact::set_coefficients(complex_, p.data(), bits);
  for (slong k = 0; k < acb_poly_length(complex_); ++k)
    modulus_.push_back(modulus_of(acb_poly_get_coeff_ptr(complex_, k)));
  if (is_real_) {
    exact::set_coefficients(real_, p.data(), bits);
    acb_poly_clear(complex_);
    acb_poly_init(complex_);
  }
}

arb_polynomial::~arb_polynomial() {
  for (arb_struct& m : modulus_) arb_clear(&m);
  for (acb_struct& t : term_) acb_clear(&t);
  arb_poly_clear(real_);
  acb_poly_clear(complex_);
}

void arb_polynomial::dense(acb_poly_t out) const {
  if (is_sparse_) {
    acb_poly_zero(out);
    for (std::size_t k = term_.size(); k-- > 0;) acb_poly_set_coeff_acb(out, static_cast<slong>(power_[k]), &term_[k]);
  } else if (is_real_) {
    acb_poly_set_arb_poly(out, real_);
  } else {
    acb_poly_set(out, complex_);
  }
}

// With about sqrt(2 n) powers of z almost all work is in dot products of real numbers, which Arb sums without rounding
// in between (Johansson 2019).
void arb_polynomial::evaluate_dense_real(acb_t value, const acb_t z, slong bits) const {
  const slong length = arb_poly_length(real_);
  const slong width = std::max<slong>(1, static_cast<slong>(std::sqrt(2.0 * static_cast<double>(length))));
  acb_ptr powers = _acb_vec_init(width + 1);
  _acb_vec_set_powers(powers, z, width + 1, bits);
  exact::complex_ball block;
  acb_zero(value);
  for (slong begin = (length - 1) / width * width; begin >= 0; begin -= width) {
    const slong count = std::min(width, length - begin);
    const arb_srcptr a = real_->coeffs + begin;
    // Powers are pairs of real numbers: every second one is a real part.
    arb_dot(acb_realref(block.z), a, 0, acb_realref(powers + 1), 2, a + 1, 1, count - 1, bits);
    arb_dot(acb_imagref(block.z), nullptr, 0, acb_imagref(powers + 1), 2, a + 1, 1, count - 1, bits);
    acb_mul(value, value, powers + width, bits);
    acb_add(value, value, block.z, bits);
  }
  _acb_vec_clear(powers, width + 1);
}

void arb_polynomial::evaluate_sparse(acb_t value, const acb_t z, slong bits) const {
  exact::complex_ball factor;
  acb_zero(value);
  for (std::size_t k = term_.size(); k-- > 0;) {
    acb_add(value, value, &term_[k], bits);
    const std::int64_t gap = k > 0 ? power_[k] - power_[k - 1] : power_[0];
    acb_pow_ui(factor.z, z, static_cast<ulong>(gap), bits);
    acb_mul(value, value, factor.z, bits);
  }
}

void arb_polynomial::evaluate(acb_t value, const acb_t z, slong bits) const {
  if (is_sparse_)
    evaluate_sparse(value, z, bits);
  else if (is_real_)
    evaluate_dense_real(value, z, bits);
  else
    acb_poly_evaluate_rectangular(value, complex_, z, bits);
}

void arb_polynomial::evaluate_with_derivative(acb_t value, acb_t derivative, const acb_t z, slong bits) const {
  if (!is_sparse_) {
    if (is_real_)
      arb_poly_evaluate2_acb_rectangular(value, derivative, real_, z, bits);
    else
      acb_poly_evaluate2_rectangular(value, derivative, complex_, z, bits);
    return;
  }
  // Horner over the gaps: (v z^g)' = v' z^g + g z^(g-1) v
  exact::complex_ball before, across;
  acb_zero(value);
  acb_zero(derivative);
  for (std::size_t k = term_.size(); k-- > 0;) {
    acb_add(value, value, &term_[k], bits);
    const std::int64_t gap = k > 0 ? power_[k] - power_[k - 1] : power_[0];
    if (gap == 0) break;
    acb_pow_ui(before.z, z, static_cast<ulong>(gap - 1), bits);
    acb_mul(across.z, before.z, z, bits);
    acb_mul(derivative, derivative, across.z, bits);
    acb_mul_si(before.z, before.z, static_cast<slong>(gap), bits);
    acb_addmul(derivative, before.z, value, bits);
    acb_mul(value, value, across.z, bits);
  }
}

void arb_polynomial::absolute_sum(arf_t sum, const acb_t z) const {
  exact::real_ball modulus, total, factor;
  acb_abs(modulus.x, z, 30);
  if (is_sparse_) {
    for (std::size_t k = modulus_.size(); k-- > 0;) {
      arb_add(total.x, total.x, &modulus_[k], 30);
      arb_pow_ui(factor.x, modulus.x, static_cast<ulong>(k > 0 ? power_[k] - power_[k - 1] : power_[0]), 30);
      arb_mul(total.x, total.x, factor.x, 30);
    }
  } else {
    _arb_poly_evaluate_rectangular(total.x, modulus_.data(), static_cast<slong>(modulus_.size()), modulus.x, 30);
  }
  arb_get_ubound_arf(sum, total.x, 30);
}

void arb_polynomial::shift(acb_poly_t shifted, const acb_t z, slong bits) const {
  dense(shifted);
  acb_poly_taylor_shift(shifted, shifted, z, bits);
}

void arb_polynomial::derivative(acb_poly_t result, slong k, slong bits) const {
  dense(result);
  for (slong order = 0; order < k; ++order) acb_poly_derivative(result, result, bits);
}

const arb_polynomial& arb_polynomial_cache::at(slong bits) {
  constexpr slong step = 256;  // few different precisions, so that most calls share one
  const slong rounded = (bits + step - 1) / step * step;
  const std::scoped_lock guard(lock_);
  std::unique_ptr<arb_polynomial>& place = made_[rounded];
  if (!place) place = std::make_unique<arb_polynomial>(p_, rounded);
  return *place;
}

}  // namespace vieta

#endif
