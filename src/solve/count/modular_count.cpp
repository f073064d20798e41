#include "solve/count/modular_count.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "solve/count/modular_system.hpp"
#include "solve/count/quotient.hpp"

namespace vieta::counting {

namespace {

/// More solutions than this are not counted: their minimal polynomial takes too long.
constexpr std::size_t most_solutions = 2000;
/// Exponents are kept in 16 bits, and a Gröbner basis does not go farther.
constexpr std::size_t most_degree_of_determinant = std::size_t{1} << 14;

/// a b; empty without room in the budget.
std::optional<sparse_polynomial> product(const prime_field& field, const sparse_polynomial& a,
                                         const sparse_polynomial& b, work_budget& budget) {
  sparse_polynomial result;
  for (const auto& [x, c] : a) {
    if (!budget.spend(50 * static_cast<double>(b.size()))) return std::nullopt;
    for (const auto& [y, d] : b) {
      exponent_vector sum = x;
      for (std::size_t v = 0; v < sum.size(); ++v) sum[v] = static_cast<std::uint16_t>(sum[v] + y[v]);
      std::uint64_t& at = result[std::move(sum)];
      at = field.add(at, field.multiply(c, d));
    }
  }
  return result;
}

sparse_polynomial derivative_for(const prime_field& field, const sparse_polynomial& p, std::size_t variable) {
  sparse_polynomial result;
  for (const auto& [x, c] : p) {
    if (x[variable] == 0) continue;
    exponent_vector less = x;
    --less[variable];
    result[std::move(less)] = field.multiply(c, field.number(std::uint64_t{x[variable]}));
  }
  return result;
}

std::size_t degree_of(const sparse_polynomial& p) {
  std::size_t most = 0;
  for (const auto& [x, c] : p) most = std::max(most, std::accumulate(x.begin(), x.end(), std::size_t{0}));
  return most;
}

/// The determinant of the Jacobian, row after row: that of the first k rows for each set of k columns, which may be
/// more than a machine word has bits.
std::optional<sparse_polynomial> jacobian_determinant(const prime_field& field,
                                                      const std::vector<sparse_polynomial>& equations,
                                                      work_budget& budget) {
  const std::size_t n = equations.size();
  std::size_t degree = 0;
  for (const sparse_polynomial& equation : equations) degree += degree_of(equation);
  if (degree >= most_degree_of_determinant) return std::nullopt;
  std::map<std::vector<bool>, sparse_polynomial> minors;
  minors[std::vector<bool>(n, false)][exponent_vector(n, 0)] = field.one();
  for (const sparse_polynomial& equation : equations) {
    std::map<std::vector<bool>, sparse_polynomial> next;
    for (std::size_t v = 0; v < n; ++v) {
      const sparse_polynomial entry = derivative_for(field, equation, v);
      if (entry.empty()) continue;
      for (const auto& [columns, minor] : minors) {
        if (columns[v]) continue;
        const auto term = product(field, entry, minor, budget);
        if (!term) return std::nullopt;
        const auto behind = columns.begin() + static_cast<std::ptrdiff_t>(v);
        const bool negative = std::count(behind, columns.end(), true) % 2 != 0;
        std::vector<bool> more = columns;
        more[v] = true;
        sparse_polynomial& sum = next[std::move(more)];
        for (const auto& [x, c] : *term) {
          std::uint64_t& at = sum[x];
          at = negative ? field.subtract(at, c) : field.add(at, c);
        }
      }
    }
    minors = std::move(next);
  }
  if (minors.empty()) return sparse_polynomial{};
  return minors.begin()->second;
}

/// The points where the Jacobian is regular, of which there are finitely many whatever else there is: with another
/// unknown t and the equation t det J = 1 (Rabinowitsch 1929) all solutions are simple.
std::optional<std::size_t> count_simple(const prime_field& field, std::vector<sparse_polynomial> equations,
                                        work_budget& budget) {
  const std::size_t n = equations.size();
  if (!equations.empty() && !equations[0].empty() && equations[0].begin()->first.size() != n) return std::nullopt;
  auto determinant = jacobian_determinant(field, equations, budget);
  if (!determinant) return std::nullopt;
  equations.push_back(std::move(*determinant));
  for (sparse_polynomial& equation : equations) {
    sparse_polynomial longer;
    const bool is_last = &equation == &equations.back();
    for (const auto& [x, c] : equation) {
      exponent_vector y = x;
      y.push_back(is_last ? 1 : 0);
      longer[std::move(y)] = c;
    }
    equation = std::move(longer);
  }
  equations.back()[exponent_vector(n + 1, 0)] = field.negative(field.one());
  monomial_table table(n + 1);
  groebner_basis basis(field, table);
  if (!basis.compute(generators_of(equations, table), budget)) return std::nullopt;
  quotient_ring ring(field, table, basis);
  if (ring.find_dimension(most_solutions) != quotient_ring::size::finite) return std::nullopt;
  return ring.dimension();
}

/// A random linear form of some of n variables, and a constant.
sparse_polynomial random_form(const prime_field& field, const std::vector<std::size_t>& of, std::size_t n,
                              std::mt19937_64& random) {
  sparse_polynomial form;
  form[exponent_vector(n, 0)] = field.number(random());
  for (const std::size_t v : of) {
    exponent_vector x(n, 0);
    x[v] = 1;
    form[std::move(x)] = field.number(random());
  }
  return form;
}

/// The equation on hyperplanes: variable v is form[v], where that is not empty.
std::optional<sparse_polynomial> on_hyperplanes(const prime_field& field, const sparse_polynomial& equation,
                                                const std::vector<sparse_polynomial>& form, work_budget& budget) {
  sparse_polynomial result;
  for (const auto& [x, c] : equation) {
    exponent_vector rest = x;
    sparse_polynomial term;
    for (std::size_t v = 0; v < x.size(); ++v)
      if (!form[v].empty()) rest[v] = 0;
    term[std::move(rest)] = c;
    for (std::size_t v = 0; v < x.size(); ++v)
      for (std::uint16_t k = 0; k < x[v] && !form[v].empty(); ++k) {
        auto next = product(field, form[v], term, budget);
        if (!next) return std::nullopt;
        term = std::move(*next);
      }
    for (const auto& [y, d] : term) {
      std::uint64_t& at = result[y];
      at = field.add(at, d);
    }
  }
  return result;
}

/// Variables from that with the largest sum of exponents on: without the last ones least is to be multiplied out.
std::vector<std::size_t> by_weight(const std::vector<sparse_polynomial>& equations, std::size_t n) {
  std::vector<std::size_t> weight(n, 0), order(n);
  for (const sparse_polynomial& equation : equations)
    for (const auto& [x, c] : equation)
      for (std::size_t v = 0; v < n; ++v) weight[v] += x[v];
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return weight[a] > weight[b]; });
  return order;
}

}  // namespace

std::size_t dimension_below(const polynomial_system::representation& system, std::size_t least, std::uint64_t seed,
                            double most_operations, const std::function<bool()>& must_stop) {
  const std::size_t n = system.variables.size();
  work_budget budget{most_operations, must_stop};
  const prime_field field(seed);
  const auto equations = equations_modulo(field, system, budget);
  if (!equations) return n;
  const std::vector<std::size_t> order = by_weight(*equations, n);
  std::mt19937_64 random(seed);
  std::size_t below = n;
  for (std::size_t d = n; d-- > least; below = d) {
    const std::vector<std::size_t> kept(order.begin(), order.end() - static_cast<std::ptrdiff_t>(d));
    std::vector<sparse_polynomial> form(n), sliced;
    for (std::size_t k = kept.size(); k < n; ++k) form[order[k]] = random_form(field, kept, n, random);
    for (const sparse_polynomial& equation : *equations) {
      auto on = on_hyperplanes(field, equation, form, budget);
      if (!on) return below;
      sliced.push_back(std::move(*on));
    }
    monomial_table table(n);
    groebner_basis basis(field, table);
    if (!basis.compute(generators_of(sliced, table), budget)) break;
    const std::vector<monomial> leading = basis.leading_monomials();
    if (std::none_of(leading.begin(), leading.end(), [&](monomial m) { return table.degree(m) == 0; })) break;
  }
  return below;
}

modular_count count_solutions(const polynomial_system::representation& system, std::uint64_t seed,
                              double most_operations, const std::function<bool()>& must_stop) {
  modular_count result;
  work_budget budget{most_operations, must_stop};
  const prime_field field(seed);
  const auto equations = equations_modulo(field, system, budget);
  if (!equations) return result;
  monomial_table table(system.variables.size());
  groebner_basis basis(field, table);
  if (!basis.compute(generators_of(*equations, table), budget)) return result;
  quotient_ring ring(field, table, basis);
  switch (ring.find_dimension(most_solutions)) {
    case quotient_ring::size::too_many:
      return result;
    case quotient_ring::size::infinite:
      result.what = modular_count::outcome::infinite;
      if (const auto simple = count_simple(field, *equations, budget))
        result.simple = *simple, result.has_simple = true;
      return result;
    case quotient_ring::size::finite:
      break;
  }
  result.what = modular_count::outcome::finite;
  result.with_multiplicity = ring.dimension();
  if (const auto minimal = ring.minimal_polynomial(seed, budget)) {
    const zero_counts zeros = count_zeros(field, *minimal);
    result.simple = zeros.simple, result.multiple = zeros.multiple;
    result.has_simple = true;
  }
  result.operations = most_operations - budget.left;
  return result;
}

}  // namespace vieta::counting
