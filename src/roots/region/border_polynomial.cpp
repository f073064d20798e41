#include "roots/region/border_polynomial.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/arb_fmpz_poly.h>)
#include <flint/arb_fmpz_poly.h>
#else
#include <arb_fmpz_poly.h>
#endif

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"

namespace vieta {
namespace {

using exact::big_integer;
using exact::complex_ball;

struct gaussian_integer {
  exact::integer re, im;
};

// numerator / denominator = x as functions of w, each n0 + n1 w.
struct fraction_map {
  gaussian_integer n0, n1, d0, d1;
};

// The least power of ten and two, and a common denominator, that make integers of all of them.
exact::real common_unit(std::initializer_list<const exact::real*> numbers) {
  exact::real unit;
  unit.numerator = 1;
  for (const exact::real* x : numbers) {
    if (x->is_zero()) continue;
    unit.denominator = lcm(unit.denominator, x->denominator);
    unit.decimal_exponent = std::min(unit.decimal_exponent, x->decimal_exponent);
    unit.binary_exponent = std::min(unit.binary_exponent, x->binary_exponent);
  }
  return unit;
}
exact::integer in_units(const exact::real& x, const exact::real& unit) {
  return x.is_zero() ? exact::integer(0) : exact::numerator_over(x, unit);
}
// 1 in that unit.
exact::integer one_in(const exact::real& unit) {
  return unit.denominator *
         (exact::power_of_ten(-unit.decimal_exponent) << static_cast<std::size_t>(-unit.binary_exponent));
}

fraction_map map_of(const border_curve& curve) {
  using exact::integer;
  if (curve.is == border_curve::kind::circle) {
    // x = c + r (1 + i w) / (1 - i w)
    const exact::real unit = common_unit({&curve.centre_re, &curve.centre_im, &curve.radius});
    const integer re = in_units(curve.centre_re, unit), im = in_units(curve.centre_im, unit),
                  r = in_units(curve.radius, unit), one = one_in(unit);
    // (c (1 - i w) + r (1 + i w)) / (1 - i w)
    return {{re + r, im}, {im, r - re}, {one, 0}, {0, -one}};
  }
  const exact::real unit = common_unit({&curve.position});
  const integer position = in_units(curve.position, unit), one = one_in(unit);
  if (curve.is == border_curve::kind::vertical) return {{position, 0}, {0, one}, {one, 0}, {0, 0}};
  return {{0, position}, {one, 0}, {one, 0}, {0, 0}};
}

bool is_zero(const gaussian_integer& g) { return g.re == 0 && g.im == 0; }

// to += p times the integer
void add_multiple(fmpz_poly_t to, const fmpz_poly_t p, const exact::integer& factor) {
  if (factor == 0) return;
  big_integer f;
  exact::set_fmpz(f.n, factor);
  fmpz_poly_scalar_addmul_fmpz(to, p, f.n);
}
void add_multiple(gaussian_polynomial& to, const gaussian_polynomial& p, const gaussian_integer& factor) {
  add_multiple(to.re.p, p.re.p, factor.re);
  add_multiple(to.re.p, p.im.p, -factor.im);
  add_multiple(to.im.p, p.im.p, factor.re);
  add_multiple(to.im.p, p.re.p, factor.im);
}

// (a0 + a1 w) p(w)
gaussian_polynomial times_linear(const gaussian_polynomial& p, const gaussian_integer& a0, const gaussian_integer& a1) {
  gaussian_polynomial product;
  add_multiple(product, p, a0);
  if (is_zero(a1)) return product;
  gaussian_polynomial moved;
  fmpz_poly_shift_left(moved.re.p, p.re.p, 1);
  fmpz_poly_shift_left(moved.im.p, p.im.p, 1);
  add_multiple(product, moved, a1);
  return product;
}

gaussian_integer coefficient_of(const gaussian_polynomial& f, slong k) {
  big_integer re, im;
  fmpz_poly_get_coeff_fmpz(re.n, f.re.p, k);
  fmpz_poly_get_coeff_fmpz(im.n, f.im.p, k);
  return {exact::get_integer(re.n), exact::get_integer(im.n)};
}

// F(w) = D(w)^n f(N(w) / D(w)), by Horner's rule.
gaussian_polynomial substitute(const gaussian_polynomial& f, const fraction_map& map) {
  const slong n = std::max(f.re.degree(), f.im.degree());
  gaussian_polynomial sum, power;
  fmpz_poly_set_ui(power.re.p, 1);
  add_multiple(sum, power, coefficient_of(f, n));
  for (slong k = n; k-- > 0;) {
    sum = times_linear(sum, map.n0, map.n1);
    power = times_linear(power, map.d0, map.d1);
    add_multiple(sum, power, coefficient_of(f, k));
  }
  return sum;
}

// f(i w): every coefficient is turned by i^k.
gaussian_polynomial on_imaginary_line(const gaussian_polynomial& f) {
  gaussian_polynomial out;
  const slong n = std::max(f.re.degree(), f.im.degree());
  big_integer re, im;
  for (slong k = n; k >= 0; --k) {
    fmpz_poly_get_coeff_fmpz(re.n, f.re.p, k);
    fmpz_poly_get_coeff_fmpz(im.n, f.im.p, k);
    if (fmpz_is_zero(re.n) && fmpz_is_zero(im.n)) continue;
    if (k % 4 >= 2) {
      fmpz_neg(re.n, re.n);
      fmpz_neg(im.n, im.n);
    }
    if (k % 2 == 1) {
      fmpz_swap(re.n, im.n);
      fmpz_neg(re.n, re.n);
    }
    fmpz_poly_set_coeff_fmpz(out.re.p, k, re.n);
    fmpz_poly_set_coeff_fmpz(out.im.p, k, im.n);
  }
  return out;
}

// Whether the substitution takes about a second at the most.
bool is_affordable(const gaussian_polynomial& f, const fraction_map& map) {
  constexpr slong largest_degree = 2000, most_bits = 400'000;
  const slong n = std::max(f.re.degree(), f.im.degree());
  std::int64_t bits = 2;
  for (const gaussian_integer* g : {&map.n0, &map.n1, &map.d0, &map.d1})
    bits = std::max({bits, exact::bit_length(g->re), exact::bit_length(g->im)});
  return n <= largest_degree && n * (bits + 1) <= most_bits;
}

// A gcd of polynomials as large as these takes seconds.
bool is_gcd_affordable(const gaussian_polynomial& f) {
  constexpr std::int64_t most_bits = 40'000'000;
  const slong n = std::max(f.re.degree(), f.im.degree()) + 1;
  const std::int64_t bits = std::max(std::abs(fmpz_poly_max_bits(f.re.p)), std::abs(fmpz_poly_max_bits(f.im.p)));
  return n <= 20'000 && n * bits <= most_bits;
}

}  // namespace

void border_curve::to_axis(acb_t w, const acb_t x, slong bits) const {
  complex_ball moved, below;
  switch (is) {
    case kind::vertical:
      exact::set_arb(acb_realref(moved.z), position, bits);
      acb_sub(w, x, moved.z, bits);
      acb_div_onei(w, w);
      return;
    case kind::horizontal:
      exact::set_arb(acb_imagref(moved.z), position, bits);
      acb_sub(w, x, moved.z, bits);
      return;
    case kind::circle:
      break;
  }
  // -i (y - 1) / (y + 1) with y = (x - c) / r
  set_centre(moved.z, bits);
  acb_sub(moved.z, x, moved.z, bits);
  set_radius(acb_realref(below.z), bits);
  acb_sub(w, moved.z, below.z, bits);
  acb_add(below.z, moved.z, below.z, bits);
  acb_div(w, w, below.z, bits);
  acb_div_onei(w, w);
}

void border_curve::mirror(acb_t image, const acb_t x, slong bits) const {
  complex_ball moved, from;
  switch (is) {
    case kind::vertical:
      acb_conj(from.z, x);
      acb_neg(from.z, from.z);
      exact::set_arb(acb_realref(moved.z), position, bits);
      acb_mul_2exp_si(moved.z, moved.z, 1);
      acb_add(image, from.z, moved.z, bits);
      return;
    case kind::horizontal:
      acb_conj(from.z, x);
      exact::set_arb(acb_imagref(moved.z), position, bits);
      acb_mul_2exp_si(moved.z, moved.z, 1);
      acb_add(image, from.z, moved.z, bits);
      return;
    case kind::circle:
      break;
  }
  // c + r^2 / conj(x - c)
  set_centre(moved.z, bits);
  acb_sub(from.z, x, moved.z, bits);
  acb_conj(from.z, from.z);
  complex_ball square;
  set_radius(acb_realref(square.z), bits);
  acb_mul(square.z, square.z, square.z, bits);
  acb_div(from.z, square.z, from.z, bits);
  acb_add(image, from.z, moved.z, bits);
}

std::complex<double> border_curve::mirror(std::complex<double> x) const {
  if (is == kind::vertical) return {2 * near_position - x.real(), x.imag()};
  if (is == kind::horizontal) return {x.real(), 2 * near_position - x.imag()};
  return near_centre + near_radius * (near_radius / std::conj(x - near_centre));
}

void border_curve::mirror_in_line(acb_t image, const acb_t x, slong bits) const {
  // c + conj((x - c) / t) t
  complex_ball centre, from, turn;
  set_centre(centre.z, bits);
  acb_set_si_si(turn.z, turn_re, turn_im);
  acb_sub(from.z, x, centre.z, bits);
  acb_div(from.z, from.z, turn.z, bits);
  acb_conj(from.z, from.z);
  acb_mul(from.z, from.z, turn.z, bits);
  acb_add(image, from.z, centre.z, bits);
}

std::complex<double> border_curve::mirror_in_line(std::complex<double> x) const {
  const std::complex<double> turn(turn_re, turn_im);
  return near_centre + std::conj((x - near_centre) / turn) * turn;
}

void border_curve::set_centre(acb_t out, slong bits) const {
  exact::set_arb(acb_realref(out), centre_re, bits);
  exact::set_arb(acb_imagref(out), centre_im, bits);
}

gaussian_polynomial shifted(const gaussian_polynomial& f, const exact::integer& re, const exact::integer& im) {
  return substitute(f, {{re, im}, {1, 0}, {1, 0}, {0, 0}});
}

bool is_divisible(const fmpz_poly_t f, const exact::real& r, bool is_minus) {
  const exact::real unit = common_unit({&r});
  big_integer above, below, even, odd, power, other;
  exact::set_fmpz(above.n, in_units(r, unit));
  exact::set_fmpz(below.n, one_in(unit));
  if (!is_minus) fmpz_neg(above.n, above.n);
  constexpr std::int64_t most_bits = 100'000'000;
  const slong n = fmpz_poly_degree(f) / 2;
  if (static_cast<std::int64_t>(fmpz_bits(above.n) + fmpz_bits(below.n)) * n * n > most_bits) return false;
  // Horner's rule for the even and the odd coefficients at r = above / below, times below^n.
  fmpz_one(power.n);
  for (slong k = n; k >= 0; --k) {
    for (const auto& [sum, place] : {std::pair(even.n, 2 * k), std::pair(odd.n, 2 * k + 1)}) {
      fmpz_mul(sum, sum, above.n);
      fmpz_poly_get_coeff_fmpz(other.n, f, place);
      fmpz_addmul(sum, other.n, power.n);
    }
    fmpz_mul(power.n, power.n, below.n);
  }
  return fmpz_is_zero(even.n) != 0 && fmpz_is_zero(odd.n) != 0;
}

void border_curve::set_radius(arb_t out, slong bits) const {
  exact::set_arb(out, radius, bits);
  if (is_root) arb_sqrt(out, out, bits);
}

void border_polynomial::see_from_centre(const gaussian_polynomial& f) {
  const bool is_real = f.im.is_zero() && curve_.centre_im.is_zero();
  if (!is_real && !curve_.is_turned()) return;
  const exact::real unit = common_unit({&curve_.centre_re, &curve_.centre_im});
  centre_ = in_units(curve_.centre_re, unit), centre_im_ = in_units(curve_.centre_im, unit), unit_ = one_in(unit);
  const fraction_map map{{centre_, centre_im_}, {curve_.turn_re, curve_.turn_im}, {unit_, 0}, {0, 0}};
  // r^2 / |t|^2 = above / below in units of 1 / v
  const exact::real size = common_unit({&curve_.radius});
  const int turn = curve_.turn_re * curve_.turn_re + curve_.turn_im * curve_.turn_im;
  const exact::integer above = in_units(curve_.radius, size) * unit_ * unit_, below = one_in(size) * turn;
  const fraction_map all{{above, 0}, {below, 0}, {unit_, 0}, {0, 0}};
  if (!is_affordable(f, map) || !is_affordable(f, all)) return;
  gaussian_polynomial seen = substitute(f, map);
  if (curve_.is_turned()) {
    integer_polynomial square;
    fmpz_poly_sqr(square.p, seen.im.p);
    fmpz_poly_sqr(seen.re.p, seen.re.p);
    fmpz_poly_add(seen.re.p, seen.re.p, square.p);
    fmpz_poly_zero(seen.im.p);
    fmpz_poly_primitive_part(seen.re.p, seen.re.p);
  }
  const slong n = seen.re.degree();
  integer_polynomial other;
  big_integer p, q, coefficient;
  exact::set_fmpz(p.n, above);
  exact::set_fmpz(q.n, below);
  // a_k (p/q)^k w^(n-k), times q^n
  for (slong k = 0; k <= n; ++k) {
    big_integer power;
    fmpz_poly_get_coeff_fmpz(coefficient.n, seen.re.p, k);
    fmpz_pow_ui(power.n, p.n, static_cast<ulong>(k));
    fmpz_mul(coefficient.n, coefficient.n, power.n);
    fmpz_pow_ui(power.n, q.n, static_cast<ulong>(n - k));
    fmpz_mul(coefficient.n, coefficient.n, power.n);
    fmpz_poly_set_coeff_fmpz(other.p, n - k, coefficient.n);
  }
  fmpz_poly_primitive_part(other.p, other.p);
  if (are_coprime_modulo_prime(seen.re.p, other.p)) {
    fmpz_poly_set_ui(common_.p, 1);
    rest_ = seen;
  } else {
    if (!is_gcd_affordable(seen)) return;
    fmpz_poly_gcd(common_.p, seen.re.p, other.p);
    fmpz_poly_div(rest_.re.p, seen.re.p, common_.p);
  }
  is_known_ = true;
}

border_polynomial::border_polynomial(const gaussian_polynomial& f, const border_curve& curve) : curve_(curve) {
  if (curve.is_root) {
    see_from_centre(f);
    return;
  }
  gaussian_polynomial seen;
  const bool is_line = curve.is != border_curve::kind::circle;
  if (is_line && curve.position.is_zero()) {
    seen = curve.is == border_curve::kind::vertical ? on_imaginary_line(f) : f;
  } else {
    const fraction_map map = map_of(curve);
    if (!is_affordable(f, map)) return;
    seen = substitute(f, map);
    pole_is_root_ = !is_line && std::max(seen.re.degree(), seen.im.degree()) < std::max(f.re.degree(), f.im.degree());
  }
  // F and its conjugate share what Re F and Im F share.
  if (seen.re.is_zero() || seen.im.is_zero()) {
    common_ = seen.re.is_zero() ? seen.im : seen.re;
    fmpz_poly_set_ui(rest_.re.p, 1);
  } else if (are_coprime_modulo_prime(seen.re.p, seen.im.p)) {
    fmpz_poly_set_ui(common_.p, 1);
    rest_ = seen;
  } else {
    if (!is_gcd_affordable(seen)) return;
    fmpz_poly_gcd(common_.p, seen.re.p, seen.im.p);
    fmpz_poly_div(rest_.re.p, seen.re.p, common_.p);
    fmpz_poly_div(rest_.im.p, seen.im.p, common_.p);
  }
  is_known_ = true;
}

border_polynomial::side border_polynomial::of_root_in(const acb_t x, slong bits) const {
  if (pole_is_root_) {
    complex_ball pole;
    exact::set_arb(acb_realref(pole.z), exact::subtract(curve_.centre_re, curve_.radius), bits);
    exact::set_arb(acb_imagref(pole.z), curve_.centre_im, bits);
    if (acb_contains(x, pole.z)) return side::common;
  }
  if (common_.degree() == 0) return side::rest;
  if (std::max(rest_.re.degree(), rest_.im.degree()) == 0) return side::common;
  complex_ball w, value, re, im;
  if (curve_.is_root) {
    big_integer number;
    exact::set_fmpz(number.n, unit_);
    acb_mul_fmpz(w.z, x, number.n, bits);
    exact::set_fmpz(number.n, centre_);
    acb_sub_fmpz(w.z, w.z, number.n, bits);
    if (curve_.is_turned()) {
      exact::set_fmpz(number.n, centre_im_);
      arb_sub_fmpz(acb_imagref(w.z), acb_imagref(w.z), number.n, bits);
      complex_ball turn;
      acb_set_si_si(turn.z, curve_.turn_re, curve_.turn_im);
      acb_div(w.z, w.z, turn.z, bits);
    }
  } else {
    curve_.to_axis(w.z, x, bits);
  }
  if (!acb_is_finite(w.z)) return side::unclear;
  arb_fmpz_poly_evaluate_acb(value.z, common_.p, w.z, bits);
  if (acb_is_finite(value.z) && !acb_contains_zero(value.z)) return side::rest;
  arb_fmpz_poly_evaluate_acb(re.z, rest_.re.p, w.z, bits);
  arb_fmpz_poly_evaluate_acb(im.z, rest_.im.p, w.z, bits);
  acb_mul_onei(im.z, im.z);
  acb_add(value.z, re.z, im.z, bits);
  return acb_is_finite(value.z) && !acb_contains_zero(value.z) ? side::common : side::unclear;
}

}  // namespace vieta

#endif
