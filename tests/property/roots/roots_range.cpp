// Coefficients and roots of any size, near the ends of double's range and far beyond them.
#include "oracles/roots/expect_roots.hpp"

namespace vieta::test {
namespace {

class Range : public RootsBeforeTheOracle {};

polynomial decimal(const std::vector<std::string>& re, const std::vector<std::string>& im = {}) {
  return polynomial::from_decimal(re, im);
}

TEST_F(Range, DoublesOfAnySize) {
  random_numbers random(41);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    std::vector<double> a(2 + random.bits() % 12);
    for (double& c : a) c = random.of_any_size(-293, 290);
    expect_everything(polynomial::from_coefficients(a));
  }
}

TEST_F(Range, ComplexDoublesOfAnySize) {
  random_numbers random(42);
  for (int trial = 0; trial < 25; ++trial) {
    SCOPED_TRACE(trial);
    std::vector<std::complex<double>> a(2 + random.bits() % 9);
    for (auto& c : a) c = {random.of_any_size(-293, 290), random.of_any_size(-293, 290)};
    expect_everything(polynomial::from_coefficients(a));
  }
}

TEST_F(Range, DoublesOfAnySizeToManyDigits) {
  random_numbers random(43);
  for (int trial = 0; trial < 10; ++trial) {
    SCOPED_TRACE(trial);
    std::vector<double> a(3 + random.bits() % 6);
    for (double& c : a) c = random.of_any_size(-293, 290);
    expect_everything(polynomial::from_coefficients(a), digits(trial % 2 == 0 ? 30 : 100));
  }
}

TEST_F(Range, SubnormalAndLargestDoubles) {
  expect_everything(polynomial::from_coefficients(std::vector<double>{0x1p-1074, 3, 0x1.fffffffffffffp1023}));
  expect_everything(polynomial::from_coefficients(std::vector<double>{0x1.fffffffffffffp1023, -3, 0x1p-1074}));
  expect_everything(polynomial::from_coefficients(std::vector<double>{0x1p-1074, -0x1p-1073, 0x1p-1074}));
  expect_everything(polynomial::from_coefficients(std::vector<double>{0x1p1023, -0x1p1023, 0x1p1023, -0x1p1023}));
}

// Doubles do not tell such logarithms apart; terms that mattered were left out of charts.
TEST_F(Range, ExponentsBeyondTheDigitsOfADouble) {
  expect_everything(decimal({"2e999999999999000008", "-4e999999999999000008", "1e999999999999000008"}));
  // A power that all coefficients have leaves: then 1 and 2 are exact, which the oracle's balls cannot tell.
  const roots_result exact = roots(decimal({"2e999999999999000008", "-3e999999999999000008", "1e999999999999000008"}));
  ASSERT_EQ(exact.roots.size(), 2u);
  for (const root& r : exact.roots) EXPECT_TRUE(r.status == root_status::isolated && r.radius == 0);
  for (const std::int64_t step : {1'000'000'000'000'000, 10'000'000'000'000'000, 30'000'000'000'000'000}) {
    SCOPED_TRACE(step);
    std::vector<std::string> a;
    for (std::int64_t k = 0; k <= 10; ++k) a.push_back(std::to_string(k + 1) + "e" + std::to_string(step * k));
    const roots_result result = expect_everything(decimal(a));
    EXPECT_EQ(result.report.isolated, 10);
  }
}

// Such logarithms plus the height of a ring are the same doubles: rings had no end.
TEST_F(Range, MethodsGiveUpWhereLogarithmsHaveNoDigits) {
  roots_options options = digits(15);
  options.method = roots_method::near_linear;
  expect_everything(polynomial::parse("x^3 - 1e300000000000000000*x^2 - 1"), options);
  expect_everything(polynomial::parse("x^2 - 1e1292913986*x + 3"), options);
}

TEST_F(Range, TinyLeadingCoefficient) {
  for (const double leading : {1e-300, 1e-30, 1e-16}) {
    SCOPED_TRACE(leading);
    const roots_result result =
        expect_everything(polynomial::from_coefficients(std::vector<double>{-6, 11, -6, leading}));
    EXPECT_EQ(result.roots.size(), 3u);
  }
  expect_everything(polynomial::from_coefficients(std::vector<double>{1, 2, 3, 4, 1e-300}), digits(50));
}

TEST_F(Range, TinyConstantCoefficient) {
  expect_everything(polynomial::parse("x^2 + 1e-300"));
  expect_everything(polynomial::from_coefficients(std::vector<double>{1e-300, 1, 1, 1}));
}

TEST_F(Range, CoefficientsBeyondDouble) {
  for (const int wanted : {15, 30, 100}) {
    SCOPED_TRACE(wanted);
    expect_everything(decimal({"1e400", "1", "1e-400"}), digits(wanted));
    expect_everything(decimal({"-1e400", "3", "7e-5000", "1"}), digits(wanted));
    expect_everything(decimal({"1e-5000", "2", "1e400"}), digits(wanted));
    expect_everything(decimal({"1e400", "-2e400", "3e400", "1e400"}), digits(wanted));
    expect_everything(decimal({"1e-5000", "-2e-5000", "3e-5000", "1e-5000"}), digits(wanted));
    expect_everything(decimal({"1e400", "1", "2"}, {"0", "1e-300", "1e10"}), digits(wanted));
  }
}

TEST_F(Range, RootsBeyondDoubleComeAsDecimals) {
  const roots_result result = expect_everything(decimal({"1e400", "-1"}));
  ASSERT_EQ(result.decimal.size(), 1u);
  EXPECT_TRUE(result.roots[0].real);
  const roots_result small = expect_everything(decimal({"1", "-1e400"}));
  ASSERT_EQ(small.decimal.size(), 1u);
}

TEST_F(Range, RootsOfVeryDifferentSize) {
  expect_everything(from_roots({{"1e-100", 1}, {"1", 1}, {"1e100", 1}, {"-1e50", 1}, {"-1e-50", 1}}));
  expect_everything(from_roots({{"1e-300", 2}, {"1", 1}, {"1e300", 2}}));
  expect_everything(polynomial::parse("(x-1e-200)*(x^2+1e-400)*(x-1)"), digits(30));
}

TEST_F(Range, ALongRationalNumber) {
  expect_everything(
      decimal({"-1/3", "22/7", "123456789012345678901234567890/987654321098765432109876543211", "1/1000003"}));
}

}  // namespace
}  // namespace vieta::test
