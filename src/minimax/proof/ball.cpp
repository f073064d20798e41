#include "minimax/proof/ball.hpp"
#ifdef VIETA_HAVE_ARB

#include <map>
#include <unordered_map>

#if __has_include(<flint/arb_hypgeom.h>)
#include <flint/arb_hypgeom.h>
#else
#include <arb_hypgeom.h>
#endif

namespace vieta::approximation {
namespace {

using exact::real_ball;

/// J of order 0 or 1, or of a negative order.
void bessel(arb_t out, slong order, const arb_t x, slong precision) {
  real_ball nu;
  arb_set_si(nu.x, order < 0 ? -order : order);
  arb_hypgeom_bessel_j(out, nu.x, x, precision);
  if (order < 0 && order % 2 != 0) arb_neg(out, out);
}

/// DLMF 10.6.7: J_m^(k) = 2^-k sum_j (-1)^j binomial(k, j) J_(m-k+2j).
void bessel_series(arb_poly_t out, slong order, const arb_t x, slong length, slong precision) {
  real_ball value, sum, weight;
  for (slong k = 0; k < length; ++k) {
    arb_zero(sum.x);
    for (slong j = 0; j <= k; ++j) {
      bessel(value.x, order - k + 2 * j, x, precision);
      arb_bin_uiui(weight.x, static_cast<ulong>(k), static_cast<ulong>(j), precision);
      if (j % 2 != 0) arb_neg(weight.x, weight.x);
      arb_addmul(sum.x, value.x, weight.x, precision);
    }
    arb_mul_2exp_si(sum.x, sum.x, -k);
    arb_fac_ui(weight.x, static_cast<ulong>(k), precision);
    arb_div(sum.x, sum.x, weight.x, precision);
    arb_poly_set_coeff_arb(out, k, sum.x);
  }
}

/// The integral of (scale + sign t^2)^(-1/2) or of 1 / (scale + sign t^2), with the value at x as its constant.
void inverse_hyperbolic(arb_poly_t out, operation kind, const arb_poly_t t, const arb_t x, slong length,
                        slong precision) {
  real_polynomial square;
  arb_poly_mullow(square.p, t, t, length, precision);
  if (kind == operation::asinh) {
    arb_poly_add_si(square.p, square.p, 1, precision);
    arb_poly_rsqrt_series(square.p, square.p, length, precision);
  } else if (kind == operation::acosh) {
    arb_poly_add_si(square.p, square.p, -1, precision);
    arb_poly_rsqrt_series(square.p, square.p, length, precision);
  } else {
    arb_poly_neg(square.p, square.p);
    arb_poly_add_si(square.p, square.p, 1, precision);
    arb_poly_inv_series(square.p, square.p, length, precision);
  }
  arb_poly_integral(out, square.p, precision);
  arb_poly_truncate(out, length);
  real_ball value;
  apply(value.x, kind, x, precision);
  arb_poly_set_coeff_arb(out, 0, value.x);
}

void divide_by_log(arb_poly_t out, ulong base, slong precision) {
  real_ball log;
  arb_log_ui(log.x, base, precision);
  for (slong k = 0; k < arb_poly_length(out); ++k)
    arb_div(arb_poly_get_coeff_ptr(out, k), arb_poly_get_coeff_ptr(out, k), log.x, precision);
}

}  // namespace

/// Kept by text and bits: a proof asks for the same few hundred numbers at all its places, and the exact text of a
/// double has up to 1,075 digits to read.
void set_decimal(arb_t out, const std::string& decimal, slong precision) {
  constexpr std::size_t most = 20000;
  static thread_local std::unordered_map<std::string, std::map<slong, real_ball>> known;
  static thread_local std::size_t count = 0;
  if (count > most) known.clear(), count = 0;
  const auto [found, is_new] = known[decimal].try_emplace(precision);
  if (is_new) {
    ++count;
    exact::real value;
    if (exact::parse_real(decimal, value))
      exact::set_arb(found->second.x, value, precision);
    else
      arb_indeterminate(found->second.x);
  }
  arb_set(out, found->second.x);
}

void apply(arb_t out, operation kind, const arb_t x, slong precision) {
  switch (kind) {
    case operation::sqrt:
      arb_sqrt(out, x, precision);
      return;
    case operation::cbrt:
      if (arb_is_negative(x)) {
        arb_neg(out, x);
        arb_root_ui(out, out, 3, precision);
        arb_neg(out, out);
      } else {
        arb_root_ui(out, x, 3, precision);
      }
      return;
    case operation::exp:
      arb_exp(out, x, precision);
      return;
    case operation::exp2: {
      real_ball log;
      arb_const_log2(log.x, precision + 30);
      arb_mul(log.x, log.x, x, precision + 30);
      arb_exp(out, log.x, precision);
      return;
    }
    case operation::expm1:
      arb_expm1(out, x, precision);
      return;
    case operation::log:
      arb_log(out, x, precision);
      return;
    case operation::log2:
      arb_log_base_ui(out, x, 2, precision);
      return;
    case operation::log10:
      arb_log_base_ui(out, x, 10, precision);
      return;
    case operation::log1p:
      arb_log1p(out, x, precision);
      return;
    case operation::sin:
      arb_sin(out, x, precision);
      return;
    case operation::cos:
      arb_cos(out, x, precision);
      return;
    case operation::tan:
      arb_tan(out, x, precision);
      return;
    case operation::asin:
      arb_asin(out, x, precision);
      return;
    case operation::acos:
      arb_acos(out, x, precision);
      return;
    case operation::atan:
      arb_atan(out, x, precision);
      return;
    case operation::sinh:
      arb_sinh(out, x, precision);
      return;
    case operation::cosh:
      arb_cosh(out, x, precision);
      return;
    case operation::tanh:
      arb_tanh(out, x, precision);
      return;
    case operation::asinh:
      arb_asinh(out, x, precision);
      return;
    case operation::acosh:
      arb_acosh(out, x, precision);
      return;
    case operation::atanh:
      arb_atanh(out, x, precision);
      return;
    case operation::erf:
      arb_hypgeom_erf(out, x, precision);
      return;
    case operation::erfc:
      arb_hypgeom_erfc(out, x, precision);
      return;
    case operation::gamma:
      arb_gamma(out, x, precision);
      return;
    case operation::lgamma:
      arb_lgamma(out, x, precision);
      return;
    case operation::j0:
      bessel(out, 0, x, precision);
      return;
    case operation::j1:
      bessel(out, 1, x, precision);
      return;
    case operation::abs:
      arb_abs(out, x);
      return;
    default:
      arb_indeterminate(out);
  }
}

void evaluate(arb_t out, const tree& t, const arb_t x, slong precision) {
  real_ball a, b;
  switch (t->kind) {
    case operation::constant:
      set_decimal(out, t->decimal, precision);
      return;
    case operation::pi:
      arb_const_pi(out, precision);
      return;
    case operation::variable:
      arb_set(out, x);
      return;
    default:
      break;
  }
  if (t->a) evaluate(a.x, t->a, x, precision);
  if (t->b) evaluate(b.x, t->b, x, precision);
  switch (t->kind) {
    case operation::add:
      arb_add(out, a.x, b.x, precision);
      return;
    case operation::subtract:
      arb_sub(out, a.x, b.x, precision);
      return;
    case operation::multiply:
      arb_mul(out, a.x, b.x, precision);
      return;
    case operation::divide:
      arb_div(out, a.x, b.x, precision);
      return;
    case operation::negate:
      arb_neg(out, a.x);
      return;
    case operation::power:
      arb_pow(out, a.x, b.x, precision);
      return;
    default:
      apply(out, t->kind, a.x, precision);
  }
}

void series(arb_poly_t out, operation kind, const arb_t x, slong length, slong precision) {
  real_polynomial t, other;
  arb_poly_set_coeff_arb(t.p, 0, x);
  arb_poly_set_coeff_si(t.p, 1, 1);
  real_ball value;
  switch (kind) {
    case operation::sqrt:
      arb_poly_sqrt_series(out, t.p, length, precision);
      return;
    case operation::cbrt:
      if (arb_is_negative(x)) {  // cbrt(-y) = -cbrt(y)
        arb_poly_neg(t.p, t.p);
      }
      arb_set_ui(value.x, 3);
      arb_inv(value.x, value.x, precision);
      arb_poly_pow_arb_series(out, t.p, value.x, length, precision);
      if (arb_is_negative(x)) arb_poly_neg(out, out);
      return;
    case operation::exp:
      arb_poly_exp_series(out, t.p, length, precision);
      return;
    case operation::exp2:
      arb_const_log2(value.x, precision);
      arb_poly_scalar_mul(t.p, t.p, value.x, precision);
      arb_poly_exp_series(out, t.p, length, precision);
      return;
    case operation::expm1:
      arb_poly_exp_series(out, t.p, length, precision);
      arb_expm1(value.x, x, precision);
      arb_poly_set_coeff_arb(out, 0, value.x);
      return;
    case operation::log:
    case operation::log2:
    case operation::log10:
      arb_poly_log_series(out, t.p, length, precision);
      if (kind != operation::log) divide_by_log(out, kind == operation::log2 ? 2 : 10, precision);
      return;
    case operation::log1p:
      arb_poly_add_si(t.p, t.p, 1, precision);
      arb_poly_log_series(out, t.p, length, precision);
      arb_log1p(value.x, x, precision);
      arb_poly_set_coeff_arb(out, 0, value.x);
      return;
    case operation::sin:
      arb_poly_sin_series(out, t.p, length, precision);
      return;
    case operation::cos:
      arb_poly_cos_series(out, t.p, length, precision);
      return;
    case operation::tan:
      arb_poly_tan_series(out, t.p, length, precision);
      return;
    case operation::asin:
      arb_poly_asin_series(out, t.p, length, precision);
      return;
    case operation::acos:
      arb_poly_acos_series(out, t.p, length, precision);
      return;
    case operation::atan:
      arb_poly_atan_series(out, t.p, length, precision);
      return;
    case operation::sinh:
      arb_poly_sinh_series(out, t.p, length, precision);
      return;
    case operation::cosh:
      arb_poly_cosh_series(out, t.p, length, precision);
      return;
    case operation::tanh:
      arb_poly_sinh_cosh_series(out, other.p, t.p, length, precision);
      arb_poly_div_series(out, out, other.p, length, precision);
      return;
    case operation::asinh:
    case operation::acosh:
    case operation::atanh:
      inverse_hyperbolic(out, kind, t.p, x, length, precision);
      return;
    case operation::erf:
      arb_hypgeom_erf_series(out, t.p, length, precision);
      return;
    case operation::erfc:
      arb_hypgeom_erfc_series(out, t.p, length, precision);
      return;
    case operation::gamma:
      arb_poly_gamma_series(out, t.p, length, precision);
      return;
    case operation::lgamma:
      arb_poly_lgamma_series(out, t.p, length, precision);
      return;
    case operation::j0:
      bessel_series(out, 0, x, length, precision);
      return;
    case operation::j1:
      bessel_series(out, 1, x, length, precision);
      return;
    default:
      arb_indeterminate(value.x);
      for (slong k = 0; k < length; ++k) arb_poly_set_coeff_arb(out, k, value.x);
  }
}

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
