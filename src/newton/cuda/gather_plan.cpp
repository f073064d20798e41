#include "newton/cuda/gather_plan.hpp"

#include <algorithm>
#include <numeric>

namespace vieta::systems {

namespace {

/// The path that position `at` lies on; `begin` holds where paths begin, and the end.
std::uint32_t path_of(const std::vector<std::size_t>& begin, std::size_t at) {
  return static_cast<std::uint32_t>(std::upper_bound(begin.begin(), begin.end(), at) - begin.begin() - 1);
}

}  // namespace

bool gather_plan::serves(const polynomial_system::representation& system) {
  const product_graph& g = system.graph;
  constexpr std::size_t largest_table = std::size_t{1} << 28, largest_path = std::size_t{1} << 31;
  const std::size_t paths = g.prefix_begin.size() - 1;
  if (paths == 0 || g.variables >= nowhere || paths * g.variables > largest_table) return false;
  if (g.prefix_path.size() > largest_path || g.suffix_path.size() > largest_path || system.terms() > largest_path)
    return false;
  if (std::any_of(system.outer.begin(), system.outer.end(), [](node m) { return m != 0; })) return false;
  std::size_t atoms = 0;
  for (const node m : system.inner) atoms += g.length[m];
  return atoms * 8 >= system.terms() * g.variables;
}

gather_plan::gather_plan(const polynomial_system::representation& system) {
  const product_graph& g = system.graph;
  const std::size_t paths = g.prefix_begin.size() - 1;
  place.assign(paths * g.variables, nowhere);
  std::vector<bool> has_powers(paths);
  for (std::size_t p = 0; p < paths; ++p)
    for (std::size_t at = g.prefix_begin[p]; at < g.prefix_begin[p + 1]; ++at) {
      const node atom = g.path_atom[at];
      place[p * g.variables + g.base[atom] - 1] = static_cast<std::uint16_t>(at - g.prefix_begin[p]);
      if (g.exponent[atom] > 1) has_powers[p] = true;
    }
  terms.resize(system.terms());
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const node m = system.inner[t];
    term& to = terms[t];
    to.length = g.length[m];
    bool power = g.exponent[m] > 1;
    if (to.length == 1) {
      to.path = g.base[m] - 1;
    } else if (to.length > 1) {
      to.path = path_of(g.prefix_begin, g.prefixes[m]);
      to.prefix = static_cast<std::uint32_t>(g.prefixes[m]) + to.path;
      to.suffix = static_cast<std::uint32_t>(g.suffixes[m]) + path_of(g.suffix_begin, g.suffixes[m]);
      power = has_powers[to.path];
    }
    bool one = system.re[0][t] == 1;
    for (std::size_t k = 0; k < 4; ++k) {
      one = one && (k == 0 || system.re[k].empty() || system.re[k][t] == 0);
      one = one && (system.im[k].empty() || system.im[k][t] == 0);
    }
    to.length |= (one ? unit : 0) | (power ? powers : 0);
  }
  std::vector<std::size_t> work(system.equations(), 0);
  for (std::size_t e = 0; e < work.size(); ++e)
    for (std::size_t t = system.term_begin[system.group_begin[e]]; t < system.term_begin[system.group_begin[e + 1]];
         ++t)
      work[e] += g.length[system.inner[t]];
  rows.resize(work.size());
  std::iota(rows.begin(), rows.end(), 0U);
  std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) { return work[a] > work[b]; });
  follows.assign(rows.size(), 0);
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const auto begin = [&](std::size_t e) { return system.term_begin[system.group_begin[e]]; };
    const std::size_t here = begin(rows[k]), before = begin(rows[k - 1]), count = begin(rows[k] + 1) - here;
    bool all = begin(rows[k - 1] + 1) - before == count;
    for (std::size_t t = 0; t < count && all; ++t) {
      const term &a = terms[here + t], &b = terms[before + t];
      const std::uint32_t plain = unit | (b.length & length_mask);
      all = a.path == b.path && a.prefix == b.prefix && b.length == plain && a.length == plain - 1 &&
            (a.length & length_mask) > 1 && (t == 0 || a.suffix == terms[before + t - 1].suffix);
    }
    follows[k] = all ? 1 : 0;
  }
}

}  // namespace vieta::systems
