#include "verify/minimax/error_series.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

#include <cmath>
#include <cstdlib>
#include <vector>

#include "exact/arithmetic.hpp"
#include "minimax/proof/identity.hpp"

namespace vieta::checking {
namespace {

using approximation::node;
using approximation::operation;
using approximation::tree;

struct series {
  arb_poly_t p;
  series() { arb_poly_init(p); }
  series(const series&) = delete;
  series& operator=(const series&) = delete;
  ~series() { arb_poly_clear(p); }
};

class evaluation {
 public:
  evaluation(const arb_t x, slong length, slong precision) : length_(length), precision_(precision) {
    arb_poly_set_coeff_si(x_.p, 1, 1);
    arb_poly_set_coeff_arb(x_.p, 0, x);
  }

  bool run(arb_poly_t out, const tree& t) const {
    switch (t->kind) {
      case operation::constant:
        return set_constant(out, t->decimal);
      case operation::pi: {
        exact::real_ball value;
        arb_const_pi(value.x, precision_);
        arb_poly_set_arb(out, value.x);
        return true;
      }
      case operation::variable:
        arb_poly_set(out, x_.p);
        return true;
      case operation::polynomial:
      case operation::denominator:
        return false;
      default:
        break;
    }
    series a;
    if (!run(a.p, t->a)) return false;
    if (t->kind == operation::power) return power(out, a.p, t->b);
    if (t->b) {
      series b;
      if (!run(b.p, t->b) || !binary(out, t->kind, a.p, b.p)) return false;
      if (t->kind == operation::add || t->kind == operation::subtract) clear_zeros(out, t);
      return true;
    }
    return call(out, t->kind, a.p) && is_finite(out);
  }

 private:
  bool set_constant(arb_poly_t out, const std::string& decimal) const {
    exact::real value;
    if (!exact::parse_real(decimal, value)) return false;
    exact::real_ball ball;
    exact::set_arb(ball.x, value, precision_);
    arb_poly_set_arb(out, ball.x);
    return true;
  }

  static bool is_finite(const arb_poly_t p) {
    for (slong k = 0; k < arb_poly_length(p); ++k)
      if (!arb_is_finite(arb_poly_get_coeff_ptr(p, k))) return false;
    return true;
  }

  bool binary(arb_poly_t out, operation kind, const arb_poly_t a, const arb_poly_t b) const {
    if (kind == operation::add) return arb_poly_add_series(out, a, b, length_, precision_), true;
    if (kind == operation::subtract) return arb_poly_sub_series(out, a, b, length_, precision_), true;
    if (kind == operation::multiply) return arb_poly_mullow(out, a, b, length_, precision_), true;
    return kind == operation::divide && quotient(out, a, b);
  }

  // 1/6 - 1/6 is no 0 in balls: exact numbers tell, and 0/0 needs it.
  void clear_zeros(arb_poly_t out, const tree& t) const {
    slong first = 0;
    while (first < arb_poly_length(out) && arb_is_zero(arb_poly_get_coeff_ptr(out, first)) != 0) ++first;
    if (length_ == 1 || first >= arb_poly_length(out) || arb_contains_zero(arb_poly_get_coeff_ptr(out, first)) == 0)
      return;
    const slong known = approximation::leading_zeros_by_algebra(t, x_.p, length_);
    for (slong k = first; k < known; ++k) arb_poly_set_coeff_si(out, k, 0);
  }

  // What both vanish by at the point, exactly, is cancelled: the last coefficients are not known then.
  bool quotient(arb_poly_t out, const arb_poly_t a, const arb_poly_t b) const {
    slong common = 0;
    while (common < arb_poly_length(b) && arb_is_zero(arb_poly_get_coeff_ptr(b, common)) &&
           (common >= arb_poly_length(a) || arb_is_zero(arb_poly_get_coeff_ptr(a, common))))
      ++common;
    if (common == arb_poly_length(b) || arb_contains_zero(arb_poly_get_coeff_ptr(b, common))) return false;
    if (common == 0) return arb_poly_div_series(out, a, b, length_, precision_), is_finite(out);
    series above, below;
    arb_poly_shift_right(above.p, a, common);
    arb_poly_shift_right(below.p, b, common);
    arb_poly_div_series(out, above.p, below.p, length_ - common, precision_);
    exact::real_ball unknown;
    arb_indeterminate(unknown.x);
    for (slong k = length_ - common; k < length_; ++k) arb_poly_set_coeff_arb(out, k, unknown.x);
    return true;
  }

  bool power(arb_poly_t out, const arb_poly_t a, const tree& exponent) const {
    series e;
    if (!run(e.p, exponent)) return false;
    if (arb_poly_length(e.p) > 1) {
      // a^e = exp(e log a)
      series log;
      arb_poly_log_series(log.p, a, length_, precision_);
      arb_poly_mullow(log.p, log.p, e.p, length_, precision_);
      arb_poly_exp_series(out, log.p, length_, precision_);
      return is_finite(out);
    }
    exact::real_ball value;
    if (arb_poly_length(e.p) == 1) arb_set(value.x, arb_poly_get_coeff_ptr(e.p, 0));
    exact::big_integer whole;
    if (arb_get_unique_fmpz(whole.n, value.x) != 0 && arb_is_exact(value.x) != 0 && fmpz_bits(whole.n) < 20) {
      const slong n = fmpz_get_si(whole.n);
      arb_poly_pow_ui_trunc_binexp(out, a, static_cast<ulong>(std::abs(n)), length_, precision_);
      if (n >= 0) return is_finite(out);
      series one, below;
      arb_poly_set(below.p, out);
      arb_poly_one(one.p);
      return quotient(out, one.p, below.p);
    }
    // The value at the end of the domain, where there is no series.
    if (length_ == 1 && arb_poly_length(a) == 0 && arb_is_positive(value.x) != 0) return arb_poly_zero(out), true;
    arb_poly_pow_arb_series(out, a, value.x, length_, precision_);
    return is_finite(out);
  }

  void scale_by_log(arb_poly_t out, ulong base, bool divide) const {
    exact::real_ball log;
    arb_log_ui(log.x, base, precision_);
    if (divide) arb_inv(log.x, log.x, precision_);
    arb_poly_scalar_mul(out, out, log.x, precision_);
  }

  // At 0 it has a value and no series; Arb knows neither.
  void square_root(arb_poly_t out, const arb_poly_t a) const {
    if (length_ == 1 && arb_poly_length(a) == 0)
      arb_poly_zero(out);
    else
      arb_poly_sqrt_series(out, a, length_, precision_);
  }

  // log(x + sqrt(x^2 + sign))
  void inverse_hyperbolic(arb_poly_t out, const arb_poly_t a, slong sign) const {
    series root;
    arb_poly_mullow(root.p, a, a, length_, precision_);
    series one;
    arb_poly_set_si(one.p, sign);
    arb_poly_add_series(root.p, root.p, one.p, length_, precision_);
    square_root(root.p, root.p);
    arb_poly_add_series(root.p, root.p, a, length_, precision_);
    arb_poly_log_series(out, root.p, length_, precision_);
  }

  // J_m(x) = J_m(middle) to the radius of x, and to 1: |J_m| and |J_m'| are at most 1 (DLMF 10.14.1, 10.6.1).
  void bessel_value(arb_t out, slong m, const arb_t x) const {
    exact::real_ball order, middle, radius, all;
    arb_set_si(order.x, m);
    arb_get_mid_arb(middle.x, x);
    arb_get_rad_arb(radius.x, x);
    arb_hypgeom_bessel_j(out, order.x, middle.x, precision_);
    arb_add_error(out, radius.x);
    arb_set_si(order.x, 1);
    arb_add_error(all.x, order.x);
    if (!arb_is_finite(out) || !arb_intersection(out, out, all.x, precision_)) arb_set(out, all.x);
  }

  // Derivatives by 2^k J_m^(k) = sum (-1)^j binomial(k, j) J_(m - k + 2 j) (DLMF 10.6.7).
  void bessel(arb_poly_t out, const arb_poly_t a, slong order) const {
    exact::real_ball x, sum, power;
    if (arb_poly_length(a) > 0) arb_set(x.x, arb_poly_get_coeff_ptr(a, 0));
    std::vector<exact::real_ball> values(static_cast<std::size_t>(length_ + order));
    for (std::size_t m = 0; m < values.size(); ++m) bessel_value(values[m].x, static_cast<slong>(m), x.x);
    series outer, inner;
    exact::big_integer binomial;
    arb_one(power.x);  // 2^k k!
    for (slong k = 0; k < length_; ++k) {
      if (k > 0) arb_mul_si(power.x, power.x, 2 * k, precision_);
      arb_zero(sum.x);
      for (slong j = 0; j <= k; ++j) {
        const slong m = order - k + 2 * j;
        fmpz_bin_uiui(binomial.n, static_cast<ulong>(k), static_cast<ulong>(j));
        if ((j % 2 != 0) != (m < 0 && m % 2 != 0)) fmpz_neg(binomial.n, binomial.n);  // J_(-m) = (-1)^m J_m
        arb_addmul_fmpz(sum.x, values[static_cast<std::size_t>(std::abs(m))].x, binomial.n, precision_);
      }
      arb_div(sum.x, sum.x, power.x, precision_);
      arb_poly_set_coeff_arb(outer.p, k, sum.x);
    }
    arb_poly_set(inner.p, a);
    arb_poly_set_coeff_si(inner.p, 0, 0);
    arb_poly_compose_series(out, outer.p, inner.p, length_, precision_);
  }

  bool call(arb_poly_t out, operation kind, const arb_poly_t a) const {
    const slong n = length_, bits = precision_;
    series one, other;
    arb_poly_one(one.p);
    exact::real_ball first;
    if (arb_poly_length(a) > 0) arb_set(first.x, arb_poly_get_coeff_ptr(a, 0));
    switch (kind) {
      case operation::negate:
        return arb_poly_neg(out, a), true;
      case operation::sqrt:
        return square_root(out, a), true;
      case operation::cbrt: {
        if (n == 1 && arb_is_zero(first.x) != 0) return arb_poly_zero(out), true;
        if (arb_contains_zero(first.x) != 0) return false;
        const bool is_negative = arb_is_negative(first.x) != 0;
        if (is_negative) arb_poly_neg(other.p, a);
        exact::real_ball third;
        arb_set_si(third.x, 3);
        arb_inv(third.x, third.x, bits);
        arb_poly_pow_arb_series(out, is_negative ? other.p : a, third.x, n, bits);
        if (is_negative) arb_poly_neg(out, out);
        return true;
      }
      case operation::exp2:
        arb_poly_set(other.p, a);
        scale_by_log(other.p, 2, false);
        return arb_poly_exp_series(out, other.p, n, bits), true;
      case operation::exp:
        return arb_poly_exp_series(out, a, n, bits), true;
      case operation::expm1:
        arb_poly_exp_series(other.p, a, n, bits);
        arb_poly_sub_series(out, other.p, one.p, n, bits);
        arb_expm1(first.x, first.x, bits);
        return arb_poly_set_coeff_arb(out, 0, first.x), true;
      case operation::log:
        return arb_poly_log_series(out, a, n, bits), true;
      case operation::log2:
        return arb_poly_log_series(out, a, n, bits), scale_by_log(out, 2, true), true;
      case operation::log10:
        return arb_poly_log_series(out, a, n, bits), scale_by_log(out, 10, true), true;
      case operation::log1p:
        return arb_poly_log1p_series(out, a, n, bits), true;
      case operation::sin:
        return arb_poly_sin_series(out, a, n, bits), true;
      case operation::cos:
        return arb_poly_cos_series(out, a, n, bits), true;
      case operation::tan:
        return arb_poly_tan_series(out, a, n, bits), true;
      case operation::asin:
        return arb_poly_asin_series(out, a, n, bits), true;
      case operation::acos:
        return arb_poly_acos_series(out, a, n, bits), true;
      case operation::atan:
        return arb_poly_atan_series(out, a, n, bits), true;
      case operation::sinh:
        return arb_poly_sinh_series(out, a, n, bits), true;
      case operation::cosh:
        return arb_poly_cosh_series(out, a, n, bits), true;
      case operation::tanh: {
        series sinh;
        arb_poly_sinh_cosh_series(sinh.p, other.p, a, n, bits);
        return quotient(out, sinh.p, other.p);
      }
      case operation::asinh:
        inverse_hyperbolic(out, a, 1);
        arb_asinh(first.x, first.x, bits);
        return arb_poly_set_coeff_arb(out, 0, first.x), true;
      case operation::acosh:
        return inverse_hyperbolic(out, a, -1), true;
      case operation::atanh: {  // (log1p(x) - log1p(-x)) / 2
        series negative;
        arb_poly_neg(negative.p, a);
        arb_poly_log1p_series(other.p, a, n, bits);
        arb_poly_log1p_series(negative.p, negative.p, n, bits);
        arb_poly_sub_series(out, other.p, negative.p, n, bits);
        return arb_poly_scalar_mul_2exp_si(out, out, -1), true;
      }
      case operation::erf:
        return arb_hypgeom_erf_series(out, a, n, bits), true;
      case operation::erfc:
        return arb_hypgeom_erfc_series(out, a, n, bits), true;
      case operation::gamma:
        return arb_poly_gamma_series(out, a, n, bits), true;
      case operation::lgamma:
        if (!arb_is_positive(first.x)) return false;
        return arb_poly_lgamma_series(out, a, n, bits), true;
      case operation::abs:
        if (arb_contains_zero(first.x) != 0) return false;
        if (arb_is_negative(first.x) != 0)
          arb_poly_neg(out, a);
        else
          arb_poly_set(out, a);
        return true;
      case operation::j0:
      case operation::j1:
        bessel(out, a, kind == operation::j1 ? 1 : 0);
        return is_finite(out);
      default:
        return false;
    }
  }

  slong length_, precision_;
  series x_;
};

}  // namespace

bool series_at(std::vector<exact::real_ball>& out, const approximation::tree& t, const arb_t x, slong length,
               slong precision) {
  const evaluation here(x, length, precision);
  series found;
  if (!here.run(found.p, t)) return false;
  out.assign(static_cast<std::size_t>(length), {});
  for (slong k = 0; k < std::min(length, arb_poly_length(found.p)); ++k)
    arb_set(out[static_cast<std::size_t>(k)].x, arb_poly_get_coeff_ptr(found.p, k));
  return true;
}

}  // namespace vieta::checking

#endif
