#include "solve/count/exact_terms.hpp"

#include <array>
#include <map>

#include "exact/arithmetic.hpp"

namespace vieta::counting {

namespace {

void add_powers_of(std::map<std::uint32_t, std::uint32_t>& powers, const systems::product_graph& g, systems::node m) {
  if (m == 0) return;
  const std::size_t k = g.length[m];
  for (std::size_t i = 0; i < k; ++i) {
    const systems::node atom = k == 1 ? m : g.path_atom[g.prefixes[m] + i];
    powers[g.base[atom] - 1] += g.exponent[atom];
  }
}

exact::real exact_part(const std::array<std::vector<double>, 4>& planes, const std::vector<exact::real>& exact,
                       std::size_t term) {
  if (!exact.empty()) return exact[term];
  exact::real sum;
  for (const std::vector<double>& plane : planes)
    if (!plane.empty() && plane[term] != 0) sum = exact::add(sum, exact::from_double(plane[term]));
  return sum;
}

}  // namespace

std::optional<std::vector<exact_equation>> exact_equations_of(const polynomial_system::representation& system) {
  if (system.coefficient_error != 0 && system.exact_re.empty()) return std::nullopt;
  std::vector<exact_equation> equations(system.equations());
  for (std::size_t e = 0; e < system.equations(); ++e)
    for (std::size_t g = system.group_begin[e]; g < system.group_begin[e + 1]; ++g)
      for (std::size_t t = system.term_begin[g]; t < system.term_begin[g + 1]; ++t) {
        std::map<std::uint32_t, std::uint32_t> powers;
        add_powers_of(powers, system.graph, system.outer[g]);
        add_powers_of(powers, system.graph, system.inner[t]);
        exact_term& term = equations[e].emplace_back();
        term.powers.assign(powers.begin(), powers.end());
        term.re = exact_part(system.re, system.exact_re, t);
        term.im = exact_part(system.im, system.exact_im, t);
      }
  return equations;
}

}  // namespace vieta::counting
