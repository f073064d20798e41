#include "roots/region/algebraic_border.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "roots/factors/gaussian_gcd.hpp"
#include "roots/factors/square_free.hpp"

namespace vieta {
namespace {

using exact::big_integer;
using exact::complex_ball;
using exact::integer;
using exact::real_ball;

slong degree_of(const gaussian_polynomial& f) { return std::max(f.re.degree(), f.im.degree()); }

void add_product(gaussian_polynomial& to, const gaussian_polynomial& a, const gaussian_polynomial& b, bool minus) {
  integer_polynomial part;
  const auto add = [&](integer_polynomial& out, const integer_polynomial& x, const integer_polynomial& y,
                       bool negative) {
    if (x.is_zero() || y.is_zero()) return;
    fmpz_poly_mul(part.p, x.p, y.p);
    (negative ? fmpz_poly_sub : fmpz_poly_add)(out.p, out.p, part.p);
  };
  add(to.re, a.re, b.re, minus);
  add(to.re, a.im, b.im, !minus);
  add(to.im, a.re, b.im, minus);
  add(to.im, a.im, b.re, minus);
}

/// t = T / unit with T = offset +- s, s^index = radicand, all of them integers.
struct integral_radical {
  integer unit, offset, radicand;
  std::size_t index = 2;
  bool is_negative = false;

  /// T x for x = x[0] + x[1] s + ...
  [[nodiscard]] std::vector<integer> times(const std::vector<integer>& x) const {
    std::vector<integer> out(index);
    for (std::size_t r = 0; r < index; ++r) {
      const integer moved = r == 0 ? x[index - 1] * radicand : x[r - 1];
      out[r] = x[r] * offset + (is_negative ? -moved : moved);
    }
    return out;
  }
};

integral_radical integral(const radical& t, std::initializer_list<const exact::real*> others) {
  std::vector<const exact::real*> all = {&t.offset, &t.radicand};
  all.insert(all.end(), others.begin(), others.end());
  exact::real unit;
  unit.numerator = 1;
  for (const exact::real* x : all) {
    if (x->is_zero()) continue;
    unit.denominator = lcm(unit.denominator, x->denominator);
    unit.decimal_exponent = std::min(unit.decimal_exponent, x->decimal_exponent);
    unit.binary_exponent = std::min(unit.binary_exponent, x->binary_exponent);
  }
  integral_radical out;
  out.unit = unit.denominator *
             (exact::power_of_ten(-unit.decimal_exponent) << static_cast<std::size_t>(-unit.binary_exponent));
  const auto in_units = [&](const exact::real& x) { return x.is_zero() ? integer(0) : exact::numerator_over(x, unit); };
  out.index = static_cast<std::size_t>(t.index);
  out.offset = in_units(t.offset);
  out.radicand = in_units(t.radicand) * pow(out.unit, static_cast<unsigned>(t.index - 1));
  out.is_negative = t.is_negative;
  return out;
}

void add_times(fmpz_poly_t to, const fmpz_poly_t p, const integer& factor) {
  if (factor == 0) return;
  big_integer f;
  exact::set_fmpz(f.n, factor);
  fmpz_poly_scalar_addmul_fmpz(to, p, f.n);
}

/// unit^n f(x / unit)
gaussian_polynomial scaled(const gaussian_polynomial& f, const integer& unit) {
  gaussian_polynomial out = f;
  big_integer u, power;
  exact::set_fmpz(u.n, unit);
  fmpz_one(power.n);
  for (slong k = degree_of(f); k >= 0; --k) {
    for (fmpz_poly_struct* part : {out.re.p, out.im.p})
      if (k < part->length) fmpz_mul(part->coeffs + k, part->coeffs + k, power.n);
    fmpz_mul(power.n, power.n, u.n);
  }
  return out;
}

/// The product of A(s) = sum A_r s^r over the index-th roots s of the radicand: the determinant of x -> A x, by
/// Laplace's rule, column by column.
gaussian_polynomial norm_of(const std::vector<gaussian_polynomial>& a, const integer& radicand) {
  const std::size_t k = a.size();
  std::vector<gaussian_polynomial> wrapped(k);  // radicand A_r
  for (std::size_t r = 0; r < k; ++r) {
    add_times(wrapped[r].re.p, a[r].re.p, radicand);
    add_times(wrapped[r].im.p, a[r].im.p, radicand);
  }
  std::vector<gaussian_polynomial> minor(std::size_t{1} << k);
  fmpz_poly_one(minor[0].re.p);
  for (std::size_t rows = 1; rows < minor.size(); ++rows) {
    const std::size_t column = static_cast<std::size_t>(__builtin_popcountll(rows)) - 1;
    std::size_t before = 0;
    for (std::size_t row = 0; row < k; ++row) {
      if ((rows >> row & 1) == 0) continue;
      const gaussian_polynomial& entry = row >= column ? a[row - column] : wrapped[row + k - column];
      add_product(minor[rows], entry, minor[rows & ~(std::size_t{1} << row)], (before + column) % 2 == 1);
      ++before;
    }
  }
  return minor.back();
}

polynomial polynomial_of(const gaussian_polynomial& f) {
  std::vector<term> terms;
  big_integer a;
  for (slong k = 0; k <= degree_of(f); ++k) {
    term t;
    t.exponent = k;
    fmpz_poly_get_coeff_fmpz(a.n, f.re.p, k);
    t.re.numerator = exact::get_integer(a.n);
    fmpz_poly_get_coeff_fmpz(a.n, f.im.p, k);
    t.im.numerator = exact::get_integer(a.n);
    if (t.re.numerator != 0 || t.im.numerator != 0) terms.push_back(std::move(t));
  }
  return make_polynomial(std::move(terms));
}

std::optional<gaussian_polynomial> square_free_part(const gaussian_polynomial& f) {
  gaussian_polynomial out;
  if (f.im.is_zero()) {
    integer_polynomial slope;
    fmpz_poly_derivative(slope.p, f.re.p);
    fmpz_poly_gcd(slope.p, f.re.p, slope.p);
    fmpz_poly_div(out.re.p, f.re.p, slope.p);
    fmpz_poly_primitive_part(out.re.p, out.re.p);
    return out;
  }
  const square_free_parts parts = complex_square_free_factors(polynomial_of(f));
  if (!parts.are_known) return std::nullopt;
  if (parts.factors.empty()) return f;
  fmpz_poly_one(out.re.p);
  for (const square_free_factor& one : parts.factors) {
    gaussian_polynomial factor, product;
    if (!to_integers(one.factor, factor)) return std::nullopt;
    add_product(product, out, factor, false);
    out = product;
  }
  return out;
}

/// Roots are more than 2^-b apart: sqrt(3) n^(-(n+2)/2) |f|^(1-n), where the discriminant is a whole number, and not 0
/// (Mahler 1964).
slong separation_of(const gaussian_polynomial& f) {
  const slong n = std::max<slong>(2, degree_of(f));
  const slong bits = std::max(std::abs(fmpz_poly_max_bits(f.re.p)), std::abs(fmpz_poly_max_bits(f.im.p))) + 1;
  const double log2_n = std::log2(static_cast<double>(n) + 1);
  return static_cast<slong>((static_cast<double>(n) + 2) / 2 * log2_n +
                            static_cast<double>(n - 1) * (static_cast<double>(bits) + log2_n / 2)) +
         2;
}

constexpr std::int64_t most_work = 20'000'000;

}  // namespace

void set_radical(arb_t out, const radical& t, slong bits) {
  real_ball offset;
  exact::set_arb(out, t.radicand, bits);
  arb_root_ui(out, out, static_cast<ulong>(t.index), bits);
  if (t.is_negative) arb_neg(out, out);
  exact::set_arb(offset.x, t.offset, bits);
  arb_add(out, out, offset.x, bits);
}

algebraic_border::algebraic_border(const gaussian_polynomial& f, const border_curve& curve, const radical& t)
    : curve_(curve), t_(t) {
  const bool is_circle = curve.is == border_curve::kind::circle;
  const slong n = degree_of(f);
  const auto k = static_cast<slong>(t.index);
  if (is_circle && !t.offset.is_zero() && t.is_negative) return;  // it may be below 0
  const integral_radical whole = is_circle ? integral(t, {&curve.centre_re, &curve.centre_im}) : integral(t, {});
  const std::int64_t bits = exact::bit_length(whole.radicand) + exact::bit_length(whole.offset) +
                            exact::bit_length(whole.unit) +
                            std::abs(fmpz_poly_max_bits(f.re.p)) / std::max<slong>(1, n) + 8;
  if (n < 1 || n > 150 || n * k > 400 || n * n * k * k * bits > most_work) return;
  gaussian_polynomial from = scaled(f, whole.unit);
  // Coefficients of y^j, or derivatives by j!: what stands beside T^j.
  std::vector<gaussian_polynomial> a(whole.index);
  std::vector<integer> power(whole.index);
  power[0] = 1;
  if (is_circle) {
    const auto centre = [&](const exact::real& x) {
      return x.is_zero() ? integer(0)
                         : exact::numerator_over(exact::multiply(x, exact::real{whole.unit, 1, 0, 0}), {1, 1, 0, 0});
    };
    from = shifted(from, centre(curve.centre_re), centre(curve.centre_im));
  }
  big_integer coefficient, binomial, product;
  for (slong j = 0; j <= n; ++j) {
    gaussian_polynomial beside;
    // (T y)^j; (T + y)^m = sum binomial(m, j) T^j y^(m-j); (i T + y)^m the same with i^j.
    for (slong m = j; m <= (is_circle ? j : n); ++m) {
      fmpz_bin_uiui(binomial.n, static_cast<ulong>(m), is_circle ? 0 : static_cast<ulong>(j));
      const slong place = is_circle ? j : m - j;
      const slong turns = curve.is == border_curve::kind::horizontal ? j % 4 : 0;
      for (const bool imaginary : {false, true}) {
        fmpz_poly_get_coeff_fmpz(coefficient.n, imaginary ? from.im.p : from.re.p, m);
        if (fmpz_is_zero(coefficient.n)) continue;
        fmpz_mul(product.n, coefficient.n, binomial.n);
        const slong all = (turns + (imaginary ? 1 : 0)) % 4;
        if (all >= 2) fmpz_neg(product.n, product.n);
        fmpz_poly_struct* out = all % 2 == 1 ? beside.im.p : beside.re.p;
        fmpz_poly_get_coeff_fmpz(coefficient.n, out, place);
        fmpz_add(product.n, product.n, coefficient.n);
        fmpz_poly_set_coeff_fmpz(out, place, product.n);
      }
    }
    for (std::size_t r = 0; r < a.size(); ++r) {
      add_times(a[r].re.p, beside.re.p, power[r]);
      add_times(a[r].im.p, beside.im.p, power[r]);
    }
    power = whole.times(power);
  }
  const std::optional<gaussian_polynomial> g = square_free_part(norm_of(a, whole.radicand));
  if (!g) return;
  seen_.is = curve.is;
  seen_.radius = exact::real{1, 1, 0, 0};
  norm_ = std::make_unique<border_polynomial>(*g, seen_);
  separation_ = std::max(separation_of(*g), separation_of({norm_->common(), {}}));
  unit_ = whole.unit;
}

algebraic_border::side algebraic_border::of_root_in(const acb_t x, slong bits) const {
  complex_ball y, w;
  real_ball t;
  big_integer unit;
  bits += separation_;
  set_radical(t.x, t_, bits);
  if (curve_.is == border_curve::kind::circle) {
    complex_ball centre;
    exact::set_arb(acb_realref(centre.z), curve_.centre_re, bits);
    exact::set_arb(acb_imagref(centre.z), curve_.centre_im, bits);
    acb_sub(y.z, x, centre.z, bits);
    acb_div_arb(y.z, y.z, t.x, bits);
    if (!acb_is_finite(y.z)) return side::unclear;
    if (norm_->has_pole()) {  // -1, which goes to infinity
      acb_add_ui(w.z, y.z, 1, bits);
      if (acb_contains_zero(w.z)) return is_below(w.z) ? side::on : side::unclear;
    }
  } else {  // G is a polynomial in y times the unit
    acb_set(y.z, x);
    const arb_ptr part = curve_.is == border_curve::kind::vertical ? acb_realref(y.z) : acb_imagref(y.z);
    arb_sub(part, part, t.x, bits);
    exact::set_fmpz(unit.n, unit_);
    acb_mul_fmpz(y.z, y.z, unit.n, bits);
  }
  seen_.to_axis(w.z, y.z, bits);
  if (!acb_is_finite(w.z)) return side::unclear;
  if (!arb_contains_zero(acb_imagref(w.z))) return side::off;
  switch (norm_->of_root_in(y.z, bits)) {
    case border_polynomial::side::rest:
      return side::off;
    case border_polynomial::side::unclear:
      return side::unclear;
    case border_polynomial::side::common:
      break;
  }
  arb_zero(acb_realref(w.z));
  return is_below(w.z) ? side::on : side::unclear;
}

/// Less than half of the least distance of two roots from 0.
bool algebraic_border::is_below(const acb_t z) const {
  real_ball modulus;
  acb_abs(modulus.x, z, 64);
  return arf_cmpabs_2exp_si(arb_midref(modulus.x), -separation_ - 3) < 0 &&
         mag_cmp_2exp_si(arb_radref(modulus.x), -separation_ - 3) < 0;
}

bool vanishes_at(const fmpz_poly_t f, const radical& t, std::int64_t stride) {
  const integral_radical whole = integral(t, {});
  const slong n = fmpz_poly_degree(f);
  const std::int64_t size =
      exact::bit_length(whole.radicand) + exact::bit_length(whole.offset) + exact::bit_length(whole.unit);
  if (n * stride > 20'000 || n * stride * n * stride * size > 200'000'000) return false;
  std::vector<integer> value(whole.index);
  integer power = 1;
  // Horner's rule, times unit^n.
  for (slong k = n * static_cast<slong>(stride); k >= 0; --k) {
    value = whole.times(value);
    if (k % stride == 0) value[0] += exact::get_integer(f->coeffs + k / stride) * power;
    power *= whole.unit;
  }
  return std::all_of(value.begin(), value.end(), [](const integer& x) { return x == 0; });
}

}  // namespace vieta

#endif
