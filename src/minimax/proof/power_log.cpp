#include "minimax/proof/power_log.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <string>
#include <vector>

namespace vieta::approximation {
namespace {

using exact::real_ball;

/// Of a product, signs and all.
void collect_factors(const tree& t, std::vector<tree>& factors, bool& is_negative) {
  if (t->kind == operation::multiply) {
    collect_factors(t->a, factors, is_negative);
    collect_factors(t->b, factors, is_negative);
  } else if (t->kind == operation::negate) {
    is_negative = !is_negative;
    collect_factors(t->a, factors, is_negative);
  } else {
    factors.push_back(t);
  }
}

bool is_logarithm(const tree& t) {
  return t->kind == operation::log || t->kind == operation::log2 || t->kind == operation::log10;
}

/// c v, with v the part that is not fixed.
tree without_constants(const tree& t, arb_t c, slong precision) {
  real_ball value, zero;
  if (t->kind == operation::multiply || t->kind == operation::divide)
    for (const bool first : {true, false}) {
      const tree &fixed = first ? t->a : t->b, &other = first ? t->b : t->a;
      if (!is_fixed(fixed) || (first && t->kind == operation::divide)) continue;
      evaluate(value.x, fixed, zero.x, precision);
      if (t->kind == operation::divide)
        arb_div(c, c, value.x, precision);
      else
        arb_mul(c, c, value.x, precision);
      return without_constants(other, c, precision);
    }
  return t;
}

/// scale g(base)^exponent, where a power stands with a fixed exponent, or a root, or a function g that vanishes with
/// its argument, as the sine does.
struct raised {
  tree base;
  real_ball exponent;
  operation function = operation::variable;  ///< none
};
bool is_power(raised& out, const tree& t, slong precision) {
  out.base = t, out.function = operation::variable;
  arb_one(out.exponent.x);
  switch (t->kind) {
    case operation::sqrt:
      out.base = t->a;
      arb_mul_2exp_si(out.exponent.x, out.exponent.x, -1);
      break;
    case operation::cbrt:
      out.base = t->a;
      arb_div_si(out.exponent.x, out.exponent.x, 3, precision);
      break;
    case operation::sin:
    case operation::tan:
    case operation::asin:
    case operation::atan:
    case operation::sinh:
    case operation::tanh:
    case operation::asinh:
    case operation::expm1:
    case operation::log1p:
    case operation::erf:
      out.base = t->a, out.function = t->kind;
      break;
    case operation::power:
      if (!is_fixed(t->b)) break;
      out.base = t->a;
      evaluate(out.exponent.x, t->b, out.exponent.x, precision);
      break;
    default:
      break;
  }
  return arb_is_positive(out.exponent.x) != 0;
}

/// What stands before inside^k where the factor is one of the powers above of c inside; and whether its sign is not
/// that of this power, since inside is |v|. False where it has another argument.
bool relate(arb_t scale, bool& any_sign, const raised& power, const tree& inside, slong precision) {
  real_ball of_base, of_inside;
  arb_one(of_base.x), arb_one(of_inside.x);
  const tree base = without_constants(power.base, of_base.x, precision);
  tree other = without_constants(inside, of_inside.x, precision);
  any_sign = false;
  if (to_text(base) != to_text(other) && other->kind == operation::abs) {
    other = without_constants(other->a, of_inside.x, precision);
    arb_abs(of_base.x, of_base.x), arb_abs(of_inside.x, of_inside.x);
    any_sign = true;
  }
  if (to_text(base) != to_text(other)) return false;
  arb_div(scale, of_base.x, of_inside.x, precision);
  if (!arb_is_positive(scale) || (power.function != operation::variable && (any_sign || !arb_is_one(scale))))
    return false;
  arb_pow(scale, scale, power.exponent.x, precision);
  return arb_is_finite(scale) != 0;
}

/// u^k log(u)^m at one u > 0.
void value_of(arb_t out, const arb_t u, const arb_t k, operation logarithm, ulong m, slong precision) {
  real_ball log, power;
  apply(log.x, logarithm, u, precision);
  arb_pow_ui(log.x, log.x, m, precision);
  arb_pow(power.x, u, k, precision);
  arb_mul(out, power.x, log.x, precision);
}

}  // namespace

bool enclose_power_log(arb_t out, const tree& product, const std::function<void(arb_t, const tree&)>& enclose,
                       slong precision) {
  std::vector<tree> factors;
  bool is_negative = false;
  collect_factors(product, factors, is_negative);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    raised log, power;
    if (!is_power(log, factors[i], precision) || !is_logarithm(log.base) || !arb_is_int(log.exponent.x)) continue;
    const slong m = arf_get_si(arb_midref(log.exponent.x), ARF_RND_NEAR);
    const tree inside = log.base->a;
    for (std::size_t j = 0; j < factors.size(); ++j) {
      real_ball scale, u, most, top, ends, others;
      bool any_sign = false;
      if (j == i || !is_power(power, factors[j], precision) || !relate(scale.x, any_sign, power, inside, precision))
        continue;
      enclose(u.x, inside);
      if (!arb_is_finite(u.x) || arb_is_positive(u.x)) return false;
      arb_get_ubound_arf(arb_midref(most.x), u.x, precision);
      if (arb_is_negative(most.x)) return false;
      // From 0 its size grows up to u = e^(-m/k), then falls to 0 at 1, and grows from there on.
      if (!arb_is_zero(most.x)) {
        value_of(ends.x, most.x, power.exponent.x, log.base->kind, static_cast<ulong>(m), precision);
        arb_set_si(top.x, -m);
        arb_div(top.x, top.x, power.exponent.x, precision);
        arb_exp(top.x, top.x, precision);
        if (!arb_gt(top.x, most.x)) {
          value_of(others.x, top.x, power.exponent.x, log.base->kind, static_cast<ulong>(m), precision);
          arb_union(ends.x, ends.x, others.x, precision);
        }
      }
      arb_zero(others.x);
      arb_union(out, ends.x, others.x, precision);
      arb_mul(out, out, scale.x, precision);
      if (any_sign) {
        arb_neg(others.x, out);
        arb_union(out, out, others.x, precision);
      }
      if (power.function != operation::variable) {  // g(u) = u g'(v) with v between 0 and u
        real_polynomial slopes;
        arb_zero(top.x);
        arb_union(top.x, top.x, most.x, precision);
        series(slopes.p, power.function, top.x, 2, precision);
        arb_poly_get_coeff_arb(others.x, slopes.p, 1);
        arb_mul(out, out, others.x, precision);
      }
      for (std::size_t other = 0; other < factors.size(); ++other) {
        if (other == i || other == j) continue;
        enclose(others.x, factors[other]);
        arb_mul(out, out, others.x, precision);
      }
      if (is_negative) arb_neg(out, out);
      return true;
    }
  }
  return false;
}

}  // namespace vieta::approximation

#endif
