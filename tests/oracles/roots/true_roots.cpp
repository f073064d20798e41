#include "oracles/roots/true_roots.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"

#if __has_include(<flint/arb_fmpz_poly.h>)
#include <flint/arb_fmpz_poly.h>
#else
#include <arb_fmpz_poly.h>
#endif
#include <flint/fmpq.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

namespace vieta::test {

namespace {

// p = factor * (a polynomial with integer coefficients), for real coefficients; the integers.
void set_integers(fmpz_poly_t out, const polynomial::representation& p) {
  const std::size_t n = p.size();
  std::vector<exact::real> values;
  exact::real unit{1, 1, 0, 0};
  unit.decimal_exponent = unit.binary_exponent = std::numeric_limits<std::int64_t>::max();
  for (std::size_t k = 0; k < n; ++k) {
    values.push_back(p.is_exact() ? p.exact_re[k] : exact::from_double(p.re[k]));
    const exact::real& v = values.back();
    if (v.is_zero()) continue;
    unit.denominator = unit.denominator / gcd(unit.denominator, v.denominator) * v.denominator;
    unit.decimal_exponent = std::min(unit.decimal_exponent, v.decimal_exponent);
    unit.binary_exponent = std::min(unit.binary_exponent, v.binary_exponent);
  }
  fmpz_poly_zero(out);
  fmpz_t integer;
  fmpz_init(integer);
  for (std::size_t k = n; k-- > 0;) {
    if (values[k].is_zero()) continue;
    exact::set_fmpz(integer, exact::numerator_over(values[k], unit));
    fmpz_poly_set_coeff_fmpz(out, static_cast<slong>(p.exponent(k)), integer);
  }
  fmpz_clear(integer);
}

// A real root that is an integer over a power of two is known exactly: discs may have the radius 0.
void make_exact_if_dyadic(acb_t root, const fmpz_poly_t f) {
  if (!acb_is_real(root)) return;
  const auto power = static_cast<slong>(fmpz_val2(f->coeffs + fmpz_poly_degree(f)));  // no larger one divides a root
  real_ball scaled;
  arb_mul_2exp_si(scaled.x, acb_realref(root), power);
  fmpz_t whole;
  fmpq_t place, value;
  fmpz_init(whole);
  fmpq_init(place);
  fmpq_init(value);
  if (arb_get_unique_fmpz(whole, scaled.x)) {
    fmpq_set_fmpz(place, whole);
    fmpq_div_2exp(place, place, static_cast<flint_bitcnt_t>(power));
    fmpz_poly_evaluate_fmpq(value, f, place);
    if (fmpq_is_zero(value)) {
      arb_set_fmpz(acb_realref(root), whole);
      arb_mul_2exp_si(acb_realref(root), acb_realref(root), -power);
    }
  }
  fmpz_clear(whole);
  fmpq_clear(place);
  fmpq_clear(value);
}

void append_roots_of_integers(fmpz_poly_t f, slong bits, std::vector<true_root>& out) {
  fmpz_poly_factor_t squarefree;
  fmpz_poly_factor_init(squarefree);
  fmpz_poly_factor_squarefree(squarefree, f);
  for (slong i = 0; i < squarefree->num; ++i) {
    const slong degree = fmpz_poly_degree(squarefree->p + i);
    acb_ptr roots = _acb_vec_init(degree);
    arb_fmpz_poly_complex_roots(roots, squarefree->p + i, 0, bits);
    for (slong k = 0; k < degree; ++k) {
      true_root r;
      acb_set(r.z.z, roots + k);
      make_exact_if_dyadic(r.z.z, squarefree->p + i);
      r.multiplicity = squarefree->exp[i];
      out.push_back(r);
    }
    _acb_vec_clear(roots, degree);
  }
  fmpz_poly_factor_clear(squarefree);
}

void append_roots_of_complex(const polynomial::representation& p, std::int64_t zeros, slong bits,
                             std::vector<true_root>& out, complaints& found) {
  const auto degree = static_cast<slong>(p.degree - zeros);
  acb_ptr roots = _acb_vec_init(degree);
  slong isolated = 0;
  for (slong precision = bits + 64; precision <= 200'000; precision *= 2) {
    complex_polynomial f;
    exact::set_coefficients(f.p, p, precision);
    acb_poly_shift_right(f.p, f.p, static_cast<slong>(zeros));
    isolated = acb_poly_find_roots(roots, f.p, nullptr, 0, precision);
    bool sharp = isolated == degree;
    for (slong k = 0; k < degree && sharp; ++k) sharp = acb_rel_accuracy_bits(roots + k) >= bits;
    if (sharp) break;
    isolated = 0;
  }
  if (isolated != degree) found.push_back("oracle: acb_poly_find_roots did not isolate the roots");
  for (slong k = 0; k < isolated; ++k) {
    true_root r;
    acb_set(r.z.z, roots + k);
    out.push_back(r);
  }
  _acb_vec_clear(roots, degree);
}

}  // namespace

std::vector<true_root> true_roots(const polynomial& p, slong bits, complaints& found) {
  const polynomial::representation& data = p.data();
  std::vector<true_root> roots;
  std::int64_t zeros = 0;
  for (std::size_t k = 0; k < data.size(); ++k) {
    complex_ball coefficient;
    exact::set_coefficient(coefficient.z, data, k, 64);
    if (acb_is_zero(coefficient.z)) continue;
    zeros = data.exponent(k);
    break;
  }
  if (zeros > 0) {
    true_root zero;
    zero.multiplicity = zeros;
    roots.push_back(zero);
  }
  if (p.degree() == zeros) return roots;
  if (!p.is_real()) {
    append_roots_of_complex(data, zeros, bits, roots, found);
    return roots;
  }
  fmpz_poly_t f;
  fmpz_poly_init(f);
  set_integers(f, data);
  fmpz_poly_shift_right(f, f, static_cast<slong>(zeros));
  append_roots_of_integers(f, bits, roots);
  fmpz_poly_clear(f);
  return roots;
}

bool is_beyond_the_finders(const polynomial& p, const roots_result& result) {
  if (p.degree() > (p.is_real() ? 130 : 64)) return true;
  const auto is_cluster = [](const root& r) {
    return r.status == root_status::cluster || r.status == root_status::multiple;
  };
  if (!p.is_real() && std::any_of(result.roots.begin(), result.roots.end(), is_cluster)) return true;
  double least = INFINITY, largest = 0;
  for (const root& r : result.roots) {
    const double size = std::abs(r.value);
    if (r.radius == 0 && size == 0) continue;
    least = std::min(least, size);
    largest = std::max(largest, size);
  }
  return !(largest < 1e12 * least && largest < 1e9 && least > 1e-9);
}

}  // namespace vieta::test

#endif
