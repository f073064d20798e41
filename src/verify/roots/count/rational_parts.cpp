#include "verify/roots/count/rational_parts.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpq.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"

namespace vieta::checking {
namespace {

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

}  // namespace

rational_parts::rational_parts(const polynomial::representation& p, bool turned) {
  std::vector<std::size_t> terms;
  for (std::size_t t = 0; t < p.size(); ++t)
    if (!part(p, t, false).is_zero() || !part(p, t, true).is_zero()) terms.push_back(t);
  if (terms.empty()) return;
  zeros = p.exponent(terms.front());
  for (const std::size_t t : terms) stride = std::gcd(stride, p.exponent(t) - zeros);
  if (stride == 0 || (p.degree - zeros) / stride > highest_degree) return;
  rational value;
  for (std::size_t k = terms.size(); k-- > 0;) {
    const std::size_t t = terms[k];
    for (const bool imaginary : {false, true}) {
      if (!set_rational(value.q, part(p, t, imaginary))) return;
      if (fmpq_is_zero(value.q)) continue;
      const std::int64_t turns = (turned ? p.exponent(t) % 4 : 0) + (imaginary ? 1 : 0);
      if (turns % 4 >= 2) fmpq_neg(value.q, value.q);
      fmpq_poly_set_coeff_fmpq(turns % 2 == 1 ? im.p : re.p, static_cast<slong>((p.exponent(t) - zeros) / stride),
                               value.q);
    }
  }
  is_known = true;
}

polynomial to_polynomial(const fmpz_poly_struct& f, std::int64_t stride, bool has_zero) {
  std::vector<term> terms;
  for (slong k = 0; k < f.length; ++k) {
    if (fmpz_is_zero(f.coeffs + k)) continue;
    term t;
    t.exponent = k * stride + (has_zero ? 1 : 0);
    t.re.numerator = exact::get_integer(f.coeffs + k);
    terms.push_back(std::move(t));
  }
  return make_polynomial(std::move(terms));
}

}  // namespace vieta::checking

#endif
