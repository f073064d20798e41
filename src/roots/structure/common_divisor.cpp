#include "roots/structure/common_divisor.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "roots/sweep/scaled.hpp"
#include "vieta/roots.hpp"

namespace vieta::structure {
namespace {

column times(const column& a, const column& b) {
  column sum(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += product(a[i], b[j]);
  return sum;
}

// x^shift a, in a column of so many rows, from the given row on.
column shifted(const column& a, std::size_t shift, std::size_t rows, std::size_t from = 0) {
  column result(rows, 0.0);
  std::copy(a.begin(), a.end(), result.begin() + static_cast<std::ptrdiff_t>(from + shift));
  return result;
}

number value_at(const column& a, number x) {
  number sum = 0;
  for (std::size_t k = a.size(); k-- > 0;) sum = product(sum, x) + a[k];
  return sum;
}

// p = u v and p' / n = u w, nearly.
struct division {
  column u, v, w;
};

// Gauss-Newton for all three at once (Zeng, 2005, section 4), with the length of u held. What does not lead to a
// residual like the tolerance is given up early.
std::optional<division> refined(const column& p, const column& slope, division at, double tolerance,
                                const std::function<bool()>& must_stop) {
  constexpr int most_steps = 12, patience = 3;
  const double hopeless = 1e4 * tolerance;
  column hold = at.u;
  const double size = norm_of(at.u);
  if (!(size > 0)) return {};
  for (number& x : hold) x /= size * size;
  const std::size_t u = at.u.size(), v = at.v.size(), w = at.w.size(), rows = 1 + p.size() + slope.size();
  std::optional<division> best;
  double least = std::numeric_limits<double>::infinity();
  int since = 0;
  for (int step = 0; step < most_steps && !must_stop(); ++step) {
    column residual(rows, 0.0);
    residual[0] = -1.0;
    for (std::size_t i = 0; i < u; ++i) residual[0] += std::conj(hold[i]) * at.u[i];
    const column first = times(at.u, at.v), second = times(at.u, at.w);
    for (std::size_t i = 0; i < p.size(); ++i) residual[1 + i] = first[i] - p[i];
    for (std::size_t i = 0; i < slope.size(); ++i) residual[1 + p.size() + i] = second[i] - slope[i];
    const double now = norm_of(residual);
    if (now < least) {
      if (now < 0.5 * least) since = 0;
      least = now;
      best = at;
    }
    if (++since > patience || !std::isfinite(now) || (step > patience && least > hopeless)) break;
    growing_factors factors;
    for (std::size_t j = 0; j < u; ++j) {
      column c = shifted(at.v, j, rows, 1);
      c[0] = std::conj(hold[j]);
      for (std::size_t i = 0; i < w; ++i) c[1 + p.size() + j + i] = at.w[i];
      factors.append(std::move(c));
    }
    for (std::size_t j = 0; j < v; ++j) factors.append(shifted(at.u, j, rows, 1));
    for (std::size_t j = 0; j < w; ++j) factors.append(shifted(at.u, j, rows, 1 + p.size()));
    column step_back;
    if (!factors.solve(std::move(residual), step_back)) break;
    for (std::size_t i = 0; i < u; ++i) at.u[i] -= step_back[i];
    for (std::size_t i = 0; i < v; ++i) at.v[i] -= step_back[u + i];
    for (std::size_t i = 0; i < w; ++i) at.w[i] -= step_back[u + v + i];
  }
  return least <= hopeless ? best : std::nullopt;
}

// The roots of v; p'/p is the sum of multiplicity / (x - root), and w / v the same over n, so that w / v' at a root is
// its multiplicity over n. Nothing where those are no whole numbers that add up to n.
std::optional<multiplicities> multiplicities_of(const division& d, std::size_t n) {
  const roots_result solved = roots(std::span<const number>(d.v));
  multiplicities found;
  column derivative(d.v.size() - 1);
  for (std::size_t k = 1; k < d.v.size(); ++k) derivative[k - 1] = static_cast<double>(k) * d.v[k];
  std::int64_t sum = 0;
  for (const root& z : solved.roots) {
    if (z.multiplicity != 1 || !std::isfinite(std::abs(z.value))) return {};
    const double share = (value_at(d.w, z.value) / value_at(derivative, z.value)).real() * static_cast<double>(n);
    if (!(share > 0.5 && share < static_cast<double>(n) + 0.5)) return {};
    found.place.push_back(z.value);
    found.count.push_back(static_cast<int>(std::lround(share)));
    sum += found.count.back();
  }
  if (sum != static_cast<std::int64_t>(n) || found.place.size() + 1 != d.v.size()) return {};
  return found;
}

}  // namespace

void each_structure(const column& given, double tolerance, const std::function<bool(const multiplicities&)>& accept,
                    const std::function<bool()>& must_stop) {
  constexpr double largest_singular = 1e-5;  // where p has norm 1; what passes is looked at closely
  // Where a common divisor is as good as exact, those of lower degree are no news: a few of them make up for bad luck.
  constexpr double as_good_as_exact = 1e-13;
  constexpr int most_exact = 8;
  int exact = 0;
  const std::size_t n = given.size() - 1;
  column p = given, slope(n);
  const double size = norm_of(p);
  for (number& x : p) x /= size;
  for (std::size_t k = 1; k <= n; ++k) slope[k - 1] = static_cast<double>(k) / static_cast<double>(n) * p[k];
  // p' v - p w = 0, v of degree k, w of degree k - 1: columns x^0 p', then x^k p' and x^(k-1) p for each k.
  growing_factors factors;
  factors.append(shifted(slope, 0, n + 1));
  for (std::size_t k = 1; k < n && !must_stop(); ++k) {
    factors.append(shifted(slope, k, n + k));
    factors.append(shifted(p, k - 1, n + k));
    column vector;
    const double singular = factors.smallest(vector);
    if (!(singular <= largest_singular)) continue;
    if (singular <= as_good_as_exact && ++exact > most_exact) return;
    division start;
    start.v.push_back(vector[0]);
    for (std::size_t j = 0; j < k; ++j) {
      start.v.push_back(vector[1 + 2 * j]);
      start.w.push_back(-vector[2 + 2 * j]);
    }
    growing_factors by_v;
    for (std::size_t j = 0; j + k <= n; ++j) by_v.append(shifted(start.v, j, n + 1));
    if (!by_v.solve(p, start.u)) continue;
    const std::optional<division> d = refined(p, slope, std::move(start), tolerance, must_stop);
    if (!d) continue;
    const std::optional<multiplicities> found = multiplicities_of(*d, n);
    if (found && accept(*found)) return;
  }
}

}  // namespace vieta::structure
