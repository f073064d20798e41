#include "vieta/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <new>
#include <sstream>

#include "newton/iteration.hpp"
#include "newton/proof/certificate_double.hpp"
#include "oracles/systems/system_oracle.hpp"
#include "systems/precision.hpp"
#include "vieta/error.hpp"
#include "vieta/system_io.hpp"

namespace vieta {
namespace {

using test::distance_to_zero;
using test::plain_system;

polynomial_system parse(std::vector<std::string> equations) { return polynomial_system::parse(equations); }

system_point point(std::initializer_list<std::complex<double>> values) {
  system_point x;
  for (const auto& z : values) x.push_back({qd(z.real()), qd(z.imag())});
  return x;
}

newton_solution solve(const polynomial_system& system, const system_point& start, const newton_options& options = {}) {
  return newton(system, std::vector<system_point>{start}, options).solutions.at(0);
}

std::string refusal(const polynomial_system& system, const std::vector<system_point>& starts,
                    const newton_options& options = {}) {
  try {
    (void)newton(system, starts, options);
  } catch (const error& refused) {
    return refused.what();
  }
  return "";
}

/// x + noise, relatively.
system_point disturbed(system_point x, double noise, std::mt19937_64& random) {
  std::uniform_real_distribution<double> part(-noise, noise);
  for (complex<qd>& z : x) z = {z.re + qd(part(random)), z.im + (z.im.x0 != 0 ? qd(part(random)) : qd(0.0))};
  return x;
}

/// Roots of a random square system, found from random starts, each judged by the plain oracle.
void judge_random(const plain_system& plain, std::mt19937_64& random, int& found) {
  const polynomial_system system = plain.build();
  std::uniform_real_distribution<double> part(-1, 1);
  for (int k = 0; k < 6; ++k) {
    system_point start;
    for (int v = 0; v < plain.variables; ++v) start.push_back({qd(part(random)), qd(part(random))});
    for (const int parts : {1, 2, 3, 4}) {
      newton_options options;
      options.precision = parts;
      const newton_solution s = solve(system, start, options);
      if (!s.certified) continue;
      ++found;
      EXPECT_LE(distance_to_zero(plain, s.x), s.radius) << parts;
      EXPECT_LE(test::plain_residual(plain, s.x), s.residual);
    }
  }
}

TEST(newton, certified_radii_hold_the_true_solution) {
  std::mt19937_64 random(1);
  int found = 0;
  for (int k = 0; k < 6; ++k) judge_random(test::random_system(3, 3, 5, 3, 2, k % 2 == 1, random), random, found);
  judge_random(test::plain_cyclic(5), random, found);
  judge_random(test::plain_katsura(4), random, found);
  EXPECT_GT(found, 60);
}

/// The proof for large systems, on small ones that the oracle can judge.
TEST(newton, proofs_in_double_hold_too) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> part(-1, 1);
  newton_options options;
  options.precision = 4;
  int proven = 0, real = 0;
  for (int k = 0; k < 30; ++k) {
    const bool complex = k % 3 == 2;
    const plain_system plain = k < 24 ? test::random_system(4, 4, 6, 3, 2, complex, random) : test::plain_katsura(4);
    const polynomial_system system = plain.build();
    system_point start;
    for (int v = 0; v < plain.variables; ++v) start.push_back({qd(part(random)), qd(k % 2 == 0 ? 0.0 : part(random))});
    newton_solution s = solve(system, start, options);
    const systems::session session{.system = system.data(), .options = options, .parts = 4, .digits = 60, .threads = 1};
    systems::evaluator f(system.data(), 1);
    newton_solution t = s;
    t.certified = false;
    if (!systems::certify_in_double(session, f, t)) continue;
    ++proven;
    real += t.real == realness::real;
    EXPECT_LE(distance_to_zero(plain, t.x), t.radius);
    EXPECT_LE(t.radius, 1e-55);
    // A little off, the radius says so.
    for (vieta::complex<qd>& z : t.x) z = {z.re + qd(1e-30), z.im};
    if (systems::certify_in_double(session, f, t)) {
      EXPECT_GE(t.radius, 1e-30);
      EXPECT_LE(distance_to_zero(plain, t.x), t.radius);
    }
  }
  EXPECT_GT(proven, 8);
  EXPECT_GT(real, 2);
}

TEST(newton, proofs_in_double_know_their_limits) {
  newton_options options;
  const auto prove = [&](const std::string& equation, const qd& x) {
    const polynomial_system system = parse({equation});
    const systems::session session{.system = system.data(), .options = options, .parts = 4, .digits = 60, .threads = 1};
    systems::evaluator f(system.data(), 1);
    newton_solution s;
    s.x = {{x, qd(0.0)}};
    return systems::certify_in_double(session, f, s) ? s.radius : HUGE_VAL;
  };
  const qd root = sqrt(qd(2.0));
  EXPECT_LE(prove("x^2 - 2", root), 1e-59);
  EXPECT_GE(prove("x^2 - 2", root), 1e-64);
  EXPECT_LE(prove("1e-200*x^2 - 2e-200", root), 1e-59);  // scaling by any number is harmless
  EXPECT_GE(prove("1e-200*x^2 - 2e-200", root), 1e-64);
  EXPECT_EQ(prove("x^2 - 2*x + 1", qd(1.0)), HUGE_VAL);  // a double zero
  EXPECT_EQ(prove("x^2 - 1.999", root), HUGE_VAL);       // no zero in the box
  EXPECT_EQ(prove("1e280*x^9999 - 1", root), HUGE_VAL);  // overflow
  EXPECT_EQ(prove("x^2 - 2", qd(NAN)), HUGE_VAL);
}

TEST(newton, reaches_the_digits_of_each_precision) {
  const polynomial_system system = parse({"x^2 + y^2 - 4", "x*y - 1"});
  for (const auto& [parts, digits] : {std::pair{1, 14}, {2, 30}, {3, 45}, {4, 60}}) {
    newton_options options;
    options.precision = parts;
    const newton_solution s = solve(system, point({2, 0.5}), options);
    EXPECT_EQ(s.status, newton_status::converged);
    EXPECT_TRUE(s.certified);
    EXPECT_GE(s.digits, digits);
    EXPECT_EQ(s.real, realness::real);
    EXPECT_EQ(s.x[0].im.x0, 0);
  }
  // x^2 = 2 + sqrt(3), to 60 digits.
  newton_options options;
  options.digits = 60;
  const qd x = solve(system, point({2, 0.5}), options).x[0].re;
  EXPECT_EQ(to_decimal(x, 60), "1.93185165257813657349948639945779473526780967801680910080469");
}

TEST(newton, converges_quadratically) {
  newton_options options;
  options.precision = 4;
  const newton_solution s = solve(parse({"x^2 - 2"}), point({1.5}), options);
  for (std::size_t k = 1; k < s.steps.size(); ++k)
    if (s.steps[k - 1].step < 0.1 && s.steps[k].step > 1e-15) {
      EXPECT_LE(s.steps[k].step, 2 * s.steps[k - 1].step * s.steps[k - 1].step);
    }
  EXPECT_LE(s.iterations, 9);
}

TEST(newton, every_solver_comes_to_the_same_point) {
  const polynomial_system system = families::chandrasekhar(30);
  const system_point ones(30, {qd(1.0), qd(0.0)});
  newton_options options;
  options.precision = 3;
  const newton_solution first = solve(system, ones, options);
  EXPECT_TRUE(first.certified);
  for (const newton_solver solver :
       {newton_solver::gmres, newton_solver::factor, newton_solver::householder, newton_solver::gram_schmidt}) {
    options.solver = solver;
    options.prove = false;
    const newton_solution s = solve(system, ones, options);
    EXPECT_EQ(s.status, newton_status::converged) << name(solver);
    EXPECT_EQ(s.steps.back().solver, solver);
    for (std::size_t v = 0; v < 30; ++v) EXPECT_LE(test::difference(s.x[v], first.x[v]), 1e-44);
  }
}

TEST(newton, a_nearly_singular_jacobian_climbs_the_ladder) {
  // Two nearly parallel lines through one point, bent a little: condition number about 1e20.
  const polynomial_system system =
      parse({"x + y - 2 + (x - 1)^2", "x + y + 1e-20*(x - y) - 2 + (x - 1)^2 + 1e-20*(y-1)^3"});
  newton_options options;
  options.precision = 4;
  const newton_solution s = solve(system, point({1.0000000001, 0.9999999999}), options);
  EXPECT_TRUE(s.certified);
  EXPECT_LE(test::difference(s.x[0], {qd(1.0), qd(0.0)}), s.radius);
  EXPECT_LE(s.radius, 1e-40);
}

TEST(newton, multiple_solutions_are_named_singular) {
  newton_options options;
  options.precision = 4;
  for (const auto& equations :
       std::vector<std::vector<std::string>>{{"x^2 - 2*x + 1"},               // a double zero
                                             {"(x - 1)^3", "y - x^2"},        // a triple one
                                             {"x^2 + y^2 - 2", "x + y - 2"},  // a tangent line
                                             {"x*y - 1", "x^2*y - x"}}) {     // a curve of solutions
    const polynomial_system system = parse(equations);
    const newton_solution s = solve(system, system_point(system.variables().size(), {qd(1.25), qd(0.0)}), options);
    EXPECT_EQ(s.status, newton_status::singular) << equations[0];
    EXPECT_FALSE(s.certified);
    EXPECT_EQ(s.radius, HUGE_VAL);
  }
  EXPECT_EQ(solve(parse({"x^2 - 1"}), point({0}), options).status, newton_status::singular);  // a singular start
}

TEST(newton, a_solution_at_zero) {
  newton_options options;
  options.precision = 4;
  const newton_solution s = solve(parse({"x + x^2 - y^2", "y - 3*x*y"}), point({0.1, 0.2}), options);
  EXPECT_TRUE(s.certified);
  EXPECT_LE(s.radius, 1e-79);
  EXPECT_LE(test::difference(s.x[0], {qd(0.0), qd(0.0)}), s.radius);
}

TEST(newton, no_solution_is_no_success) {
  newton_options options;
  options.max_iterations = 40;
  const newton_solution s = solve(parse({"x^2 + 1"}), point({0.7}), options);  // real arithmetic finds no root
  EXPECT_NE(s.status, newton_status::converged);
  EXPECT_FALSE(s.certified);
  const newton_solution c = solve(parse({"x^2 + 1"}), point({{0.7, 0.1}}), options);
  EXPECT_EQ(c.status, newton_status::converged);
  EXPECT_EQ(c.real, realness::not_real);
}

TEST(newton, bad_starts_are_statuses) {
  EXPECT_EQ(solve(parse({"x^2 - 2"}), point({NAN})).status, newton_status::bad_start);
  EXPECT_EQ(solve(parse({"x^2 - 2"}), point({HUGE_VAL})).status, newton_status::bad_start);
}

TEST(newton, damping_rescues_far_starts) {
  const polynomial_system system = parse({"x^3 - 2*x + 2"});
  newton_options options;
  EXPECT_NE(solve(system, point({0}), options).status, newton_status::converged);  // 0, 1, 0, 1, ...
  options.damping = true;
  EXPECT_EQ(solve(system, point({0.01}), options).status, newton_status::converged);
}

TEST(newton, overdetermined_systems_in_the_least_squares_sense) {
  newton_options options;
  options.precision = 2;
  // Consistent: three equations, one common zero.
  const newton_solution s = solve(parse({"x^2 + y^2 - 2", "x*y - 1", "x - y"}), point({1.1, 0.8}), options);
  EXPECT_EQ(s.status, newton_status::converged);
  EXPECT_LE(test::difference(s.x[0], {qd(1.0), qd(0.0)}), 1e-29);
  EXPECT_FALSE(s.certified);  // no proof for more equations than variables
  // Inconsistent: the minimum of (x - 1)^2 + (x - 2)^2 + (x + 3)^2 lies at 0.
  const newton_solution t = solve(parse({"x - 1", "x - 2", "x + 3"}), point({5}), options);
  EXPECT_LE(test::difference(t.x[0], {qd(0.0), qd(0.0)}), 1e-28);
}

TEST(newton, row_scaling_saves_badly_scaled_equations) {
  newton_options options;
  options.precision = 2;
  const newton_solution s = solve(parse({"1e40*x^2 - 2e40", "1e-40*x*y - 1e-40"}), point({1.4, 0.7}), options);
  EXPECT_TRUE(s.certified);
  EXPECT_LT(s.condition, 100);
}

TEST(newton, starts_near_known_solutions_of_families) {
  std::mt19937_64 random(5);
  newton_options options;
  options.precision = 4;
  // Katsura's system has the solution u_0 = 1, all others 0.
  system_point x(8, {qd(0.0), qd(0.0)});
  x[0] = {qd(1.0), qd(0.0)};
  const newton_solution s = solve(families::katsura(7), disturbed(x, 1e-3, random), options);
  EXPECT_TRUE(s.certified);
  EXPECT_EQ(s.real, realness::real);
  for (std::size_t v = 0; v < 8; ++v) EXPECT_LE(test::difference(s.x[v], x[v]), s.radius);
  const newton_solution n = solve(families::noon(5), system_point(5, {qd(-1.0), qd(0.0)}), options);
  EXPECT_TRUE(n.certified);
}

TEST(newton, a_thousand_variables) {
  newton_options options;
  options.precision = 2;
  const newton_result r =
      newton(families::chandrasekhar(1000), std::vector<system_point>{system_point(1000, {qd(1.0), qd(0.0)})}, options);
  const newton_solution& s = r.solutions[0];
  EXPECT_EQ(s.status, newton_status::converged);
  EXPECT_LE(s.residual, 1e-25);
  EXPECT_LE(s.iterations, 9);
  EXPECT_TRUE(s.certified);
  EXPECT_EQ(s.real, realness::real);
  EXPECT_TRUE(r.report.real_arithmetic);
}

TEST(newton, a_hundred_and_fifty_variables_without_a_dominant_diagonal) {
  std::mt19937_64 random(6);
  system_point x(151, {qd(0.0), qd(0.0)});
  x[0] = {qd(1.0), qd(0.0)};
  newton_options options;
  options.precision = 4;
  const newton_solution s = solve(families::katsura(150), disturbed(x, 1e-3, random), options);
  EXPECT_TRUE(s.certified);
  EXPECT_EQ(s.status, newton_status::converged);
  for (std::size_t v = 0; v < 151; ++v) ASSERT_LE(test::difference(s.x[v], x[v]), s.radius);
}

TEST(newton, homotopies_end_at_proven_solutions) {
  newton_options options;
  options.precision = 2;
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> angle(0, 6.28);
  int proven = 0;
  const plain_system plain = test::plain_cyclic(7);
  for (int k = 0; k < 6; ++k) {
    system_point z;
    for (int v = 0; v < 7; ++v) {
      const double a = angle(random);
      z.push_back({qd(std::cos(a)), qd(std::sin(a))});
    }
    const homotopy_result r = newton_homotopy(families::cyclic(7), z, options);
    if (!r.solution.certified) continue;
    ++proven;
    EXPECT_EQ(r.t, 0);
    EXPECT_GT(r.steps, 2);
    EXPECT_LE(distance_to_zero(plain, r.solution.x), r.solution.radius);
  }
  EXPECT_GE(proven, 3);
}

TEST(newton, a_homotopy_may_stop_early) {
  newton_options options;
  options.precision = 2;
  homotopy_options path;
  path.until = 0.5;
  const polynomial_system system = parse({"x^2 - 2", "x*y - 1"});
  const homotopy_result r = newton_homotopy(system, point({{1, 1}, {2, 1}}), options, path);
  EXPECT_EQ(r.t, 0.5);
  EXPECT_EQ(r.solution.status, newton_status::converged);
  EXPECT_FALSE(r.solution.certified);
  // f(x) = f(z) / 2: x^2 - 2 = (2i - 2) / 2.
  const complex<qd> x = r.solution.x[0];
  EXPECT_LE(test::difference(x * x, {qd(1.0), qd(1.0)}), 1e-29);
}

TEST(newton, a_homotopy_into_a_fold_is_lost) {
  // x^2 + 1 from a real start: the real path meets x = 0, where the Jacobian vanishes.
  const homotopy_result r = newton_homotopy(parse({"x^2 + 1"}), point({1}));
  EXPECT_EQ(r.solution.status, newton_status::singular);
  EXPECT_NEAR(r.t, 0.5, 1e-6);
}

TEST(newton, misuse_is_refused) {
  const polynomial_system system = parse({"x^2 - 2", "x*y - 1"});
  const std::vector<system_point> good = {point({1, 1})};
  EXPECT_EQ(refusal(system, {point({1})}), "start 1: found 1 coordinates, expected 2");
  EXPECT_EQ(refusal(parse({"x*y - 1"}), good),
            "system: found 1 equation in 2 variables (x, y), expected at least as many equations as variables");
  newton_options options;
  options.digits = 61;
  EXPECT_EQ(refusal(system, good, options), "digits: found 61, expected 0 to 60");
  options.digits = 40, options.precision = 2;
  EXPECT_EQ(refusal(system, good, options), "digits: found 40, expected at most 30 with 2 doubles");
  options = {};
  options.precision = 5;
  EXPECT_EQ(refusal(system, good, options), "precision: found 5, expected 0 to 4");
  options = {};
  options.max_iterations = 0;
  EXPECT_EQ(refusal(system, good, options), "max_iterations: found 0, expected at least 1");
  EXPECT_THROW((void)families::cyclic(1), error);
  EXPECT_THROW((void)polynomial_system::parse(std::vector<std::string>{"1"}), error);
}

// An estimate that overflowed was cast to int (found by fuzz_verb_newton).
TEST(newton, digits_of_an_error_of_any_size) {
  EXPECT_EQ(decimal_digits(3e-9), 8);
  EXPECT_EQ(decimal_digits(0.2), 0);
  EXPECT_EQ(decimal_digits(0, 63), 63);
  EXPECT_EQ(decimal_digits(HUGE_VAL), 0);
  EXPECT_EQ(decimal_digits(NAN), 0);
}

TEST(newton, stops_when_asked) {
  std::atomic<bool> cancel = true;
  newton_options options;
  options.cancel = &cancel;
  const newton_result r = newton(parse({"x^2 - 2"}), std::vector<system_point>{point({1}), point({2})}, options);
  EXPECT_EQ(r.solutions.size(), 2u);
  EXPECT_EQ(r.solutions[0].status, newton_status::stopped);
  EXPECT_EQ(r.solutions[1].status, newton_status::stopped);
  EXPECT_EQ(r.report.stopped_by, "cancelled");
}

TEST(newton, an_evaluator_is_not_left_with_the_question_of_a_run_that_threw) {
  class failing : public systems::evaluator {
   public:
    using evaluator::evaluator;
    bool prepare_jacobian() override { throw std::bad_alloc(); }
  };
  const polynomial_system system = parse({"x^2 - 2"});
  const newton_options options;
  const systems::session with{system.data(), options};
  failing f(system.data(), 1);
  systems::newton_iteration iteration(with, f);
  EXPECT_THROW((void)iteration.run(point({1})), std::bad_alloc);
  EXPECT_FALSE(f.must_stop);
}

TEST(newton, prints_for_people) {
  const polynomial_system system = parse({"x^2 - 2"});
  std::ostringstream out;
  print(out, system, newton(system, std::vector<system_point>{point({1.4})}, {}));
  EXPECT_NE(out.str().find("solution 1: converged, certified, real"), std::string::npos);
  EXPECT_NE(out.str().find("1.414213562373095"), std::string::npos);
  EXPECT_NE(out.str().find("1 start: 1 converged, 1 certified"), std::string::npos);
}

}  // namespace
}  // namespace vieta
