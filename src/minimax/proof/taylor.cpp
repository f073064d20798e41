#include "minimax/proof/taylor.hpp"
#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <vector>

#include "minimax/proof/identity.hpp"

namespace vieta::approximation {

using exact::big_float;
using exact::real_ball;

taylor::frame::frame(const arb_t radius_of, bool both, slong order_of, slong bits)
    : two_sided(both), order(order_of), precision(bits), powers(static_cast<std::size_t>(2 * order_of + 2)) {
  arb_set(radius.x, radius_of);
  real_ball zero;
  arb_set(domain.x, radius.x);
  if (both) {
    arb_neg(zero.x, radius.x);
  }
  arb_union(domain.x, domain.x, zero.x, bits);
  for (std::size_t k = 0; k < powers.size(); ++k) raise(powers[k].x, static_cast<slong>(k));
}

/// Even powers of a two-sided domain do not change sign; the union knows.
void taylor::frame::raise(arb_t out, slong k) const {
  arb_pow_ui(out, radius.x, static_cast<ulong>(k), precision);
  real_ball low;
  if (two_sided && k % 2 != 0) arb_neg(low.x, out);
  if (k > 0) arb_union(out, out, low.x, precision);
}

taylor taylor::constant(const frame& f, const arb_t value) {
  taylor t(f);
  arb_poly_set_coeff_arb(t.p_.p, 0, value);
  return t;
}

taylor taylor::variable(const frame& f, const arb_t origin, int scale, int power) {
  taylor t = constant(f, origin);
  arb_poly_set_coeff_si(t.p_.p, power, scale);
  return t;
}

taylor taylor::invalid(const frame& f) {
  taylor t(f);
  t.valid_ = false;
  return t;
}

void taylor::fold(slong top) {
  real_ball term, sum, higher;
  const slong length = arb_poly_length(p_.p);
  if (length > top + 1) {
    for (slong k = top + 1; k < length; ++k) {
      if (arb_is_zero(arb_poly_get_coeff_ptr(p_.p, k))) continue;
      // Products have at most twice the order; what is shifted up may have any.
      const auto excess = static_cast<std::size_t>(k - top);
      const bool known = excess < frame_->powers.size();
      if (!known) frame_->raise(higher.x, k - top);
      arb_mul(term.x, arb_poly_get_coeff_ptr(p_.p, k), known ? frame_->powers[excess].x : higher.x, frame_->precision);
      arb_add(sum.x, sum.x, term.x, frame_->precision);
    }
    arb_add(sum.x, sum.x, arb_poly_get_coeff_ptr(p_.p, top), frame_->precision);
    arb_poly_truncate(p_.p, top);
    arb_poly_set_coeff_arb(p_.p, top, sum.x);
  }
  top_ = top;
}

taylor taylor::operator+(const taylor& b) const {
  taylor c(*frame_);
  c.valid_ = valid_ && b.valid_;
  arb_poly_add(c.p_.p, p_.p, b.p_.p, frame_->precision);
  c.fold(std::min(top(), b.top()));
  return c;
}
taylor taylor::operator-(const taylor& b) const {
  taylor c(*frame_);
  c.valid_ = valid_ && b.valid_;
  arb_poly_sub(c.p_.p, p_.p, b.p_.p, frame_->precision);
  c.fold(std::min(top(), b.top()));
  return c;
}
taylor taylor::operator-() const {
  taylor c = *this;
  arb_poly_neg(c.p_.p, p_.p);
  return c;
}
taylor taylor::operator*(const taylor& b) const {
  taylor c(*frame_);
  c.valid_ = valid_ && b.valid_;
  arb_poly_mul(c.p_.p, p_.p, b.p_.p, frame_->precision);
  // The ball of either last term is right for its own power of t, and the product's powers only grow: the order of the
  // product could be raised by the zeros of a factor. Keep the smaller one.
  const slong raised_a = top() + b.zeros(), raised_b = b.top() + zeros();
  c.fold(std::min({raised_a, raised_b, frame_->order}));
  return c;
}

slong taylor::zeros() const {
  slong k = 0;
  while (k < arb_poly_length(p_.p) && arb_is_zero(arb_poly_get_coeff_ptr(p_.p, k))) ++k;
  return k == arb_poly_length(p_.p) ? frame_->order : k;
}
taylor taylor::shifted_down(slong places) const {
  taylor c(*frame_);
  c.valid_ = valid_ && top() - places >= 1;
  arb_poly_shift_right(c.p_.p, p_.p, places);
  c.top_ = top() - places;
  return c;
}
taylor taylor::shifted_up(slong places) const {
  taylor c(*frame_);
  c.valid_ = valid_;
  arb_poly_shift_left(c.p_.p, p_.p, places);
  c.fold(std::min(top() + places, frame_->order));
  return c;
}

taylor taylor::operator/(const taylor& b) const {
  if (!valid_ || !b.valid_) return invalid(*frame_);
  const slong v = b.zeros();
  if (v >= b.top()) return invalid(*frame_);
  if (arb_poly_length(p_.p) == 0) return *this;
  if (zeros() < v) return invalid(*frame_);  // a pole at t = 0
  real_ball minus_one;
  arb_set_si(minus_one.x, -1);
  const taylor divisor = v > 0 ? b.shifted_down(v) : b, dividend = v > 0 ? shifted_down(v) : *this;
  taylor quotient = dividend.divided(divisor);
  return quotient.valid() ? quotient : dividend * divisor.composed(operation::power, minus_one.x);
}

/// With numbers i_k near the coefficients of 1/b, whatever they are, b i = 1 + e and 1/b = i - i e / (1 + e). Other
/// than in Lagrange's remainder of the -1st power it does not matter by how much b changes on the domain: a denominator
/// of degree 80 does so by orders of magnitude.
taylor taylor::divided(const taylor& b) const {
  const slong n = frame_->order, bits = frame_->precision;
  taylor inverse(*frame_), one(*frame_);
  const auto drop_radii = [](arb_poly_t p) {
    for (slong k = 0; k < arb_poly_length(p); ++k) mag_zero(arb_radref(arb_poly_get_coeff_ptr(p, k)));
  };
  arb_poly_set(inverse.p_.p, b.p_.p);
  drop_radii(inverse.p_.p);
  if (arb_poly_length(inverse.p_.p) == 0 || arb_is_zero(arb_poly_get_coeff_ptr(inverse.p_.p, 0)))
    return invalid(*frame_);
  arb_poly_inv_series(inverse.p_.p, inverse.p_.p, n, bits);
  drop_radii(inverse.p_.p);
  for (slong k = 0; k < arb_poly_length(inverse.p_.p); ++k)
    if (!arb_is_finite(arb_poly_get_coeff_ptr(inverse.p_.p, k))) return invalid(*frame_);
  arb_poly_one(one.p_.p);
  const taylor off = b * inverse - one, product = *this * inverse;
  real_ball range, factor, half;
  off.range(range.x);
  arb_set_d(half.x, 0.5);
  arb_abs(factor.x, range.x);
  if (!arb_lt(factor.x, half.x)) return invalid(*frame_);
  arb_add_si(factor.x, range.x, 1, bits);
  arb_inv(factor.x, factor.x, bits);
  return product - product * off * constant(*frame_, factor.x);
}

taylor taylor::raised(int exponent) const {
  real_ball one;
  arb_one(one.x);
  taylor value = constant(*frame_, one.x), square = *this;
  for (int k = exponent; k > 0; k >>= 1) {
    if (k & 1) value = value * square;
    if (k > 1) square = square * square;
  }
  return value;
}

/// x^c for x >= 0; zeros come out as whole powers of t or not at all.
taylor taylor::raised(const arb_t exponent) const {
  if (!valid_) return *this;
  if (arb_poly_length(p_.p) == 0 && arb_is_positive(exponent)) return *this;  // max(0,x) below 0 is nothing else
  const slong v = zeros();
  if (v == 0 || v >= top()) return v == 0 ? composed(operation::power, exponent) : invalid(*frame_);
  if (frame_->two_sided) return invalid(*frame_);
  real_ball places;
  arb_mul_si(places.x, exponent, v, frame_->precision);
  constexpr ulong most_places = 1 << 20;  // as many zeros are kept for a moment
  if (!arb_is_int(places.x) || arb_is_negative(places.x) || arf_cmpabs_ui(arb_midref(places.x), most_places) > 0)
    return invalid(*frame_);
  return shifted_down(v)
      .composed(operation::power, exponent)
      .shifted_up(arf_get_si(arb_midref(places.x), ARF_RND_DOWN));
}

taylor taylor::applied(operation kind) const {
  if (!valid_) return *this;
  real_ball centre, value;
  arb_poly_get_coeff_arb(centre.x, p_.p, 0);
  if (kind == operation::sqrt) {
    arb_set_d(value.x, 0.5);
    return raised(value.x);
  }
  if (kind == operation::abs) {
    if (arb_poly_length(p_.p) == 0) return *this;
    const slong v = zeros();
    if (v > 0 && (v >= top() || (frame_->two_sided && v % 2 != 0))) return invalid(*frame_);
    shifted_down(v).range(value.x);
    if (arb_is_nonnegative(value.x)) return *this;
    if (arb_is_nonpositive(value.x)) return -*this;
    return invalid(*frame_);
  }
  if ((kind == operation::asin || kind == operation::acos) && arb_is_exact(centre.x)) {
    if (arb_is_one(centre.x) || arb_equal_si(centre.x, -1)) return near_branch(kind);
  }
  return composed(kind, nullptr);
}

/// With s = 1 - |u| >= 0: acos(1 - s) = sqrt(2 s) sum_k a_k s^k, a_0 = 1, a_(k+1) / a_k = (2k+1)^2 / (4 (k+1) (2k+3)),
/// which is below 1/2 ... 1/4 (DLMF 4.24.1 with asin(sqrt(s/2))); so the tail from k = n on is below a_n / (1 - s/2).
taylor taylor::near_branch(operation kind) const {
  real_ball centre, one, size, bound, ratio;
  arb_poly_get_coeff_arb(centre.x, p_.p, 0);
  const bool positive = arb_is_positive(centre.x);
  arb_one(one.x);
  const taylor unit = constant(*frame_, one.x), s = positive ? unit - *this : unit + *this;
  s.range(size.x);
  arb_set_d(bound.x, 1.0);
  if (!arb_lt(size.x, bound.x)) return invalid(*frame_);
  // a_n on the whole range, then Horner.
  const slong n = frame_->order;
  std::vector<real_ball> a(static_cast<std::size_t>(n) + 1);
  arb_one(a[0].x);
  for (slong k = 0; k < n; ++k) {
    arb_set_si(ratio.x, (2 * k + 1) * (2 * k + 1));
    arb_div_si(ratio.x, ratio.x, 4 * (k + 1) * (2 * k + 3), frame_->precision);
    arb_mul(a[static_cast<std::size_t>(k) + 1].x, a[static_cast<std::size_t>(k)].x, ratio.x, frame_->precision);
  }
  arb_mul_2exp_si(bound.x, size.x, -1);
  arb_sub(bound.x, one.x, bound.x, frame_->precision);
  arb_div(bound.x, a.back().x, bound.x, frame_->precision);
  arb_union(a.back().x, a.back().x, bound.x, frame_->precision);
  taylor sum = constant(*frame_, a.back().x);
  for (slong k = n; k-- > 0;) sum = sum * s + constant(*frame_, a[static_cast<std::size_t>(k)].x);
  arb_set_ui(bound.x, 2);
  const taylor acos = (s * constant(*frame_, bound.x)).applied(operation::sqrt) * sum;  // of |u|
  arb_const_pi(bound.x, frame_->precision);
  if (kind == operation::acos) return positive ? acos : constant(*frame_, bound.x) - acos;
  arb_mul_2exp_si(bound.x, bound.x, -1);
  return positive ? constant(*frame_, bound.x) - acos : acos - constant(*frame_, bound.x);
}

/// g(c + r) = sum_{k<n} g_k(c) r^k + g_n(range) r^n, r the part without constant; Taylor's theorem with Lagrange's
/// remainder.
taylor taylor::composed(operation kind, const arb_t exponent) const {
  real_ball centre, values;
  arb_poly_get_coeff_arb(centre.x, p_.p, 0);
  range(values.x);
  const slong n = frame_->order, bits = frame_->precision;
  real_polynomial at_centre, at_range;
  if (kind == operation::power) {
    real_polynomial line;
    arb_poly_set_coeff_si(line.p, 1, 1);
    if (!arb_is_positive(values.x) && !(arb_is_negative(values.x) && arb_is_int(exponent))) return invalid(*frame_);
    arb_poly_set_coeff_arb(line.p, 0, centre.x);
    arb_poly_pow_arb_series(at_centre.p, line.p, exponent, n, bits);
    arb_poly_set_coeff_arb(line.p, 0, values.x);
    arb_poly_pow_arb_series(at_range.p, line.p, exponent, n + 1, bits);
  } else {
    series(at_centre.p, kind, centre.x, n, bits);
    series(at_range.p, kind, values.x, n + 1, bits);
  }
  for (slong k = 0; k <= n; ++k) {
    real_ball c;
    arb_poly_get_coeff_arb(c.x, k < n ? at_centre.p : at_range.p, k);
    if (!arb_is_finite(c.x)) return invalid(*frame_);
  }
  taylor r = *this;
  arb_poly_set_coeff_si(r.p_.p, 0, 0);
  real_ball c;
  arb_poly_get_coeff_arb(c.x, at_range.p, n);
  taylor sum = constant(*frame_, c.x);
  for (slong k = n; k-- > 0;) {
    arb_poly_get_coeff_arb(c.x, at_centre.p, k);
    sum = sum * r + constant(*frame_, c.x);
  }
  return sum;
}

void taylor::range(arb_t out) const {
  const slong bits = frame_->precision;
  real_ball c0, c1, c2, rest, top, end;
  arb_poly_get_coeff_arb(c0.x, p_.p, 0);
  arb_poly_get_coeff_arb(c1.x, p_.p, 1);
  arb_poly_get_coeff_arb(c2.x, p_.p, 2);
  for (slong k = arb_poly_length(p_.p); k-- > 3;)
    arb_addmul(rest.x, arb_poly_get_coeff_ptr(p_.p, k), frame_->powers[static_cast<std::size_t>(k)].x, bits);
  // c0 + c1 t + c2 t^2 at the ends, and at its vertex -c1 / (2 c2) where that may lie inside; there it is c0 - c1^2 /
  // (4 c2).
  const auto at = [&](arb_t value, const arb_t t) {
    arb_mul(value, c2.x, t, bits);
    arb_add(value, value, c1.x, bits);
    arb_mul(value, value, t, bits);
  };
  real_ball radius, low, vertex;
  arb_get_ubound_arf(arb_midref(radius.x), frame_->domain.x, bits);
  at(out, radius.x);
  if (frame_->two_sided) {
    arb_neg(low.x, radius.x);
    at(end.x, low.x);
  }
  arb_union(out, out, end.x, bits);  // one-sided: t = 0 gives 0
  arb_div(vertex.x, c1.x, c2.x, bits);
  arb_mul_2exp_si(vertex.x, vertex.x, -1);
  arb_neg(vertex.x, vertex.x);
  if (!arb_is_finite(vertex.x)) {  // c2 may be 0: c1 t + c2 t^2 term by term
    arb_mul(out, c1.x, frame_->powers[1].x, bits);
    arb_addmul(out, c2.x, frame_->powers[2].x, bits);
  } else if (arb_overlaps(vertex.x, frame_->domain.x)) {
    arb_mul(top.x, vertex.x, c1.x, bits);
    arb_mul_2exp_si(top.x, top.x, -1);
    arb_union(out, out, top.x, bits);
  }
  arb_add(out, out, rest.x, bits);
  arb_add(out, out, c0.x, bits);
}

void taylor::scaled(arb_poly_t out, slong bits) const {
  real_ball value, power;
  arb_one(power.x);
  arb_poly_zero(out);
  for (slong k = 0; k < arb_poly_length(p_.p); ++k) {
    arb_mul(value.x, arb_poly_get_coeff_ptr(p_.p, k), power.x, bits);
    arb_poly_set_coeff_arb(out, k, value.x);
    arb_mul(power.x, power.x, frame_->radius.x, bits);
  }
}

error_shape::error_shape(const taylor& model) {
  real_polynomial p;
  model.scaled(p.p, bits);
  constexpr slong least = 3;
  c_.resize(static_cast<std::size_t>(std::max(arb_poly_length(p.p), least)));
  for (slong k = 0; k < arb_poly_length(p.p); ++k) {
    const arb_struct* c = arb_poly_get_coeff_ptr(p.p, k);
    arb_set_arf(c_[static_cast<std::size_t>(k)].x, arb_midref(c));
    mag_add(arb_radref(off_.x), arb_radref(off_.x), arb_radref(c));
  }
}

/// p((s + side) / 2). Sums of |c_k| do not grow. The last ones, when small beside what p is off, are left out.
error_shape error_shape::half(int side) const {
  error_shape h;
  h.c_ = c_;
  arb_set(h.off_.x, off_.x);
  const std::size_t n = c_.size();
  for (std::size_t k = 1; k < n; ++k) arb_mul_2exp_si(h.c_[k].x, h.c_[k].x, -static_cast<slong>(k));
  for (std::size_t i = 0; i + 1 < n; ++i)
    for (std::size_t k = n - 1; k-- > i;) (side < 0 ? arb_sub : arb_add)(h.c_[k].x, h.c_[k].x, h.c_[k + 1].x, bits);
  real_ball small, size;
  arb_get_rad_arb(small.x, off_.x);
  arb_mul_2exp_si(small.x, small.x, -20);
  while (h.c_.size() > 3) {
    arb_abs(size.x, h.c_.back().x);
    if (!arb_le(size.x, small.x)) break;
    arb_add_error(h.off_.x, size.x);
    h.c_.pop_back();
  }
  return h;
}

void error_shape::range(arb_t out) const {
  real_ball end, vertex, rest, twice;
  arb_set(rest.x, off_.x);
  for (std::size_t k = 3; k < c_.size(); ++k) arb_add_error(rest.x, c_[k].x);
  arb_add(out, c_[1].x, c_[2].x, bits);
  arb_sub(end.x, c_[2].x, c_[1].x, bits);
  arb_union(out, out, end.x, bits);
  // Where -c1 / (2 c2) may lie inside.
  arb_mul_2exp_si(twice.x, c_[2].x, 1);
  arb_abs(twice.x, twice.x);
  arb_abs(end.x, c_[1].x);
  if (!arb_gt(end.x, twice.x)) {
    arb_sqr(vertex.x, c_[1].x, bits);
    arb_mul_2exp_si(vertex.x, vertex.x, -2);
    arb_div(vertex.x, vertex.x, c_[2].x, bits);
    arb_neg(vertex.x, vertex.x);
    if (!arb_is_finite(vertex.x)) {  // both may be 0: term by term
      arb_zero(vertex.x);
      arb_add_error(vertex.x, c_[1].x);
      arb_add_error(vertex.x, c_[2].x);
    }
    arb_union(out, out, vertex.x, bits);
  }
  arb_add(out, out, rest.x, bits);
  arb_add(out, out, c_[0].x, bits);
}

bool error_shape::is_within(const arf_t size) const {
  big_float off;
  arf_set_mag(off.x, arb_radref(off_.x));
  return arf_cmp(off.x, size) <= 0;
}

void taylor::clear_zeros(const tree& t, const taylor& x) {
  constexpr slong most = 24;
  if (!valid_ || frame_->two_sided) return;  // 0/0 stands at ends of boxes
  const slong first = zeros();
  if (first >= std::min(top(), most) || arb_contains_zero(arb_poly_get_coeff_ptr(p_.p, first)) == 0) return;
  const slong known = leading_zeros_by_algebra(t, x.p_.p, std::min(top(), most));
  for (slong k = first; k < known; ++k) arb_poly_set_coeff_si(p_.p, k, 0);
}

taylor model_of(const tree& t, const taylor& x, const taylor::frame& f) {
  real_ball value;
  if (is_fixed(t)) {
    evaluate(value.x, t, value.x, f.precision);
    return taylor::constant(f, value.x);
  }
  if (t->kind == operation::variable) return x;
  const taylor a = model_of(t->a, x, f);
  if (t->kind == operation::power) {
    evaluate(value.x, t->b, value.x, f.precision);
    const bool whole = arb_is_int(value.x) && arf_cmpabs_ui(arb_midref(value.x), 1000) < 0;
    if (!whole) return a.raised(value.x);
    const int k = static_cast<int>(arf_get_si(arb_midref(value.x), ARF_RND_DOWN));
    if (k >= 0) return a.raised(k);
    arb_one(value.x);
    return taylor::constant(f, value.x) / a.raised(-k);
  }
  if (!t->b) return t->kind == operation::negate ? -a : a.applied(t->kind);
  const taylor b = model_of(t->b, x, f);
  switch (t->kind) {
    case operation::add:
    case operation::subtract: {
      taylor sum = t->kind == operation::add ? a + b : a - b;
      sum.clear_zeros(t, x);
      return sum;
    }
    case operation::multiply:
      return a * b;
    default:
      return a / b;
  }
}

bool limit_of_model(arb_t out, const tree& t, const arf_t x, int side, slong bits) {
  constexpr slong order = 16;
  real_ball radius, origin;
  arb_set_d(radius.x, 0x1p-64);
  arb_set_arf(origin.x, x);
  const taylor::frame frame(radius.x, false, order, bits);
  for (const int power : {1, 2, 4}) {
    const taylor model = model_of(t, taylor::variable(frame, origin.x, side, power), frame);
    if (!model.valid()) continue;
    model.constant_term(out);
    return arb_is_finite(out) != 0;
  }
  return false;
}

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
