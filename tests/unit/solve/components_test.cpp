#include "vieta/components.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <complex>
#include <map>
#include <string>
#include <vector>

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

}  // namespace
}  // namespace vieta
