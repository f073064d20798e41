#include "solve/witness.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "solve/start/start_system.hpp"
#include "systems/representation.hpp"
#include "vieta/newton.hpp"

namespace vieta::tracking {

namespace {

/// How far the hyperplane is moved, relative to the size of the end, and what counts as zero there.
constexpr double moved_by[] = {0.03, 0.007};
constexpr double counts_as_zero = 1e-40;
/// So many ends are looked at: a report needs no more.
constexpr std::size_t most_ends = 64;

double size_of_point(const system_point& x) {
  double most = 1;
  for (const complex<qd>& z : x) most = std::max(most, std::hypot(z.re.x0, z.im.x0));
  return most;
}

systems::system_builder::term as_builder_term(const complex<qd>& c) {
  systems::system_builder::term t;
  t.re = {c.re.x0, c.re.x1, c.re.x2, c.re.x3};
  t.im = {c.im.x0, c.im.x1, c.im.x2, c.im.x3};
  return t;
}

/// Equations whose largest coefficients are about 1, and sum of a_v x_v = c.
polynomial_system sliced(const std::vector<std::vector<plain_term>>& equations,
                         const std::vector<std::string>& variables, const std::vector<std::complex<double>>& a,
                         const complex<qd>& c) {
  systems::system_builder builder(variables);
  for (const std::vector<plain_term>& equation : equations) {
    const double scale = unit_scale(equation);
    std::vector<systems::system_builder::term> terms;
    for (const plain_term& t : equation) {
      terms.push_back(as_builder_term(t.coefficient * scale));
      for (const auto& [v, e] : t.exponents) terms.back().factors.emplace_back(v, e);
    }
    builder.add(terms);
  }
  std::vector<systems::system_builder::term> plane;
  for (std::size_t v = 0; v < a.size(); ++v) {
    plane.push_back(as_builder_term(as_qd(a[v])));
    plane.back().factors.emplace_back(static_cast<std::uint32_t>(v), 1);
  }
  plane.push_back(as_builder_term({-c.re, -c.im}));
  builder.add(plane);
  return builder.finish();
}

bool has_zeros_beside(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
                      const system_point& x) {
  std::mt19937_64 random(20261127);
  const double size = size_of_point(x);
  unsigned degree = 1;
  for (const std::vector<plain_term>& equation : equations)
    for (const plain_term& t : equation) degree = std::max(degree, t.degree());
  for (const double by : moved_by) {
    std::vector<std::complex<double>> a;
    complex<qd> c{qd(by * size), qd(0.0)};
    for (const complex<qd>& z : x) {
      a.push_back(on_circle(random));
      c = c + as_qd(a.back()) * z;
    }
    newton_options options;
    options.precision = 4, options.prove = false, options.on.threads = 1, options.on.place = where::cpu;
    const newton_result found = newton(sliced(equations, variables, a, c), std::span(&x, 1), options);
    const newton_solution& s = found.solutions[0];
    if (s.status != newton_status::converged && s.status != newton_status::stagnated) return false;
    double way = 0;
    for (std::size_t v = 0; v < x.size(); ++v) {
      const complex<qd> d = s.x[v] - x[v];
      way = std::max(way, std::hypot(d.re.x0, d.im.x0));
    }
    if (!(way <= 30 * by * size)) return false;
    if (!(s.residual <= counts_as_zero * std::pow(size, degree))) return false;
  }
  return true;
}

}  // namespace

void find_sets(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
               std::vector<solve_solution>& solutions, const std::function<bool()>& must_stop) {
  std::size_t looked_at = 0;
  for (solve_solution& s : solutions) {
    if (s.regular) continue;
    if (must_stop() || ++looked_at > most_ends) return;
    if (has_zeros_beside(equations, variables, s.point.x)) s.on_a_set = membership::on_a_set;
  }
}

}  // namespace vieta::tracking
