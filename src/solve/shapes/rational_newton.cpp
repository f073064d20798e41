#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "solve/shapes/angles.hpp"
#include "solve/shapes/completion.hpp"
#include "solve/shapes/exact_work.hpp"
#include "solve/shapes/principal_roots.hpp"
#include "solve/tape/terms.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"
#include "vieta/rational_system.hpp"

namespace vieta {

namespace {

using scalar = std::complex<double>;

/// Starts in the unknowns that were asked for become starts in all unknowns.
class completion {
 public:
  explicit completion(const rational_system& system)
      : system_(system), own_(tracking::own_variables(system)), terms_(tracking::terms_of(system.equations.data())) {
    for (const polynomial_system& d : system.denominators) divisors_.push_back(tracking::terms_of(d.data())[0]);
  }

  system_point operator()(const system_point& start) const {
    const std::size_t n = system_.equations.variables().size(), given = own_.size() + system_.angles.size();
    if (start.size() != given)
      throw error("start: found " + std::to_string(start.size()) + " coordinates, expected " + std::to_string(given) +
                  ": one for each unknown");
    system_point x(n, {qd(0.0), qd(0.0)});
    std::vector<bool> known(n, true);
    for (std::size_t k = 0; k < own_.size(); ++k) x[own_[k]] = start[k];
    for (std::size_t k = 0; k < system_.angles.size(); ++k) {
      const angle_unknown& a = system_.angles[k];
      const complex<qd>& z = start[own_.size() + k];
      const scalar part = scalar(z.re.x0, z.im.x0) / static_cast<double>(a.parts);
      x[a.cosine] = as_point(std::cos(part)), x[a.sine] = as_point(std::sin(part));
    }
    for (const root_unknown& r : system_.roots) known[r.variable] = false;
    // A root may be taken of others: so many rounds, and each knows at least one more.
    for (std::size_t round = 0; round < system_.roots.size(); ++round)
      for (const root_unknown& r : system_.roots)
        if (!known[r.variable]) known[r.variable] = set_root(r, known, x);
    for (const auto& divisor : divisors_) {
      scalar value = 0;
      for (const tracking::plain_term& t : divisor) value += value_of(t, x, n);
      x.push_back(as_point(value == 0.0 ? value : 1.0 / value));
    }
    return x;
  }

 private:
  static complex<qd> as_point(const scalar& z) { return {qd(z.real()), qd(z.imag())}; }

  /// Without its factors `left_out`.
  static scalar value_of(const tracking::plain_term& t, const system_point& x, std::size_t left_out) {
    scalar value(t.coefficient.re.x0, t.coefficient.im.x0);
    for (const auto& [v, e] : t.exponents)
      if (v != left_out) value *= std::pow(scalar(x[v].re.x0, x[v].im.x0), static_cast<int>(e));
    return value;
  }

  bool set_root(const root_unknown& r, const std::vector<bool>& known, system_point& x) const {
    scalar radicand = 0, divisor = 0;
    for (const tracking::plain_term& t : terms_[r.equation]) {
      bool has_root = false;
      for (const auto& [v, e] : t.exponents) {
        has_root = has_root || v == r.variable;
        if (v != r.variable && !known[v]) return false;
      }
      (has_root ? divisor : radicand) += (has_root ? 1.0 : -1.0) * value_of(t, x, r.variable);
    }
    radicand /= divisor;
    const double power = 1 / static_cast<double>(r.degree);
    const bool is_negative = radicand.imag() == 0 && radicand.real() < 0;
    x[r.variable] = as_point(r.real_of_real && is_negative ? -std::pow(-radicand, power) : std::pow(radicand, power));
    return true;
  }

  const rational_system& system_;
  std::vector<std::size_t> own_;
  std::vector<std::vector<tracking::plain_term>> terms_, divisors_;
};

/// As far as doubles tell, a root is the principal one.
bool looks_principal(const root_unknown& root, const complex<qd>& z) {
  const scalar r(z.re.x0, z.im.x0);
  constexpr double rounding = 1e-9, pi = 3.141592653589793;
  const bool is_real = std::abs(r.imag()) <= rounding * std::abs(r);
  return (root.real_of_real && is_real) ||
         !(std::abs(std::arg(r)) * static_cast<double>(root.degree) > pi * (1 + rounding));
}

/// Of a zero of the polynomials: on another branch of a root it is none of what was typed.
void look_at_roots(const rational_system& system, newton_solution& s) {
  if (system.roots.empty() || s.x.empty()) return;
  const bool principal = std::all_of(system.roots.begin(), system.roots.end(), [&](const root_unknown& root) {
    return looks_principal(root, s.x[root.variable]);
  });
  solve_solution as_found;
  as_found.point = s;
  as_found.point.x.resize(system.equations.variables().size());
  as_found.regular = true;
  if (s.certified && !(principal && tracking::has_principal_roots(system, as_found))) {
    s.certified = false, s.proof = newton_proof::none, s.real = realness::undecided;
    s.radius = std::numeric_limits<double>::infinity();
  }
  if (!principal && s.status == newton_status::converged) s.status = newton_status::diverged;
}

}  // namespace

std::vector<std::size_t> tracking::own_variables(const rational_system& system) {
  std::vector<bool> is_own(system.equations.variables().size(), true);
  for (const angle_unknown& a : system.angles) is_own[a.cosine] = is_own[a.sine] = false;
  for (const root_unknown& r : system.roots) is_own[r.variable] = false;
  std::vector<std::size_t> own;
  for (std::size_t v = 0; v < is_own.size(); ++v)
    if (is_own[v]) own.push_back(v);
  return own;
}

system_point tracking::completed(const rational_system& system, const system_point& asked) {
  return completion(system)(asked);
}

std::vector<std::string> asked_unknowns(const rational_system& system) {
  std::vector<std::string> names;
  for (const std::size_t v : tracking::own_variables(system)) names.push_back(system.equations.variables()[v]);
  for (const angle_unknown& a : system.angles) names.push_back(a.name);
  return names;
}

polynomial_system names_of_unknowns(const rational_system& system) {
  const std::vector<std::string> names = asked_unknowns(system);
  std::string sum;
  for (const std::string& name : names) sum += (sum.empty() ? "" : " + ") + name;
  return polynomial_system::parse(std::vector<std::string>{sum}, names);
}

newton_result newton(const rational_system& system, std::span<const system_point> starts,
                     const newton_options& options) {
  const float_environment floats;
  std::optional<polynomial_system> with_quotients;
  if (!system.denominators.empty()) {
    with_quotients = tracking::without_poles(system);
    if (!with_quotients) with_quotients = tracking::without_poles_to_stored_digits(system);
  }
  const completion complete(system);
  std::vector<system_point> all;
  for (const system_point& start : starts) all.push_back(complete(start));
  newton_result result = newton(with_quotients ? *with_quotients : system.equations, all, options);
  const std::vector<std::size_t> own = tracking::own_variables(system);
  newton_report& r = result.report;
  r.converged = r.certified = 0;
  for (newton_solution& s : result.solutions) {
    look_at_roots(system, s);
    solve_result of_angles;
    of_angles.solutions.emplace_back().point = s;
    tracking::set_angles(system, of_angles);
    system_point x;
    for (const std::size_t v : own) x.push_back(s.x[v]);
    for (const angle_value& a : of_angles.solutions[0].angles) {
      x.push_back(a.value);
      s.radius = std::max(s.radius, a.radius);
    }
    s.x = std::move(x);
    r.converged += s.status == newton_status::converged, r.certified += s.certified;
  }
  return result;
}

}  // namespace vieta
