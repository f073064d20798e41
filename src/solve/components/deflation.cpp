#include "solve/components/deflation.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <utility>

#include "exact/arithmetic.hpp"
#include "solve/shapes/over_determined.hpp"

namespace vieta::decomposing {

namespace {

/// What counts as 0 on the diagonal of R, tried one after another: where the point is known well, a rank shows clearly.
constexpr double rank_tolerances[] = {1e-4, 1e-6, 1e-8, 1e-2};
/// Further than this equations grow beyond what a path can follow.
constexpr std::size_t most_stages = 4, most_unknowns = 64, most_terms = 20000;

using powers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// The derivative of a term by a variable, without its coefficient: the factor that comes down, 0 where there is none.
std::uint32_t derive(powers& p, std::uint32_t variable) {
  const auto at = std::find_if(p.begin(), p.end(), [&](const auto& q) { return q.first == variable; });
  if (at == p.end()) return 0;
  const std::uint32_t factor = at->second;
  if (--at->second == 0) p.erase(at);
  return factor;
}

exact::real times(const exact::real& x, double factor) { return exact::multiply(x, exact::from_double(factor)); }

/// sum over v of df/dx_v (b_v + sum over l of B_vl w_l), with w_l the variable `unknowns` + l.
exact_equation derivative_along(const exact_equation& f, const deflated_form::stage& s) {
  std::map<powers, std::pair<exact::real, exact::real>> sum;
  for (const exact_term& t : f)
    for (const auto& [v, e] : t.powers) {
      powers p = t.powers;
      const double factor = derive(p, v);
      for (std::size_t l = 0; l <= s.rank; ++l) {
        powers q = p;
        if (l > 0) q.emplace_back(static_cast<std::uint32_t>(s.unknowns + l - 1), 1);
        auto& [re, im] = sum[std::move(q)];
        const double by = factor * s.directions[l * s.unknowns + v];
        re = exact::add(re, times(t.re, by)), im = exact::add(im, times(t.im, by));
      }
    }
  exact_equation result;
  for (auto& [p, c] : sum)
    if (!c.first.is_zero() || !c.second.is_zero()) result.push_back({p, std::move(c.first), std::move(c.second)});
  return result;
}

/// w in least squares, for x with all unknowns before this stage.
std::vector<scalar> further_unknowns(const deflated_form::stage& s, const std::vector<scalar>& x) {
  if (s.rank == 0) return {};
  const std::vector<scalar> j = s.equations.jacobian(x);
  const std::size_t rows = s.equations.count(), n = s.unknowns;
  std::vector<scalar> matrix(rows * s.rank, 0), right(rows, 0);
  for (std::size_t e = 0; e < rows; ++e)
    for (std::size_t v = 0; v < n; ++v) {
      right[e] -= j[e * n + v] * s.directions[v];
      for (std::size_t l = 0; l < s.rank; ++l) matrix[e * s.rank + l] += j[e * n + v] * s.directions[(l + 1) * n + v];
    }
  return pivoted_qr(std::move(matrix), rows, s.rank).solve(std::move(right));
}

}  // namespace

system_point deflated_form::completed(const system_point& x) const {
  system_point all = x;
  for (const stage& s : stages)
    for (const scalar& w : further_unknowns(s, in_double(all))) all.push_back({qd(w.real()), qd(w.imag())});
  return all;
}

std::vector<deflated_form> deflate(const std::vector<std::string>& variables,
                                   const std::vector<exact_equation>& equations, std::size_t dimension,
                                   const system_point& x, double accuracy, std::uint64_t seed) {
  std::vector<deflated_form> forms;
  std::vector<std::vector<std::size_t>> ranks_tried;
  for (const double tolerance : rank_tolerances) {
    if (tolerance < 10 * accuracy) continue;
    std::mt19937_64 random(seed ^ 0xbb67ae8584caa73b);
    deflated_form form;
    std::vector<exact_equation> all = equations;
    std::vector<std::string> names = variables;
    std::vector<scalar> at = in_double(x);
    std::vector<std::size_t> ranks;
    bool simple = false;
    while (form.stages.size() <= most_stages) {
      numeric_equations numeric(all);
      const std::size_t n = names.size();
      const std::size_t rank = pivoted_qr(numeric.jacobian(at), all.size(), n).rank(tolerance);
      if (rank + dimension >= n) {
        simple = true;
        break;
      }
      if (form.stages.size() == most_stages || n + rank > most_unknowns) break;
      deflated_form::stage s{std::move(numeric), n, rank, {}};
      // Short numbers: they are multiplied into exact coefficients.
      for (std::size_t k = 0; k < (rank + 1) * n; ++k)
        s.directions.push_back(std::ldexp(static_cast<double>((random() >> 50) | 1) - 8192, -13));
      std::size_t terms = 0;
      for (std::size_t e = 0, before = all.size(); e < before; ++e) {
        exact_equation derivative = derivative_along(all[e], s);
        terms += derivative.size() + all[e].size();
        if (!derivative.empty()) all.push_back(std::move(derivative));
      }
      if (terms > most_terms) break;
      for (std::size_t l = 0; l < rank; ++l)
        names.push_back("direction " + std::to_string(form.stages.size() + 1) + ' ' + std::to_string(l + 1));
      for (const scalar& w : further_unknowns(s, at)) at.push_back(w);
      ranks.push_back(rank);
      form.stages.push_back(std::move(s));
    }
    if (!simple || form.stages.empty() || all.size() + dimension < names.size()) continue;
    if (std::find(ranks_tried.begin(), ranks_tried.end(), ranks) != ranks_tried.end()) continue;
    ranks_tried.push_back(ranks);
    form.by = std::make_shared<const carrier>(names, variables.size(), dimension,
                                              tracking::combinations(std::move(all), names.size() - dimension, seed));
    forms.push_back(std::move(form));
  }
  return forms;
}

}  // namespace vieta::decomposing
