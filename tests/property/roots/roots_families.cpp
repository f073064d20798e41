// Families of polynomials that solvers are known by, each at several degrees and precisions, before the oracle.
#include <string>
#include <tuple>

#include "oracles/roots/expect_roots.hpp"

namespace vieta::test {
namespace {

struct family {
  const char* name;
  polynomial (*make)(int);
  std::vector<int> degrees;
};

polynomial random_complex(int degree) { return polynomial::from_coefficients(gaussian_complex(degree, 11)); }
polynomial random_real(int degree) { return polynomial::from_coefficients(gaussian_real(degree, 12)); }
polynomial random_20_bits(int degree) { return random_integers(degree, 20, 13); }
polynomial random_200_bits(int degree) { return random_integers(degree, 200, 14); }
polynomial seven_signs(int degree) { return random_signs(degree, 7, 15); }

polynomial imaginary(int degree) {
  std::vector<std::complex<double>> a;
  for (const double c : gaussian_real(degree, 16)) a.emplace_back(0.0, c);
  return polynomial::from_coefficients(a);
}

class FamiliesBeforeTheOracle : public RootsBeforeTheOracle,
                                public testing::WithParamInterface<std::tuple<family, int>> {};

TEST_P(FamiliesBeforeTheOracle, EveryClaimHolds) {
  const auto& [f, wanted] = GetParam();
  for (const int degree : f.degrees) {
    SCOPED_TRACE(std::string(f.name) + " of degree (or level) " + std::to_string(degree));
    const polynomial p = f.make(degree);
    expect_everything(p, digits(wanted));
  }
}

const family families[] = {
    {"random_complex", random_complex, {3, 10, 40}},
    {"random_real", random_real, {3, 10, 31, 60}},
    {"random_20_bits", random_20_bits, {5, 20, 64}},
    {"random_200_bits", random_200_bits, {30}},
    {"random_signs", seven_signs, {50}},
    {"imaginary", imaginary, {17}},
    {"wilkinson", wilkinson, {10, 20, 40}},
    {"chebyshev", chebyshev, {5, 20, 50}},
    {"hermite", hermite, {5, 20, 40}},
    {"laguerre", laguerre, {5, 20, 40}},
    {"mandelbrot", mandelbrot, {3, 4, 5, 6}},
    {"exponential_sum", exponential_sum, {10, 30, 60}},
    {"unity", unity, {2, 3, 4, 7, 12, 60}},
    {"random_bits", [](int degree) { return random_bits(degree, 17); }, {40}},
};

std::string name_of(const testing::TestParamInfo<std::tuple<family, int>>& info) {
  return std::string(std::get<0>(info.param).name) + "_" + std::to_string(std::get<1>(info.param)) + "_digits";
}

INSTANTIATE_TEST_SUITE_P(Roots, FamiliesBeforeTheOracle,
                         testing::Combine(testing::ValuesIn(families), testing::Values(15, 30, 100)), name_of);

TEST_F(RootsBeforeTheOracle, Mandelbrot127) { expect_proven(mandelbrot(7)); }
TEST_F(RootsBeforeTheOracle, RandomComplexOfDegree200) {
  expect_everything(polynomial::from_coefficients(gaussian_complex(200, 21)));
}
TEST_F(RootsBeforeTheOracle, AThousandDigits) {
  expect_everything(wilkinson(8), digits(1000));
  expect_everything(polynomial::parse("x^5 - x - 1"), digits(1000));
}
TEST_F(RootsBeforeTheOracle, FewDigits) {
  for (const int wanted : {1, 3, 6, 10}) {
    SCOPED_TRACE(wanted);
    expect_everything(chebyshev(20), digits(wanted));
    expect_everything(polynomial::from_coefficients(gaussian_complex(30, 22)), digits(wanted));
  }
}

// Too large for the oracle, not for the form: disjoint discs of the size asked for, that add up.
TEST_F(RootsBeforeTheOracle, DenseOfDegree1000) {
  expect_solved(polynomial::from_coefficients(gaussian_complex(1000, 23)));
  expect_solved(polynomial::from_coefficients(gaussian_real(1000, 24)));
}
TEST_F(RootsBeforeTheOracle, SparseOfDegree10000) { expect_solved(random_signs(10'000, 12, 25)); }
TEST_F(RootsBeforeTheOracle, UnityOfDegree10000) { expect_solved(unity(10'000)); }

}  // namespace
}  // namespace vieta::test
