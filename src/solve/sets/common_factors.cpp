#include "solve/sets/common_factors.hpp"

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>

#include "exact/arithmetic.hpp"
#include "systems/representation.hpp"
#include "vieta/error.hpp"

namespace vieta::counting {

namespace {

/// Larger systems are not looked at: FLINT's functions cannot be stopped.
constexpr std::size_t most_variables = 6, most_terms = 1000, highest_degree = 60;
constexpr std::size_t most_terms_to_factor = 300, most_choices = 256;
constexpr std::int64_t longest_number = 4000, farthest_power = 1000;

struct ring {
  fmpz_mpoly_ctx_t of;
  explicit ring(std::size_t variables) { fmpz_mpoly_ctx_init(of, static_cast<slong>(variables), ORD_DEGREVLEX); }
  ring(const ring&) = delete;
  ring& operator=(const ring&) = delete;
  ~ring() { fmpz_mpoly_ctx_clear(of); }
};

class whole {
 public:
  explicit whole(const ring& r) : ring_(&r) { fmpz_mpoly_init(p, r.of); }
  whole(const whole& other) : whole(*other.ring_) { fmpz_mpoly_set(p, other.p, ring_->of); }
  whole& operator=(const whole& other) {
    fmpz_mpoly_set(p, other.p, ring_->of);
    return *this;
  }
  ~whole() { fmpz_mpoly_clear(p, ring_->of); }
  [[nodiscard]] bool is_number() const { return fmpz_mpoly_is_fmpz(p, ring_->of) != 0; }

  fmpz_mpoly_t p;

 private:
  const ring* ring_;
};

bool fits(const exact::real& x) {
  return std::abs(x.decimal_exponent) <= farthest_power && std::abs(x.binary_exponent) <= farthest_power &&
         exact::bit_length(x.numerator) <= longest_number && exact::bit_length(x.denominator) <= longest_number;
}

/// The equation times a number; false where it is out of bounds.
bool to_whole(const exact_equation& equation, std::size_t variables, const ring& r, whole& out) {
  std::int64_t lowest_ten = 0, lowest_two = 0;
  exact::integer common = 1;
  for (const exact_term& t : equation) {
    if (!t.im.is_zero() || !fits(t.re) || t.degree() > highest_degree) return false;
    lowest_ten = std::min(lowest_ten, t.re.decimal_exponent);
    lowest_two = std::min(lowest_two, t.re.binary_exponent);
    if (t.re.denominator == 1) continue;
    common *= t.re.denominator;
    if (exact::bit_length(common) > longest_number) return false;
  }
  for (const exact_term& t : equation) {
    if (t.re.is_zero()) continue;
    exact::integer c = t.re.numerator * (common / t.re.denominator);
    c *= exact::power_of_ten(t.re.decimal_exponent - lowest_ten);
    c <<= static_cast<unsigned>(t.re.binary_exponent - lowest_two);
    exact::big_integer number;
    exact::set_fmpz(number.n, c);
    std::vector<ulong> powers(variables, 0);
    for (const auto& [v, e] : t.powers) powers[v] = e;
    fmpz_mpoly_push_term_fmpz_ui(out.p, number.n, powers.data(), r.of);
  }
  fmpz_mpoly_sort_terms(out.p, r.of);
  fmpz_mpoly_combine_like_terms(out.p, r.of);
  return true;
}

/// Times a power of two, so that the largest coefficients are about 1.
exact_equation from_whole(const whole& p, std::size_t variables, const ring& r) {
  exact_equation equation;
  std::vector<ulong> powers(variables);
  const std::int64_t bits = std::abs(static_cast<std::int64_t>(fmpz_mpoly_max_bits(p.p)));
  for (slong k = 0; k < fmpz_mpoly_length(p.p, r.of); ++k) {
    exact_term& t = equation.emplace_back();
    exact::big_integer number;
    fmpz_mpoly_get_term_coeff_fmpz(number.n, p.p, k, r.of);
    t.re.numerator = exact::get_integer(number.n), t.re.binary_exponent = -bits;
    fmpz_mpoly_get_term_exp_ui(powers.data(), p.p, k, r.of);
    for (std::size_t v = 0; v < variables; ++v)
      if (powers[v] > 0) t.powers.emplace_back(static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(powers[v]));
  }
  return equation;
}

/// The different irreducible factors that are no numbers; nothing where FLINT gives up.
std::optional<std::vector<whole>> factors_of(const whole& p, const ring& r) {
  fmpz_mpoly_factor_t f;
  fmpz_mpoly_factor_init(f, r.of);
  std::optional<std::vector<whole>> result;
  if (fmpz_mpoly_factor(f, p.p, r.of) != 0) {
    result.emplace();
    for (slong k = 0; k < f->num; ++k) {
      whole& factor = result->emplace_back(r);
      fmpz_mpoly_set(factor.p, f->poly + k, r.of);
      if (factor.is_number()) result->pop_back();
    }
  }
  fmpz_mpoly_factor_clear(f, r.of);
  return result;
}

bool divides(const whole& divisor, const whole& p, const ring& r, whole& quotient) {
  return fmpz_mpoly_divides(quotient.p, p.p, divisor.p, r.of) != 0;
}

/// The product of the different irreducible factors.
std::optional<whole> without_squares(const whole& p, const ring& r) {
  const auto factors = factors_of(p, r);
  if (!factors) return std::nullopt;
  whole product(r);
  fmpz_mpoly_one(product.p, r.of);
  for (const whole& f : *factors) fmpz_mpoly_mul(product.p, product.p, f.p, r.of);
  return product;
}

struct common_factor {
  whole h;
  std::size_t first, second;  ///< equations that have it
};

/// Of two equations; of more than `variables` of all.
std::optional<std::vector<common_factor>> common_factors(const std::vector<whole>& equations, std::size_t variables,
                                                         const ring& r) {
  std::vector<common_factor> all;
  if (equations.size() > variables) {
    whole divisor = equations[0];
    for (const whole& p : equations)
      if (fmpz_mpoly_gcd(divisor.p, divisor.p, p.p, r.of) == 0) return std::nullopt;
    const auto factors = factors_of(divisor, r);
    if (!factors) return std::nullopt;
    for (const whole& f : *factors) all.push_back({f, 0, 0});
    return all;
  }
  for (std::size_t i = 0; i < equations.size(); ++i)
    for (std::size_t j = i + 1; j < equations.size(); ++j) {
      whole divisor(r);
      if (fmpz_mpoly_gcd(divisor.p, equations[i].p, equations[j].p, r.of) == 0) return std::nullopt;
      if (divisor.is_number()) continue;
      const auto factors = factors_of(divisor, r);
      if (!factors) return std::nullopt;
      for (const whole& f : *factors) all.push_back({f, i, j});
    }
  return all;
}

std::vector<std::vector<exact_equation>> sets_of(const std::vector<common_factor>& factors,
                                                 const std::vector<whole>& equations, std::size_t n, const ring& r) {
  std::vector<std::vector<exact_equation>> sets;
  for (const common_factor& f : factors) {
    std::vector<exact_equation> set{from_whole(f.h, n, r)};
    bool known = true;
    for (std::size_t k = 0; k < equations.size() && known; ++k) {
      whole quotient(r);
      if (k == f.first || k == f.second || divides(f.h, equations[k], r, quotient)) continue;
      const auto plain = without_squares(equations[k], r);
      known = plain.has_value();
      if (known) set.push_back(from_whole(*plain, n, r));
    }
    if (known) sets.push_back(std::move(set));
  }
  return sets;
}

/// Some of the polynomials that are linearly independent, and of which the others are combinations.
std::vector<whole> independent_ones(const std::vector<whole>& given, const ring& r) {
  std::vector<whole> reduced, kept;
  for (const whole& p : given) {
    whole rest = p;
    for (const whole& by : reduced) {
      // rest = lead * rest - c * by, where c stands at the first monomial of `by`.
      whole monomial(r), a(r), b(r);
      exact::big_integer lead, c;
      fmpz_mpoly_get_term_monomial(monomial.p, by.p, 0, r.of);
      fmpz_mpoly_get_coeff_fmpz_monomial(c.n, rest.p, monomial.p, r.of);
      if (fmpz_is_zero(c.n)) continue;
      fmpz_mpoly_get_term_coeff_fmpz(lead.n, by.p, 0, r.of);
      fmpz_mpoly_scalar_mul_fmpz(a.p, rest.p, lead.n, r.of);
      fmpz_mpoly_scalar_mul_fmpz(b.p, by.p, c.n, r.of);
      fmpz_mpoly_sub(rest.p, a.p, b.p, r.of);
    }
    if (fmpz_mpoly_is_zero(rest.p, r.of) != 0) continue;
    reduced.push_back(std::move(rest)), kept.push_back(p);
  }
  return kept;
}

/// Choices of one factor of each equation that are linearly dependent, without the superfluous ones.
std::optional<std::vector<std::vector<whole>>> dependent_factors(const std::vector<whole>& equations, const ring& r) {
  std::vector<std::vector<whole>> factors;
  std::size_t choices = 1;
  for (const whole& p : equations) {
    if (static_cast<std::size_t>(fmpz_mpoly_length(p.p, r.of)) > most_terms_to_factor) return std::nullopt;
    auto own = factors_of(p, r);
    if (!own) return std::nullopt;
    choices *= own->size();
    if (choices > most_choices) return std::nullopt;
    factors.push_back(std::move(*own));
  }
  std::vector<std::vector<whole>> found;
  for (std::size_t k = 0; k < choices; ++k) {
    std::vector<whole> one;
    std::size_t rest = k;
    for (const std::vector<whole>& own : factors) one.push_back(own[rest % own.size()]), rest /= own.size();
    std::vector<whole> independent = independent_ones(one, r);
    if (independent.size() < one.size()) found.push_back(std::move(independent));
  }
  return found;
}

/// A generic one vanishes at the common zeros, and at none of finitely many other points.
whole random_combination(const std::vector<whole>& of, std::mt19937_64& random, const ring& r) {
  whole sum(r), part(r);
  for (const whole& p : of) {
    fmpz_mpoly_scalar_mul_ui(part.p, p.p, static_cast<ulong>(random() % 2000000000 + 1), r.of);
    fmpz_mpoly_add(sum.p, sum.p, part.p, r.of);
  }
  return sum;
}

polynomial_system with_inverse(const std::vector<whole>& equations, const whole& g, const ring& r,
                               std::vector<std::string> variables) {
  const std::size_t n = variables.size();
  variables.emplace_back("what the common factors divide 1 by");
  systems::system_builder builder(std::move(variables));
  using term = systems::system_builder::term;
  const auto add = [&](const whole& p, bool is_last) {
    std::vector<term> terms;
    for (const exact_term& t : from_whole(p, n, r)) {
      term& to = terms.emplace_back();
      to.factors.assign(t.powers.begin(), t.powers.end());
      to.exact_re = t.re;
      if (is_last) to.factors.emplace_back(static_cast<std::uint32_t>(n), 1);
    }
    if (is_last) terms.emplace_back().exact_re.numerator = -1;
    builder.add_exact(std::move(terms));
  };
  for (const whole& p : equations) add(p, false);
  add(g, true);
  return builder.finish();
}

}  // namespace

std::optional<apart_from_sets> apart_from_common_factors(const polynomial_system::representation& system,
                                                         bool dependent_ones) {
  const std::size_t n = system.variables.size();
  if (system.equations() < n || n < 2 || n > most_variables || system.terms() > most_terms || !system.is_real())
    return std::nullopt;
  const auto exact = exact_equations_of(system);
  if (!exact) return std::nullopt;
  dependent_ones = dependent_ones && system.equations() == n;
  const ring r(n);
  std::vector<whole> equations;
  for (const exact_equation& e : *exact) {
    if (!to_whole(e, n, r, equations.emplace_back(r))) return std::nullopt;
    if (equations.back().is_number()) return std::nullopt;
  }
  const auto factors = common_factors(equations, n, r);
  if (!factors || (factors->empty() && !dependent_ones)) return std::nullopt;
  apart_from_sets result;
  result.sets = sets_of(*factors, equations, n, r);
  whole g(r);
  fmpz_mpoly_one(g.p, r.of);
  for (const common_factor& f : *factors) {
    whole quotient(r);
    if (!divides(f.h, g, r, quotient)) fmpz_mpoly_mul(g.p, g.p, f.h.p, r.of);
  }
  for (const common_factor& f : *factors)
    for (whole& p : equations) {
      whole quotient(r);
      while (!p.is_number() && divides(f.h, p, r, quotient)) p = quotient;
    }
  const bool consists_of_them =
      std::any_of(equations.begin(), equations.end(), [](const whole& p) { return p.is_number(); });
  if (dependent_ones && !consists_of_them) {
    const auto dependent = dependent_factors(equations, r);
    if (!dependent || (dependent->empty() && factors->empty())) return std::nullopt;
    std::mt19937_64 random(20261128);
    for (const std::vector<whole>& set : *dependent) {
      const whole sum = random_combination(set, random, r);
      fmpz_mpoly_mul(g.p, g.p, sum.p, r.of);
      auto& equations_of_set = result.sets.emplace_back();
      for (const whole& p : set) equations_of_set.push_back(from_whole(p, n, r));
    }
  }
  if (!consists_of_them) {
    try {
      result.others = with_inverse(equations, g, r, system.variables);
    } catch (const error&) {  // coefficients beyond the range of doubles
      return std::nullopt;
    }
  }
  return result;
}

}  // namespace vieta::counting

#else

namespace vieta::counting {

std::optional<apart_from_sets> apart_from_common_factors(const polynomial_system::representation&, bool) {
  return std::nullopt;
}

}  // namespace vieta::counting

#endif
