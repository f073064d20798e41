#include "solve/start/multihomogeneous.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace vieta::tracking {

namespace {

using degree_table = std::vector<std::vector<unsigned>>;  // equation, group

degree_table degrees_in(const std::vector<std::vector<plain_term>>& equations, const variable_groups& groups) {
  degree_table degrees;
  std::vector<unsigned> here(groups.count);
  for (const auto& equation : equations) {
    std::vector<unsigned> most(groups.count, 0);
    for (const plain_term& t : equation) {
      std::fill(here.begin(), here.end(), 0);
      for (const auto& [v, e] : t.exponents) here[groups.group[v]] += e;
      for (std::size_t g = 0; g < groups.count; ++g) most[g] = std::max(most[g], here[g]);
    }
    degrees.push_back(std::move(most));
  }
  return degrees;
}

std::vector<std::size_t> sizes_of(const variable_groups& groups) {
  std::vector<std::size_t> sizes(groups.count, 0);
  for (const std::uint32_t g : groups.group) ++sizes[g];
  return sizes;
}

/// What multiplies the number of variables of a group that are taken, in the index of a state.
std::vector<std::size_t> strides_of(const std::vector<std::size_t>& sizes) {
  std::vector<std::size_t> strides(sizes.size() + 1, 1);
  for (std::size_t g = 0; g < sizes.size(); ++g) strides[g + 1] = strides[g] * (sizes[g] + 1);
  return strides;
}

/// ways[e][state]: in how many ways the equations from e on can take the variables that `state` has left, each equation
/// one variable of a group, by one of its forms there. Too many states (2^20): empty.
std::vector<std::vector<double>> count_ways(const degree_table& degrees, const std::vector<std::size_t>& sizes) {
  constexpr std::size_t most_states = std::size_t{1} << 20;
  const std::vector<std::size_t> strides = strides_of(sizes);
  const std::size_t states = strides.back();
  if (states > most_states) return {};
  std::vector<std::vector<double>> ways(degrees.size() + 1, std::vector<double>(states, 0));
  ways.back()[0] = 1;
  for (std::size_t e = degrees.size(); e-- > 0;)
    for (std::size_t state = 1; state < states; ++state)
      for (std::size_t g = 0; g < sizes.size(); ++g)
        if (degrees[e][g] > 0 && state / strides[g] % (sizes[g] + 1) > 0)
          ways[e][state] += degrees[e][g] * ways[e + 1][state - strides[g]];
  return ways;
}

/// `budget` pays for the additions.
double count_paths(const std::vector<std::vector<plain_term>>& equations, const variable_groups& groups,
                   double& budget) {
  const std::vector<std::size_t> sizes = sizes_of(groups);
  budget -= static_cast<double>(strides_of(sizes).back() * equations.size() * groups.count);
  if (budget < 0) return HUGE_VAL;
  const auto ways = count_ways(degrees_in(equations, groups), sizes);
  return ways.empty() ? HUGE_VAL : ways[0].back();
}

/// Groups numbered by their first variable, without empty ones.
void renumber(variable_groups& groups) {
  std::map<std::uint32_t, std::uint32_t> number;
  for (std::uint32_t& g : groups.group)
    g = number.try_emplace(g, static_cast<std::uint32_t>(number.size())).first->second;
  groups.count = number.size();
}

double binomial_coefficient(std::size_t n, std::size_t k) {
  double c = 1;
  for (std::size_t i = 1; i <= k; ++i) c *= static_cast<double>(n - k + i) / static_cast<double>(i);
  return c;
}

}  // namespace

variable_groups best_groups(const std::vector<std::vector<plain_term>>& equations, std::size_t variables,
                            double budget) {
  variable_groups best;
  best.group.assign(variables, 0);
  best.paths = total_degree(equations);
  const auto consider = [&](variable_groups& groups) {
    renumber(groups);
    groups.paths = count_paths(equations, groups, budget);
    const bool better = groups.paths < best.paths;
    if (better) best = groups;
    return better;
  };
  if (variables <= 7) {
    // All partitions as restricted growth strings.
    std::vector<std::uint32_t> name(variables, 0);
    while (true) {
      variable_groups groups{.group = name};
      consider(groups);
      std::size_t v = variables;
      while (v-- > 1) {
        const std::uint32_t most = *std::max_element(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(v));
        if (name[v] <= most) break;
        name[v] = 0;
      }
      if (v == 0 || v >= variables) break;
      ++name[v];
    }
    return best;
  }
  for (bool better = true; better && budget > 0;) {
    better = false;
    for (std::size_t v = 0; v < variables && budget > 0; ++v)
      for (std::uint32_t g = 0; g <= best.count; ++g) {
        variable_groups groups = best;
        groups.group[v] = g;
        better = consider(groups) || better;
      }
  }
  return best;
}

struct multi_homogeneous_start::plan {
  std::vector<std::vector<std::uint32_t>> members;
  std::vector<std::vector<std::vector<form>>> forms;
  std::vector<std::vector<double>> ways;
  std::vector<std::vector<homotopy_term>> equations;
};

double multi_homogeneous_start::terms(const std::vector<std::vector<plain_term>>& equations,
                                      const variable_groups& groups) {
  const std::vector<std::size_t> sizes = sizes_of(groups);
  double sum = 0;
  for (const auto& degrees : degrees_in(equations, groups)) {
    double product = 1;
    for (std::size_t g = 0; g < sizes.size(); ++g) product *= binomial_coefficient(sizes[g] + degrees[g], degrees[g]);
    sum += product;
  }
  return sum;
}

multi_homogeneous_start::plan multi_homogeneous_start::make_plan(const std::vector<std::vector<plain_term>>& equations,
                                                                 const variable_groups& groups, std::uint64_t seed) {
  plan p;
  std::mt19937_64 random(seed);
  p.members.resize(groups.count);
  for (std::size_t v = 0; v < groups.group.size(); ++v)
    p.members[groups.group[v]].push_back(static_cast<std::uint32_t>(v));
  const degree_table degrees = degrees_in(equations, groups);
  p.ways = count_ways(degrees, sizes_of(groups));
  using monomial = std::map<std::uint32_t, std::uint32_t>;
  for (std::size_t e = 0; e < equations.size(); ++e) {
    std::vector<std::vector<form>> of_groups(groups.count);
    std::map<monomial, std::complex<double>> product = {{{}, 1.0}}, next;
    unsigned degree = 0;
    for (std::size_t g = 0; g < groups.count; ++g) {
      degree += degrees[e][g];
      for (unsigned k = 0; k < degrees[e][g]; ++k) {
        form f;
        for (std::size_t i = 0; i <= p.members[g].size(); ++i) f.push_back(on_circle(random));
        next.clear();
        for (const auto& [m, c] : product)
          for (std::size_t i = 0; i < f.size(); ++i) {
            monomial times = m;
            if (i > 0) ++times[p.members[g][i - 1]];
            next[times] += c * f[i];
          }
        product.swap(next);
        of_groups[g].push_back(std::move(f));
      }
    }
    double largest = 0;
    for (const auto& [m, c] : product) largest = std::max(largest, std::abs(c));
    std::vector<homotopy_term> start;
    for (const auto& [m, c] : product) {
      homotopy_term h;
      unsigned lower = degree;
      for (const auto& [v, exponent] : m) h.factors.emplace_back(v + 1, exponent), lower -= exponent;
      if (lower > 0) h.factors.emplace_back(0, lower);
      h.change = as_qd(c * std::ldexp(1.0, -std::ilogb(largest)));
      start.push_back(std::move(h));
    }
    p.equations.push_back(straight_line(equations[e], degree, std::move(start)));
    p.forms.push_back(std::move(of_groups));
  }
  return p;
}

multi_homogeneous_start::multi_homogeneous_start(const std::vector<std::vector<plain_term>>& equations,
                                                 const variable_groups& groups, std::uint64_t seed)
    : multi_homogeneous_start(make_plan(equations, groups, seed)) {}

multi_homogeneous_start::multi_homogeneous_start(plan&& p)
    : members_(std::move(p.members)),
      forms_(std::move(p.forms)),
      ways_(std::move(p.ways)),
      tape_(static_cast<std::uint32_t>(forms_.size() + 1), p.equations) {}

double multi_homogeneous_start::paths() const { return ways_[0].back(); }

projective_point multi_homogeneous_start::solution(std::size_t path) const {
  using scalar = std::complex<double>;
  // Which form of each equation vanishes: the path's number, written in the ways that are left.
  std::vector<std::size_t> sizes;
  for (const auto& m : members_) sizes.push_back(m.size());
  const std::vector<std::size_t> strides = strides_of(sizes);
  std::vector<std::vector<const form*>> chosen(members_.size());
  std::size_t state = strides.back() - 1;
  auto rest = static_cast<double>(path);
  for (std::size_t e = 0; e < forms_.size(); ++e)
    for (std::size_t g = 0; g < members_.size(); ++g) {
      if (forms_[e][g].empty() || state / strides[g] % (sizes[g] + 1) == 0) continue;
      const double each = ways_[e + 1][state - strides[g]], all = each * static_cast<double>(forms_[e][g].size());
      if (rest >= all) {
        rest -= all;
        continue;
      }
      const auto which = static_cast<std::size_t>(rest / each);
      rest -= static_cast<double>(which) * each;
      chosen[g].push_back(&forms_[e][g][which]);
      state -= strides[g];
      break;
    }
  projective_point z(forms_.size() + 1);
  z[0] = {qd(1.0), qd(0.0)};
  double length = 1;
  for (std::size_t g = 0; g < members_.size(); ++g) {
    // Gauss elimination with partial pivoting.
    std::vector<form> rows;
    for (const form* f : chosen[g]) rows.push_back(*f);
    const std::size_t m = rows.size();
    for (std::size_t k = 0; k < m; ++k) {
      std::size_t best = k;
      for (std::size_t i = k + 1; i < m; ++i)
        if (std::abs(rows[i][k + 1]) > std::abs(rows[best][k + 1])) best = i;
      std::swap(rows[k], rows[best]);
      for (std::size_t i = k + 1; i < m; ++i) {
        const scalar l = rows[i][k + 1] / rows[k][k + 1];
        for (std::size_t j = k + 1; j <= m; ++j) rows[i][j] -= l * rows[k][j];
        rows[i][0] -= l * rows[k][0];
      }
    }
    std::vector<scalar> x(m);
    for (std::size_t k = m; k-- > 0;) {
      scalar sum = -rows[k][0];
      for (std::size_t j = k + 1; j < m; ++j) sum -= rows[k][j + 1] * x[j];
      x[k] = sum / rows[k][k + 1];
      z[members_[g][k] + 1] = as_qd(x[k]);
      length += std::norm(x[k]);
    }
  }
  const double size = std::ldexp(1.0, -std::ilogb(length) / 2);
  for (complex<qd>& c : z) c = c * size;
  return z;
}

}  // namespace vieta::tracking
