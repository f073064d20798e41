#include "minimax/proof/enclosure.hpp"
#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <vector>

#include "exact/arb.hpp"

namespace vieta::approximation {
namespace {

using exact::big_float;
using exact::real_ball;

/// A NaN at an end: nothing is known.
struct range {
  big_float lo, hi;
  range() = default;
  range(const range& o) { *this = o; }
  range& operator=(const range& o) {
    arf_set(lo.x, o.lo.x), arf_set(hi.x, o.hi.x);
    return *this;
  }
  ~range() = default;
  [[nodiscard]] bool is_known() const { return arf_is_nan(lo.x) == 0 && arf_is_nan(hi.x) == 0; }
  [[nodiscard]] bool is_finite() const { return arf_is_finite(lo.x) != 0 && arf_is_finite(hi.x) != 0; }
};

class ranges {
 public:
  ranges(const arf_t lo, const arf_t hi, slong precision) : precision_(precision) {
    arf_set(x_.lo.x, lo);
    arf_set(x_.hi.x, hi);
  }

  [[nodiscard]] range of(const tree& t) const {
    if (t->kind == operation::variable) return x_;
    if (is_fixed(t)) {
      real_ball value, nothing;
      evaluate(value.x, t, nothing.x, precision_);
      return of_ball(value);
    }
    const range a = of(t->a), b = t->b ? of(t->b) : range();
    if (!a.is_known() || !b.is_known()) return unknown();
    switch (t->kind) {
      case operation::add:
        return sum(a, b);
      case operation::subtract:
        return sum(a, negated(b));
      case operation::multiply:
        return or_falling(product(a, b), t);
      case operation::divide:
        return or_falling(product(a, inverse(b)), t);
      case operation::negate:
        return negated(a);
      case operation::power:
        return power_of(a, b, t->b);
      case operation::abs:
        return size(a);
      case operation::cosh:
        return growing(operation::cosh, size(a));
      case operation::erfc: {
        range at_most = negated(growing(operation::erf, a)), one;
        arf_one(one.lo.x), arf_one(one.hi.x);
        return a.is_finite() ? of_function(t->kind, a) : sum(one, at_most);
      }
      case operation::sqrt:
      case operation::cbrt:
      case operation::exp:
      case operation::exp2:
      case operation::expm1:
      case operation::log:
      case operation::log2:
      case operation::log10:
      case operation::log1p:
      case operation::atan:
      case operation::sinh:
      case operation::tanh:
      case operation::asinh:
      case operation::erf:
        return growing(t->kind, a);
      case operation::sin:
      case operation::cos:
      case operation::j0:
      case operation::j1:
        if (a.is_finite()) return of_function(t->kind, a);
        {
          range within;
          arf_set_si(within.lo.x, -1), arf_one(within.hi.x);
          return within;
        }
      default:
        return a.is_finite() ? of_function(t->kind, a) : unknown();
    }
  }

 private:
  static range unknown() {
    range r;
    arf_nan(r.lo.x), arf_nan(r.hi.x);
    return r;
  }
  [[nodiscard]] range of_ball(const real_ball& b) const {
    if (arb_is_finite(b.x) == 0) return unknown();
    range r;
    arb_get_lbound_arf(r.lo.x, b.x, precision_);
    arb_get_ubound_arf(r.hi.x, b.x, precision_);
    return r;
  }
  [[nodiscard]] range of_function(operation kind, const range& a) const {
    real_ball x, value;
    arb_set_interval_arf(x.x, a.lo.x, a.hi.x, precision_);
    apply(value.x, kind, x.x, precision_);
    return of_ball(value);
  }
  [[nodiscard]] range sum(const range& a, const range& b) const {
    range r;  // infinity less infinity is no number
    arf_add(r.lo.x, a.lo.x, b.lo.x, precision_, ARF_RND_FLOOR);
    arf_add(r.hi.x, a.hi.x, b.hi.x, precision_, ARF_RND_CEIL);
    return r;
  }
  static range negated(const range& a) {
    range r;
    arf_neg(r.lo.x, a.hi.x), arf_neg(r.hi.x, a.lo.x);
    return r;
  }
  /// An infinite end stands for numbers without bound: 0 times each of them is 0.
  void multiply(arf_t out, const arf_t a, const arf_t b, arf_rnd_t round) const {
    if (arf_is_zero(a) != 0 || arf_is_zero(b) != 0)
      arf_zero(out);
    else
      arf_mul(out, a, b, precision_, round);
  }
  [[nodiscard]] range product(const range& a, const range& b) const {
    if (!a.is_known() || !b.is_known()) return unknown();
    range r;
    bool is_first = true;
    big_float low, high;
    for (const big_float* left : {&a.lo, &a.hi})
      for (const big_float* right : {&b.lo, &b.hi}) {
        multiply(low.x, left->x, right->x, ARF_RND_FLOOR);
        multiply(high.x, left->x, right->x, ARF_RND_CEIL);
        if (is_first || arf_cmp(low.x, r.lo.x) < 0) arf_set(r.lo.x, low.x);
        if (is_first || arf_cmp(high.x, r.hi.x) > 0) arf_set(r.hi.x, high.x);
        is_first = false;
      }
    return r;
  }
  [[nodiscard]] range inverse(const range& b) const {
    const int lo = arf_sgn(b.lo.x), hi = arf_sgn(b.hi.x);
    if (!b.is_known() || (lo == 0 && hi == 0) || (lo < 0 && hi > 0)) return unknown();
    range r;
    big_float one;
    arf_one(one.x);
    if (hi == 0)
      arf_neg_inf(r.lo.x);
    else
      arf_div(r.lo.x, one.x, b.hi.x, precision_, ARF_RND_FLOOR);
    if (lo == 0)
      arf_pos_inf(r.hi.x);
    else
      arf_div(r.hi.x, one.x, b.lo.x, precision_, ARF_RND_CEIL);
    return r;
  }
  /// base^exponent, where the exponent is fixed.
  struct raised {
    tree base;
    real_ball exponent;
  };
  [[nodiscard]] raised power_in(const tree& t) const {
    raised p{t, {}};
    arb_one(p.exponent.x);
    if (t->kind == operation::sqrt || t->kind == operation::cbrt) {
      p.base = t->a;
      arb_div_si(p.exponent.x, p.exponent.x, t->kind == operation::sqrt ? 2 : 3, precision_);
    } else if (t->kind == operation::power && is_fixed(t->b)) {
      p.base = t->a;
      evaluate(p.exponent.x, t->b, p.exponent.x, precision_);
    }
    return p;
  }
  /// -c / base^m; false for others.
  bool falls_by(raised& out, arb_t c, tree t) const {
    real_ball value, none;
    arb_set_si(c, -1);
    while (true) {
      if (t->kind == operation::negate) {
        arb_neg(c, c);
        t = t->a;
      } else if (t->kind == operation::divide && is_fixed(t->a)) {
        evaluate(value.x, t->a, none.x, precision_);
        arb_mul(c, c, value.x, precision_);
        tree under = t->b;
        while (under->kind == operation::multiply && (is_fixed(under->a) || is_fixed(under->b))) {  // 1/(2*x)
          evaluate(value.x, is_fixed(under->a) ? under->a : under->b, none.x, precision_);
          arb_div(c, c, value.x, precision_);
          under = is_fixed(under->a) ? under->b : under->a;
        }
        out = power_in(under);
        return arb_is_positive(c) != 0 && arb_is_positive(out.exponent.x) != 0;
      } else if ((t->kind == operation::multiply || t->kind == operation::divide) && is_fixed(t->b)) {
        evaluate(value.x, t->b, none.x, precision_);
        t->kind == operation::multiply ? arb_mul(c, c, value.x, precision_) : arb_div(c, c, value.x, precision_);
        t = t->a;
      } else if (t->kind == operation::multiply && is_fixed(t->a)) {
        evaluate(value.x, t->a, none.x, precision_);
        arb_mul(c, c, value.x, precision_);
        t = t->b;
      } else {
        return false;
      }
    }
  }
  static void collect(const tree& t, bool inverted, std::vector<tree>& over, std::vector<tree>& under) {
    if (t->kind == operation::multiply || t->kind == operation::divide) {
      collect(t->a, inverted, over, under);
      collect(t->b, (t->kind == operation::divide) != inverted, over, under);
    } else {
      (inverted ? under : over).push_back(t);
    }
  }
  /// Beside 0 exp(-1/x)/x is 0 times infinity. With v = c / x^m, x^-k exp(-v) is (v/c)^(k/m) exp(-v), which falls from
  /// v = k/m on.
  [[nodiscard]] range or_falling(const range& found, const tree& t) const {
    if (found.is_known() && found.is_finite()) return found;
    std::vector<tree> over, under;
    collect(t, false, over, under);
    for (std::size_t i = 0; i < over.size(); ++i) {
      raised inside;
      real_ball c;
      if (over[i]->kind != operation::exp || !falls_by(inside, c.x, over[i]->a)) continue;
      const range base = of(inside.base);
      if (!base.is_known() || arf_sgn(base.lo.x) < 0 || arf_sgn(base.hi.x) <= 0 || !base.is_finite()) continue;
      for (std::size_t j = 0; j < under.size(); ++j) {
        const raised outside = power_in(under[j]);
        if (to_text(outside.base) != to_text(inside.base) || arb_is_positive(outside.exponent.x) == 0) continue;
        real_ball v, ratio, most;
        arb_div(ratio.x, outside.exponent.x, inside.exponent.x, precision_);
        arb_set_arf(v.x, base.hi.x);
        arb_pow(v.x, v.x, inside.exponent.x, precision_);
        arb_div(v.x, c.x, v.x, precision_);
        arb_max(v.x, v.x, ratio.x, precision_);
        arb_div(most.x, v.x, c.x, precision_);
        arb_pow(most.x, most.x, ratio.x, precision_);
        arb_neg(v.x, v.x);
        arb_exp(v.x, v.x, precision_);
        arb_mul(most.x, most.x, v.x, precision_);
        range all = of_ball(most);
        if (!all.is_known()) continue;
        arf_zero(all.lo.x);
        for (std::size_t k = 0; k < over.size(); ++k)
          if (k != i) all = product(all, of(over[k]));
        for (std::size_t k = 0; k < under.size(); ++k)
          if (k != j) all = product(all, inverse(of(under[k])));
        return all;
      }
    }
    return found;
  }
  static range size(const range& a) {
    if (arf_sgn(a.lo.x) >= 0) return a;
    if (arf_sgn(a.hi.x) <= 0) return negated(a);
    range r = negated(a);
    arf_zero(r.lo.x);
    if (arf_cmp(a.hi.x, r.hi.x) > 0) arf_set(r.hi.x, a.hi.x);
    return r;
  }
  /// Where x tends to an end of the domain, or beyond all numbers; false where that is no such x, or no number.
  static bool at_end(arb_t out, operation kind, const arf_t x, slong precision) {
    const bool is_low = arf_is_neg_inf(x) != 0;
    switch (kind) {
      case operation::exp:
      case operation::exp2:
        is_low ? arb_zero(out) : arb_pos_inf(out);
        return true;
      case operation::expm1:
        is_low ? arb_set_si(out, -1) : arb_pos_inf(out);
        return true;
      case operation::tanh:
      case operation::erf:
        arb_set_si(out, is_low ? -1 : 1);
        return true;
      case operation::atan:
        arb_const_pi(out, precision);
        arb_mul_2exp_si(out, out, -1);
        if (is_low) arb_neg(out, out);
        return true;
      case operation::sinh:
      case operation::asinh:
      case operation::cbrt:
        is_low ? arb_neg_inf(out) : arb_pos_inf(out);
        return true;
      case operation::sqrt:
      case operation::cosh:
      case operation::log:
      case operation::log2:
      case operation::log10:
      case operation::log1p:
        arb_pos_inf(out);
        return !is_low;
      default:
        return false;
    }
  }
  /// Of a number so large that its exponential has none.
  static bool is_beyond(arb_t out, operation kind, const arf_t x, bool from_below) {
    constexpr slong doublings = 64;
    const bool grows = kind == operation::exp || kind == operation::exp2 || kind == operation::expm1 ||
                       kind == operation::sinh || kind == operation::cosh;
    if (!grows || arf_sgn(x) < 0 || arf_cmpabs_2exp_si(x, doublings) < 0) return false;
    arb_pos_inf(out);
    if (!from_below) return true;
    arb_one(out);  // more than 2^(2^20), say
    arb_mul_2exp_si(out, out, slong{1} << 20);
    return true;
  }
  [[nodiscard]] bool at(arb_t out, operation kind, const arf_t x, bool from_below) const {
    if (arf_is_finite(x) == 0) return at_end(out, kind, x, precision_);
    const bool is_log = kind == operation::log || kind == operation::log2 || kind == operation::log10;
    if ((is_log && arf_is_zero(x) != 0) || (kind == operation::log1p && arf_cmp_si(x, -1) == 0)) {
      arb_neg_inf(out);
      return true;
    }
    real_ball point;
    arb_set_arf(point.x, x);
    apply(out, kind, point.x, precision_);
    return arb_is_finite(out) != 0 || is_beyond(out, kind, x, from_below);
  }
  [[nodiscard]] range growing(operation kind, const range& a) const {
    real_ball from, to;
    if (!a.is_known() || !at(from.x, kind, a.lo.x, true) || !at(to.x, kind, a.hi.x, false)) return unknown();
    range r;
    arb_get_lbound_arf(r.lo.x, from.x, precision_);
    arb_get_ubound_arf(r.hi.x, to.x, precision_);
    return r;
  }
  [[nodiscard]] range power_of(const range& a, const range& exponent, const tree& t) const {
    if (arf_equal(exponent.lo.x, exponent.hi.x) != 0 && is_fixed(t) && arf_is_int(exponent.lo.x) != 0 &&
        arf_cmpabs_2exp_si(exponent.lo.x, 12) < 0) {
      const slong n = arf_get_si(exponent.lo.x, ARF_RND_DOWN), most = n < 0 ? -n : n;
      range r, base = most % 2 == 0 ? size(a) : a;
      raise(r.lo.x, base.lo.x, most, ARF_RND_FLOOR);
      raise(r.hi.x, base.hi.x, most, ARF_RND_CEIL);
      return n < 0 ? inverse(r) : r;
    }
    if (arf_sgn(a.lo.x) < 0) return unknown();
    return growing(operation::exp, product(exponent, growing(operation::log, a)));
  }
  /// Of odd powers, or of what is not negative: it grows.
  void raise(arf_t out, const arf_t x, slong n, arf_rnd_t round) const {
    if (arf_is_finite(x) == 0) {
      arf_set(out, x);
      if (n == 0) arf_one(out);
      return;
    }
    real_ball value;
    arb_set_arf(value.x, x);
    arb_pow_ui(value.x, value.x, static_cast<ulong>(n), precision_);
    if (round == ARF_RND_FLOOR)
      arb_get_lbound_arf(out, value.x, precision_);
    else
      arb_get_ubound_arf(out, value.x, precision_);
  }

  range x_;
  slong precision_;
};

}  // namespace

bool enclose_between(arb_t out, const tree& t, const arf_t lo, const arf_t hi, slong precision) {
  const range found = ranges(lo, hi, precision).of(t);
  if (!found.is_known() || !found.is_finite()) return false;
  arb_set_interval_arf(out, found.lo.x, found.hi.x, precision);
  return arb_is_finite(out) != 0;
}

bool limit_beside(arb_t out, const tree& t, const arf_t x, int side, slong bits) {
  // 1/log(x) is 2^-70 where x is 2^-(2^70), which a number beside 0 can be; beside others fewer bits have to do.
  const slong doublings = 2 * bits;
  big_float lo, hi, step;
  const slong precision = 8 * bits;
  arf_one(step.x);
  if (arf_is_zero(x) != 0) {
    fmpz_t exponent;
    fmpz_init(exponent);
    fmpz_one(exponent);
    fmpz_mul_2exp(exponent, exponent, doublings);
    fmpz_neg(exponent, exponent);
    arf_mul_2exp_fmpz(step.x, step.x, exponent);
    fmpz_clear(exponent);
  } else {
    arf_mul_2exp_si(step.x, step.x, -4 * bits);
    arf_mul(step.x, step.x, x, precision, ARF_RND_DOWN);
    arf_abs(step.x, step.x);
  }
  arf_set(lo.x, x), arf_set(hi.x, x);
  if (side > 0)
    arf_add(hi.x, x, step.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  else
    arf_sub(lo.x, x, step.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  if (!enclose_between(out, t, lo.x, hi.x, precision)) return false;
  return mag_cmp_2exp_si(arb_radref(out), -bits) <= 0 || arb_rel_accuracy_bits(out) >= bits;
}

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
