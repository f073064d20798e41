#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "exact/arb.hpp"
#include "exact/arithmetic.hpp"
#include "roots/series/domain.hpp"
#include "roots/series/recurrence.hpp"
#include "vieta/error.hpp"
#include "vieta/series.hpp"

#ifdef VIETA_HAVE_ARB
#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>
#endif

namespace vieta {

#ifdef VIETA_HAVE_ARB
namespace own_basis {
namespace {

constexpr std::int64_t most_bits = 20'000;  // of one number that is given

struct rational_polynomial {
  fmpq_poly_t p;
  rational_polynomial() { fmpq_poly_init(p); }
  rational_polynomial(const rational_polynomial&) = delete;
  rational_polynomial& operator=(const rational_polynomial&) = delete;
  ~rational_polynomial() { fmpq_poly_clear(p); }
};
struct rational {
  fmpq_t q;
  rational() { fmpq_init(q); }
  rational(const rational&) = delete;
  rational& operator=(const rational&) = delete;
  ~rational() { fmpq_clear(q); }
};

void set_rational(fmpq_t out, const exact::real& x) {
  exact::big_integer part;
  exact::set_fmpz(part.n, x.numerator);
  fmpq_set_fmpz(out, part.n);
  exact::set_fmpz(part.n, x.denominator);
  fmpq_div_fmpz(out, out, part.n);
  const auto scale = [&](long base, std::int64_t exponent) {
    if (exponent > most_bits || exponent < -most_bits)
      throw error("series: found a number beyond 2^" + std::to_string(most_bits) + ", expected smaller exponents");
    fmpz_set_si(part.n, base);
    fmpz_pow_ui(part.n, part.n, static_cast<ulong>(exponent < 0 ? -exponent : exponent));
    if (exponent < 0)
      fmpq_div_fmpz(out, out, part.n);
    else
      fmpq_mul_fmpz(out, out, part.n);
  };
  if (x.is_zero()) return;
  scale(10, x.decimal_exponent);
  scale(2, x.binary_exponent);
}

exact::real get_rational(const fmpq_t q) {
  exact::real x;
  x.numerator = exact::get_integer(fmpq_numref(q));
  x.denominator = exact::get_integer(fmpq_denref(q));
  return x;
}

// Clenshaw's recurrence with polynomials in the place of numbers.
void change_basis(fmpq_poly_t out, series_basis basis, const std::vector<exact::real>& c) {
  rational_polynomial b1, b2, a, product;
  rational q;
  for (long k = static_cast<long>(c.size()) - 1; k >= 0; --k) {
    const recurrence own = recurrence_of(basis, k), next = recurrence_of(basis, k + 1);
    fmpq_poly_zero(a.p);
    fmpq_poly_set_coeff_si(a.p, 1, own.slope);
    fmpq_poly_set_coeff_si(a.p, 0, own.shift);
    fmpq_poly_scalar_div_si(a.p, a.p, own.divisor);
    fmpq_poly_mul(product.p, a.p, b1.p);
    fmpq_set_si(q.q, next.back, static_cast<ulong>(next.divisor));
    fmpq_poly_scalar_mul_fmpq(b2.p, b2.p, q.q);
    fmpq_poly_sub(product.p, product.p, b2.p);
    set_rational(q.q, c[static_cast<std::size_t>(k)]);
    fmpq_poly_zero(a.p);
    fmpq_poly_set_coeff_fmpq(a.p, 0, q.q);
    fmpq_poly_add(product.p, product.p, a.p);
    fmpq_poly_swap(b2.p, b1.p);
    fmpq_poly_swap(b1.p, product.p);
  }
  fmpq_poly_swap(out, b1.p);
}

std::vector<exact::real> dense_part(const polynomial::representation& p, bool imaginary) {
  std::vector<exact::real> out(static_cast<std::size_t>(p.degree + 1));
  const auto& doubles = imaginary ? p.im : p.re;
  const auto& reals = imaginary ? p.exact_im : p.exact_re;
  for (std::size_t k = 0; k < doubles.size(); ++k)
    out[static_cast<std::size_t>(p.exponent(k))] = exact::from_double(doubles[k]);
  for (std::size_t k = 0; k < reals.size(); ++k) out[static_cast<std::size_t>(p.exponent(k))] = reals[k];
  return out;
}

std::vector<exact::real> part_in_powers(const series& s, bool imaginary) {
  rational_polynomial p, u;
  change_basis(p.p, s.basis, dense_part(s.coefficients.data(), imaginary));
  const domain on = domain_of(s);
  if (!on.is_standard()) {  // u = (2 x - a - b)/(b - a)
    rational width, sum, two;
    set_rational(width.q, exact::subtract(on.end, on.begin));
    set_rational(sum.q, exact::add(on.end, on.begin));
    fmpq_set_si(two.q, 2, 1);
    fmpq_div(two.q, two.q, width.q);
    fmpq_div(sum.q, sum.q, width.q);
    fmpq_neg(sum.q, sum.q);
    fmpq_poly_set_coeff_fmpq(u.p, 1, two.q);
    fmpq_poly_set_coeff_fmpq(u.p, 0, sum.q);
    fmpq_poly_compose(p.p, p.p, u.p);
  }
  std::vector<exact::real> out(static_cast<std::size_t>(s.coefficients.degree() + 1));
  rational q;
  for (std::size_t k = 0; k < out.size(); ++k) {
    fmpq_poly_get_coeff_fmpq(q.q, p.p, static_cast<slong>(k));
    out[k] = get_rational(q.q);
  }
  return out;
}

bool part_is_zero_at_origin(const series& s, const domain& on, bool imaginary) {
  const std::vector<exact::real> c = dense_part(s.coefficients.data(), imaginary);
  rational u, b0, b1, b2, q, a;
  set_rational(u.q, exact::add(on.end, on.begin));
  set_rational(q.q, exact::subtract(on.begin, on.end));
  fmpq_div(u.q, u.q, q.q);
  for (long k = static_cast<long>(c.size()) - 1; k >= 0; --k) {
    const recurrence own = recurrence_of(s.basis, k), next = recurrence_of(s.basis, k + 1);
    fmpq_mul_si(a.q, u.q, own.slope);
    fmpq_add_si(a.q, a.q, own.shift);
    fmpq_mul(b0.q, a.q, b1.q);
    if (own.divisor != 1) {
      fmpq_set_si(q.q, 1, static_cast<ulong>(own.divisor));
      fmpq_mul(b0.q, b0.q, q.q);
    }
    fmpq_set_si(q.q, next.back, static_cast<ulong>(next.divisor));
    fmpq_mul(b2.q, b2.q, q.q);
    fmpq_sub(b0.q, b0.q, b2.q);
    set_rational(q.q, c[static_cast<std::size_t>(k)]);
    fmpq_add(b0.q, b0.q, q.q);
    fmpq_swap(b2.q, b1.q);
    fmpq_swap(b1.q, b0.q);
  }
  return fmpq_is_zero(b1.q) != 0;
}

}  // namespace

bool is_zero_at_origin(const series& s, const domain& on) {
  return part_is_zero_at_origin(s, on, false) && (s.coefficients.is_real() || part_is_zero_at_origin(s, on, true));
}

}  // namespace own_basis

polynomial in_powers(const series& s) {
  const float_environment floats;
  if (s.coefficients.degree() > own_basis::highest_in_powers)
    throw error("series: found degree " + std::to_string(s.coefficients.degree()) + ", expected at most " +
                std::to_string(own_basis::highest_in_powers) + " for powers of x");
  if (!s.coefficients.is_finite() || s.coefficients.degree() < 0) return s.coefficients;
  std::vector<exact::real> im;
  if (!s.coefficients.is_real()) im = own_basis::part_in_powers(s, true);
  return make_polynomial(own_basis::part_in_powers(s, false), std::move(im));
}

#else

namespace own_basis {
bool is_zero_at_origin(const series&, const domain&) { return false; }
}  // namespace own_basis

polynomial in_powers(const series&) {
  throw error("series: found no Arb in this build, expected FLINT 3 (or flint-arb) when it was built");
}

#endif

}  // namespace vieta
