#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "solve/family/family_start.hpp"
#include "solve/start/start_system.hpp"
#include "solve/tubes/tube_equations.hpp"
#include "solve/tubes/tube_tracker.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta::tracking {
namespace {

using scalar = std::complex<double>;

/// A family, and all that a search for starts needs.
struct prepared {
  prepared(const std::vector<std::string>& equations, std::vector<std::string> names)
      : system(polynomial_system::parse(equations)),
        parameters(std::move(names)),
        family(system, parameters),
        tape(family.tape()) {
    options.start = start_kind::monodromy;
    work.generic = [this](std::uint64_t number, double) {
      std::mt19937_64 random(17 + number);
      std::vector<scalar> at;
      for (std::size_t k = 0; k < parameters.size(); ++k)
        at.push_back(on_circle(random) * std::exp2(static_cast<double>(random() % 5) - 2));
      return at;
    };
    work.must_stop = [] { return false; };
  }
  polynomial_system system;
  std::vector<std::string> parameters;
  parameter_family family;
  homotopy_tape tape;
  solve_options options;
  start_work work{system, parameters, family, tape, options, {}, false, false, {1}, {}};
};

trace_outcome trace_from_a_seed(const prepared& p) {
  std::vector<scalar> at = p.work.generic(0, 0);
  const std::vector<newton_solution> seed = find_seed(p.work, at);
  EXPECT_EQ(seed.size(), 1U);
  return seed.empty() ? trace_outcome() : trace_of(p.work, at, {seed[0].x});
}

TEST(Family, TheTraceTestHoldsForAllSolutionsThatLoopsJoin) {
  const trace_outcome t = trace_from_a_seed({{"x^3 + a*x*y - 1/3", "y^2 + b*x - 2"}, {"a", "b"}});
  EXPECT_TRUE(t.linear);
  EXPECT_LT(t.trace, 1e-50);
  EXPECT_EQ(t.solutions.size(), 6U);
}

TEST(Family, TheTraceTestIsOfOneComponent) {
  // (x - a) (x^2 - b): loops join the two square roots, and leave a where it is.
  const trace_outcome t = trace_from_a_seed({{"x^3 - a*x^2 - b*x + a*b"}, {"a", "b"}});
  EXPECT_TRUE(t.linear);
  EXPECT_TRUE(t.solutions.size() == 1 || t.solutions.size() == 2) << t.solutions.size();
}

TEST(Family, LoopsEndWhereTheBoundIsReached) {
  const prepared p({"x^2*y + a*x + b", "x*y^2 + c*y + d"}, {"a", "b", "c", "d"});
  const family_start s = starts_of(p.work);
  EXPECT_EQ(s.points.size(), 3U);  // the mixed volume
  EXPECT_FALSE(s.missing);
  EXPECT_TRUE(s.report.from.one_family);
}

/// Values of a polynomial homotopy at random points of a tube lie in the models of it.
TEST(Tubes, ModelsHoldWhatTheyStandFor) {
  const polynomial_system system =
      polynomial_system::parse(std::vector<std::string>{"x^3*y - a*x + 1/3", "y^4 - x*y*a^2 + b"});
  const std::vector<std::string> names = {"a", "b"};
  const parameter_family family(system, names);
  const homotopy_tape tape = family.tape();
  std::mt19937_64 random(3);
  const auto number = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53) * 2 - 1; };
  const auto point = [&] { return scalar(number(), number()); };
  for (int run = 0; run < 200; ++run) {
    const scalar target[] = {point(), point()}, generic[] = {point(), point()};
    tube_equations equations(tape, target, generic);
    std::vector<std::array<scalar, 4>> z(2);
    for (auto& c : z)
      for (scalar& part : c) part = point();
    const double middle = 0.5 + 0.3 * number(), reach = 0.1 * std::fabs(number());
    const std::vector<double> radius = {0.01 * std::fabs(number()), 0.01 * std::fabs(number())};
    equations.set(z, radius, middle, reach, static_cast<std::size_t>(run % 4));
    for (int sample = 0; sample < 20; ++sample) {
      const double s = reach * number(), t = middle - s;
      scalar x[2];
      for (std::size_t v = 0; v < 2; ++v)
        x[v] = z[v][0] + s * (z[v][1] + s * (z[v][2] + s * z[v][3])) +
               std::polar(radius[v] * std::fabs(number()), 3 * number());
      const scalar a = (1 - t) * target[0] + t * generic[0], b = (1 - t) * target[1] + t * generic[1];
      const scalar values[] = {x[0] * x[0] * x[0] * x[1] - a * x[0] + 1.0 / 3,
                               x[1] * x[1] * x[1] * x[1] - x[0] * x[1] * a * a + b};
      const scalar slopes[2][2] = {{3.0 * x[0] * x[0] * x[1] - a, x[0] * x[0] * x[0]},
                                   {-x[1] * a * a, 4.0 * x[1] * x[1] * x[1] - x[0] * a * a}};
      const auto holds = [&](const cubic_model& m, const scalar& value) {
        scalar sum = 0;
        double far = m.rest + 1e-13, power = 1;
        for (std::size_t k = 0; k < cubic_model::terms; ++k, power *= s) {
          sum += power * scalar(m.c[k].centre.re, m.c[k].centre.im);
          far += std::fabs(power) * m.c[k].radius;
        }
        return std::abs(sum - value) <= far;
      };
      for (std::size_t e = 0; e < 2; ++e) {
        EXPECT_TRUE(holds(equations.value(e), values[e]));
        for (std::size_t v = 0; v < 2; ++v) EXPECT_TRUE(holds(equations.derivative(e, v), slopes[e][v]));
      }
    }
  }
}

/// x^k = a along straight lines of a that pass 0 at distances down to 1e-7: the path's end is known.
TEST(Tubes, NearBranchPointsNoPathIsTakenForAnother) {
  std::mt19937_64 random(11);
  const auto number = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53) * 2 - 1; };
  const std::vector<std::string> names = {"a"};
  std::size_t proven = 0;
  for (const unsigned k : {2U, 3U, 5U}) {
    const std::string power = "x^" + std::to_string(k) + " - a";
    const parameter_family family(polynomial_system::parse(std::vector<std::string>{power}), names);
    const homotopy_tape tape = family.tape();
    for (int run = 0; run < 40; ++run) {
      const double near = std::pow(10.0, -7.0 * (run % 8) / 7) * (run % 2 == 0 ? 1 : -1);
      const scalar turn = std::polar(1.0, 3 * number());
      const scalar from = turn * scalar(0.5 + std::fabs(number()), near);
      const scalar to = turn * scalar(-0.5 - std::fabs(number()), near);
      const parameter_paths line{[&](std::size_t) { return &to; }, &from};
      const scalar root = std::polar(std::pow(std::abs(from), 1.0 / k), std::arg(from) / k);
      std::vector<std::size_t> which;
      for (unsigned j = 0; j < k; ++j) which.push_back(j);
      const auto start = [&](std::size_t j) {
        const scalar x = root * std::polar(1.0, 6.283185307179586 * static_cast<double>(j) / k);
        return projective_point{{qd(1.0), qd(0.0)}, {qd(x.real()), qd(x.imag())}};
      };
      std::vector<end_box> boxes;
      track_with_proofs(
          tape, which, start, settings_of_attempt[0], {1}, [] { return false; }, {}, &line, boxes);
      const scalar factor = std::polar(std::pow(std::abs(to / from), 1.0 / k), std::arg(to / from) / k);
      for (unsigned j = 0; j < k; ++j) {
        if (boxes[j].centre.empty()) continue;
        ++proven;
        const scalar x = root * std::polar(1.0, 6.283185307179586 * j / k) * factor;
        EXPECT_LT(std::abs(boxes[j].centre[0] - x), boxes[j].radius[0] + 1e-14) << k << ' ' << run;
      }
    }
  }
  EXPECT_GT(proven, 350U);  // of 400
}

}  // namespace
}  // namespace vieta::tracking
