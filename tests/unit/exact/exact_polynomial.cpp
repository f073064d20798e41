#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <vector>

#include "unit/io/io_support.hpp"

namespace vieta {
namespace {

using test::number;

TEST(Polynomial, ZeroHasDegreeMinusOne) {
  for (const polynomial& p :
       {polynomial(), polynomial::from_coefficients(std::vector<double>{}),
        polynomial::from_coefficients(std::vector<double>{0, -0.0, 0}), make_polynomial(std::vector<term>{}),
        polynomial::from_decimal(std::vector<std::string>{"0", "0/3"})}) {
    EXPECT_EQ(p.degree(), -1);
    EXPECT_EQ(p.terms(), 0);
    EXPECT_TRUE(p.is_real());
    EXPECT_TRUE(p.is_finite());
  }
}

TEST(Polynomial, DropsLeadingZeros) {
  const auto p = polynomial::from_coefficients(std::vector<double>{1, 0, 3, 0, 0});
  EXPECT_EQ(p.degree(), 2);
  EXPECT_EQ(p.terms(), 2);
  EXPECT_EQ(p.data().re, (std::vector<double>{1, 0, 3}));
}

TEST(Polynomial, KeepsNotANumberAndInfinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const auto p = polynomial::from_coefficients(std::vector<double>{1, nan});
  EXPECT_EQ(p.degree(), 1);
  EXPECT_FALSE(p.is_finite());
  EXPECT_FALSE(polynomial::from_coefficients(std::vector<std::complex<double>>{{1, infinity}, {2, 0}}).is_finite());
  EXPECT_TRUE(polynomial::from_coefficients(std::vector<double>{1, 2}).is_finite());
}

TEST(Polynomial, AZeroImaginaryPartIsNoImaginaryPart) {
  using z = std::complex<double>;
  EXPECT_TRUE(polynomial::from_coefficients(std::vector<z>{{1, 0}, {2, -0.0}}).is_real());
  const auto p = polynomial::from_coefficients(std::vector<z>{{0, 1}, {2, 0}});
  EXPECT_FALSE(p.is_real());
  EXPECT_EQ(p.terms(), 2);
}

TEST(Polynomial, StoresFewTermsSparsely) {
  std::vector<double> c(101, 0.0);
  c[0] = -1;
  c[100] = 1;
  const auto p = polynomial::from_coefficients(c);
  EXPECT_EQ(p.data().exponents, (std::vector<std::int64_t>{0, 100}));
  EXPECT_EQ(p.data().re, (std::vector<double>{-1, 1}));
  EXPECT_EQ(p.degree(), 100);
}

TEST(Polynomial, AQuarterOfTheCoefficientsIsDense) {
  EXPECT_TRUE(polynomial::from_coefficients(std::vector<double>{1, 0, 0, 0, 0, 0, 0, 1}).data().exponents.empty());
  EXPECT_FALSE(polynomial::from_coefficients(std::vector<double>{1, 0, 0, 0, 0, 0, 0, 0, 1}).data().exponents.empty());
}

TEST(Polynomial, FromDecimalNamesTheTextItCannotRead) {
  const auto complaint = [](std::vector<std::string> re, std::vector<std::string> im) -> std::string {
    try {
      polynomial::from_decimal(re, im);
    } catch (const error& refused) {
      return refused.what();
    }
    return "(no error)";
  };
  EXPECT_EQ(complaint({"1", "x"}, {}),
            "from_decimal: real[1]: found 'x', expected a finite number such as -12, 3/4 or 1.25e-400");
  EXPECT_EQ(complaint({"1"}, {""}),
            "from_decimal: imaginary[0]: found '', expected a finite number such as -12, 3/4 or 1.25e-400");
  EXPECT_EQ(complaint({"1", "2"}, {"3"}), "from_decimal: imaginary: found 1 texts, expected none or 2 as in real");
}

TEST(Polynomial, ExactTextsThatFitBecomeDoubles) {
  EXPECT_FALSE(test::from({"1", "0.5", "-3/4"}).data().is_exact());
  EXPECT_TRUE(test::from({"1", "0.1"}).data().is_exact());
  EXPECT_TRUE(test::from({"1", "2"}, {"0", "1e-400"}).data().is_exact());
}

TEST(MakePolynomial, AddsEqualExponentsInAnyOrder) {
  const auto p =
      make_polynomial({{2, number("1/3"), {}}, {0, number("5"), {}}, {2, number("2/3"), {}}, {1, number("0"), {}}});
  EXPECT_TRUE(test::same(p, test::from({"5", "0", "1"})));
  EXPECT_FALSE(p.data().is_exact());
}

TEST(MakePolynomial, TermsThatCancelAreGone) {
  const auto p = make_polynomial({{7, number("1"), {}}, {7, number("-1"), {}}, {1, number("3"), number("-1")}});
  EXPECT_EQ(p.degree(), 1);
  EXPECT_EQ(p.terms(), 1);
}

TEST(MakePolynomial, RefusesNegativeExponents) { EXPECT_THROW(make_polynomial({{-1, number("1"), {}}}), error); }

TEST(MakePolynomial, KeepsHugeExponentsSparse) {
  const auto p = make_polynomial({{2000000000, number("1"), {}}, {0, number("-1"), {}}});
  EXPECT_EQ(p.degree(), 2000000000);
  EXPECT_EQ(p.data().re.size(), 2U);
}

}  // namespace
}  // namespace vieta
