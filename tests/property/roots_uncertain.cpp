// Uncertain coefficients make discs as large as they please, so that next to nothing may be left between them. What is
// written, decimals as well, must stay disjoint.
#include <cmath>
#include <random>

#include "oracles/expect_roots.hpp"

namespace vieta::test {
namespace {

class UncertainBeforeTheOracle : public RootsBeforeTheOracle {
 protected:
  void expect_not_refuted(const polynomial& p, double uncertainty, int wanted) {
    roots_options options = digits(wanted);
    options.uncertainty = uncertainty;
    const roots_result result = roots(p, options);
    const verification v = verify(p, result);
    for (const std::string& complaint : v.complaints)  // that is no refutation
      EXPECT_NE(complaint.find("no proof found"), complaint.npos)
          << uncertainty << ", " << wanted << " digits: " << complaint;
  }
};

// Found by fuzzing: radii 1.45 and 0.347 at a distance of 1.824, written as 1.5 and 0.36.
TEST_F(UncertainBeforeTheOracle, DiscsThatAlmostTouch) {
  expect_not_refuted(polynomial::parse("x^5 + x^3 + (1+i) x^2 + (1+i) x + i"), 0.25, 34);
}

// Found by fuzzing: one disc about all roots, whose centre is a double and whose radius, 8.2e308, is none.
TEST_F(UncertainBeforeTheOracle, RadiusBeyondDoubles) {
  expect_not_refuted(polynomial::parse("4.1845068592560015e-308 x^10 + 33 x^9 - 37 x^3 - 2.3125"), 0.0625, 15);
}

TEST_F(UncertainBeforeTheOracle, SmallIntegers) {
  std::mt19937 random(1);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int k = 0; k < 3000; ++k) {
    std::vector<std::complex<double>> c(static_cast<std::size_t>(3 + below(8)));
    for (auto& z : c) z = {below(7) - 3.0, below(2) == 0 ? 0.0 : below(7) - 3.0};
    if (c.back() == 0.0) c.back() = 1;
    SCOPED_TRACE(k);
    const double uncertainty = std::ldexp(1.0, -2 - below(12));
    expect_not_refuted(polynomial::from_coefficients(c), uncertainty, 1 + below(40));
  }
}

}  // namespace
}  // namespace vieta::test
