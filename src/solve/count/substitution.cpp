#include "solve/count/substitution.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

namespace vieta::counting {

namespace {

/// Powers of ten and two in coefficients beyond this are not multiplied out.
constexpr std::int64_t most_exponent_of_coefficient = 20000;
/// Zeros with fractions as long as this are not looked for, and equations of a higher degree are not evaluated there.
constexpr std::size_t most_degree_at_fractions = 2000;

struct fraction {
  fmpq_t q;
  fraction() { fmpq_init(q); }
  fraction(const fraction& other) : fraction() { fmpq_set(q, other.q); }
  fraction(fraction&& other) noexcept : fraction() { fmpq_swap(q, other.q); }
  fraction& operator=(fraction other) noexcept {
    fmpq_swap(q, other.q);
    return *this;
  }
  ~fraction() { fmpq_clear(q); }
};

struct rational_polynomial {
  fmpq_poly_t p;
  rational_polynomial() { fmpq_poly_init(p); }
  rational_polynomial(const rational_polynomial& other) : rational_polynomial() { fmpq_poly_set(p, other.p); }
  rational_polynomial& operator=(const rational_polynomial&) = delete;
  ~rational_polynomial() { fmpq_poly_clear(p); }
};

bool set_fraction(fraction& out, const exact::real& value) {
  if (std::abs(value.decimal_exponent) > most_exponent_of_coefficient ||
      std::abs(value.binary_exponent) > most_exponent_of_coefficient)
    return false;
  exact::set_fmpz(fmpq_numref(out.q), value.numerator);
  exact::set_fmpz(fmpq_denref(out.q), value.denominator);
  fmpq_canonicalise(out.q);
  fraction power;
  for (const auto& [base, exponent] : {std::pair<slong, std::int64_t>{10, value.decimal_exponent},
                                       std::pair<slong, std::int64_t>{2, value.binary_exponent}}) {
    fmpq_set_si(power.q, base, 1);
    fmpq_pow_si(power.q, power.q, static_cast<slong>(exponent));
    fmpq_mul(out.q, out.q, power.q);
  }
  return true;
}

/// Powers of polynomials modulo another one.
class powers_modulo {
 public:
  powers_modulo(std::span<const fmpz_poly_struct* const> bases, const fmpz_poly_t modulus) : bases_(bases) {
    fmpq_poly_set_fmpz_poly(modulus_.p, modulus);
  }
  void multiply(rational_polynomial& a, const rational_polynomial& b) const {
    fmpq_poly_mul(a.p, a.p, b.p);
    fmpq_poly_rem(a.p, a.p, modulus_.p);
  }
  const rational_polynomial& power(std::size_t base, std::size_t exponent) {
    const auto key = std::make_pair(base, exponent);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    rational_polynomial result;
    if (exponent == 0) {
      fmpq_poly_one(result.p);
    } else if (exponent == 1) {
      fmpq_poly_set_fmpz_poly(result.p, bases_[base]);
      fmpq_poly_rem(result.p, result.p, modulus_.p);
    } else {
      fmpq_poly_set(result.p, power(base, exponent / 2).p);
      multiply(result, power(base, exponent - exponent / 2));
    }
    return known_.emplace(key, result).first->second;
  }

 private:
  std::span<const fmpz_poly_struct* const> bases_;
  rational_polynomial modulus_;
  std::map<std::pair<std::size_t, std::size_t>, rational_polynomial> known_;
};

std::size_t degree_of_equation(const exact_equation& equation) {
  std::size_t most = 0;
  for (const exact_term& t : equation) most = std::max(most, t.degree());
  return most;
}

/// The sum of the limbs, exactly.
void set_exactly(fraction& out, const qd& x) {
  exact::big_float limb, sum;
  exact::big_integer mantissa, exponent;
  for (const double part : {x.x0, x.x1, x.x2, x.x3}) {
    arf_set_d(limb.x, part);
    arf_add(sum.x, sum.x, limb.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  arf_get_fmpz_2exp(mantissa.n, exponent.n, sum.x);
  fmpz_set(fmpq_numref(out.q), mantissa.n);
  fmpz_one(fmpq_denref(out.q));
  const slong e = fmpz_get_si(exponent.n);
  if (e > 0)
    fmpz_mul_2exp(fmpq_numref(out.q), fmpq_numref(out.q), static_cast<ulong>(e));
  else
    fmpz_mul_2exp(fmpq_denref(out.q), fmpq_denref(out.q), static_cast<ulong>(-e));
  fmpq_canonicalise(out.q);
}

fraction simplest_near(const qd& x, double radius) {
  fraction low, high, by, found;
  set_exactly(low, x);
  high = low;
  set_exactly(by, qd(radius));
  fmpq_sub(low.q, low.q, by.q);
  fmpq_add(high.q, high.q, by.q);
  if (fmpq_sgn(low.q) <= 0 && fmpq_sgn(high.q) >= 0)
    fmpq_zero(found.q);
  else
    fmpq_simplest_between(found.q, low.q, high.q);
  return found;
}

struct complex_fraction {
  fraction re, im;
};

void multiply_by(complex_fraction& a, const complex_fraction& b) {
  fraction re, im;
  fmpq_mul(re.q, a.re.q, b.re.q);
  fmpq_submul(re.q, a.im.q, b.im.q);
  fmpq_mul(im.q, a.re.q, b.im.q);
  fmpq_addmul(im.q, a.im.q, b.re.q);
  a.re = std::move(re), a.im = std::move(im);
}

complex_fraction raised(complex_fraction base, std::uint32_t exponent) {
  complex_fraction result;
  fmpq_one(result.re.q);
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 == 1) multiply_by(result, base);
    if (exponent > 1) multiply_by(base, base);
  }
  return result;
}

bool is_zero_at(const exact_equation& equation, const std::vector<complex_fraction>& x,
                const std::function<bool()>& must_stop) {
  complex_fraction sum;
  for (const exact_term& t : equation) {
    if (must_stop && must_stop()) return false;
    complex_fraction value;
    if (!set_fraction(value.re, t.re) || !set_fraction(value.im, t.im)) return false;
    for (const auto& [variable, exponent] : t.powers) multiply_by(value, raised(x[variable], exponent));
    fmpq_add(sum.re.q, sum.re.q, value.re.q);
    fmpq_add(sum.im.q, sum.im.q, value.im.q);
  }
  return fmpq_is_zero(sum.re.q) != 0 && fmpq_is_zero(sum.im.q) != 0;
}

}  // namespace

bool vanish_at_zeros(const std::vector<exact_equation>& equations, std::span<const fmpz_poly_struct* const> p,
                     const fmpz_poly_t factor, const std::function<bool()>& must_stop) {
  powers_modulo powers(p, factor);
  for (const exact_equation& equation : equations) {
    const std::size_t degree = degree_of_equation(equation);
    rational_polynomial sum;
    for (const exact_term& t : equation) {
      if (must_stop && must_stop()) return false;
      fraction c;
      if (!t.im.is_zero() || !set_fraction(c, t.re)) return false;
      rational_polynomial value(powers.power(0, degree - t.degree()));
      for (const auto& [variable, exponent] : t.powers) powers.multiply(value, powers.power(variable + 1, exponent));
      fmpq_poly_scalar_mul_fmpq(value.p, value.p, c.q);
      fmpq_poly_add(sum.p, sum.p, value.p);
    }
    if (fmpq_poly_is_zero(sum.p) == 0) return false;
  }
  return true;
}

bool has_rational_zero(const std::vector<exact_equation>& equations, const system_point& x, double radius,
                       const std::function<bool()>& must_stop) {
  if (!(radius < HUGE_VAL)) return false;
  for (const exact_equation& equation : equations)
    if (degree_of_equation(equation) > most_degree_at_fractions) return false;
  std::vector<complex_fraction> at(x.size());
  for (std::size_t v = 0; v < x.size(); ++v)
    at[v].re = simplest_near(x[v].re, radius), at[v].im = simplest_near(x[v].im, radius);
  return std::all_of(equations.begin(), equations.end(),
                     [&](const exact_equation& e) { return is_zero_at(e, at, must_stop); });
}

}  // namespace vieta::counting

#endif  // VIETA_HAVE_ARB
