#include "io/boxes/shared_factors.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "exact/limited_arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::io {
namespace {

// Beyond these sizes the numbers of Euclid's algorithm are long, and a division has very many steps.
constexpr std::uint32_t most_degree = 8;
constexpr std::size_t most_steps = 4096;

/// By the exponents of all variables, the largest first.
using terms_by_exponents = std::map<std::vector<std::uint32_t>, exact::real, std::greater<>>;

std::uint32_t exponent_of(const system_term& t, std::uint32_t variable) {
  for (const auto& [v, exponent] : t.factors)
    if (v == variable) return exponent;
  return 0;
}

std::uint32_t variables_of(const system_polynomial& p) {
  std::uint32_t count = 0;
  for (const system_term& t : p)
    for (const auto& [v, exponent] : t.factors) count = std::max(count, v + 1);
  return count;
}

/// The largest power of a variable that divides p.
std::uint32_t power_in(const system_polynomial& p, std::uint32_t variable) {
  std::uint32_t least = p.empty() ? 0 : exponent_of(p[0], variable);
  for (const system_term& t : p) least = std::min(least, exponent_of(t, variable));
  return least;
}

void divide_by_power(system_polynomial& p, std::uint32_t variable, std::uint32_t power) {
  for (system_term& t : p) {
    for (auto& [v, exponent] : t.factors)
      if (v == variable) exponent -= power;
    std::erase_if(t.factors, [](const auto& f) { return f.second == 0; });
  }
}

/// Nothing where a coefficient is not known exactly, or not real.
std::optional<terms_by_exponents> exact_terms(const system_polynomial& p, std::uint32_t variables) {
  terms_by_exponents out;
  for (const system_term& t : p) {
    if (t.error_exponent != system_term::none || !t.im.is_zero()) return {};
    std::vector<std::uint32_t> exponents(variables);
    for (const auto& [v, exponent] : t.factors) exponents[v] = exponent;
    if (!out.emplace(std::move(exponents), t.re).second) return {};
  }
  return out;
}

system_polynomial as_polynomial(const terms_by_exponents& p) {
  system_polynomial out;
  for (const auto& [exponents, value] : p) {
    system_term t;
    for (std::uint32_t v = 0; v < exponents.size(); ++v)
      if (exponents[v] > 0) t.factors.emplace_back(v, exponents[v]);
    t.re = value;
    out.push_back(std::move(t));
  }
  return out;
}

bool is_constant(const terms_by_exponents& p) {
  return p.empty() || std::all_of(p.begin()->first.begin(), p.begin()->first.end(), [](auto e) { return e == 0; });
}

class divider {
 public:
  explicit divider(std::size_t text_size) : arithmetic_(text_size) {}

  /// `rest` becomes what is left of it when no further multiple of `by` can be taken from its first term: nothing where
  /// `by` divides it, and the remainder of polynomials in one variable. False: that takes too long.
  bool divide(terms_by_exponents& rest, const terms_by_exponents& by, terms_by_exponents& quotient) {
    const auto& [first, value] = *by.begin();
    quotient.clear();
    while (!rest.empty()) {
      std::vector<std::uint32_t> factor = rest.begin()->first;
      for (std::size_t v = 0; v < factor.size(); ++v) {
        if (factor[v] < first[v]) return true;
        factor[v] -= first[v];
      }
      steps_ += by.size();
      if (steps_ > most_steps) return false;
      const exact::real times = arithmetic_.divide(rest.begin()->second, value);
      rest.erase(rest.begin());
      for (auto term = std::next(by.begin()); term != by.end(); ++term) {
        std::vector<std::uint32_t> at = factor;
        for (std::size_t v = 0; v < at.size(); ++v) at[v] += term->first[v];
        exact::real& there = rest[at];
        there = arithmetic_.add(there, exact::negate(arithmetic_.multiply(times, term->second)));
        if (there.is_zero()) rest.erase(at);
      }
      quotient.emplace(std::move(factor), times);
    }
    return true;
  }

  /// Of polynomials in one variable; a constant where that takes too long.
  terms_by_exponents common_divisor(terms_by_exponents a, terms_by_exponents b) {
    terms_by_exponents unused;
    while (!b.empty() && !is_constant(b)) {
      if (!divide(a, b, unused)) return {};
      std::swap(a, b);
      if (b.empty()) return a;
      const exact::real first = b.begin()->second;
      for (auto& [exponents, value] : b) value = arithmetic_.divide(value, first);
    }
    return {};
  }

 private:
  exact::limited_arithmetic arithmetic_;
  std::size_t steps_ = 0;
};

}  // namespace

system_polynomial without_shared_factors(system_polynomial numerator, const system_polynomial& divisor,
                                         std::size_t text_size) {
  system_polynomial d = divisor;
  const std::uint32_t variables = std::max(variables_of(numerator), variables_of(d));
  for (std::uint32_t v = 0; v < variables; ++v) {
    const std::uint32_t in_divisor = power_in(d, v);
    if (in_divisor == 0) continue;
    divide_by_power(d, v, in_divisor);
    divide_by_power(numerator, v, power_in(numerator, v));
  }
  const std::optional<terms_by_exponents> exact_numerator = exact_terms(numerator, variables),
                                          exact_divisor = exact_terms(d, variables);
  if (!exact_numerator || !exact_divisor || exact_numerator->empty() || is_constant(*exact_divisor)) return numerator;
  terms_by_exponents n = *exact_numerator, factor = *exact_divisor;
  std::vector<bool> is_used(variables);
  for (const terms_by_exponents* const p : {&n, &factor})
    for (const auto& term : *p)
      for (std::uint32_t v = 0; v < variables; ++v)
        if (term.first[v] > 0) is_used[v] = true;
  const bool in_one_variable = std::count(is_used.begin(), is_used.end(), true) == 1;
  bool is_shorter = false;
  try {
    divider division(text_size);
    while (!is_constant(n)) {
      if (in_one_variable) {
        if (*std::max_element(factor.begin()->first.begin(), factor.begin()->first.end()) > most_degree) break;
        factor = division.common_divisor(n, factor);
        if (is_constant(factor)) break;
      }
      terms_by_exponents rest = n, quotient;
      if (!division.divide(rest, factor, quotient) || !rest.empty()) break;
      n = std::move(quotient);
      is_shorter = true;
    }
  } catch (const error&) {
    // It takes too long: what was found so far holds.
  }
  return is_shorter ? as_polynomial(n) : numerator;
}

}  // namespace vieta::io
