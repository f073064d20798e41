#include "minimax/proof/power_log.hpp"

#ifdef VIETA_HAVE_ARB

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

/// base^exponent, where a power stands with a fixed exponent, or a root.
struct raised {
  tree base;
  real_ball exponent;
};
bool is_power(raised& out, const tree& t, slong precision) {
  out.base = t;
  arb_one(out.exponent.x);
  if (t->kind == operation::sqrt) {
    out.base = t->a;
    arb_mul_2exp_si(out.exponent.x, out.exponent.x, -1);
  } else if (t->kind == operation::cbrt) {
    out.base = t->a;
    arb_div_si(out.exponent.x, out.exponent.x, 3, precision);
  } else if (t->kind == operation::power && is_fixed(t->b)) {
    out.base = t->a;
    evaluate(out.exponent.x, t->b, out.exponent.x, precision);
  }
  return arb_is_positive(out.exponent.x) != 0;
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
    const std::string inside = to_text(log.base->a);
    for (std::size_t j = 0; j < factors.size(); ++j) {
      if (j == i || !is_power(power, factors[j], precision) || to_text(power.base) != inside) continue;
      real_ball u, most, top, ends, others;
      enclose(u.x, power.base);
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
