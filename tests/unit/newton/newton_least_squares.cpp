#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "newton/proof/arb_evaluator.hpp"
#include "oracles/systems/system_oracle.hpp"
#include "vieta/newton.hpp"

// More equations than variables: the proof of a stationary point of sum |f_i|^2, against its equations multiplied out.
namespace vieta {
namespace {

using test::plain_system;
using test::plain_term;

newton_solution solve(const polynomial_system& system, const system_point& start, int parts = 4) {
  newton_options options;
  options.precision = parts;
  options.max_iterations = 200;
  return newton(system, std::vector<system_point>{start}, options).solutions.at(0);
}

polynomial_system parse(std::vector<std::string> equations, std::vector<std::string> variables = {}) {
  return polynomial_system::parse(equations, variables);
}

system_point point(std::initializer_list<std::complex<double>> values) {
  system_point x;
  for (const auto& z : values) x.push_back({qd(z.real()), qd(z.imag())});
  return x;
}

/// J^T f of a real system, term by term.
plain_system gradient(const plain_system& f) {
  plain_system g;
  g.variables = f.variables;
  for (int v = 0; v < f.variables; ++v) {
    std::vector<plain_term> terms;
    for (const auto& equation : f.equations)
      for (const plain_term& a : equation)
        for (const plain_term& b : equation) {
          std::map<int, int> powers(b.powers.begin(), b.powers.end());
          double factor = 0;
          for (const auto& [variable, exponent] : a.powers) {
            if (variable == v) factor = exponent;
            powers[variable] += exponent - (variable == v ? 1 : 0);
          }
          if (factor == 0) continue;
          plain_term product;
          product.re = a.re * b.re * factor;
          for (const auto& [variable, exponent] : powers)
            if (exponent > 0) product.powers.emplace_back(variable, exponent);
          terms.push_back(product);
        }
    g.equations.push_back(terms);
  }
  return g;
}

/// Coefficients become short, so that products of them are exact.
plain_system shortened(plain_system f) {
  for (auto& equation : f.equations)
    for (plain_term& t : equation) t.re = std::ldexp(std::round(std::ldexp(t.re, 12)), -12);
  return f;
}

TEST(newton_least_squares, radii_hold_the_stationary_point) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> part(-1, 1);
  int proven = 0;
  for (int k = 0; k < 12; ++k) {
    const int n = 1 + k % 3;
    const plain_system f = shortened(test::random_system(n, n + 1 + k % 2, 5, 3, 3, false, random));
    const plain_system g = gradient(f);
    for (int start = 0; start < 4; ++start) {
      system_point x;
      for (int v = 0; v < n; ++v) x.push_back({qd(part(random)), qd(0.0)});
      const newton_solution s = solve(f.build(), x, 1 + start);
      EXPECT_FALSE(s.certified);
      EXPECT_EQ(s.proof != newton_proof::none, std::isfinite(s.radius));
      if (s.proof == newton_proof::none) continue;
      ++proven;
      EXPECT_LE(test::distance_to_zero(g, s.x), s.radius);
      EXPECT_EQ(s.real, realness::real);
    }
  }
  EXPECT_GT(proven, 20);
}

/// Equations that vanish at (1, -2, 3), and the same with another constant in one of them.
TEST(newton_least_squares, tells_that_there_is_no_solution) {
  std::mt19937_64 random(6);
  const system_point zero = point({1, -2, 3}), start = point({1.01, -2.02, 2.99});
  for (int k = 0; k < 5; ++k) {
    plain_system f = shortened(test::random_system(3, 5, 6, 3, 2, false, random));
    const std::vector<complex<qd>> values = test::plain_values(f, zero);
    for (std::size_t e = 0; e < 5; ++e) f.equations[e].push_back({-values[e].re.x0, 0, {}});
    const newton_solution s = solve(f.build(), start);
    EXPECT_EQ(s.proof, newton_proof::stationary_point) << k;
    EXPECT_EQ(s.status, newton_status::converged);
    for (std::size_t v = 0; v < 3; ++v) EXPECT_LE(test::difference(s.x[v], zero[v]), s.radius);
    f.equations[k % 5].back().re += 0x1p-7;
    const newton_solution t = solve(f.build(), start);
    EXPECT_EQ(t.proof, newton_proof::no_solution) << k;
    EXPECT_LE(test::distance_to_zero(gradient(f), t.x), t.radius);
  }
}

/// The sum of squares of a complex system is that of its real and imaginary parts.
TEST(newton_least_squares, complex_systems_agree_with_their_real_form) {
  const newton_solution s =
      solve(parse({"z*w - i", "z + i*w - 0.5 - 0.8*i", "w^2 - z + 1.6 + 0.1*i"}), point({{1.2, 0.5}, {0.3, 0.7}}));
  ASSERT_EQ(s.proof, newton_proof::no_solution);
  EXPECT_EQ(s.real, realness::not_real);
  const newton_solution t = solve(
      parse({"x*u - y*v", "x*v + y*u - 1", "x - v - 0.5", "y + u - 0.8", "u^2 - v^2 - x + 1.6", "2*u*v - y + 0.1"},
            {"x", "y", "u", "v"}),
      point({s.x[0].re.x0, s.x[0].im.x0, s.x[1].re.x0, s.x[1].im.x0}));
  ASSERT_EQ(t.proof, newton_proof::no_solution);
  for (std::size_t v = 0; v < 2; ++v) {
    const complex<qd> z{t.x[2 * v].re, t.x[2 * v + 1].re};
    EXPECT_LE(test::difference(s.x[v], z), s.radius + 2 * t.radius);
  }
}

TEST(newton_least_squares, a_singular_point_has_no_proof) {
  const newton_solution s = solve(parse({"(x - 1)^2", "(x - 1)^3"}), point({1.1}), 2);
  EXPECT_EQ(s.proof, newton_proof::none);
  EXPECT_EQ(s.status, newton_status::singular);
}

/// Against difference quotients of the Jacobian: groups with a common factor, products, powers.
TEST(newton_least_squares, second_derivatives) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> part(-1, 1);
  for (const polynomial_system& system :
       {families::chandrasekhar(5), families::cyclic(5), test::random_system(4, 3, 6, 4, 5, true, random).build()}) {
    const std::size_t n = system.variables().size(), m = system.equations();
    systems::arb_evaluator f(system.data());
    systems::ball_matrix x(n, 1), weight(m, 1), found(n, n), here(m, n), there(m, n), sum(1, 1);
    for (std::size_t v = 0; v < n; ++v) systems::set_acb(x.at(v, 0), {qd(part(random)), qd(part(random))});
    for (std::size_t e = 0; e < m; ++e) systems::set_acb(weight.at(e, 0), {qd(part(random)), qd(part(random))});
    f.set_point(x.m, 800);
    f.second_derivatives(found.m, weight.m);
    f.jacobian(here.m);
    for (std::size_t j = 0; j < n; ++j) {
      systems::ball_matrix moved(n, 1), step(1, 1);
      acb_mat_set(moved.m, x.m);
      acb_one(step.at(0, 0)), acb_mul_2exp_si(step.at(0, 0), step.at(0, 0), -200);
      acb_add(moved.at(j, 0), moved.at(j, 0), step.at(0, 0), 800);
      f.set_point(moved.m, 800);
      f.jacobian(there.m);
      acb_mat_sub(there.m, there.m, here.m, 800);
      for (std::size_t i = 0; i < n; ++i) {
        acb_zero(sum.at(0, 0));
        for (std::size_t e = 0; e < m; ++e) acb_addmul(sum.at(0, 0), weight.at(e, 0), there.at(e, i), 800);
        acb_mul_2exp_si(sum.at(0, 0), sum.at(0, 0), 200);
        acb_sub(sum.at(0, 0), sum.at(0, 0), found.at(i, j), 800);
        const complex<qd> off = systems::midpoint(sum.at(0, 0));
        EXPECT_LE(std::hypot(off.re.x0, off.im.x0), 1e-50) << i << ' ' << j;
      }
    }
  }
}

}  // namespace
}  // namespace vieta
