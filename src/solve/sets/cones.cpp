#include "solve/sets/cones.hpp"

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exact/remainders.hpp"
#include "solve/count/exact_terms.hpp"
#include "solve/count/modular_system.hpp"
#include "solve/count/quotient.hpp"
#include "systems/representation.hpp"
#include "vieta/error.hpp"

namespace vieta::counting {

namespace {

constexpr std::size_t most_unknowns = 14, most_degree = 16, most_samples = 160, most_rounds = 4;
constexpr std::uint64_t most_primes = 400;

/// Coefficients of the unknowns of the system as given, a row for each form.
using linear_forms = std::vector<std::vector<std::int64_t>>;
using vector = std::vector<std::uint64_t>;

linear_forms random_forms(std::size_t count, std::size_t own, std::mt19937_64& random) {
  linear_forms forms(count);
  for (std::vector<std::int64_t>& form : forms)
    for (std::size_t v = 0; v < own; ++v) {
      const auto c = static_cast<std::int64_t>(random() % 999) + 1;
      form.push_back(random() % 2 == 0 ? c : -c);
    }
  return forms;
}

std::uint64_t whole_number(const prime_field& field, std::int64_t c) {
  return c < 0 ? field.negative(field.number(static_cast<std::uint64_t>(-c)))
               : field.number(static_cast<std::uint64_t>(c));
}

/// Exponents of the monomials in `variables` unknowns of a degree up to `degree`, by degree.
std::vector<exponent_vector> monomials_up_to(std::size_t variables, std::size_t degree) {
  std::vector<exponent_vector> all{exponent_vector(variables, 0)};
  for (std::size_t k = 0, end = 1, d = 0; d < degree; ++d, end = all.size())
    for (; k < end; ++k) {
      // The last unknown that occurs, or a later one, once more: each monomial once.
      std::size_t v = variables - 1;
      while (v > 0 && all[k][v] == 0) --v;
      for (; v < variables; ++v) {
        exponent_vector next = all[k];
        ++next[v];
        all.push_back(std::move(next));
      }
    }
  return all;
}

std::size_t degree_of(const exponent_vector& m) { return std::accumulate(m.begin(), m.end(), std::size_t{0}); }

/// The most unknowns that no power product in the leading monomials is of alone (Cox, Little, O'Shea 2015, chapter 9);
/// 0 also where there is no solution.
std::size_t dimension_of(const monomial_table& table, const std::vector<monomial>& leading) {
  std::vector<std::uint32_t> supports;
  for (const monomial m : leading) {
    std::uint32_t support = 0;
    for (std::size_t v = 0; v < table.variables(); ++v) support |= table.exponents(m)[v] > 0 ? 1U << v : 0U;
    supports.push_back(support);
  }
  int most = 0;
  for (std::uint32_t free = 0; free < (1U << table.variables()); ++free) {
    const bool is_independent =
        std::none_of(supports.begin(), supports.end(), [&](std::uint32_t s) { return (s & ~free) == 0; });
    if (is_independent) most = std::max(most, std::popcount(free));
  }
  return static_cast<std::size_t>(most);
}

/// Solves matrix x = right for all columns of `right`; false where the matrix is singular.
bool solve_linear(const prime_field& field, std::vector<vector> matrix, std::vector<vector>& right) {
  const std::size_t n = matrix.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && matrix[pivot][k] == 0) ++pivot;
    if (pivot == n) return false;
    std::swap(matrix[k], matrix[pivot]), std::swap(right[k], right[pivot]);
    const std::uint64_t inverse = field.inverse(matrix[k][k]);
    for (std::uint64_t& c : matrix[k]) c = field.multiply(c, inverse);
    for (std::uint64_t& c : right[k]) c = field.multiply(c, inverse);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || matrix[i][k] == 0) continue;
      const std::uint64_t factor = field.negative(matrix[i][k]);
      for (std::size_t j = k; j < n; ++j) matrix[i][j] = field.add(matrix[i][j], field.multiply(factor, matrix[k][j]));
      for (std::size_t j = 0; j < right[i].size(); ++j)
        right[i][j] = field.add(right[i][j], field.multiply(factor, right[k][j]));
    }
  }
  return true;
}

/// G = T^e + sum over j of a_j(y) T^(e - j), a_j of degree j at most: all coefficients modulo one prime, j after j.
struct cone {
  std::size_t dimension = 0, degree = 0;  ///< of the sets; dimension 0: there are none
  std::uint64_t prime = 0;
  vector values;
};

/// The work for one prime.
class projection {
 public:
  projection(const prime_field& field, const std::vector<sparse_polynomial>& equations, const linear_forms& forms,
             work_budget& budget)
      : field_(field), equations_(equations), forms_(forms), budget_(budget), random_(field.prime()) {}

  std::optional<cone> compute(std::size_t dimension) {
    cone result;
    result.dimension = dimension, result.prime = field_.prime();
    std::vector<exponent_vector> monomials;
    std::vector<vector> matrix, right;
    while (monomials.empty() || matrix.size() < monomials.size()) {
      const vector at = random_point(dimension);
      const auto minimal = on_slice(at);
      if (!minimal) return std::nullopt;
      const std::size_t degree = minimal->size() - 1;
      if (monomials.empty()) {
        if (degree == 0 || degree > most_degree) return std::nullopt;
        result.degree = degree;
        monomials = monomials_up_to(dimension, degree);
        if (monomials.size() > most_samples) return std::nullopt;
      }
      if (degree != result.degree) return std::nullopt;
      vector& row = matrix.emplace_back();
      for (const exponent_vector& m : monomials) row.push_back(value_of(m, at));
      right.emplace_back(minimal->rbegin() + 1, minimal->rend());
    }
    if (!budget_.spend(static_cast<double>(matrix.size() * matrix.size() * matrix.size()))) return std::nullopt;
    if (!solve_linear(field_, std::move(matrix), right)) return std::nullopt;
    for (std::size_t j = 1; j <= result.degree; ++j)
      for (std::size_t k = 0; k < monomials.size(); ++k) {
        const std::uint64_t c = right[k][j - 1];
        if (degree_of(monomials[k]) <= j)
          result.values.push_back(field_.reduced(c));
        else if (c != 0)
          return std::nullopt;  // slices of no general position
      }
    return result;
  }

 private:
  vector random_point(std::size_t dimension) {
    vector at;
    for (std::size_t k = 0; k < dimension; ++k) at.push_back(field_.number(random_()));
    return at;
  }
  [[nodiscard]] std::uint64_t value_of(const exponent_vector& m, const vector& at) const {
    std::uint64_t value = field_.one();
    for (std::size_t v = 0; v < m.size(); ++v) value = field_.multiply(value, field_.power(at[v], m[v]));
    return value;
  }

  /// The polynomial whose simple zeros are the values of the last form where the others have these.
  std::optional<vector> on_slice(const vector& at) {
    const std::size_t n = equations_[0].begin()->first.size();
    std::vector<sparse_polynomial> all = equations_;
    for (std::size_t k = 0; k < at.size(); ++k) {
      sparse_polynomial& plane = all.emplace_back();
      plane[exponent_vector(n, 0)] = field_.negative(at[k]);
      for (std::size_t v = 0; v < forms_[k].size(); ++v) {
        exponent_vector x(n, 0);
        x[v] = 1;
        plane[std::move(x)] = whole_number(field_, forms_[k][v]);
      }
    }
    monomial_table table(n);
    groebner_basis basis(field_, table);
    if (!basis.compute(generators_of(all, table), budget_)) return std::nullopt;
    quotient_ring ring(field_, table, basis);
    if (ring.find_dimension(most_of_slice) != quotient_ring::size::finite) return std::nullopt;
    vector form(n, 0), functional;
    for (std::size_t v = 0; v < forms_.back().size(); ++v) form[v] = whole_number(field_, forms_.back()[v]);
    for (std::size_t k = 0; k < ring.dimension(); ++k) functional.push_back(field_.number(random_()));
    const auto found = ring.project(form, functional, false, budget_);
    if (!found) return std::nullopt;
    return without_repeated_zeros(field_, found->minimal);
  }

  static constexpr std::size_t most_of_slice = 200;  // points, with multiplicities
  const prime_field& field_;
  const std::vector<sparse_polynomial>& equations_;
  const linear_forms& forms_;
  work_budget& budget_;
  std::mt19937_64 random_;
};

std::optional<cone> cone_modulo(const polynomial_system& system, const linear_forms& all_forms,
                                std::uint64_t prime_seed, work_budget& budget) {
  const prime_field field(prime_seed);
  auto equations = equations_modulo(field, system.data(), budget);
  if (!equations) return std::nullopt;
  std::erase_if(*equations, [](const sparse_polynomial& p) { return p.empty(); });
  if (equations->empty()) return std::nullopt;
  monomial_table table(system.variables().size());
  groebner_basis basis(field, table);
  if (!basis.compute(generators_of(*equations, table), budget)) return std::nullopt;
  const std::size_t dimension = dimension_of(table, basis.leading_monomials());
  if (dimension == 0) return cone{};
  if (dimension >= all_forms.size()) return std::nullopt;
  const linear_forms forms(all_forms.begin(), all_forms.begin() + static_cast<std::ptrdiff_t>(dimension) + 1);
  return projection(field, *equations, forms, budget).compute(dimension);
}

using term = systems::system_builder::term;

void add_factor(term& t, std::size_t variable, std::size_t exponent) {
  if (exponent > 0) t.factors.emplace_back(static_cast<std::uint32_t>(variable), static_cast<std::uint32_t>(exponent));
}

/// The equations, w_i = y_i(x) for all forms y_i, and t G(w) = 1; nothing where numbers leave the range of doubles.
std::optional<polynomial_system> off_cone(const polynomial_system& system, const linear_forms& forms, const cone& of,
                                          const std::vector<exact::rational>& numbers) {
  const auto equations = exact_equations_of(system.data());
  if (!equations) return std::nullopt;
  std::vector<std::string> variables = system.variables();
  const std::size_t n = variables.size(), t = n + of.dimension + 1;
  for (std::size_t k = 0; k <= of.dimension; ++k)
    variables.push_back("form " + std::to_string(k + 1) + " behind " + std::to_string(n));
  variables.push_back("inverse behind " + std::to_string(n));
  exact::big_integer common, factor;
  fmpz_one(common.n);
  for (const exact::rational& q : numbers) fmpz_lcm(common.n, common.n, fmpq_denref(q.q));
  // Times a power of two, so that the largest coefficients are about 1.
  std::vector<term> last;
  std::size_t bits = fmpz_bits(common.n);
  const auto add = [&](const fmpz_t c) -> term& {
    bits = std::max<std::size_t>(bits, fmpz_bits(c));
    term& to = last.emplace_back();
    to.exact_re.numerator = exact::get_integer(c);
    return to;
  };
  term& highest = add(common.n);
  add_factor(highest, n + of.dimension, of.degree), add_factor(highest, t, 1);
  const std::vector<exponent_vector> monomials = monomials_up_to(of.dimension, of.degree);
  std::size_t at = 0;
  for (std::size_t j = 1; j <= of.degree; ++j)
    for (const exponent_vector& m : monomials) {
      if (degree_of(m) > j) continue;
      const exact::rational& q = numbers[at++];
      if (fmpq_is_zero(q.q) != 0) continue;
      fmpz_divexact(factor.n, common.n, fmpq_denref(q.q));
      fmpz_mul(factor.n, factor.n, fmpq_numref(q.q));
      term& to = add(factor.n);
      for (std::size_t v = 0; v < m.size(); ++v) add_factor(to, n + v, m[v]);
      add_factor(to, n + of.dimension, of.degree - j), add_factor(to, t, 1);
    }
  for (term& to : last) to.exact_re.binary_exponent = -static_cast<std::int64_t>(bits);
  last.emplace_back().exact_re.numerator = -1;
  try {
    systems::system_builder builder(std::move(variables));
    for (const exact_equation& equation : *equations) {
      std::vector<term> terms;
      for (const exact_term& e : equation) {
        term& to = terms.emplace_back();
        to.factors.assign(e.powers.begin(), e.powers.end());
        to.exact_re = e.re;
      }
      builder.add_exact(std::move(terms));
    }
    for (std::size_t k = 0; k <= of.dimension; ++k) {
      std::vector<term> terms(1);
      add_factor(terms[0], n + k, 1);
      terms[0].exact_re.numerator = -1;
      for (std::size_t v = 0; v < forms[k].size(); ++v) {
        term& to = terms.emplace_back();
        add_factor(to, v, 1);
        to.exact_re.numerator = forms[k][v];
      }
      builder.add_exact(std::move(terms));
    }
    builder.add_exact(std::move(last));
    return builder.finish();
  } catch (const error&) {
    return std::nullopt;
  }
}

/// Without the sets of the highest dimension; `none_left` where there are none.
std::optional<polynomial_system> without_largest(const polynomial_system& system, std::size_t own, std::uint64_t seed,
                                                 work_budget& budget, bool& none_left) {
  std::mt19937_64 random(seed ^ 0x8ebc6af09c88c6e3);
  const linear_forms forms = random_forms(own, own, random);
  std::optional<cone> first;
  std::optional<exact::remainders> all;
  std::vector<exact::rational> numbers;
  std::size_t next_attempt = 2, added = 0;
  for (std::uint64_t k = 0; k < most_primes; ++k) {
    const auto now = cone_modulo(system, forms, seed + 0x9e3779b97f4a7c15 * (k + 1), budget);
    if (!now) return std::nullopt;
    if (now->dimension == 0) {
      none_left = true;
      return std::nullopt;
    }
    if (!first) first = *now, all.emplace(now->values.size());
    if (now->dimension != first->dimension || now->degree != first->degree) continue;  // a bad prime
    if (!numbers.empty() && exact::agree(numbers, now->prime, now->values))
      return off_cone(system, forms, *first, numbers);
    numbers.clear();
    all->add(now->prime, now->values);
    if (!budget.spend(50 * static_cast<double>(now->values.size() * ++added))) return std::nullopt;
    if (added < next_attempt) continue;
    next_attempt = added + added / 2 + 1;
    numbers = all->reconstructed();
  }
  return std::nullopt;
}

}  // namespace

std::optional<polynomial_system> apart_from_cones(const polynomial_system& system, std::size_t own, std::uint64_t seed,
                                                  double most_operations, const std::function<bool()>& must_stop) {
  work_budget budget{most_operations, must_stop};
  std::optional<polynomial_system> now;
  for (std::size_t round = 0; round < most_rounds; ++round) {
    const polynomial_system& before = now ? *now : system;
    if (before.variables().size() > most_unknowns || !before.data().is_real()) return std::nullopt;
    bool none_left = false;
    auto next = without_largest(before, own, seed + round, budget, none_left);
    if (none_left) return now;
    if (!next) return std::nullopt;
    now = std::move(next);
  }
  return std::nullopt;
}

}  // namespace vieta::counting

#else

namespace vieta::counting {

std::optional<polynomial_system> apart_from_cones(const polynomial_system&, std::size_t, std::uint64_t, double,
                                                  const std::function<bool()>&) {
  return std::nullopt;
}

}  // namespace vieta::counting

#endif
