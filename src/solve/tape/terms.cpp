#include "solve/tape/terms.hpp"

#include <map>

#include "exact/arithmetic.hpp"

namespace vieta::tracking {

namespace {

using systems::node;
using systems::product_graph;

/// Multiplies the exponents of a node in.
void multiply_in(const product_graph& g, node m, std::map<std::uint32_t, std::uint32_t>& exponents) {
  if (m == 0) return;
  if (g.length[m] == 1) {
    exponents[g.base[m] - 1] += g.exponent[m];
    return;
  }
  for (std::size_t i = 0; i < g.length[m]; ++i) {
    const node atom = g.path_atom[g.prefixes[m] + i];
    exponents[g.base[atom] - 1] += g.exponent[atom];
  }
}

complex<qd> coefficient(const polynomial_system::representation& system, std::size_t t) {
  const auto part = [t](const std::vector<double>& plane) { return plane.empty() ? 0.0 : plane[t]; };
  const auto number = [&](const std::array<std::vector<double>, 4>& p) {
    return qd(part(p[0]), part(p[1]), part(p[2]), part(p[3]));
  };
  return {number(system.re), number(system.im)};
}

/// Whether the four doubles are all of the coefficient.
bool is_exact(const polynomial_system::representation& system, std::size_t t) {
  if (system.coefficient_error == 0) return true;
  if (system.exact_re.empty()) return false;
  const complex<qd> c = coefficient(system, t);
  const auto all = [](const qd& x, const exact::real& value) {
    exact::real rest = value;
    for (const double limb : {x.x0, x.x1, x.x2, x.x3})
      if (limb != 0) rest = exact::subtract(rest, exact::from_double(limb));
    return rest.is_zero();
  };
  return all(c.re, system.exact_re[t]) && all(c.im, system.exact_im[t]);
}

std::complex<double> power_of(const std::complex<double>& x, std::uint32_t exponent) {
  if (exponent == 1) return x;
  std::complex<double> result = 1.0, square = x;
  for (; exponent > 0; exponent /= 2, square *= square)
    if (exponent % 2 == 1) result *= square;
  return result;
}

/// A tenth of a second: where there are fewer, paths are counted, of which a stop then gives an account.
constexpr std::size_t factors_at_once = 1'000'000;

}  // namespace

unsigned plain_term::degree() const {
  unsigned d = 0;
  for (const auto& [v, e] : exponents) d += e;
  return d;
}

std::complex<double> value_without(const plain_term& t, const std::vector<std::complex<double>>& x, std::uint32_t v,
                                   std::uint32_t of_v, std::uint32_t w, std::uint32_t of_w) {
  std::complex<double> value(t.coefficient.re.x0, t.coefficient.im.x0);
  for (const auto& [u, e] : t.exponents) {
    const std::uint32_t power = u == v ? of_v : u == w ? of_w : e;
    if (power > 0) value *= power_of(x[u], power);
  }
  return value;
}

std::vector<std::vector<plain_term>> terms_of(const polynomial_system::representation& system,
                                              const std::function<bool()>& must_stop) {
  std::vector<std::vector<plain_term>> equations(system.equations());
  std::size_t factors = 0;  // since `must_stop` was asked
  for (std::size_t e = 0; e < system.equations(); ++e) {
    std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, plain_term> terms;
    for (std::size_t g = system.group_begin[e]; g < system.group_begin[e + 1]; ++g)
      for (std::size_t t = system.term_begin[g]; t < system.term_begin[g + 1]; ++t) {
        std::map<std::uint32_t, std::uint32_t> exponents;
        multiply_in(system.graph, system.outer[g], exponents);
        multiply_in(system.graph, system.inner[t], exponents);
        factors += exponents.size();
        if (factors >= factors_at_once && must_stop && must_stop()) {
          equations.resize(e);
          return equations;
        }
        if (factors >= factors_at_once) factors = 0;
        const plain_term one{{exponents.begin(), exponents.end()}, coefficient(system, t), is_exact(system, t)};
        const auto [at, is_new] = terms.try_emplace(one.exponents, one);
        if (is_new) continue;
        at->second.coefficient += one.coefficient;
        at->second.exact = false;
      }
    for (const auto& [exponents, t] : terms)
      if (t.coefficient.re.x0 != 0 || t.coefficient.im.x0 != 0) equations[e].push_back(t);
  }
  return equations;
}

}  // namespace vieta::tracking
