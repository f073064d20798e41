#include "verify/roots/exact_factors.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "exact/arithmetic.hpp"

namespace vieta::checking {
namespace {

// FLINT's types with a C++ lifetime.
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

// Numbers with more digits than these, and polynomials of higher degrees, are not looked at: a gcd would take hours.
constexpr std::int64_t farthest_power = 50'000, highest_degree = 100'000;

bool set_rational(fmpq_t out, const exact::real& x) {
  if (std::abs(x.decimal_exponent) > farthest_power || std::abs(x.binary_exponent) > farthest_power) return false;
  exact::integer above = x.numerator, below = x.denominator;
  (x.decimal_exponent < 0 ? below : above) *= exact::power_of_ten(std::abs(x.decimal_exponent));
  (x.binary_exponent < 0 ? below : above) <<= static_cast<unsigned>(std::abs(x.binary_exponent));
  exact::set_fmpz(fmpq_numref(out), above);
  exact::set_fmpz(fmpq_denref(out), below);
  fmpq_canonicalise(out);
  return true;
}

exact::real part(const polynomial::representation& p, std::size_t term, bool imaginary) {
  const std::vector<exact::real>& numbers = imaginary ? p.exact_im : p.exact_re;
  if (p.is_exact()) return numbers.empty() ? exact::real{} : numbers[term];
  const std::vector<double>& doubles = imaginary ? p.im : p.re;
  return doubles.empty() ? exact::real{} : exact::from_double(doubles[term]);
}

// p(x) = x^zeros q(x^stride), q = re + i im, of p itself or of p(i x).
struct split {
  std::int64_t zeros = 0, stride = 0;
  rational_polynomial re, im;
  bool is_known = false;
};

// Terms times i^exponent give p(i x), which is real where x is on the imaginary axis.
void take_apart(split& out, const polynomial::representation& p, bool turned) {
  std::vector<std::size_t> terms;
  for (std::size_t t = 0; t < p.size(); ++t)
    if (!part(p, t, false).is_zero() || !part(p, t, true).is_zero()) terms.push_back(t);
  if (terms.empty()) return;
  out.zeros = p.exponent(terms.front());
  for (const std::size_t t : terms) out.stride = std::gcd(out.stride, p.exponent(t) - out.zeros);
  if (out.stride == 0 || (p.degree - out.zeros) / out.stride > highest_degree) return;
  rational value;
  for (std::size_t k = terms.size(); k-- > 0;) {
    const std::size_t t = terms[k];
    for (const bool imaginary : {false, true}) {
      if (!set_rational(value.q, part(p, t, imaginary))) return;
      if (fmpq_is_zero(value.q)) continue;
      const std::int64_t turns = (turned ? p.exponent(t) % 4 : 0) + (imaginary ? 1 : 0);
      if (turns % 4 >= 2) fmpq_neg(value.q, value.q);
      fmpq_poly_set_coeff_fmpq(turns % 2 == 1 ? out.im.p : out.re.p,
                               static_cast<slong>((p.exponent(t) - out.zeros) / out.stride), value.q);
    }
  }
  out.is_known = true;
}

// Each root of f once, in powers of x^stride, and 0 once if it is one; the polynomial 1 where f has no roots.
polynomial distinct_roots(const fmpq_poly_t f, std::int64_t stride, bool has_zero) {
  rational_polynomial slope, common, each;
  fmpq_poly_derivative(slope.p, f);
  fmpq_poly_gcd(common.p, f, slope.p);
  fmpq_poly_div(each.p, f, common.p);
  std::vector<term> terms;
  exact::big_integer coefficient;
  for (slong k = 0; k <= fmpq_poly_degree(each.p); ++k) {
    fmpz_set(coefficient.n, fmpq_poly_numref(each.p) + k);
    if (fmpz_is_zero(coefficient.n)) continue;
    term t;
    t.exponent = k * stride + (has_zero ? 1 : 0);
    t.re.numerator = exact::get_integer(coefficient.n);
    terms.push_back(std::move(t));
  }
  return make_polynomial(std::move(terms));
}

// The norm p conj(p) has all roots of p, and their conjugates besides where p is not real.
polynomial distinct_roots_of(const polynomial::representation& p) {
  split parts;
  take_apart(parts, p, false);
  if (!parts.is_known) return {};
  if (fmpq_poly_is_zero(parts.im.p)) return distinct_roots(parts.re.p, parts.stride, parts.zeros > 0);
  rational_polynomial norm, square;
  fmpq_poly_mul(norm.p, parts.re.p, parts.re.p);
  fmpq_poly_mul(square.p, parts.im.p, parts.im.p);
  fmpq_poly_add(norm.p, norm.p, square.p);
  return distinct_roots(norm.p, parts.stride, parts.zeros > 0);
}

// p(x) and conj(p)(x), or p(i x) and its conjugate, have in common what real and imaginary part have: with each root
// its conjugate. Zero apart.
polynomial roots_in_pairs_of(const polynomial::representation& p, bool turned) {
  split parts;
  take_apart(parts, p, turned);
  if (!parts.is_known) return {};
  rational_polynomial common;
  fmpq_poly_gcd(common.p, parts.re.p, parts.im.p);
  return distinct_roots(common.p, parts.stride, parts.zeros > 0);
}

}  // namespace

template <class Make>
bool exact_factors::has_one_root_in(factor& f, const disc& d, const Make& make) {
  std::call_once(f.made, [&] {
    limits_.check();
    f.p = make();
    if (f.p.degree() > 0) f.counter = std::make_unique<root_counter>(f.p.data(), limits_);
  });
  if (!f.counter) return false;
  const root_counter::attempt first = f.counter->first_attempt(d, 1);
  if (first.count) return *first.count == 1;
  const std::optional<std::int64_t> count = f.counter->last_attempt(d, 1, first.precision);
  return count && *count == 1;
}

bool exact_factors::have_one_root_in(const disc& d) {
  return has_one_root_in(distinct_, d, [&] { return distinct_roots_of(p_); });
}

bool exact_factors::have_real_root_in(const disc& d) {
  if (!d.im.is_zero()) return false;
  return has_one_root_in(on_real_axis_, d, [&] { return roots_in_pairs_of(p_, false); });
}

bool exact_factors::have_imaginary_root_in(const disc& d) {
  if (!d.re.is_zero()) return false;
  // x = i w: w = -i x
  const disc turned = {d.im, exact::negate(d.re), d.radius};
  return has_one_root_in(on_imaginary_axis_, turned, [&] { return roots_in_pairs_of(p_, true); });
}

}  // namespace vieta::checking

#endif
