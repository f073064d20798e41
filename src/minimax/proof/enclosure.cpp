#include "minimax/proof/enclosure.hpp"
#ifdef VIETA_HAVE_ARB

#include "exact/arb.hpp"
#include "minimax/proof/power_log.hpp"

namespace vieta::approximation {
namespace {

using exact::real_ball;

/// [at(least), at(most)] of a function that grows on x >= start, from a ball whose part below is outside of its domain.
template <class Function>
void growing_from(int start, arb_t out, const arb_t x, slong precision, const Function& at) {
  real_ball from, to, low, high;
  arb_get_lbound_arf(arb_midref(low.x), x, precision);
  arb_get_ubound_arf(arb_midref(high.x), x, precision);
  if (!arb_is_finite(x) || arf_cmp_si(arb_midref(high.x), start) < 0) {
    arb_indeterminate(out);
    return;
  }
  if (arf_cmp_si(arb_midref(low.x), start) < 0) arb_set_si(low.x, start);
  at(from.x, low.x);
  at(to.x, high.x);
  arb_union(out, from.x, to.x, precision);
}

void ball_root(arb_t out, const arb_t x, ulong k, slong precision) {
  growing_from(0, out, x, precision, [&](arb_t value, const arb_t at) {
    if (arb_is_zero(at))
      arb_zero(value);
    else
      arb_root_ui(value, at, k, precision);
  });
}

/// x^c for x >= 0, and for whole c wherever it is defined.
void raise(arb_t out, const arb_t x, const arb_t c, slong precision) {
  if (arb_is_int(c) || !arb_is_positive(c) || arb_is_positive(x)) {
    arb_pow(out, x, c, precision);
    return;
  }
  growing_from(0, out, x, precision, [&](arb_t value, const arb_t at) {
    if (arb_is_zero(at))
      arb_zero(value);
    else
      arb_pow(value, at, c, precision);
  });
}

/// Where nothing is known of the argument, as of sin(1/x) next to 0.
void bounded_anywhere(arb_t out, operation kind, slong precision) {
  const auto within = [&](int size) {
    arb_zero(out);
    mag_set_ui(arb_radref(out), static_cast<ulong>(size));
  };
  switch (kind) {
    case operation::sin:
    case operation::cos:
    case operation::tanh:
    case operation::erf:
    case operation::j0:
    case operation::j1:
      within(1);
      return;
    case operation::atan:
      arb_const_pi(out, precision);
      arb_mul_2exp_si(out, out, -1);
      {
        real_ball low;
        arb_neg(low.x, out);
        arb_union(out, out, low.x, precision);
      }
      return;
    case operation::erfc:
      within(1);
      arb_add_si(out, out, 1, precision);
      return;
    default:
      return;
  }
}

/// asin or acos, whose arguments end at -1 and 1.
void arc(arb_t out, operation kind, const arb_t x, slong precision) {
  real_ball clipped, unit;
  mag_one(arb_radref(unit.x));
  if (arb_intersection(clipped.x, x, unit.x, precision) == 0) {
    arb_indeterminate(out);
    return;
  }
  // The intersection is rounded outward: its ends are cut off once more, each by itself.
  real_ball from, to, low, high;
  arb_get_lbound_arf(arb_midref(low.x), clipped.x, precision);
  arb_get_ubound_arf(arb_midref(high.x), clipped.x, precision);
  if (arf_cmp_si(arb_midref(low.x), -1) < 0) arb_set_si(low.x, -1);
  if (arf_cmp_si(arb_midref(high.x), 1) > 0) arb_one(high.x);
  apply(from.x, kind, low.x, precision);
  apply(to.x, kind, high.x, precision);
  arb_union(out, from.x, to.x, precision);
}

/// a/|a| or |a|/a, which jumps where a is 0, and is -1 or 1 elsewhere. Where no double is at the jump no box ends
/// there.
bool is_sign(const tree& quotient) {
  const tree &top = quotient->a, &below = quotient->b;
  const auto is_size_of = [](const tree& size, const tree& of) {
    return size->kind == operation::abs && (size->a == of || to_text(size->a) == to_text(of));
  };
  return is_size_of(below, top) || is_size_of(top, below);
}

}  // namespace

void enclose(arb_t out, const tree& t, const arb_t x, slong precision, const part_enclosure& quotient) {
  if (is_fixed(t) || t->kind == operation::variable) {
    evaluate(out, t, x, precision);
    return;
  }
  real_ball a, b;
  if (t->a) enclose(a.x, t->a, x, precision, quotient);
  if (t->b) enclose(b.x, t->b, x, precision, quotient);
  switch (t->kind) {
    case operation::add:
      arb_add(out, a.x, b.x, precision);
      return;
    case operation::subtract:
      arb_sub(out, a.x, b.x, precision);
      return;
    case operation::multiply:
      arb_mul(out, a.x, b.x, precision);
      if (!arb_is_finite(out))  // of x*log(x) next to 0 one factor has no bound
        enclose_power_log(
            out, t, [&](arb_t value, const tree& part) { enclose(value, part, x, precision, quotient); }, precision);
      return;
    case operation::divide:
      arb_div(out, a.x, b.x, precision);
      if (!arb_is_finite(out) && is_sign(t)) {
        arb_zero(out);
        mag_one(arb_radref(out));
      } else if (!arb_is_finite(out) && quotient) {
        quotient(out, t);
      }
      return;
    case operation::negate:
      arb_neg(out, a.x);
      return;
    case operation::power:
      raise(out, a.x, b.x, precision);
      return;
    case operation::sqrt:
      ball_root(out, a.x, 2, precision);
      return;
    case operation::cbrt:
      if (arb_is_positive(a.x) || arb_is_negative(a.x)) {
        apply(out, t->kind, a.x, precision);
      } else {  // odd, and it grows: [cbrt(least), cbrt(most)]
        real_ball from, to, low, high;
        arb_get_lbound_arf(arb_midref(low.x), a.x, precision);
        arb_get_ubound_arf(arb_midref(high.x), a.x, precision);
        if (!arb_is_zero(low.x)) apply(from.x, t->kind, low.x, precision);
        if (!arb_is_zero(high.x)) apply(to.x, t->kind, high.x, precision);
        arb_union(out, from.x, to.x, precision);
      }
      return;
    case operation::acosh:
      growing_from(1, out, a.x, precision, [&](arb_t value, const arb_t at) { apply(value, t->kind, at, precision); });
      return;
    case operation::asin:
    case operation::acos:
      arc(out, t->kind, a.x, precision);
      return;
    default:
      apply(out, t->kind, a.x, precision);
      if (!arb_is_finite(a.x)) bounded_anywhere(out, t->kind, precision);
  }
}

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
