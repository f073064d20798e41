#include "solve/unknowns/followed.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "exact/arithmetic.hpp"
#include "solve/count/modular_system.hpp"
#include "systems/representation.hpp"

namespace vieta::tracking {

namespace {

using powers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Larger systems are left as they are: binomial coefficients, and the number of terms.
constexpr std::uint32_t most_degree = 30;
constexpr std::size_t most_terms = 20000;

struct gaussian {
  exact::real re, im;
  [[nodiscard]] bool is_zero() const { return re.is_zero() && im.is_zero(); }
};

gaussian operator+(const gaussian& a, const gaussian& b) { return {exact::add(a.re, b.re), exact::add(a.im, b.im)}; }

gaussian operator*(const gaussian& a, const gaussian& b) {
  return {exact::subtract(exact::multiply(a.re, b.re), exact::multiply(a.im, b.im)),
          exact::add(exact::multiply(a.re, b.im), exact::multiply(a.im, b.re))};
}

gaussian inverse(const gaussian& a) {
  const exact::real norm = exact::add(exact::multiply(a.re, a.re), exact::multiply(a.im, a.im));
  return {exact::divide(a.re, norm), exact::negate(exact::divide(a.im, norm))};
}

/// i^k a.
gaussian turned(const gaussian& a, std::uint32_t k) {
  switch (k % 4) {
    case 0:
      return a;
    case 1:
      return {exact::negate(a.im), a.re};
    case 2:
      return {exact::negate(a.re), exact::negate(a.im)};
    default:
      return {a.im, exact::negate(a.re)};
  }
}

gaussian times(const gaussian& a, std::int64_t whole) {
  exact::real factor;
  factor.numerator = whole;
  return {exact::multiply(a.re, factor), exact::multiply(a.im, factor)};
}

std::uint32_t exponent_of(const powers& x, std::uint32_t variable) {
  for (const auto& [v, e] : x)
    if (v == variable) return e;
  return 0;
}

powers without(const powers& x, const isotropic_pair& pair) {
  powers rest = x;
  std::erase_if(rest, [&](const auto& factor) { return factor.first == pair.x || factor.first == pair.y; });
  return rest;
}

std::int64_t binomial(std::uint32_t n, std::uint32_t k) {
  std::int64_t b = 1;
  for (std::uint32_t j = 1; j <= k; ++j) b = b * (n - k + j) / j;
  return b;
}

using term_sum = std::map<powers, gaussian>;

/// The coefficients of (p + q)^a (q - p)^b, by the power of p.
std::vector<std::int64_t> expanded(std::uint32_t a, std::uint32_t b) {
  std::vector<std::int64_t> c(a + b + 1, 0);
  for (std::uint32_t j = 0; j <= a; ++j)
    for (std::uint32_t k = 0; k <= b; ++k) c[j + k] += (k % 2 == 0 ? 1 : -1) * binomial(a, j) * binomial(b, k);
  return c;
}

term_sum changed(const term_sum& equation, const isotropic_pair& pair) {
  term_sum result;
  for (const auto& [x, c] : equation) {
    const std::uint32_t a = exponent_of(x, pair.x), b = exponent_of(x, pair.y);
    const powers rest = without(x, pair);
    const std::vector<std::int64_t> factors = expanded(a, b);
    const gaussian turned_c = turned(c, b);
    for (std::uint32_t k = 0; k <= a + b; ++k) {
      if (factors[k] == 0) continue;
      powers y = rest;
      if (k > 0) y.emplace_back(pair.x, k);
      if (k < a + b) y.emplace_back(pair.y, a + b - k);
      std::sort(y.begin(), y.end());
      gaussian& sum = result[std::move(y)];
      sum = sum + times(turned_c, factors[k]);
    }
  }
  std::erase_if(result, [](const auto& term) { return term.second.is_zero(); });
  return result;
}

std::uint32_t degree_of(const powers& x) {
  std::uint32_t sum = 0;
  for (const auto& [variable, exponent] : x) sum += exponent;
  return sum;
}

std::uint32_t degree_of(const term_sum& sum) {
  std::uint32_t most = 0;
  for (const auto& [x, c] : sum) most = std::max(most, degree_of(x));
  return most;
}

/// to - (c / pivot) from, where c is what `to` has at the monomial at which `from` has the pivot.
void eliminate(term_sum& to, const term_sum& from, const powers& monomial) {
  const auto at = to.find(monomial);
  if (at == to.end()) return;
  const gaussian factor = at->second * inverse(from.at(monomial));
  for (const auto& [x, c] : from) {
    gaussian& sum = to[x];
    sum = sum + times(factor * c, -1);
  }
  to.erase(monomial);
  std::erase_if(to, [](const auto& term) { return term.second.is_zero(); });
}

/// From the highest degree down, equations whose degree falls with those of their new degree.
void combine(std::vector<term_sum>& sums) {
  std::uint32_t degree = 0;
  for (const term_sum& sum : sums) degree = std::max(degree, degree_of(sum));
  for (; degree > 0; --degree) {
    std::vector<bool> done(sums.size(), false);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      if (done[k] || degree_of(sums[k]) != degree) continue;
      done[k] = true;
      const auto pivot = std::find_if(sums[k].begin(), sums[k].end(),
                                      [&](const auto& term) { return degree_of(term.first) == degree; });
      const powers monomial = pivot->first;
      for (std::size_t j = 0; j < sums.size(); ++j)
        if (j != k && degree_of(sums[j]) == degree) eliminate(sums[j], sums[k], monomial);
    }
  }
}

/// A term modulo a prime. A monomial's number is the sum of its exponents times random numbers.
struct numbered_term {
  const counting::exponent_vector* x;
  std::uint64_t number, c;
};
using numbered_terms = std::vector<numbered_term>;

/// How many forms of highest degree in x and y, each the factor of a monomial in the other unknowns, vanish where
/// x + i y or x - i y does.
std::size_t vanishing_forms(const counting::prime_field& field, const numbered_terms& equation,
                            const isotropic_pair& pair, const std::vector<std::uint64_t>& numbers) {
  struct form {
    std::uint64_t rest = 0;
    std::uint32_t degree = 0;
    std::uint64_t at_plus = 0, at_minus = 0;  // of x = 1, y = i and y = -i
  };
  const std::uint64_t i = field.square_root_of_minus_one();
  const std::uint64_t powers_of_i[4] = {field.one(), i, field.negative(field.one()), field.negative(i)};
  std::vector<form> forms;
  for (const auto& [x, number, c] : equation) {
    const std::uint32_t a = (*x)[pair.x], b = (*x)[pair.y];
    const std::uint64_t rest = number - a * numbers[pair.x] - b * numbers[pair.y];
    auto at = std::find_if(forms.begin(), forms.end(), [&](const form& f) { return f.rest == rest; });
    if (at == forms.end()) at = forms.insert(at, {rest, 0, 0, 0});
    if (a + b < at->degree) continue;
    if (a + b > at->degree) *at = {rest, a + b, 0, 0};
    at->at_plus = field.add(at->at_plus, field.multiply(c, powers_of_i[b % 4]));
    at->at_minus = field.add(at->at_minus, field.multiply(c, powers_of_i[3 * b % 4]));
  }
  std::size_t count = 0;
  for (const form& f : forms)
    if (f.degree >= 2) count += (f.at_plus == 0) + (f.at_minus == 0);
  return count;
}

std::size_t degree_of(const counting::exponent_vector& x) {
  return std::accumulate(x.begin(), x.end(), std::size_t{0});
}

/// Whether forms of highest degree, of equations of one degree, are linearly dependent.
bool are_dependent(const counting::prime_field& field, const std::vector<counting::sparse_polynomial>& equations) {
  // Row after row: what earlier ones of this degree leave of the form, with its first monomial as the next pivot.
  std::map<std::size_t, std::vector<counting::sparse_polynomial>> reduced;
  for (const counting::sparse_polynomial& equation : equations) {
    std::size_t degree = 0;
    for (const auto& [x, c] : equation)
      if (c != 0) degree = std::max(degree, degree_of(x));
    counting::sparse_polynomial form;
    for (const auto& [x, c] : equation)
      if (c != 0 && degree_of(x) == degree) form.emplace(x, c);
    for (const counting::sparse_polynomial& row : reduced[degree]) {
      const auto at = form.find(row.begin()->first);
      if (at == form.end()) continue;
      const std::uint64_t factor = field.multiply(at->second, field.inverse(row.begin()->second));
      for (const auto& [x, c] : row) {
        std::uint64_t& sum = form[x];
        sum = field.subtract(sum, field.multiply(factor, c));
      }
      std::erase_if(form, [](const auto& term) { return term.second == 0; });
    }
    if (form.empty()) return true;
    reduced[degree].push_back(std::move(form));
  }
  return false;
}

std::vector<isotropic_pair> isotropic_pairs(const counting::prime_field& field,
                                            const std::vector<counting::sparse_polynomial>& equations,
                                            std::size_t variables, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> numbers(variables);
  for (std::uint64_t& number : numbers) number = random();
  std::vector<numbered_terms> numbered;
  for (const counting::sparse_polynomial& equation : equations) {
    numbered_terms& to = numbered.emplace_back();
    for (const auto& [x, c] : equation) {
      if (c == 0) continue;
      if (degree_of(x) > most_degree) return {};
      std::uint64_t number = 0;
      for (std::size_t v = 0; v < variables; ++v) number += x[v] * numbers[v];
      to.push_back({&x, number, c});
    }
  }
  std::vector<std::pair<std::size_t, isotropic_pair>> candidates;
  for (std::uint32_t y = 1; y < variables; ++y)
    for (std::uint32_t x = 0; x < y; ++x) {
      std::size_t forms = 0;
      for (const numbered_terms& equation : numbered) forms += vanishing_forms(field, equation, {x, y}, numbers);
      if (forms > 0) candidates.push_back({forms, {x, y}});
    }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<bool> taken(variables, false);
  std::vector<isotropic_pair> pairs;
  for (const auto& [forms, pair] : candidates) {
    if (taken[pair.x] || taken[pair.y]) continue;
    taken[pair.x] = taken[pair.y] = true;
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

std::vector<followed_form> other_forms(const polynomial_system::representation& system, std::uint64_t seed) {
  const counting::prime_field field(seed);
  counting::work_budget budget{1e7, {}};
  const auto equations = counting::equations_modulo(field, system, budget);
  std::vector<followed_form> forms;
  if (!equations) return forms;
  if (are_dependent(field, *equations)) forms.push_back({{}, true});
  std::vector<isotropic_pair> pairs = isotropic_pairs(field, *equations, system.variables.size(), seed);
  if (!pairs.empty()) forms.push_back({std::move(pairs), true});
  return forms;
}

std::optional<polynomial_system> in_form(const std::vector<std::string>& variables,
                                         const std::vector<counting::exact_equation>& equations,
                                         const followed_form& form) {
  std::vector<term_sum> sums;
  std::size_t count = 0;
  for (const counting::exact_equation& equation : equations) {
    term_sum& sum = sums.emplace_back();
    for (const counting::exact_term& t : equation) {
      gaussian& c = sum[t.powers];
      c = c + gaussian{t.re, t.im};
    }
    std::erase_if(sum, [](const auto& term) { return term.second.is_zero(); });
    for (const isotropic_pair& pair : form.pairs) sum = changed(sum, pair);
    count += sum.size();
    if (count > most_terms) return std::nullopt;
  }
  if (form.combined) combine(sums);
  systems::system_builder builder(variables);
  for (const term_sum& sum : sums) {
    if (sum.empty()) return std::nullopt;
    std::vector<systems::system_builder::term> terms;
    for (const auto& [x, c] : sum) {
      systems::system_builder::term& to = terms.emplace_back();
      to.factors.assign(x.begin(), x.end());
      to.exact_re = c.re, to.exact_im = c.im;
    }
    builder.add_exact(std::move(terms));
  }
  return builder.finish();
}

system_point followed_unknowns::affine(const projective_point& z) const {
  system_point x;
  for (std::size_t v = 1; v < z.size(); ++v) x.push_back(z[v] / z[0] * std::ldexp(1.0, scale[v - 1]));
  for (const isotropic_pair& pair : pairs) {
    const complex<qd> p = x[pair.x], difference = x[pair.y] - p;
    x[pair.x] = p + x[pair.y];
    x[pair.y] = {-difference.im, difference.re};
  }
  return x;
}

}  // namespace vieta::tracking
