// Degrees 0, 1 and 2, zero roots, the zero polynomial, NaN and infinity, impossible options.
#include <cmath>
#include <limits>

#include "oracles/roots/expect_roots.hpp"
#include "vieta/error.hpp"

namespace vieta::test {
namespace {

polynomial doubles(const std::vector<double>& a) { return polynomial::from_coefficients(a); }

TEST(Degenerate, ZeroPolynomial) {
  for (const polynomial& p : {polynomial(), doubles({0}), doubles({0, 0, 0}), doubles({}), polynomial::parse("0")}) {
    const roots_result result = roots(p);
    EXPECT_EQ(result.status, roots_status::zero_polynomial);
    EXPECT_TRUE(result.roots.empty());
    EXPECT_EQ(result.report.degree, -1);
  }
}

TEST(Degenerate, AConstantHasNoRoots) {
  for (const polynomial& p :
       {doubles({3}), doubles({-1e-300, 0, 0}), polynomial::parse("2i"), polynomial::parse("1e400")}) {
    const roots_result result = roots(p);
    EXPECT_EQ(result.status, roots_status::complete);
    EXPECT_TRUE(result.roots.empty());
    EXPECT_TRUE(result.decimal.empty());
    EXPECT_EQ(result.report.degree, 0);
  }
}

TEST(Degenerate, NotANumberAndInfinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity}) {
    for (std::size_t place = 0; place < 3; ++place) {
      std::vector<double> a = {1, 2, 3};
      a[place] = bad;
      EXPECT_EQ(roots(a).status, roots_status::bad_input) << bad << " at " << place;
      EXPECT_TRUE(roots(a).roots.empty());
      std::vector<std::complex<double>> c = {{1, 1}, {2, 1}, {3, 1}};
      c[place] = {0, bad};
      EXPECT_EQ(roots(c).status, roots_status::bad_input) << "i " << bad << " at " << place;
    }
    EXPECT_EQ(roots(std::vector<double>{bad}).status, roots_status::bad_input);
    EXPECT_EQ(roots(std::vector<double>{0, bad}).status, roots_status::bad_input);
  }
}

TEST(Degenerate, ImpossibleOptionsAreRefused) {
  const std::vector<double> a = {1, 2, 3};
  const auto with = [](auto change) {
    roots_options options;
    change(options);
    return options;
  };
  EXPECT_THROW(roots(a, with([](auto& o) { o.digits = 0; })), error);
  EXPECT_THROW(roots(a, with([](auto& o) { o.digits = -3; })), error);
  EXPECT_THROW(roots(a, with([](auto& o) { o.uncertainty = -1e-16; })), error);
  EXPECT_THROW(roots(a, with([](auto& o) { o.uncertainty = 1; })), error);
  EXPECT_THROW(roots(a, with([](auto& o) { o.uncertainty = NAN; })), error);
  EXPECT_THROW(roots(a, with([](auto& o) { o.max_seconds = -1; })), error);
  EXPECT_THROW(roots(a, with([](auto& o) { o.max_seconds = NAN; })), error);
  EXPECT_THROW(roots(a, with([](auto& o) { o.on.threads = -1; })), error);
}

class DegenerateBeforeTheOracle : public RootsBeforeTheOracle {};

TEST_F(DegenerateBeforeTheOracle, DegreeOne) {
  for (const int wanted : {15, 30, 1000}) {
    SCOPED_TRACE(wanted);
    const roots_result result = expect_everything(doubles({-1, 3}), digits(wanted));
    ASSERT_EQ(result.roots.size(), 1u);
    EXPECT_TRUE(result.roots[0].real);
    EXPECT_EQ(result.roots[0].value, std::complex<double>(1.0 / 3));
    expect_everything(polynomial::parse("(2+i)*x - 7i"), digits(wanted));
    expect_everything(polynomial::parse("1/3*x + 1/7"), digits(wanted));
  }
  expect_everything(doubles({0, 5}));
}

TEST_F(DegenerateBeforeTheOracle, LeadingZerosDropOut) {
  const roots_result result = expect_everything(doubles({-1, 1, 0, 0}));
  ASSERT_EQ(result.roots.size(), 1u);
  EXPECT_EQ(result.roots[0].value, 1.0);
}

TEST_F(DegenerateBeforeTheOracle, DegreeTwo) {
  for (const int wanted : {15, 30, 100}) {
    SCOPED_TRACE(wanted);
    const roots_result result = expect_everything(polynomial::parse("x^2 - 1e8*x + 1"), digits(wanted));
    ASSERT_EQ(result.roots.size(), 2u);
    EXPECT_NEAR(result.roots[0].value.real() * 1e8, 1.0000000000000001, 4e-15) << "no cancellation";
    expect_everything(polynomial::parse("x^2 - 2"), digits(wanted));
    expect_everything(polynomial::parse("x^2 + 1"), digits(wanted));
    expect_everything(polynomial::parse("x^2 + x + 1"), digits(wanted));
    expect_everything(polynomial::parse("x^2 - 2x + 1"), digits(wanted));
    expect_everything(polynomial::parse("x^2 + 1e-300"), digits(wanted));
    expect_everything(polynomial::parse("i*x^2 + x - 3"), digits(wanted));
    expect_everything(polynomial::parse("x^2 + (1+i)*x"), digits(wanted));
  }
}

TEST_F(DegenerateBeforeTheOracle, QuadraticsAtRandom) {
  random_numbers random(51);
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE(trial);
    expect_everything(doubles({random.of_any_size(-20, 20), random.of_any_size(-20, 20), random.of_any_size(-20, 20)}));
  }
}

TEST_F(DegenerateBeforeTheOracle, ZeroRootsAreExact) {
  for (const int zeros : {1, 2, 6, 300}) {
    SCOPED_TRACE(zeros);
    std::vector<double> a(static_cast<std::size_t>(zeros) + 3, 0.0);
    a[a.size() - 3] = 2;
    a[a.size() - 2] = -5;
    a[a.size() - 1] = 1;
    for (const int wanted : {15, 40}) {
      const roots_result result = expect_everything(doubles(a), digits(wanted));
      ASSERT_EQ(result.roots.size(), 3u);
      EXPECT_EQ(result.roots[0].value, 0.0);
      EXPECT_EQ(result.roots[0].radius, 0.0);
      EXPECT_EQ(result.roots[0].multiplicity, zeros);
      EXPECT_TRUE(result.roots[0].real || zeros > 1);
    }
  }
}

TEST_F(DegenerateBeforeTheOracle, AMonomialHasOnlyZeroRoots) {
  for (const int degree : {1, 2, 6, 10'000}) {
    std::vector<double> a(static_cast<std::size_t>(degree) + 1, 0.0);
    a.back() = -3;
    const roots_result result = expect_solved(doubles(a));
    ASSERT_EQ(result.roots.size(), 1u);
    EXPECT_EQ(result.roots[0].multiplicity, degree);
    EXPECT_EQ(result.roots[0].radius, 0.0);
  }
}

TEST_F(DegenerateBeforeTheOracle, PowersOfXInsideAndOutside) {
  expect_everything(polynomial::parse("x^3*(x^12 - 5x^6 + 6)"));
  expect_everything(polynomial::parse("x^30 - 2"), digits(50));
  expect_everything(polynomial::parse("x^30 - 2i"), digits(50));
  expect_everything(polynomial::parse("(1+i)*x^8 + 3x^4 - i"));
  expect_everything(polynomial::parse("x^64 + 1e-30*x^32 - 1"));
}

TEST_F(DegenerateBeforeTheOracle, FromSpans) {
  const std::vector<double> real = {6, -5, 1};
  const std::vector<std::complex<double>> complex = {{6, 0}, {-5, 0}, {1, 0}};
  const roots_result a = roots(real), b = roots(complex);
  ASSERT_EQ(a.roots.size(), 2u);
  ASSERT_EQ(b.roots.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(a.roots[k].value, b.roots[k].value);
  EXPECT_TRUE(b.roots[0].real) << "imaginary parts that are all zero make a real polynomial";
}

}  // namespace
}  // namespace vieta::test
