#include "solve/sets/common_factors.hpp"

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "exact/arithmetic.hpp"
#include "systems/representation.hpp"

namespace vieta::counting {

namespace {

/// Larger systems are not looked at: FLINT's functions cannot be stopped.
constexpr std::size_t most_variables = 6, most_terms = 1000, highest_degree = 60;
constexpr std::int64_t most_bits = 4000, farthest_power = 1000;

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
         exact::bit_length(x.numerator) <= most_bits && exact::bit_length(x.denominator) <= most_bits;
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
    if (exact::bit_length(common) > most_bits) return false;
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

exact_equation from_whole(const whole& p, std::size_t variables, const ring& r) {
  exact_equation equation;
  std::vector<ulong> powers(variables);
  for (slong k = 0; k < fmpz_mpoly_length(p.p, r.of); ++k) {
    exact_term& t = equation.emplace_back();
    exact::big_integer number;
    fmpz_mpoly_get_term_coeff_fmpz(number.n, p.p, k, r.of);
    t.re.numerator = exact::get_integer(number.n);
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

std::optional<std::vector<common_factor>> common_factors(const std::vector<whole>& equations, const ring& r) {
  std::vector<common_factor> all;
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

std::optional<apart_from_sets> apart_from_common_factors(const polynomial_system::representation& system) {
  const std::size_t n = system.variables.size();
  if (system.equations() != n || n < 2 || n > most_variables || system.terms() > most_terms || !system.is_real())
    return std::nullopt;
  const auto exact = exact_equations_of(system);
  if (!exact) return std::nullopt;
  const ring r(n);
  std::vector<whole> equations;
  for (const exact_equation& e : *exact) {
    if (!to_whole(e, n, r, equations.emplace_back(r))) return std::nullopt;
    if (equations.back().is_number()) return std::nullopt;
  }
  const auto factors = common_factors(equations, r);
  if (!factors || factors->empty()) return std::nullopt;
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
  if (std::none_of(equations.begin(), equations.end(), [](const whole& p) { return p.is_number(); }))
    result.others = with_inverse(equations, g, r, system.variables);
  return result;
}

}  // namespace vieta::counting

#else

namespace vieta::counting {

std::optional<apart_from_sets> apart_from_common_factors(const polynomial_system::representation&) {
  return std::nullopt;
}

}  // namespace vieta::counting

#endif
