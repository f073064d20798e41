#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "newton/proof/certificate_arb.hpp"
#include "newton/proof/certificate_stationary.hpp"
#include "oracles/systems/system_oracle.hpp"
#include "vieta/newton.hpp"

// More equations than variables, by the hundred: the proof whose linear algebra is in double, beside the one in ball
// arithmetic and beside the equations of a stationary point multiplied out.
namespace vieta {
namespace {

using test::plain_system;
using test::plain_term;

/// n variables, 2 n equations that vanish at a point near (1, .., 1) where `off` is 0: each has three variables.
plain_system sparse(int n, double off, bool complex, system_point& zero, std::mt19937_64& random) {
  std::uniform_real_distribution<double> part(-1, 1);
  // Of few bits: products and constants are exact, also when they are written with 17 digits.
  const auto short_number = [&] { return std::round(part(random) * 4) / 16; };
  const auto coordinate = [&] { return std::round(part(random) * 2) / 8; };
  plain_system f;
  f.variables = n;
  for (int v = 0; v < n; ++v) zero.push_back({qd(1 + coordinate()), qd(complex ? coordinate() : 0)});
  for (int e = 0; e < 2 * n; ++e) {
    const int v = e % n, step = e < n ? 1 : 7;
    f.equations.push_back({{1, 0, {{v, 2}}},
                           {short_number(), complex ? short_number() : 0, {{v, 1}, {(v + step) % n, 1}}},
                           {short_number(), 0, {{(v + 3) % n, 3}}}});
  }
  const std::vector<vieta::complex<qd>> values = test::plain_values(f, zero);
  for (std::size_t e = 0; e < values.size(); ++e)
    f.equations[e].push_back({-values[e].re.x0 + off * short_number(), -values[e].im.x0, {}});
  return f;
}

/// J^T f of a real system, term by term.
plain_system gradient(const plain_system& f) {
  plain_system g;
  g.variables = f.variables;
  g.equations.resize(static_cast<std::size_t>(f.variables));
  for (const auto& equation : f.equations)
    for (const plain_term& a : equation)
      for (const auto& [v, exponent] : a.powers)
        for (const plain_term& b : equation) {
          std::map<int, int> powers(b.powers.begin(), b.powers.end());
          for (const auto& [variable, e] : a.powers) powers[variable] += e - (variable == v ? 1 : 0);
          plain_term product{a.re * b.re * exponent, 0, {}};
          for (const auto& [variable, e] : powers)
            if (e > 0) product.powers.emplace_back(variable, e);
          g.equations[static_cast<std::size_t>(v)].push_back(product);
        }
  return g;
}

newton_solution solve(const polynomial_system& system, const system_point& near, int parts, bool certify = true) {
  newton_options options;
  options.precision = parts;
  options.max_iterations = 200;
  options.prove = certify;
  system_point start = near;
  for (std::size_t v = 0; v < start.size(); ++v) start[v].re = start[v].re + qd(v % 2 == 0 ? 0x1p-10 : -0x1p-11);
  return newton(system, std::vector<system_point>{start}, options).solutions.at(0);
}

TEST(newton_stationary, agrees_with_the_proof_in_ball_arithmetic) {
  std::mt19937_64 random(11);
  for (const bool complex : {false, true})
    for (const double off : {0.0, 0x1p-7}) {
      system_point zero;
      const polynomial_system system = sparse(9, off, complex, zero, random).build();
      for (const int parts : {1, 2, 4}) {
        newton_options options;
        options.precision = parts;
        systems::session session{.system = system.data(), .options = options};
        session.parts = parts, session.digits = parts == 1 ? 14 : 15 * parts;
        const newton_solution start = solve(system, zero, parts, false);
        newton_solution a = start, b = start;
        ASSERT_TRUE(systems::certify_stationary_by_arb(session, a));
        ASSERT_TRUE(systems::certify_stationary_in_double(session, b));
        EXPECT_EQ(a.proof, b.proof) << complex << ' ' << off << ' ' << parts;
        EXPECT_EQ(b.proof, off > 0 ? newton_proof::no_solution : newton_proof::stationary_point);
        EXPECT_EQ(a.real, b.real);
        EXPECT_GE(b.digits, session.digits - 1);
        EXPECT_FALSE(b.certified);
        for (std::size_t v = 0; v < zero.size(); ++v)
          EXPECT_LE(test::difference(a.x[v], b.x[v]), a.radius + b.radius) << complex << ' ' << off << ' ' << parts;
      }
    }
}

TEST(newton_stationary, hundreds_of_variables) {
  std::mt19937_64 random(12);
  for (const double off : {0.0, 0x1p-7}) {
    system_point zero;
    const plain_system f = sparse(120, off, false, zero, random);
    const newton_solution s = solve(f.build(), zero, 3);
    EXPECT_EQ(s.status, newton_status::converged);
    EXPECT_EQ(s.proof, off > 0 ? newton_proof::no_solution : newton_proof::stationary_point);
    EXPECT_EQ(s.real, realness::real);
    EXPECT_FALSE(s.certified);
    EXPECT_GE(s.digits, 44);
    EXPECT_LE(test::distance_to_zero(gradient(f), s.x), s.radius);
    EXPECT_LE(test::plain_residual(f, s.x), s.residual * (1 + 1e-12) + 1e-300);
    for (std::size_t v = 0; v < zero.size() && off == 0; ++v) EXPECT_LE(test::difference(s.x[v], zero[v]), s.radius);
  }
}

TEST(newton_stationary, a_complex_solution_of_hundreds_of_variables) {
  std::mt19937_64 random(13);
  system_point zero;
  const newton_solution s = solve(sparse(105, 0, true, zero, random).build(), zero, 2);
  EXPECT_EQ(s.proof, newton_proof::stationary_point);
  EXPECT_EQ(s.real, realness::not_real);
  for (std::size_t v = 0; v < zero.size(); ++v) EXPECT_LE(test::difference(s.x[v], zero[v]), s.radius);
}

/// J loses rank at the solution: x_0 occurs as a square whose value there is 0.
TEST(newton_stationary, a_singular_point_has_no_proof) {
  std::mt19937_64 random(14);
  system_point zero;
  plain_system f = sparse(104, 0, false, zero, random);
  for (auto& equation : f.equations)
    std::erase_if(equation, [](const plain_term& t) {
      return std::any_of(t.powers.begin(), t.powers.end(), [](const auto& p) { return p.first == 0; });
    });
  f.equations[0] = {{1, 0, {{0, 2}}}};
  zero[0] = {qd(0.0), qd(0.0)};
  for (std::size_t e = 1; e < f.equations.size(); ++e) {
    std::erase_if(f.equations[e], [](const plain_term& t) { return t.powers.empty(); });
  }
  const std::vector<complex<qd>> values = test::plain_values(f, zero);
  for (std::size_t e = 1; e < f.equations.size(); ++e) f.equations[e].push_back({-values[e].re.x0, 0, {}});
  const newton_solution s = solve(f.build(), zero, 2);
  EXPECT_EQ(s.proof, newton_proof::none);
  EXPECT_EQ(s.status, newton_status::singular);
}

TEST(newton_stationary, serves_what_takes_seconds) {
  EXPECT_TRUE(systems::stationary_in_double_serves(families::cyclic(40).data()));
  EXPECT_FALSE(systems::stationary_in_double_serves(families::katsura(1000).data()));
  EXPECT_FALSE(systems::stationary_in_double_serves(families::chandrasekhar(450).data()));
}

}  // namespace
}  // namespace vieta
