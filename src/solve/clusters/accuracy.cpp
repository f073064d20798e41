#include "solve/clusters/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <span>

#include "systems/point_sizes.hpp"
#include "systems/precision.hpp"
#include "vieta/newton.hpp"

namespace vieta::tracking {

namespace {

/// What rounding in four doubles leaves of a value, relative to the sum of the moduli of its terms.
constexpr double rounding_left = 0x1p-190;
/// Accuracies that are measured are no less than this, and become so much larger.
constexpr double least_measured = 5e-16, safe_for_measured = 30;
/// Newton's method is asked for so many steps at once, so many times; what it does not settle is known to `unsettled`.
constexpr int steps_of_a_look = 8, looks_at_way = 12;
constexpr double unsettled = 1e-5;
/// The members of a cluster are this much farther from its mean than the one that the method comes to, at most.
constexpr double of_members = 4;

using systems::modulus;
using systems::unit_of_accuracy;

/// How far a zero is that Newton's method comes to, relative to the largest coordinate or to 1.
double way_to_a_zero(const polynomial_system& system, const std::vector<std::vector<plain_term>>& equations,
                     const system_point& x) {
  newton_options options;
  options.prove = false, options.on.threads = 1, options.on.place = where::cpu;
  options.max_iterations = steps_of_a_look, options.precision = 4;
  const double size = unit_of_accuracy(x);
  system_point at = x;
  for (int look = 0; look < looks_at_way; ++look) {
    const newton_solution s = newton(system, std::span(&at, 1), options).solutions[0];
    if (s.status == newton_status::diverged || s.status == newton_status::bad_start) return unsettled;
    const double way = systems::distance(s.x, x);
    at = s.x;
    if (s.status == newton_status::converged || permits_zero(equations, at, 1e-3 * way / size)) return way / size;
  }
  return unsettled;
}

}  // namespace

// |f| <= |J| d + r at a zero x + d. On the polydisc of radii share |x|, or share, about x |f| is at most M, the sum of
// the moduli of its terms there, so that r <= M q^2 / (1 - q) with q = accuracy / share by Cauchy's estimates (as in
// residual_of_limit, which has the homotopy's own equations).
bool permits_zero(const std::vector<plain_term>& equation, const system_point& x, double accuracy) {
  const double size = unit_of_accuracy(x);
  if (!(accuracy < 0.25)) return true;
  std::vector<std::complex<double>> at;
  for (const complex<qd>& z : x) at.emplace_back(z.re.x0, z.im.x0);
  complex<qd> value{qd(0.0), qd(0.0)};
  std::vector<std::complex<double>> gradient(x.size(), 0);
  for (const plain_term& t : equation) {
    complex<qd> product = t.coefficient;
    for (const auto& [v, e] : t.exponents) {
      for (unsigned k = 0; k < e; ++k) product = product * x[v];
      gradient[v] += static_cast<double>(e) * value_without(t, at, v, e - 1, v, e - 1);
    }
    value = value + product;
  }
  double change = 0;
  for (const std::complex<double>& g : gradient) change += std::abs(g);
  const double left = modulus(value) - 1.1 * change * accuracy * size;
  if (!(left > 0)) return true;
  for (double share = 0.5; share > 2 * accuracy && share > 1e-4; share /= 4) {
    double terms = 0;
    for (const plain_term& t : equation) {
      double product = modulus(t.coefficient);
      for (const auto& [v, e] : t.exponents) product *= std::pow(std::abs(at[v]) + share * size, e);
      terms += product;
    }
    const double q = accuracy / share;
    if (left > terms * (q * q / (1 - q) + rounding_left)) return false;
  }
  return true;
}

bool permits_zero(const std::vector<std::vector<plain_term>>& equations, const system_point& x, double accuracy) {
  return std::all_of(equations.begin(), equations.end(),
                     [&](const std::vector<plain_term>& f) { return permits_zero(f, x, accuracy); });
}

void correct_accuracy(const polynomial_system::representation& system,
                      const std::vector<std::vector<plain_term>>& equations, std::vector<solve_solution>& solutions,
                      const std::function<bool()>& must_stop) {
  const polynomial_system given(std::make_shared<polynomial_system::representation>(system));
  for (solve_solution& s : solutions) {
    if (must_stop()) return;
    if (s.regular) continue;
    if (!permits_zero(equations, s.point.x, s.accuracy)) {
      s.accuracy = std::max(s.accuracy, of_members * way_to_a_zero(given, equations, s.point.x));
      s.point.digits = std::min(s.point.digits, decimal_digits(s.accuracy, s.point.digits));
    }
  }
  show_what_is_known(solutions);
}

void show_what_is_known(std::vector<solve_solution>& solutions) {
  for (solve_solution& s : solutions)
    if (!s.regular) s.point.digits = std::max(s.point.digits, decimal_digits(s.accuracy, digits_of_parts[4]));
}

void widen_measured(std::vector<solve_solution>& solutions) {
  for (solve_solution& s : solutions) {
    if (s.regular || s.accuracy < least_measured) continue;
    s.accuracy *= safe_for_measured;
    s.point.digits = std::min(s.point.digits, decimal_digits(s.accuracy, s.point.digits));
  }
}

}  // namespace vieta::tracking
