#include "vieta/solve_parameters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "solve/parameter_family.hpp"
#include "solve/track/batch.hpp"
#include "vieta/error.hpp"
#include "vieta/system_io.hpp"

// Parameter homotopies: many instances from the solutions of one, held against `solve` on each instance by itself.
namespace vieta {
namespace {

using scalar = std::complex<double>;

polynomial_system system_of(const std::vector<std::string>& equations) { return polynomial_system::parse(equations); }

std::string exact_text(const scalar& z) {
  return "(" + to_decimal(qd(z.real()), 0) + "+(" + to_decimal(qd(z.imag()), 0) + ")*I)";
}

/// The equations with the exact values of one row in the place of one-letter names.
polynomial_system instance_of(const std::vector<std::string>& equations, const parameter_values& values,
                              std::size_t row, const std::vector<std::string>& unknowns) {
  std::vector<std::string> texts;
  for (const std::string& equation : equations) {
    std::string text;
    for (const char c : equation) {
      const auto at = std::find(values.names.begin(), values.names.end(), std::string(1, c));
      const auto k = static_cast<std::size_t>(at - values.names.begin());
      text += at == values.names.end() ? std::string(1, c) : exact_text(values.values[row * values.names.size() + k]);
    }
    texts.push_back(text);
  }
  return polynomial_system::parse(texts, unknowns);
}

solve_options one_thread(std::uint64_t seed = 1) {
  solve_options options;
  options.seed = seed;
  options.on.threads = 1;
  return options;
}

double distance(const system_point& x, const system_point& y) {
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    const complex<qd> d = x[v] - y[v];
    most = std::max({most, std::fabs(d.re.x0), std::fabs(d.im.x0)});
  }
  return most;
}

parameter_values random_values(const std::vector<std::string>& names, std::size_t rows, bool is_complex) {
  parameter_values values{names, {}};
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-2, 2);
  for (std::size_t k = 0; k < rows * names.size(); ++k) {
    const double re = uniform(random);
    values.values.emplace_back(re, is_complex ? uniform(random) : 0.0);
  }
  return values;
}

struct family_case {
  std::vector<std::string> equations, parameters, unknowns;
};
std::vector<family_case> families_of_systems() {
  return {{{"x^2 + a*y - b", "y^2 - b*x + a*b - 1"}, {"a", "b"}, {"x", "y"}},
          {{"(a^2 - b)*x^3 + a*b*c*x*y - 1/3", "y^2 + (a - b)^3*x - c"}, {"a", "b", "c"}, {"x", "y"}},
          {{"u^2 + v^2 - 1", "x^2 + y^2 - l", "(x + d*u - a)^2 + (y + d*v)^2 - m",
            "(x + e*u - f*v - b)^2 + (y + e*v + f*u - c)^2 - n"},
           {"a", "b", "c", "d", "e", "f", "l", "m", "n"},
           {"u", "v", "x", "y"}}};
}

TEST(solve_parameters, finds_what_solve_finds_for_each_instance_by_itself) {
  for (const family_case& family : families_of_systems())
    for (const bool is_complex : {false, true}) {
      SCOPED_TRACE(family.equations[1]);
      const parameter_values values = random_values(family.parameters, 12, is_complex);
      const parameters_result r = solve_parameters(system_of(family.equations), values, one_thread());
      ASSERT_EQ(r.instances.size(), 12u);
      EXPECT_EQ(r.report.solved, 12u);
      EXPECT_EQ(r.report.paths.failed, 0u);
      for (std::size_t row = 0; row < 12; ++row) {
        const solve_result alone = solve(instance_of(family.equations, values, row, family.unknowns), one_thread());
        const solved_instance& s = r.instances[row];
        EXPECT_EQ(s.row, row);
        EXPECT_EQ(s.paths.total, r.report.generic.regular);
        ASSERT_EQ(s.certified, alone.report.certified);
        EXPECT_EQ(s.regular, s.certified);
        EXPECT_EQ(s.real, alone.report.real);
        for (const solve_solution& one : s.solutions) {
          double nearest = 1;
          for (const solve_solution& other : alone.solutions)
            nearest = std::min(nearest, distance(one.point.x, other.point.x) - other.point.radius);
          EXPECT_LE(nearest, one.point.radius);
        }
      }
    }
}

TEST(solve_parameters, six_assemblies_of_the_planar_platform) {
  const family_case platform = families_of_systems()[2];
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const parameters_result r = solve_parameters(system_of(platform.equations),
                                                 random_values(platform.parameters, 300, false), one_thread(seed));
    EXPECT_EQ(r.report.generic.regular, 6u);
    EXPECT_EQ(r.report.certified, 1800u);
    EXPECT_EQ(r.report.paths.total, 1800u);
    for (const solved_instance& s : r.instances) EXPECT_EQ(s.real % 2, 0u);
  }
}

TEST(solve_parameters, a_large_instance_takes_nothing_from_others) {
  for (const std::vector<std::complex<double>>& rows : std::vector<std::vector<std::complex<double>>>{
           {1e12, 1, 4, 1, 9, 2}, {1e12, 1, 4, 1}, {1e12, 1, 2e12, 3, 3e12, 4, 4, 1}})
    for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u, 6u}) {
      const parameters_result r =
          solve_parameters(system_of({"x^2 + y^2 - a", "x*y - b"}), {{"a", "b"}, rows}, one_thread(seed));
      for (const solved_instance& s : r.instances) EXPECT_EQ(s.certified, 4u) << "row " << s.row << ", seed " << seed;
    }
}

TEST(solve_parameters, instances_that_are_not_generic) {
  // x = +-sqrt(a), and x = 1/b: double at a = 0, at infinity for b = 0.
  const parameter_values values{{"a", "b"}, {4, 1, 0, 1, 4, 0, -4, 2}};
  const parameters_result r = solve_parameters(system_of({"x^2 - a", "y*b*(1 + 0*x) - x"}), values, one_thread());
  ASSERT_EQ(r.instances.size(), 4u);
  EXPECT_EQ(r.instances[0].certified, 2u);
  EXPECT_EQ(r.instances[0].real, 2u);
  EXPECT_EQ(r.instances[1].paths.singular, 2u);
  ASSERT_EQ(r.instances[1].solutions.size(), 1u);
  EXPECT_EQ(r.instances[1].solutions[0].multiplicity, 2u);
  EXPECT_EQ(r.instances[1].solutions[0].on_a_set, membership::isolated);  // counted
  EXPECT_EQ(r.instances[2].status, solve_status::not_isolated);           // y does not occur
  EXPECT_EQ(r.instances[3].certified, 2u);
  EXPECT_EQ(r.instances[3].real, 0u);

  const parameters_result lower =
      solve_parameters(system_of({"a*x^2 + b*x - 1"}), {{"a", "b"}, {1, 1, 0, 2, 0, 0}}, one_thread());
  EXPECT_EQ(lower.instances[0].certified, 2u);
  EXPECT_EQ(lower.instances[1].certified, 1u);
  EXPECT_EQ(lower.instances[1].paths.infinite, 1u);
  EXPECT_EQ(lower.instances[1].status, solve_status::solved);
  EXPECT_EQ(lower.instances[2].status, solve_status::inconsistent);
  EXPECT_EQ(lower.report.inconsistent, 1u);
}

/// Products that overflow or underflow on their way to a coefficient, and coefficients beyond the range of doubles.
TEST(solve_parameters, coefficients_at_the_ends_of_the_range) {
  const auto solved = [](const std::string& equation, const std::vector<std::string>& names,
                         const std::vector<scalar>& row) {
    const parameters_result r = solve_parameters(system_of({equation}), {names, row}, one_thread());
    EXPECT_EQ(r.instances.size(), 1u);
    return r.instances.at(0);
  };
  // 1e-200^2 1e200^2 + 1 and 1e-38^8 1e38^8 + 1 are not 1.
  for (const solved_instance& s :
       {solved("(a*b*c*d+1)*x^2-3*x+1", {"a", "b", "c", "d"}, {1e-200, 1e-200, 1e200, 1e200}),
        solved("(a^8*b^8+1)*x^2-3*x+1", {"a", "b"}, {1e-38, 1e38})}) {
    for (const solve_solution& x : s.solutions) {
      if (!x.point.certified) continue;
      const double at = x.point.x[0].re.x0;
      EXPECT_LE(std::min(std::fabs(at - 1), std::fabs(at - 0.5)), 1e-12);
    }
    if (s.certified < 2) {
      EXPECT_EQ(s.status, solve_status::incomplete);
    }
  }
  // Beyond what is calculated with, but for a power of two that the equation is multiplied by: 7e-290 has no radius
  // then, and is not called proven.
  const solved_instance tiny = solved("a^29*x-7", {"a"}, {1e10});
  EXPECT_EQ(tiny.status, solve_status::unproven);
  EXPECT_EQ(tiny.certified, 0u);
  const solved_instance large = solved("a^30*x-2*a^30", {"a"}, {1e10});
  EXPECT_EQ(large.status, solve_status::solved);
  ASSERT_EQ(large.certified, 1u);
  EXPECT_NEAR(large.solutions.at(0).point.x[0].re.x0, 2, 1e-12);
  // No path can be followed with such a coefficient: by itself.
  const solved_instance small = solved("a*x-1", {"a"}, {1e-215});
  EXPECT_TRUE(small.solved_afresh);
  EXPECT_EQ(small.certified, 1u);
  EXPECT_EQ(small.status, solve_status::solved);
  const solved_instance zero = solved("a*x-1", {"a"}, {0});
  EXPECT_EQ(zero.status, solve_status::inconsistent);
}

/// By squaring. The instance that all paths begin at is out of range, so these are solved by themselves, with
/// coefficients within their known error; what cancels among a million factors is not looked at exactly.
TEST(solve_parameters, large_powers_of_parameters) {
  for (const double a : {1.0, 1.0000001}) {
    const auto instance = [&](const char* equation) {
      return solve_parameters(system_of({equation}), {{"a"}, {a}}, one_thread()).instances.at(0);
    };
    const solved_instance known = instance("a^1000000*x^2 + a*x - 1");
    EXPECT_EQ(known.status, solve_status::solved);
    EXPECT_TRUE(known.solved_afresh);
    ASSERT_EQ(known.certified, 2u);
    const double power = std::pow(a, 1e6), right = (std::sqrt(a * a + 4 * power) - a) / (2 * power);
    EXPECT_NEAR(known.solutions[1].point.x[0].re.x0, right, 1e-9);
    const solved_instance cancelled = instance("(a^1000000 - 1)*x^2 + a*x - 2");
    EXPECT_EQ(cancelled.status, solve_status::incomplete);
    EXPECT_EQ(cancelled.certified, 0u);
  }
}

TEST(solve_parameters, instances_close_to_singular_ones) {
  std::vector<scalar> values;
  for (int k = 0; k <= 11; ++k) values.emplace_back(std::pow(10.0, -2 * k));  // 1e-11 apart in the end
  const parameters_result r =
      solve_parameters(system_of({"x^2 + 2*x + 1 - a*y", "y - 1"}), {{"a"}, values}, one_thread());
  for (const solved_instance& s : r.instances) {
    SCOPED_TRACE(s.row);
    EXPECT_EQ(s.certified, 2u);
    EXPECT_EQ(s.real, 2u);
  }
}

/// Multiple for every value: no start leads there. The count says that a solution is missing, and the instance is
/// solved by itself.
TEST(solve_parameters, generic_multiple_solutions_are_found_by_instances) {
  const parameters_result r = solve_parameters(system_of({"(x - a)^2*(x - b)"}), {{"a", "b"}, {1, 2}}, one_thread());
  EXPECT_EQ(r.report.generic.regular, 1u);
  EXPECT_EQ(r.report.solved_afresh, 1u);
  EXPECT_TRUE(r.instances[0].solved_afresh);
  EXPECT_EQ(r.instances[0].certified, 1u);
  EXPECT_EQ(r.instances[0].singular, 1u);
  EXPECT_EQ(r.instances[0].status, solve_status::solved);
}

/// Multiple for every value, all of them: no path begins anywhere, and each instance is solved by itself.
TEST(solve_parameters, instances_without_any_start) {
  const parameters_result r = solve_parameters(system_of({"(x - a)^2", "(y - x)^2"}), {{"a"}, {1, 2}}, one_thread());
  for (const solved_instance& s : r.instances) {
    EXPECT_TRUE(s.solved_afresh);
    EXPECT_EQ(s.singular, 1u);
    EXPECT_EQ(s.complete, completeness::counted);
    EXPECT_EQ(s.status, solve_status::solved);
  }
}

TEST(solve_parameters, what_is_known_of_other_solutions) {
  const parameters_result r =
      solve_parameters(system_of({"a*x^2 + x*y - 1", "y^2 - b*x - 2"}), {{"a", "b"}, {1, 1, 0, 1, 1, 0}}, one_thread());
  for (const solved_instance& s : r.instances)
    EXPECT_TRUE(s.complete == completeness::proven || s.complete == completeness::counted) << s.row;
}

TEST(solve_parameters, answers_depend_on_the_seed_alone) {
  const family_case family = families_of_systems()[1];
  const parameter_values values = random_values(family.parameters, 70, false);
  solve_options options = one_thread(7);
  const parameters_result one = solve_parameters(system_of(family.equations), values, options);
  options.on.threads = 3;
  const parameters_result three = solve_parameters(system_of(family.equations), values, options);
  ASSERT_EQ(one.instances.size(), three.instances.size());
  for (std::size_t k = 0; k < one.instances.size(); ++k) {
    ASSERT_EQ(one.instances[k].solutions.size(), three.instances[k].solutions.size());
    for (std::size_t s = 0; s < one.instances[k].solutions.size(); ++s)
      EXPECT_EQ(distance(one.instances[k].solutions[s].point.x, three.instances[k].solutions[s].point.x), 0);
  }
}

TEST(solve_parameters, more_digits) {
  solve_options options = one_thread();
  options.digits = 50;
  const parameters_result r = solve_parameters(system_of({"x^2 - a"}), {{"a"}, {2, 0.1}}, options);
  const qd root = sqrt(qd(2.0));
  EXPECT_LT(std::fabs((abs(r.instances[0].solutions[0].point.x[0].re) - root).x0), 1e-49);
  for (const solved_instance& s : r.instances)
    for (const solve_solution& x : s.solutions) EXPECT_GE(x.point.digits, 50);
}

TEST(solve_parameters, stops) {
  const parameter_values values = random_values({"a", "b"}, 1000, false);
  std::size_t seen = 0;
  const parameters_report r = solve_parameters(system_of({"x^2 + a*y - b", "y^2 - b*x + a*b - 1"}), values,
                                               one_thread(), [&](solved_instance&&) { return ++seen < 10; });
  EXPECT_EQ(seen, 10u);
  EXPECT_EQ(r.instances, 10u);
  EXPECT_EQ(r.stopped_by, "cancelled");
  const std::atomic<bool> cancel = true;
  solve_options options = one_thread();
  options.cancel = &cancel;
  EXPECT_EQ(solve_parameters(system_of({"x^2 - a"}), {{"a"}, {1}}, options).report.stopped_by, "cancelled");
}

TEST(solve_parameters, misuse_names_what_is_wrong) {
  const auto message = [](const std::vector<std::string>& equations, const parameter_values& values) {
    try {
      (void)solve_parameters(system_of(equations), values);
    } catch (const error& problem) {
      return std::string(problem.what());
    }
    return std::string("no error");
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message({"x^2 - a"}, {{"a"}, {1, 2, nan}}),
            "values: row 3: found NaN or infinity for 'a', expected a finite number");
  EXPECT_EQ(message({"x^2 - a"}, {{"a", "x"}, {1, 2, 3}}), "values: found 3 numbers, expected rows of 2");
  EXPECT_EQ(message({"x^2 - a"}, {{"b"}, {1}}),
            "parameter 'b': found no such name in the system, expected one of its names");
  EXPECT_EQ(message({"x^2 - a"}, {{"a", "a"}, {1, 1}}), "parameter 'a': found twice, expected each name once");
  EXPECT_EQ(message({"x*y - a"}, {{"a"}, {1}}),
            "system: found 1 equation and 2 unknowns beside the parameters (x, y), expected as many of both");
  EXPECT_EQ(message({"x^2 - a"}, {{}, {}}), "parameters: found no name, expected one at least");
}

/// Coefficients of a member against the same in exact arithmetic, with all sorts of cancellation.
TEST(solve_parameters, coefficients_lie_within_their_bound) {
  const std::vector<std::string> equations = {"(a - 1/10)*x^2 + (a^3*b - a*b^3 + 1e-30)*x + a^2 - 2*a*b + b^2"};
  const polynomial_system family_system = system_of(equations);
  const tracking::parameter_family family(family_system, std::vector<std::string>{"a", "b"});
  tracking::family_member member(family);
  for (const auto& [a, b] :
       {std::pair{0.1, 0.1}, {0.1, std::nextafter(0.1, 1)}, {1.0, 1.0}, {1e-150, 3.0}, {1e40, 0.5}}) {
    const std::vector<scalar> at = {a, b};
    member.set(at.data());
    const polynomial_system exact = instance_of(equations, {{"a", "b"}, at}, 0, {"x"});
    EXPECT_TRUE(member.provable());
    EXPECT_LT(member.system().coefficient_error, 0x1p-120);
    // Both at x = 1: sums of all coefficients, in the order of the terms.
    for (std::size_t t = 0, k = 0; t < member.system().terms(); ++t) {
      const qd mine(member.system().re[0][t], member.system().re[1][t], member.system().re[2][t],
                    member.system().re[3][t]);
      if (mine.x0 == 0) continue;
      ASSERT_LT(k, exact.data().terms());
      const auto& e = exact.data();
      const auto part = [&](std::size_t p) { return e.re[p].empty() ? 0.0 : e.re[p][k]; };
      const qd theirs(part(0), part(1), part(2), part(3));
      ++k;
      EXPECT_LE(std::fabs((mine - theirs).x0),
                (member.system().coefficient_error + e.coefficient_error + 0x1p-205) * std::fabs(theirs.x0));
    }
  }
}

/// All precisions: along the line in the space of parameters the predictor's error is of order 4 in the step.
TEST(solve_parameters, series_follow_the_path) {
  const polynomial_system system = system_of({"a^2*x^2 + a*b*y - b", "y^2 - b*x + a*b - 1"});
  const tracking::parameter_family family(system, std::vector<std::string>{"a", "b"});
  const tracking::homotopy_tape tape = family.tape();
  const scalar generic[2] = {{0.6, 0.8}, {-0.3, 1.1}}, target[2] = {1.5, -0.7};
  tracking::family_member member(family);
  member.set(generic);
  const solve_result at_generic =
      solve(polynomial_system(std::make_shared<polynomial_system::representation>(member.system())), one_thread());
  ASSERT_EQ(at_generic.report.certified, 4u);
  for (int rung = 0; rung < 3; ++rung) {
    const tracking::batch b(tape, rung);
    double missed[2] = {};
    for (int halved = 0; halved < 2; ++halved) {
      const double step = halved == 0 ? 0.02 : 0.01;
      for (std::size_t lane = 0; lane < b.lanes(); ++lane) {
        tracking::projective_point z{{qd(1.0), qd(0.0)}};
        const system_point& x = at_generic.solutions[lane % 4].point.x;
        z.insert(z.end(), x.begin(), x.end());
        b.set_parameters(lane, target, generic);
        b.set_point(lane, z);
        b.centre_patch(lane);
        for (std::size_t k = 0; k < tracking::orders; ++k) b.set_t(lane, k, k == 0 ? 1.0 : k == 1 ? -1.0 : 0.0);
        b.set_step(lane, step, 1.0 - step, 1e-13);
      }
      b.expand();
      b.advance();
      EXPECT_LT(b.report(tracking::last_change, 0), 1e-12);
      missed[halved] = b.report(tracking::first_change, 0);
      EXPECT_NEAR(missed[halved] / (b.report(tracking::pade_error, 0) * std::pow(step, 4)), 1, 0.3);
    }
    EXPECT_NEAR(missed[0] / missed[1], 16, 4);
  }
}

std::string reading(const std::string& text, const std::vector<std::string>& expected = {}) {
  try {
    const parameter_values v = read_parameter_values(text, "f", expected);
    std::string out;
    for (const std::string& n : v.names) out += n + ' ';
    out += std::to_string(v.rows()) + ':';
    for (const scalar& z : v.values) {
      out += ' ' + to_decimal(qd(z.real()), 3);
      if (z.imag() != 0) out += '_' + to_decimal(qd(z.imag()), 3);
    }
    return out;
  } catch (const error& problem) {
    return problem.what();
  }
}

TEST(parameter_values, lines) {
  EXPECT_EQ(reading("a, b\n1, 2\n# note\n3+1i  1/4 # more\n"), "a b 2: 1.00 2.00 3.00_1.00 2.50e-1");
  EXPECT_EQ(reading("b a\n1 2\n", {"a", "b"}), "a b 1: 2.00 1.00");
  EXPECT_EQ(reading("1 2\n3 4\n", {"a", "b"}), "a b 2: 1.00 2.00 3.00 4.00");
  EXPECT_EQ(reading("a b\n1 2\n3\n"), "f:3: found 1 number, expected 2 (a, b)");
  EXPECT_EQ(reading("a b\n1 2\n3 nan\n"),
            "f:3: found 'nan', expected a finite number such as -12, 3/4, 1.25e-3 or 1+2i");
  EXPECT_EQ(reading("nan 1\n", {"a", "b"}),
            "f:1: found 'nan', expected a finite number such as -12, 3/4, 1.25e-3 or 1+2i");
  EXPECT_EQ(reading("a c\n1 2\n", {"a", "b"}), "f:1: found the names a, c, expected the parameters a, b");
  EXPECT_EQ(reading("a a\n1 2\n"), "f:1: found the names a, a, expected each name once");
  EXPECT_EQ(reading("a b\n"), "f:2: found no values, expected one row at least");
  EXPECT_EQ(reading(" \n"), "f:1: found nothing, expected values of parameters");
  EXPECT_TRUE(reading("1 2\n").starts_with("f: found values without names"));
}

TEST(parameter_values, json) {
  EXPECT_EQ(reading(R"({"parameters":["a","b"],"values":[[1,[2,3]],["1/4",0]]})"), "a b 2: 1.00 2.00_3.00 2.50e-1 0");
  EXPECT_EQ(reading(R"([{"a":1,"b":2},{"b":4,"a":3}])"), "a b 2: 1.00 2.00 3.00 4.00");
  EXPECT_EQ(reading("[[1,2]]", {"x", "y"}), "x y 1: 1.00 2.00");
  EXPECT_EQ(reading("[[1,2],[1]]", {"x", "y"}), "f: row 2: found '[1]', expected 2 values (x, y)");
  EXPECT_TRUE(reading(R"([["nan",2]])", {"x", "y"}).starts_with("f: row 1: found"));
}

}  // namespace
}  // namespace vieta
