#include "verify/roots/count/taylor_model.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>

namespace vieta::checking {
namespace {

using exact::complex_ball;
using exact::real_ball;

/// z^e for e of the polynomial's exponents less k. Powers come from halving (not from one long product), so that the
/// rectangles of complex ball arithmetic do not grow by sqrt(2) at every step.
class power_table {
 public:
  power_table(const acb_t base, const polynomial::representation& p, slong precision) : p_(p), precision_(precision) {
    acb_set(base_.z, base);
    if (p.exponents.empty()) {
      dense_ = _acb_vec_init(static_cast<slong>(p.degree + 1));
      _acb_vec_set_powers(dense_, base, static_cast<slong>(p.degree + 1), precision);
    }
  }
  power_table(const power_table&) = delete;
  power_table& operator=(const power_table&) = delete;
  ~power_table() {
    if (dense_ != nullptr) _acb_vec_clear(dense_, static_cast<slong>(p_.degree + 1));
  }
  void get(acb_t out, std::int64_t exponent) const {
    if (dense_ != nullptr)
      acb_set(out, dense_ + exponent);
    else
      acb_pow_ui(out, base_.z, static_cast<ulong>(exponent), precision_);
  }

 private:
  const polynomial::representation& p_;
  slong precision_;
  complex_ball base_;
  acb_ptr dense_ = nullptr;
};

/// out[k - first] += binomial(e, k) a_e z^(e-k) over all terms, for first <= k <= last.
void sum_terms(const polynomial::representation& p, const std::vector<complex_ball>& a, const power_table& powers,
               std::int64_t first, std::int64_t last, std::vector<complex_ball>& out, slong precision,
               const work_limits& limits) {
  complex_ball product, power;
  exact::big_integer binomial;
  unsigned steps = 0;
  for (std::size_t t = 0; t < p.size(); ++t) {
    if (acb_is_zero(a[t].z)) continue;
    const std::int64_t e = p.exponent(t);
    if (e < first) continue;
    fmpz_bin_uiui(binomial.n, static_cast<ulong>(e), static_cast<ulong>(first));
    for (std::int64_t k = first; k <= std::min(last, e); ++k) {
      if (steps++ % 64 == 0) limits.check();
      powers.get(power.z, e - k);
      acb_mul_fmpz(product.z, a[t].z, binomial.n, precision);
      acb_addmul(out[static_cast<std::size_t>(k - first)].z, product.z, power.z, precision);
      fmpz_mul_ui(binomial.n, binomial.n, static_cast<ulong>(e - k));
      fmpz_divexact_ui(binomial.n, binomial.n, static_cast<ulong>(k + 1));
    }
  }
}

void set_powers(complex_ball* powers, std::size_t count, const acb_t x, slong precision) {
  _acb_vec_set_powers(powers->z, x, static_cast<slong>(count), precision);
}
void set_powers(real_ball* powers, std::size_t count, const arb_t x, slong precision) {
  _arb_vec_set_powers(powers->x, x, static_cast<slong>(count), precision);
}
void dot(acb_t out, const complex_ball* a, const complex_ball* b, std::size_t count, slong precision) {
  acb_dot(out, nullptr, 0, a->z, 1, b->z, 1, static_cast<slong>(count), precision);
}
void dot(arb_t out, const real_ball* a, const real_ball* b, std::size_t count, slong precision) {
  arb_dot(out, nullptr, 0, a->x, 1, b->x, 1, static_cast<slong>(count), precision);
}
acb_ptr value_of(complex_ball& x) { return x.z; }
arb_ptr value_of(real_ball& x) { return x.x; }

/// Powers of x up to about the root of the number of terms, and powers of the last of these: a sum of terms is a dot
/// product of dot products, with few products of two long numbers (Paterson and Stockmeyer 1973). Powers come from
/// halving, as above.
template <class Ball>
class two_powers {
  static_assert(sizeof(complex_ball) == sizeof(acb_t) && sizeof(real_ball) == sizeof(arb_t));

 public:
  template <class Value>
  two_powers(const Value* x, std::size_t terms, slong precision)
      : size_(static_cast<std::size_t>(std::sqrt(static_cast<double>(terms))) + 1),
        small_(size_ + 1),
        large_((terms + size_ - 1) / size_) {
    set_powers(small_.data(), small_.size(), x, precision);
    set_powers(large_.data(), large_.size(), value_of(small_.back()), precision);
  }
  /// sum terms[j] x^j
  template <class Value>
  void evaluate(Value* out, const std::vector<Ball>& terms, slong precision) const {
    std::vector<Ball> parts((terms.size() + size_ - 1) / size_);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const std::size_t first = part * size_;
      dot(value_of(parts[part]), terms.data() + first, small_.data(), std::min(size_, terms.size() - first), precision);
    }
    dot(out, parts.data(), large_.data(), parts.size(), precision);
  }

 private:
  std::size_t size_;
  std::vector<Ball> small_, large_;
};

/// From this order on, and up to this degree, all Taylor coefficients at once take less time than some one by one; the
/// clock is not looked at meanwhile.
constexpr std::int64_t least_order = 24, greatest_degree = 5000;

/// b[k] = p^(k)(c) / k! for k <= order, by FLINT's Taylor shift. Of p(2^e x) at c / 2^e, which is near 1: that loses
/// the least bits. False where the centre has no exponent to scale by.
bool shift(const std::vector<complex_ball>& a, const acb_t centre, std::vector<complex_ball>& b, slong precision) {
  real_ball modulus;
  exact::big_float bound;
  acb_abs(modulus.x, centre, 64);
  arb_get_ubound_arf(bound.x, modulus.x, 64);
  if (arf_is_zero(bound.x) || !arf_is_finite(bound.x) || COEFF_IS_MPZ(*ARF_EXPREF(bound.x))) return false;
  const slong exponent = fmpz_get_si(ARF_EXPREF(bound.x));
  constexpr slong greatest = WORD_MAX / (2 * greatest_degree);
  if (exponent > greatest || exponent < -greatest) return false;
  exact::ball_polynomial scaled;
  complex_ball value, unit;
  for (std::size_t j = a.size(); j-- > 0;) {
    acb_mul_2exp_si(value.z, a[j].z, exponent * static_cast<slong>(j));
    acb_poly_set_coeff_acb(scaled.p, static_cast<slong>(j), value.z);
  }
  acb_mul_2exp_si(unit.z, centre, -exponent);
  acb_poly_taylor_shift(scaled.p, scaled.p, unit.z, precision);
  for (std::size_t k = 0; k < b.size(); ++k) {
    acb_poly_get_coeff_acb(b[k].z, scaled.p, static_cast<slong>(k));
    acb_mul_2exp_si(b[k].z, b[k].z, -exponent * static_cast<slong>(k));
  }
  return true;
}

}  // namespace

/// The polynomial's values at one precision.
const taylor_source::values& taylor_source::terms(slong precision) {
  const std::scoped_lock one_at_a_time(lock_);
  values& all = terms_[precision];
  if (all.empty()) {
    all.resize(p_.size());
    for (std::size_t t = 0; t < p_.size(); ++t) exact::set_coefficient(all[t].z, p_, t, precision);
  }
  return all;
}

/// The moduli of the terms.
const taylor_source::values& taylor_source::moduli() {
  const values& all = terms(128);
  const std::scoped_lock one_at_a_time(lock_);
  if (moduli_.empty()) {
    moduli_ = all;
    for (complex_ball& value : moduli_) {
      acb_abs(acb_realref(value.z), value.z, 64);
      arb_zero(acb_imagref(value.z));
    }
  }
  return moduli_;
}

/// Few derivatives of not too many terms: those are asked for at every disc.
bool taylor_source::keeps_derivatives(std::int64_t order) const {
  constexpr std::int64_t most_numbers = 2'000'000;
  return p_.exponents.empty() && order < least_order && (order + 2) * (p_.degree + 1) <= most_numbers;
}

/// binomial(e, k) a_e, from e = k on.
const taylor_source::values& taylor_source::terms_of_derivative(std::int64_t order, slong precision) {
  const values& a = terms(precision);
  const std::scoped_lock one_at_a_time(lock_);
  values& all = derivatives_[{order, precision}];
  if (!all.empty()) return all;
  all.resize(a.size() - static_cast<std::size_t>(order));
  exact::big_integer binomial;
  for (std::size_t j = 0; j < all.size(); ++j) {
    fmpz_bin_uiui(binomial.n, static_cast<ulong>(order) + j, static_cast<ulong>(order));
    acb_mul_fmpz(all[j].z, a[static_cast<std::size_t>(order) + j].z, binomial.n, precision);
  }
  return all;
}

const std::vector<real_ball>& taylor_source::moduli_of_derivative(std::int64_t order) {
  constexpr slong precision = 64;
  const values& all = moduli();
  const std::scoped_lock one_at_a_time(lock_);
  std::vector<real_ball>& own = moduli_of_derivatives_[order];
  if (!own.empty()) return own;
  own.resize(all.size() - static_cast<std::size_t>(order));
  exact::big_integer binomial;
  for (std::size_t j = 0; j < own.size(); ++j) {
    fmpz_bin_uiui(binomial.n, static_cast<ulong>(order) + j, static_cast<ulong>(order));
    arb_mul_fmpz(own[j].x, acb_realref(all[static_cast<std::size_t>(order) + j].z), binomial.n, precision);
  }
  return own;
}

taylor_model taylor_source::expand(const disc& d, std::int64_t order, slong precision) {
  const values& a = terms(precision);
  complex_ball centre;
  set_centre(centre.z, d, precision);
  real_ball radius;
  exact::set_arb(radius.x, d.radius, precision);

  taylor_model model;
  model.b.resize(static_cast<std::size_t>(order) + 1);
  limits_.check();
  if (keeps_derivatives(order)) {
    const two_powers<complex_ball> powers(centre.z, p_.size(), precision);
    for (std::int64_t k = 0; k <= order; ++k) {
      limits_.check();
      powers.evaluate(model.b[static_cast<std::size_t>(k)].z, terms_of_derivative(k, precision), precision);
    }
    return scaled(std::move(model), centre, radius, order, precision);
  }
  const bool at_once = p_.exponents.empty() && order >= least_order && p_.degree <= greatest_degree;
  if (!at_once || !shift(a, centre.z, model.b, precision)) {
    const power_table powers(centre.z, p_, precision);
    sum_terms(p_, a, powers, 0, order, model.b, precision, limits_);
  }
  return scaled(std::move(model), centre, radius, order, precision);
}

/// The model on the circle, from Taylor coefficients, and its tail.
taylor_model taylor_source::scaled(taylor_model model, const complex_ball& centre, const real_ball& radius,
                                   std::int64_t order, slong precision) {
  real_ball scale;
  arb_one(scale.x);
  for (complex_ball& b : model.b) {
    acb_mul_arb(b.z, b.z, scale.x, precision);
    arb_mul(scale.x, scale.x, radius.x, precision);
  }
  if (order < p_.degree) tail_bound(model.tail.x, centre.z, radius.x, order, scale.x);
  return model;
}

/// The terms beyond K, at most: with A(x) = sum |a_j| x^j, all of whose derivatives grow, Lagrange's remainder is at
/// most A^(K+1)(|c| + r) / (K+1)! * r^(K+1).
void taylor_source::tail_bound(arb_t out, const acb_t centre, const arb_t radius, std::int64_t order,
                               const arb_t radius_power) {
  constexpr slong precision = 64;
  complex_ball reach;
  acb_abs(acb_realref(reach.z), centre, precision);
  arb_add(acb_realref(reach.z), acb_realref(reach.z), radius, precision);
  if (keeps_derivatives(order)) {
    const std::vector<real_ball>& own = moduli_of_derivative(order + 1);
    two_powers<real_ball>(acb_realref(reach.z), own.size(), precision).evaluate(out, own, precision);
    arb_mul(out, out, radius_power, precision);
    return;
  }
  values sum(1);
  const power_table powers(reach.z, p_, precision);
  sum_terms(p_, moduli(), powers, order + 1, order + 1, sum, precision, limits_);
  arb_mul(out, acb_realref(sum[0].z), radius_power, precision);
}

}  // namespace vieta::checking

#endif
