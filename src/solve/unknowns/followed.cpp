#include "solve/unknowns/followed.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "exact/arithmetic.hpp"
#include "solve/count/modular_system.hpp"
#include "solve/unknowns/radicals.hpp"
#include "systems/representation.hpp"

namespace vieta::tracking {

namespace {

using powers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Larger systems are left as they are.
constexpr std::size_t most_terms = 20000;
/// So many choices of pairs are compared.
constexpr std::size_t most_groupings = 6;

std::uint32_t exponent_of(const powers& x, std::uint32_t variable) {
  for (const auto& [v, e] : x)
    if (v == variable) return e;
  return 0;
}

powers without(const powers& x, std::uint32_t a, std::uint32_t b) {
  powers rest = x;
  std::erase_if(rest, [&](const auto& factor) { return factor.first == a || factor.first == b; });
  return rest;
}

using term_sum = std::map<powers, radical_number>;

/// x = to_x[0] p + to_x[1] q, y = to_y[0] p + to_y[1] q.
struct linear_change {
  std::uint32_t x, y;
  radical_number to_x[2], to_y[2];
};

/// That of the pair; nothing where it needs too many square roots.
std::optional<linear_change> change_of(const isotropic_pair& pair, radical_field& field) {
  exact::real square = pair.square();
  const bool negative = square.numerator < 0;
  if (negative) square = exact::negate(square);
  const auto root = field.square_root(square);
  if (!root) return std::nullopt;
  radical_number w = field.inverse(*root);
  if (!negative) w = turned(std::move(w));
  const radical_number shift = field.multiply(radical_of({pair.shear(), {}}), w);
  return linear_change{pair.x, pair.y, {add(radical_of(1), shift), add(radical_of(1), negate(shift))}, {negate(w), w}};
}

/// Polynomials in p, by the power of p.
using series = std::vector<radical_number>;

series times(const radical_field& field, const series& a, const radical_number (&linear)[2]) {
  series result(a.size() + 1);
  for (std::size_t k = 0; k < a.size(); ++k) {
    result[k] = add(result[k], field.multiply(a[k], linear[1]));
    result[k + 1] = add(result[k + 1], field.multiply(a[k], linear[0]));
  }
  return result;
}

/// The coefficients of x^a y^b as a form in p and q, by the power of p.
class expansions {
 public:
  expansions(const radical_field& field, const linear_change& change) : field_(field), change_(change) {}
  const series& of(std::uint32_t a, std::uint32_t b) {
    const auto known = known_.find({a, b});
    if (known != known_.end()) return known->second;
    series s = a + b == 0 ? series{radical_of(1)}
               : b == 0   ? times(field_, of(a - 1, 0), change_.to_x)
                          : times(field_, of(a, b - 1), change_.to_y);
    return known_.emplace(std::pair{a, b}, std::move(s)).first->second;
  }

 private:
  const radical_field& field_;
  const linear_change& change_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, series> known_;
};

term_sum changed(const term_sum& equation, const radical_field& field, const linear_change& change,
                 expansions& expanded) {
  term_sum result;
  for (const auto& [x, c] : equation) {
    const std::uint32_t a = exponent_of(x, change.x), b = exponent_of(x, change.y);
    const powers rest = without(x, change.x, change.y);
    const series& factors = expanded.of(a, b);
    for (std::uint32_t k = 0; k <= a + b; ++k) {
      if (is_zero(factors[k])) continue;
      powers y = rest;
      if (k > 0) y.emplace_back(change.x, k);
      if (k < a + b) y.emplace_back(change.y, a + b - k);
      std::sort(y.begin(), y.end());
      radical_number& sum = result[std::move(y)];
      sum = add(sum, field.multiply(c, factors[k]));
    }
  }
  std::erase_if(result, [](const auto& term) { return is_zero(term.second); });
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
void eliminate(const radical_field& field, term_sum& to, const term_sum& from, const powers& monomial) {
  const auto at = to.find(monomial);
  if (at == to.end()) return;
  const radical_number factor = negate(field.multiply(at->second, field.inverse(from.at(monomial))));
  for (const auto& [x, c] : from) {
    radical_number& sum = to[x];
    sum = add(sum, field.multiply(factor, c));
  }
  to.erase(monomial);
  std::erase_if(to, [](const auto& term) { return is_zero(term.second); });
}

/// From the highest degree down, equations whose degree falls with those of their new degree.
void combine(const radical_field& field, std::vector<term_sum>& sums) {
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
        if (j != k && degree_of(sums[j]) == degree) eliminate(field, sums[j], sums[k], monomial);
    }
  }
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

/// Pairs of different unknowns, those with most forms first, of those that may be.
std::vector<isotropic_pair> beside_each_other(const std::vector<counted_pair>& candidates, std::size_t variables,
                                              const std::function<bool(const counted_pair&)>& may_be) {
  std::vector<bool> taken(variables, false);
  std::vector<isotropic_pair> pairs;
  for (const counted_pair& candidate : candidates) {
    const isotropic_pair& pair = candidate.pair;
    if (taken[pair.x] || taken[pair.y] || !may_be(candidate)) continue;
    taken[pair.x] = taken[pair.y] = true;
    pairs.push_back(pair);
  }
  return pairs;
}

bool are_same(const std::vector<isotropic_pair>& a, const std::vector<isotropic_pair>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const isotropic_pair& p, const isotropic_pair& q) {
    return p.x == q.x && p.y == q.y && exact::compare(p.c, q.c) == 0 && exact::compare(p.d, q.d) == 0;
  });
}

/// The system's coefficients where they need square roots: to sixty digits.
bool add_rounded(systems::system_builder& builder, const radical_field& field, const term_sum& sum) {
  std::vector<systems::system_builder::term> terms;
  for (const auto& [x, c] : sum) {
    systems::system_builder::term& to = terms.emplace_back();
    to.factors.assign(x.begin(), x.end());
    const auto value = field.value(c);
    if (!value) return false;
    to.re = {value->re.x0, value->re.x1, value->re.x2, value->re.x3};
    to.im = {value->im.x0, value->im.x1, value->im.x2, value->im.x3};
  }
  builder.add(terms);
  return true;
}

}  // namespace

std::vector<followed_form> other_forms(const polynomial_system::representation& system,
                                       const std::vector<counting::exact_equation>& terms, std::uint64_t seed) {
  const counting::prime_field field(seed);
  counting::work_budget budget{1e7, {}};
  const auto equations = counting::equations_modulo(field, system, budget);
  std::vector<followed_form> forms;
  if (!equations) return forms;
  if (are_dependent(field, *equations)) forms.push_back({{}, true});
  const std::size_t n = system.variables.size();
  const std::vector<counted_pair> candidates = pairs_worth_trying(field, terms, n, seed);
  std::vector<std::vector<isotropic_pair>> groupings;
  const auto try_too = [&](const std::function<bool(const counted_pair&)>& may_be) {
    std::vector<isotropic_pair> pairs = beside_each_other(candidates, n, may_be);
    const bool is_new = std::none_of(groupings.begin(), groupings.end(),
                                     [&](const std::vector<isotropic_pair>& known) { return are_same(known, pairs); });
    if (!pairs.empty() && is_new && groupings.size() < most_groupings) groupings.push_back(std::move(pairs));
  };
  try_too([](const counted_pair&) { return true; });
  try_too([](const counted_pair& candidate) { return candidate.pair.is_of_circles(); });
  try_too([](const counted_pair& candidate) { return !candidate.pair.is_of_circles(); });
  // Without one of the best pairs, which makes room for others; and this one alone.
  for (std::size_t k = 0; k < std::min(candidates.size(), most_groupings); ++k) {
    try_too([&](const counted_pair& candidate) { return &candidate != &candidates[k]; });
    try_too([&](const counted_pair& candidate) { return &candidate == &candidates[k]; });
  }
  for (std::vector<isotropic_pair>& pairs : groupings) forms.push_back({std::move(pairs), true});
  return forms;
}

std::optional<polynomial_system> in_form(const std::vector<std::string>& variables,
                                         const std::vector<counting::exact_equation>& equations,
                                         const followed_form& form) {
  std::vector<term_sum> sums;
  for (const counting::exact_equation& equation : equations) {
    term_sum& sum = sums.emplace_back();
    for (const counting::exact_term& t : equation) {
      radical_number& c = sum[t.powers];
      c = add(c, radical_of({t.re, t.im}));
    }
    std::erase_if(sum, [](const auto& term) { return is_zero(term.second); });
  }
  radical_field field;
  for (const isotropic_pair& pair : form.pairs) {
    const auto change = change_of(pair, field);
    if (!change) return std::nullopt;
    expansions expanded(field, *change);
    std::size_t count = 0;
    for (term_sum& sum : sums) {
      sum = changed(sum, field, *change, expanded);
      count += sum.size();
    }
    if (count > most_terms) return std::nullopt;
  }
  if (form.combined) combine(field, sums);
  systems::system_builder builder(variables);
  for (const term_sum& sum : sums) {
    if (sum.empty()) return std::nullopt;
    if (!field.is_rational()) {
      if (!add_rounded(builder, field, sum)) return std::nullopt;
      continue;
    }
    std::vector<systems::system_builder::term> terms;
    for (const auto& [x, c] : sum) {
      systems::system_builder::term& to = terms.emplace_back();
      to.factors.assign(x.begin(), x.end());
      to.exact_re = c[0].re, to.exact_im = c[0].im;
    }
    builder.add_exact(std::move(terms));
  }
  return builder.finish();
}

system_point followed_unknowns::affine(const projective_point& z) const {
  system_point x;
  for (std::size_t v = 1; v < z.size(); ++v) x.push_back(z[v] / z[0] * std::ldexp(1.0, scale[v - 1]));
  for (const isotropic_pair& pair : pairs) {
    const complex<qd> p = x[pair.x], q = x[pair.y];
    const qd square = rounded(pair.square()).value_or(qd(1.0)), shear = rounded(pair.shear()).value_or(qd(0.0));
    const qd size = 1.0 / sqrt(square.x0 < 0 ? -square : square);
    const complex<qd> difference = (q - p) * size;
    x[pair.y] = square.x0 < 0 ? difference : complex<qd>{-difference.im, difference.re};
    x[pair.x] = p + q - x[pair.y] * shear;
  }
  return x;
}

double followed_unknowns::least_size(std::uint32_t unknown) const {
  for (const isotropic_pair& pair : pairs) {
    if (pair.x != unknown && pair.y != unknown) continue;
    // p = (x + m y -+ y / w) / 2
    const double square = rounded(pair.square()).value_or(qd(1.0)).x0,
                 shear = rounded(pair.shear()).value_or(qd(0.0)).x0;
    return 1 / (1 + std::fabs(shear) + std::sqrt(std::fabs(square)));
  }
  return 1;
}

}  // namespace vieta::tracking
