#include "vieta/components.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <complex>
#include <map>
#include <string>
#include <vector>

#include "solve/clusters/local_multiplicity.hpp"
#include "solve/components/deflation.hpp"
#include "solve/components/numeric.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

polynomial_system parsed(const std::vector<std::string>& equations) { return polynomial_system::parse(equations); }

system_point point(const std::vector<double>& x) {
  system_point p;
  for (const double v : x) p.push_back({qd(v), qd(0.0)});
  return p;
}

TEST(Components, ACurveALineAndAPoint) {
  // The twisted cubic, a line, a point: products of their equations.
  std::vector<std::string> equations;
  for (const char* cubic : {"x*z - y^2", "y - x^2", "x*y - z"})
    for (const char* line : {"x - 2", "y + z - 1"})
      for (const char* p : {"x - 3", "y - 3", "z - 3"})
        equations.push_back('(' + std::string(cubic) + ")*(" + line + ")*(" + p + ')');
  const decomposition d = decompose(polynomial_system::parse(equations, std::vector<std::string>{"x", "y", "z"}));
  ASSERT_EQ(d.components.size(), 2U);
  EXPECT_EQ(d.components[0].degree, 3U);
  EXPECT_EQ(d.components[1].degree, 1U);
  EXPECT_EQ(d.isolated.size(), 1U);
  EXPECT_TRUE(d.undecided.empty());
  EXPECT_EQ(d.report.status, components_status::solved);
  EXPECT_EQ(contains(d.components[0], point({2, 4, 8})), containment::yes);
  EXPECT_EQ(contains(d.components[0], point({2, 4, 8.001})), containment::no);
  EXPECT_EQ(contains(d.components[1], point({2, 4, -3})), containment::yes);
  EXPECT_EQ(contains(d.components[1], point({2, 4, 8})), containment::no);
}

TEST(Components, DegreesThatAddUpToBezoutAreProvenToBeAll) {
  const decomposition d = decompose(parsed({"a*e - b*d", "b*f - c*e"}));
  ASSERT_EQ(d.components.size(), 2U);
  EXPECT_EQ(d.report.complete, completeness::proven);
  EXPECT_EQ(d.report.bound, 4);
  for (const solution_set& s : d.components)
    for (const newton_solution& x : s.points) EXPECT_EQ(x.proof, newton_proof::solution);
}

TEST(Components, SetsOnWhichTheJacobianLosesRankAreDeflated) {
  for (const unsigned power : {2U, 3U, 5U}) {
    const decomposition d = decompose(parsed({"(x^2 + y^2 + z^2 - 1)^" + std::to_string(power)}));
    ASSERT_EQ(d.components.size(), 1U) << power;
    EXPECT_EQ(d.components[0].degree, 2U);
    EXPECT_EQ(d.components[0].multiplicity, power);
    EXPECT_FALSE(d.components[0].reduced);
    EXPECT_EQ(d.components[0].certified, 2U);
    EXPECT_EQ(d.components[0].status, component_status::irreducible);
  }
}

TEST(Components, CoordinatesThatAreZeroAlongAComponent) {
  // On z = 0 nothing but rounding is left of z.
  const decomposition d = decompose(parsed({"(x^2+y^2-1)*(x-3)", "(x^2+y^2-1)*(y-2)", "z*(z-1)"}));
  ASSERT_EQ(d.components.size(), 2U);
  for (const solution_set& s : d.components) EXPECT_EQ(s.degree, 2U);
  EXPECT_EQ(d.isolated.size(), 2U);
}

TEST(Components, SamplesLieOnTheirComponent) {
  const decomposition d = decompose(parsed({"x^3 + y^3 - 3*x*y*z"}));
  ASSERT_EQ(d.components.size(), 1U);
  const std::vector<newton_solution> samples = sample(d.components[0], 7);
  ASSERT_EQ(samples.size(), 7U);
  for (const newton_solution& s : samples) {
    EXPECT_EQ(s.proof, newton_proof::solution);
    EXPECT_EQ(contains(d.components[0], s.x), containment::yes);
  }
}

TEST(Components, OptionsThatCannotBe) {
  const polynomial_system system = parsed({"x*y"});
  components_options options;
  options.least_dimension = -1;
  EXPECT_THROW(decompose(system, options), error);
  options = {}, options.max_paths = 0;
  EXPECT_THROW(decompose(system, options), error);
  options = {}, options.max_seconds = -1;
  EXPECT_THROW(decompose(system, options), error);
  EXPECT_THROW(decompose(families::chandrasekhar(3)), error);
  const decomposition d = decompose(system);
  EXPECT_THROW(contains(d.components[0], point({1})), error);
  EXPECT_THROW(contains(d.components[0], point({1, NAN})), error);
}

TEST(Components, CancelledBeforeItBegins) {
  const std::atomic<bool> cancel = true;
  components_options options;
  options.cancel = &cancel;
  const decomposition d = decompose(families::cyclic(6), options);
  EXPECT_EQ(d.report.status, components_status::incomplete);
  EXPECT_EQ(d.report.stopped_by, "cancelled");
}

TEST(Components, SlicedHasAsManyEquationsAsVariables) {
  const polynomial_system system = sliced(parsed({"x^2 + y^2 + z^2 + w^2 - 1", "x*y - z*w"}));
  EXPECT_EQ(system.equations(), 4U);
  EXPECT_EQ(solve(system).report.certified, 4U);
}

TEST(Components, RanksAndLeastSquares) {
  using decomposing::pivoted_qr;
  using decomposing::scalar;
  const std::vector<scalar> a = {1, 2, 3, 2, 4, 6, 0, scalar(0, 1), 1};  // the second row is twice the first
  EXPECT_EQ(pivoted_qr(a, 3, 3).rank(1e-10), 2U);
  const std::vector<scalar> tall = {1, 0, 0, scalar(0, 2), 0, 0};
  const std::vector<scalar> x = pivoted_qr(tall, 3, 2).solve({3, scalar(0, 8), 5});
  EXPECT_NEAR(std::abs(x[0] - 3.0), 0, 1e-14);
  EXPECT_NEAR(std::abs(x[1] - 4.0), 0, 1e-14);
}

TEST(Components, DualSpacesTellIsolatedPointsFromSets) {
  const auto at = [](const std::vector<std::string>& equations, const std::vector<double>& x, std::size_t most) {
    const polynomial_system system = polynomial_system::parse(equations, std::vector<std::string>{"x", "y", "z"});
    return tracking::multiplicity_at(tracking::terms_of(system.data()), point(x), 0, most);
  };
  struct known {
    std::vector<std::string> equations;
    std::vector<double> x;
    std::size_t multiplicity;  // 0: on a set
  };
  for (const known& k :
       std::vector<known>{{{"x^2", "y^3", "z-1"}, {0, 0, 1}, 6},
                          {{"x^2-y^3", "x*y", "z^2"}, {0, 0, 0}, 10},
                          {{"(x-1048576)^4", "y-x", "z*y"}, {1048576, 1048576, 0}, 4},
                          {{"x*y", "z", "z*(x+y)"}, {0, 0, 0}, 0},
                          {{"y^2-x^3", "z", "z*x"}, {0, 0, 0}, 0},
                          {{"(y-x^2)*(x-1)", "(z-x^3)*(y-1)", "(y-x^2)*(z-1)^2+(z-x^3)*(x-1)"}, {1, 1, 1}, 0},
                          // Two lines that meet, and points so near to where they do.
                          {{"x*(x-2^-47)^2", "x*y", "z"}, {0x1p-47, 0, 0}, 2},
                          {{"x*y*(x-2^-30)", "x*(y-2^-33)^2", "z*(z-2^-30)"}, {0x1p-30, 0x1p-33, 0}, 2},
                          {{"x*y*(x-2^-9)", "x*(y-2^-9)^2", "z*(z-2^-9)"}, {0, 0x1p-9, 0}, 0}}) {
    const tracking::local_multiplicity m = at(k.equations, k.x, k.multiplicity > 0 ? 12 : 5);
    EXPECT_TRUE(m.clear) << k.equations[0];
    EXPECT_EQ(m.ended, k.multiplicity > 0) << k.equations[0];
    if (k.multiplicity > 0)
      EXPECT_EQ(m.least, k.multiplicity) << k.equations[0];
    else
      EXPECT_GT(m.least, 5U) << k.equations[0];
  }
}

}  // namespace
}  // namespace vieta
