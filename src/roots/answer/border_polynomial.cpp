#include "roots/answer/border_polynomial.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/arb_fmpz_poly.h>)
#include <flint/arb_fmpz_poly.h>
#else
#include <arb_fmpz_poly.h>
#endif

#include <algorithm>
#include <cmath>
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

exact::integer shifted(double x, std::int64_t shift) {
  const exact::real r = exact::from_double(x);
  return r.is_zero()
             ? exact::integer(0)
             : exact::integer(r.numerator * (exact::integer(1) << static_cast<unsigned>(r.binary_exponent + shift)));
}

// The least s >= 0 for which 2^s times all of them are integers.
std::int64_t common_shift(std::initializer_list<double> numbers) {
  std::int64_t shift = 0;
  for (const double x : numbers) {
    const exact::real r = exact::from_double(x);
    if (!r.is_zero()) shift = std::max(shift, -r.binary_exponent);
  }
  return shift;
}

fraction_map map_of(const border_curve& curve) {
  if (curve.is == border_curve::kind::circle) {
    // x = c + r (1 + i w) / (1 - i w)
    const std::int64_t s = common_shift({curve.centre.real(), curve.centre.imag(), curve.radius});
    const exact::integer re = shifted(curve.centre.real(), s), im = shifted(curve.centre.imag(), s),
                         r = shifted(curve.radius, s), unit = exact::integer(1) << static_cast<unsigned>(s);
    // (c (1 - i w) + r (1 + i w)) / (1 - i w)
    return {{re + r, im}, {im, r - re}, {unit, 0}, {0, -unit}};
  }
  const std::int64_t s = common_shift({curve.position});
  const exact::integer position = shifted(curve.position, s), unit = exact::integer(1) << static_cast<unsigned>(s);
  if (curve.is == border_curve::kind::vertical) return {{position, 0}, {0, unit}, {unit, 0}, {0, 0}};
  return {{0, position}, {unit, 0}, {unit, 0}, {0, 0}};
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
  constexpr slong most_bits = 40'000'000;
  const slong n = std::max(f.re.degree(), f.im.degree()) + 1;
  const slong bits = std::max(std::abs(fmpz_poly_max_bits(f.re.p)), std::abs(fmpz_poly_max_bits(f.im.p)));
  return n <= 20'000 && n * bits <= most_bits;
}

}  // namespace

void border_curve::to_axis(acb_t w, const acb_t x, slong bits) const {
  complex_ball moved, below;
  switch (is) {
    case kind::vertical:
      acb_set_d_d(moved.z, position, 0);
      acb_sub(w, x, moved.z, bits);
      acb_div_onei(w, w);
      return;
    case kind::horizontal:
      acb_set_d_d(moved.z, 0, position);
      acb_sub(w, x, moved.z, bits);
      return;
    case kind::circle:
      break;
  }
  // -i (y - 1) / (y + 1) with y = (x - c) / r
  acb_set_d_d(moved.z, centre.real(), centre.imag());
  acb_sub(moved.z, x, moved.z, bits);
  acb_set_d(below.z, radius);
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
      acb_set_d_d(moved.z, position, 0);
      acb_mul_2exp_si(moved.z, moved.z, 1);
      acb_add(image, from.z, moved.z, bits);
      return;
    case kind::horizontal:
      acb_conj(from.z, x);
      acb_set_d_d(moved.z, 0, position);
      acb_mul_2exp_si(moved.z, moved.z, 1);
      acb_add(image, from.z, moved.z, bits);
      return;
    case kind::circle:
      break;
  }
  // c + r^2 / conj(x - c)
  acb_set_d_d(moved.z, centre.real(), centre.imag());
  acb_sub(from.z, x, moved.z, bits);
  acb_conj(from.z, from.z);
  complex_ball square;
  acb_set_d(square.z, radius);
  acb_mul(square.z, square.z, square.z, bits);
  acb_div(from.z, square.z, from.z, bits);
  acb_add(image, from.z, moved.z, bits);
}

std::complex<double> border_curve::mirror(std::complex<double> x) const {
  if (is == kind::vertical) return {2 * position - x.real(), x.imag()};
  if (is == kind::horizontal) return {x.real(), 2 * position - x.imag()};
  return centre + radius * (radius / std::conj(x - centre));
}

border_polynomial::border_polynomial(const gaussian_polynomial& f, const border_curve& curve) : curve_(curve) {
  gaussian_polynomial seen;
  const bool is_line = curve.is != border_curve::kind::circle;
  if (is_line && curve.position == 0) {
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
    complex_ball pole, radius;
    acb_set_d_d(pole.z, curve_.centre.real(), curve_.centre.imag());
    acb_set_d(radius.z, curve_.radius);
    acb_sub(pole.z, pole.z, radius.z, ARF_PREC_EXACT);
    if (acb_contains(x, pole.z)) return side::common;
  }
  if (common_.degree() == 0) return side::rest;
  if (std::max(rest_.re.degree(), rest_.im.degree()) == 0) return side::common;
  complex_ball w, value, re, im;
  curve_.to_axis(w.z, x, bits);
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
