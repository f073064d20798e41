#include "solve/clusters/fold.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <utility>

#include "solve/start/start_system.hpp"
#include "systems/representation.hpp"

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;
using number = complex<qd>;
using powers = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// What members of a pair may be away from where they are expected, relative to their distance.
constexpr double near_expected = 0.25;
/// Accuracy of what counts as a double point.
constexpr double known_well = 1e-20;
/// Below this share of the moduli the second derivative along the kernel may be rounding of an end known to ten digits.
constexpr double straight = 1e-7;
/// What has not come to its end after so many steps, from a few digits, is no simple solution.
constexpr int most_iterations = 16;
/// Larger systems are left as they are.
constexpr std::size_t most_variables = 40;

scalar leading(const number& z) { return {z.re.x0, z.im.x0}; }

/// Ends are known to ten digits, so doubles do.
std::vector<scalar> leading_of(const system_point& x) {
  std::vector<scalar> result;
  for (const number& z : x) result.push_back(leading(z));
  return result;
}

/// [J b; d 0] and right sides in double, by elimination with pivots from each column; false where it is singular.
bool solve_bordered(std::vector<std::vector<scalar>> rows, std::vector<scalar>& right) {
  const std::size_t n = rows.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
    if (!(std::abs(rows[pivot][k]) > 0)) return false;
    std::swap(rows[k], rows[pivot]), std::swap(right[k], right[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const scalar factor = rows[i][k] / rows[k][k];
      for (std::size_t j = k; j < n; ++j) rows[i][j] -= factor * rows[k][j];
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right[k] -= rows[k][j] * right[j];
    right[k] /= rows[k][k];
  }
  return std::all_of(right.begin(), right.end(), [](const scalar& z) { return std::isfinite(std::abs(z)); });
}

/// The equations, with largest coefficients of about 1, and the random vectors.
class folding {
 public:
  folding(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables)
      : n_(variables.size()) {
    std::mt19937_64 random(20261128);
    for (const std::vector<plain_term>& equation : equations) {
      std::vector<plain_term>& scaled = equations_.emplace_back(equation);
      const double scale = unit_scale(equation);
      for (plain_term& t : scaled) t.coefficient = t.coefficient * scale;
      b_.push_back(on_circle(random)), d_.push_back(on_circle(random));
    }
  }

  /// The bordered matrix at x.
  [[nodiscard]] std::vector<std::vector<scalar>> bordered(const system_point& x) const {
    std::vector<std::vector<scalar>> rows(n_ + 1, std::vector<scalar>(n_ + 1, 0.0));
    const std::vector<scalar> at = leading_of(x);
    for (std::size_t e = 0; e < n_; ++e) {
      for (const plain_term& t : equations_[e])
        for (const auto& [v, k] : t.exponents)
          rows[e][v] += static_cast<double>(k) * value_without(t, at, v, k - 1, v, k - 1);
      rows[e][n_] = b_[e];
    }
    for (std::size_t v = 0; v < n_; ++v) rows[n_][v] = d_[v];
    return rows;
  }

  /// f''(x) v v / 2; the largest sum of the moduli of its terms.
  [[nodiscard]] std::vector<scalar> bend(const system_point& x, const std::vector<scalar>& along,
                                         double& moduli) const {
    std::vector<scalar> result(n_ + 1, 0.0);
    const std::vector<scalar> at = leading_of(x);
    moduli = 0;
    for (std::size_t e = 0; e < n_; ++e) {
      double sum = 0;
      const auto add = [&](const scalar& part) { result[e] += part, sum += std::abs(part); };
      for (const plain_term& t : equations_[e])
        for (std::size_t i = 0; i < t.exponents.size(); ++i) {
          const auto [v, k] = t.exponents[i];
          const scalar first = static_cast<double>(k) * along[v];
          if (k > 1)
            add(0.5 * first * static_cast<double>(k - 1) * along[v] * value_without(t, at, v, k - 2, v, k - 2));
          for (std::size_t j = i + 1; j < t.exponents.size(); ++j) {
            const auto [w, l] = t.exponents[j];
            add(first * static_cast<double>(l) * along[w] * value_without(t, at, v, k - 1, w, l - 1));
          }
        }
      moduli = std::max(moduli, sum);
    }
    return result;
  }

  /// J w + k b = -f'' v v / 2, d w = 0: w, and k as the last one; how k compares with the moduli of what it is a sum
  /// of. Empty where the bordered matrix is singular.
  [[nodiscard]] std::vector<scalar> curved(const system_point& x, const std::vector<scalar>& along,
                                           double& relative) const {
    double moduli = 0;
    std::vector<scalar> w = bend(x, along, moduli);
    for (scalar& z : w) z = -z;
    if (!solve_bordered(bordered(x), w)) return {};
    relative = std::abs(w[n_]) / moduli;
    return w;
  }

  /// By how much m_0 may change where all coefficients change by this share of them, twice for safety: with the left
  /// kernel p, p b = 1, the sum of |p_e| times the moduli of the terms of equation e.
  [[nodiscard]] double shift_by_error(const system_point& x) const {
    const std::vector<std::vector<scalar>> rows = bordered(x);
    std::vector<std::vector<scalar>> transposed(n_ + 1, std::vector<scalar>(n_ + 1));
    for (std::size_t i = 0; i <= n_; ++i)
      for (std::size_t j = 0; j <= n_; ++j) transposed[j][i] = rows[i][j];
    std::vector<scalar> p(n_ + 1, 0.0);
    p[n_] = 1;
    if (!solve_bordered(std::move(transposed), p)) return HUGE_VAL;
    const std::vector<scalar> at = leading_of(x);
    double sum = 0;
    for (std::size_t e = 0; e < n_; ++e)
      for (const plain_term& t : equations_[e]) {
        double product = std::abs(leading(t.coefficient));
        for (const auto& [v, k] : t.exponents) product *= std::pow(std::abs(at[v]), k);
        sum += std::abs(p[e]) * product;
      }
    return 2 * sum;
  }

  [[nodiscard]] polynomial_system extended() const {
    std::vector<std::string> names;
    for (const char* kind : {"x", "v"})
      for (std::size_t v = 0; v < n_; ++v) names.push_back(kind + std::to_string(v));
    names.emplace_back("m");
    const auto n = static_cast<std::uint32_t>(n_);
    systems::system_builder builder(names);
    const auto put = [](std::vector<systems::system_builder::term>& to, powers factors, const number& c) {
      systems::system_builder::term& t = to.emplace_back();
      t.factors.assign(factors.begin(), factors.end());
      t.re = {c.re.x0, c.re.x1, c.re.x2, c.re.x3}, t.im = {c.im.x0, c.im.x1, c.im.x2, c.im.x3};
    };
    for (std::size_t e = 0; e < n_; ++e) {
      std::vector<systems::system_builder::term> terms;
      for (const plain_term& t : equations_[e]) put(terms, t.exponents, t.coefficient);
      put(terms, {{2 * n, 1}}, as_qd(b_[e]));
      builder.add(terms);
    }
    for (std::size_t e = 0; e < n_; ++e) {
      std::vector<systems::system_builder::term> terms;
      for (const plain_term& t : equations_[e])
        for (std::size_t k = 0; k < t.exponents.size(); ++k) {
          powers factors = t.exponents;
          const auto [v, exponent] = factors[k];
          if (--factors[k].second == 0) factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(k));
          factors.emplace_back(n + v, 1);
          put(terms, std::move(factors), t.coefficient * static_cast<double>(exponent));
        }
      builder.add(terms);
    }
    std::vector<systems::system_builder::term> terms;
    for (std::uint32_t v = 0; v < n; ++v) put(terms, {{n + v, 1}}, as_qd(d_[v]));
    put(terms, {}, {qd(-1.0), qd(0.0)});
    builder.add(terms);
    return builder.finish();
  }

 private:
  std::size_t n_;
  std::vector<std::vector<plain_term>> equations_;
  std::vector<scalar> b_, d_;
};

double largest_of(const system_point& x) {
  double most = 0;
  for (const number& z : x) most = std::max(most, std::abs(leading(z)));
  return most;
}

}  // namespace

fold look_at_fold(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
                  const polynomial_system& system, const system_point& x, double accuracy, double coefficient_error) {
  fold result;
  const std::size_t n = variables.size();
  if (n > most_variables || equations.size() != n) return result;
  const folding of(equations, variables);
  std::vector<scalar> v(n + 1, 0.0);
  v[n] = 1;
  if (!solve_bordered(of.bordered(x), v)) return result;
  // Along a curve of zeros f does not bend: there is nothing to be found then, and Newton's method takes long to see
  // it.
  double bent = 0;
  if (of.curved(x, v, bent).empty() || !(bent > straight)) return result;
  system_point start = x;
  for (std::size_t k = 0; k < n; ++k) start.push_back(as_qd(v[k]));
  start.push_back({qd(0.0), qd(0.0)});
  newton_options options;
  options.precision = 4, options.on.threads = 1, options.on.place = where::cpu;
  options.max_iterations = most_iterations, options.prove = false;
  const polynomial_system extended = of.extended();
  newton_solution at = newton(extended, std::span(&start, 1), options).solutions[0];
  if (at.status != newton_status::converged && at.status != newton_status::stagnated) return result;
  options = {}, options.precision = 4, options.on.threads = 1, options.on.place = where::cpu;
  at = newton(extended, std::span(&at.x, 1), options).solutions[0];
  if (!at.certified) return result;
  result.centre.assign(at.x.begin(), at.x.begin() + static_cast<std::ptrdiff_t>(n));
  // Of a point that may be the origin, 1 is what accuracies refer to.
  const double largest = largest_of(result.centre), size = largest > at.radius ? largest : 1;
  double away = 0;
  for (std::size_t k = 0; k < n; ++k) away = std::max(away, std::abs(leading(result.centre[k] - x[k])));
  if (!(away <= std::max(1e-3 * largest, 10 * accuracy * std::max(largest, 1.0)))) return result;
  for (std::size_t k = 0; k < n; ++k) v[k] = leading(at.x[n + k]);
  const std::vector<scalar> w = of.curved(result.centre, v, bent);
  if (w.empty()) return result;
  const scalar shift = leading(at.x[2 * n]), curvature = w[n];
  double length = 0;
  for (std::size_t k = 0; k < n; ++k) length = std::max(length, std::abs(v[k]));
  const double unknown = at.radius + (coefficient_error > 0 ? coefficient_error * of.shift_by_error(result.centre) : 0);
  if (!(std::abs(shift) > unknown)) {
    // What is left of m_0 stands for a pair so near to each other.
    result.accuracy = (unknown + 2 * length * std::sqrt(2 * unknown / std::abs(curvature))) / size;
    if (result.accuracy <= known_well) result.what = fold::kind::double_point;
    return result;
  }
  const scalar s = std::sqrt(-shift / curvature);
  std::vector<system_point> starts(2, result.centre);
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t k = 0; k < n; ++k)
      starts[side][k] = starts[side][k] + as_qd((side == 0 ? s : -s) * v[k]) + as_qd(s * s * w[k]);
  options.solver = newton_solver::householder;
  result.members = newton(system, starts, options).solutions;
  for (std::size_t side = 2; side-- > 0;) {
    double way = 0;
    for (std::size_t k = 0; k < n; ++k)
      way = std::max(way, std::abs(leading(result.members[side].x[k] - starts[side][k])));
    if (!result.members[side].certified || !(way <= near_expected * std::abs(s) * length))
      result.members.erase(result.members.begin() + static_cast<std::ptrdiff_t>(side));
  }
  if (!result.members.empty()) result.what = fold::kind::pair;
  return result;
}

}  // namespace vieta::tracking
