#include "solve/count/modular_system.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace vieta::counting {

namespace {

/// A term whose degree is larger than this makes monomials too large for the table.
constexpr std::size_t most_degree = 1000;

/// Multiplies the exponents of a node in.
void multiply_node_in(const systems::product_graph& g, systems::node m, exponent_vector& exponents) {
  if (m == 0) return;
  const std::size_t k = g.length[m];
  for (std::size_t i = 0; i < k; ++i) {
    const systems::node atom = k == 1 ? m : g.path_atom[g.prefixes[m] + i];
    std::uint16_t& e = exponents[g.base[atom] - 1];
    e = static_cast<std::uint16_t>(std::min<std::size_t>(e + g.exponent[atom], most_degree + 1));
  }
}

/// The coefficient of a term, or, where it is known in part only (pi), of the one that is stored in its place: a count
/// is no proof in any case. None where the prime divides its denominator.
std::optional<std::uint64_t> coefficient_modulo(const prime_field& field,
                                                const polynomial_system::representation& system, std::size_t term) {
  const auto part = [&](const std::array<std::vector<double>, 4>& planes, const std::vector<exact::real>& exact,
                        std::uint64_t& out) {
    out = 0;
    if (!exact.empty()) return field.number(exact[term], out);
    for (const std::vector<double>& plane : planes) {
      std::uint64_t limb = 0;
      if (plane.empty() || plane[term] == 0) continue;
      if (!field.number(exact::from_double(plane[term]), limb)) return false;
      out = field.add(out, limb);
    }
    return true;
  };
  std::uint64_t re = 0, im = 0;
  if (!part(system.re, system.exact_re, re) || !part(system.im, system.exact_im, im)) return std::nullopt;
  return field.add(re, field.multiply(im, field.square_root_of_minus_one()));
}

}  // namespace

std::optional<std::vector<sparse_polynomial>> equations_modulo(const prime_field& field,
                                                               const polynomial_system::representation& system,
                                                               work_budget& budget) {
  std::vector<sparse_polynomial> equations(system.equations());
  for (std::size_t e = 0; e < system.equations(); ++e)
    for (std::size_t g = system.group_begin[e]; g < system.group_begin[e + 1]; ++g)
      for (std::size_t t = system.term_begin[g]; t < system.term_begin[g + 1]; ++t) {
        exponent_vector exponents(system.variables.size(), 0);
        multiply_node_in(system.graph, system.outer[g], exponents);
        multiply_node_in(system.graph, system.inner[t], exponents);
        std::size_t degree = 0;
        for (const std::uint16_t x : exponents) degree += x;
        const std::optional<std::uint64_t> c = coefficient_modulo(field, system, t);
        if (degree > most_degree || !c || !budget.spend(1000)) return std::nullopt;
        std::uint64_t& sum = equations[e][std::move(exponents)];
        sum = field.add(sum, *c);
      }
  return equations;
}

std::vector<polynomial> generators_of(const std::vector<sparse_polynomial>& equations, monomial_table& table) {
  std::vector<polynomial> generators;
  for (const sparse_polynomial& equation : equations) {
    polynomial& g = generators.emplace_back();
    for (const auto& [exponents, c] : equation) {
      if (c == 0) continue;
      g.monomials.push_back(table.find(exponents));
      g.coefficients.push_back(c);
    }
  }
  return generators;
}

}  // namespace vieta::counting
