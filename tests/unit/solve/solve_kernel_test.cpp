#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "solve/limit_residual.hpp"
#include "solve/start/start_system.hpp"
#include "solve/tape/terms.hpp"
#include "solve/track/batch.hpp"
#include "vieta/solve.hpp"

// One step of the tracker by itself: starts are zeros, series follow the path, all precisions and SIMD levels agree.
namespace vieta::tracking {
namespace {

using scalar = std::complex<double>;

class solve_kernel : public testing::TestWithParam<int> {
 protected:
  const total_degree_start start_{terms_of(families::cyclic(5).data()), 3};
};

TEST_P(solve_kernel, newton_leaves_start_solutions_where_they_are) {
  const batch b(start_.tape(), GetParam());
  for (std::size_t lane = 0; lane < b.lanes(); ++lane) {
    b.set_point(lane, start_.solution(7 * lane));
    b.centre_patch(lane);
    for (std::size_t k = 0; k < orders; ++k) b.set_t(lane, k, k == 0 ? 1.0 : k == 1 ? -1.0 : 0.0);
    b.set_step(lane, 0, 1.0, 1e-13);
  }
  b.expand();
  b.advance();
  for (std::size_t lane = 0; lane < b.lanes(); ++lane) {
    EXPECT_LT(b.report(first_change, lane), 1e-14);
    EXPECT_LT(b.report(second_change, lane), 1e-15);
  }
}

/// The predictor's error is of order 4 in the step: half of it leaves about a sixteenth.
TEST_P(solve_kernel, the_predictor_is_of_order_four) {
  const batch b(start_.tape(), GetParam());
  std::vector<double> missed[2];
  for (int halved = 0; halved < 2; ++halved) {
    const double step = halved == 0 ? 0.02 : 0.01;
    for (std::size_t lane = 0; lane < b.lanes(); ++lane) {
      b.set_point(lane, start_.solution(11 * lane + 1));
      b.centre_patch(lane);
      for (std::size_t k = 0; k < orders; ++k) b.set_t(lane, k, k == 0 ? 1.0 : k == 1 ? -1.0 : 0.0);
      b.set_step(lane, step, 1.0 - step, 1e-13);
    }
    b.expand();
    b.advance();
    for (std::size_t lane = 0; lane < b.lanes(); ++lane) {
      missed[halved].push_back(b.report(first_change, lane));
      EXPECT_LT(b.report(last_change, lane), 1e-12);
      // What the step was expected to miss.
      EXPECT_NEAR(b.report(first_change, lane) / (b.report(pade_error, lane) * std::pow(step, 4)), 1, 0.3);
    }
  }
  for (std::size_t lane = 0; lane < b.lanes(); ++lane) EXPECT_NEAR(missed[0][lane] / missed[1][lane], 16, 5);
}

INSTANTIATE_TEST_SUITE_P(rungs, solve_kernel, testing::Values(0, 1, 2));

TEST(limit_residual, the_residual_is_that_of_the_plain_terms) {
  const polynomial_system system = families::eco(5);
  const auto equations = terms_of(system.data());
  const total_degree_start start(equations, 1);
  const std::vector<scalar> x = {{0.3, 0.1}, {-0.7, 0.2}, {0.5, -0.4}, {0.1, 0.9}, {-0.2, 0.6}};
  double most = 0;
  for (const auto& equation : equations) {
    scalar sum = 0;
    double largest = 0;
    for (const plain_term& t : equation) {
      scalar product(t.coefficient.re.x0, t.coefficient.im.x0);
      largest = std::max({largest, std::fabs(product.real()), std::fabs(product.imag())});
      for (const auto& [v, e] : t.exponents) product *= std::pow(x[v], static_cast<int>(e));
      sum += product;
    }
    most = std::max(most, std::abs(sum) * std::ldexp(1.0, -std::ilogb(largest)));
  }
  std::vector<scalar> z = {1.0};
  z.insert(z.end(), x.begin(), x.end());
  EXPECT_NEAR(residual_of_limit(start.tape().view(), z, 1e-9).largest, most, 1e-14);
}

TEST(limit_residual, a_zero_is_permitted_where_there_is_one) {
  // (x - 1)^2 (x - 2), to degree 3 in (z_0, x)
  const polynomial_system system = polynomial_system::parse(std::vector<std::string>{"(x - 1)^2*(x - 2)"});
  const total_degree_start start(terms_of(system.data()), 1);
  const auto permits = [&](double x, double accuracy) {
    return residual_of_limit(start.tape().view(), {1.0, x}, accuracy).permits_zero;
  };
  for (const double accuracy : {1e-3, 1e-6, 1e-9, 1e-12})
    for (const double root : {1.0, 2.0})
      for (const double off : {-0.5, -0.1, 0.0, 0.1, 0.5}) EXPECT_TRUE(permits(root + off * accuracy, accuracy));
  EXPECT_FALSE(permits(1.5, 1e-2));
  for (const double accuracy : {1e-4, 1e-6, 1e-9, 1e-12}) {
    EXPECT_FALSE(permits(2 + 20 * accuracy, accuracy)) << accuracy;
    EXPECT_FALSE(permits(1 + 20 * accuracy, accuracy)) << accuracy;
  }
}

}  // namespace
}  // namespace vieta::tracking
