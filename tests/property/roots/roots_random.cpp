// Many small polynomials with a lot of structure: multiple roots, symmetry, gaps, zeros, coefficients of every kind.
#include "oracles/roots/expect_roots.hpp"

namespace vieta::test {
namespace {

class RandomPolynomials : public RootsBeforeTheOracle {};

int small(random_numbers& random, int most) {
  return static_cast<int>(random.bits() % static_cast<std::uint64_t>(2 * most + 1)) - most;
}
int wanted(int trial) { return trial % 5 == 4 ? 60 : trial % 5 == 3 ? 20 : 15; }

std::string written(const std::vector<std::complex<double>>& a) {
  std::string all;
  for (const auto& c : a) {
    all += "(" + std::to_string(static_cast<int>(c.real())) + "," + std::to_string(static_cast<int>(c.imag())) + ") ";
  }
  return "ascending " + all;
}

TEST_F(RandomPolynomials, SmallIntegerCoefficients) {
  random_numbers random(91);
  for (int trial = 0; trial < 1500 && !HasFailure(); ++trial) {
    std::vector<std::complex<double>> a(2 + random.bits() % 9);
    for (auto& c : a) c = small(random, 3);
    const polynomial p = polynomial::from_coefficients(a);
    if (p.degree() < 1) continue;
    SCOPED_TRACE(written(a) + ", digits " + std::to_string(wanted(trial)));
    expect_everything(p, digits(wanted(trial)));
  }
}

TEST_F(RandomPolynomials, SmallGaussianIntegers) {
  random_numbers random(92);
  for (int trial = 0; trial < 700 && !HasFailure(); ++trial) {
    std::vector<std::complex<double>> a(2 + random.bits() % 7);
    for (auto& c : a) {
      const int re = small(random, 2);
      c = {static_cast<double>(re), static_cast<double>(small(random, 2))};
    }
    const polynomial p = polynomial::from_coefficients(a);
    if (p.degree() < 1) continue;
    SCOPED_TRACE(written(a) + ", digits " + std::to_string(wanted(trial)));
    expect_everything(p, digits(wanted(trial)));
  }
}

TEST_F(RandomPolynomials, ProductsOfPowers) {
  random_numbers random(93);
  for (int trial = 0; trial < 250 && !HasFailure(); ++trial) {
    std::string text = "1";
    for (int factor = 0; factor < 1 + trial % 4; ++factor) {
      text += "*(" + std::to_string(1 + random.bits() % 3) + "*x^" + std::to_string(1 + random.bits() % 3) + "+" +
              std::to_string(small(random, 3)) + "*x+" + std::to_string(small(random, 4)) + ")^" +
              std::to_string(1 + random.bits() % 4);
    }
    SCOPED_TRACE(text + ", digits " + std::to_string(wanted(trial)));
    const polynomial p = polynomial::parse(text);
    if (p.degree() < 1) continue;
    expect_everything(p, digits(wanted(trial)));
  }
}

TEST_F(RandomPolynomials, ClosePairsOfEverySize) {
  random_numbers random(94);
  for (int trial = 0; trial < 150 && !HasFailure(); ++trial) {
    const int gap = 1 + static_cast<int>(random.bits() % 40), copies = 1 + static_cast<int>(random.bits() % 3);
    const std::string first = std::to_string(1 + random.bits() % 9);
    const std::string second = first + "." + std::string(static_cast<std::size_t>(gap - 1), '0') + "1";
    SCOPED_TRACE(first + " " + std::to_string(copies) + " times, and " + second + ", digits " +
                 std::to_string(wanted(trial)));
    expect_everything(from_roots({{first, copies}, {second, 1}, {"-3/2", 1}}), digits(wanted(trial)));
  }
}

TEST_F(RandomPolynomials, GaussianByDurandKerner) {
  for (std::uint64_t seed = 0; seed < 20 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    roots_options options = digits(15);
    options.method = roots_method::durand_kerner;
    const int degree = 2 + static_cast<int>(seed) * 2;
    expect_everything(polynomial::from_coefficients(gaussian_real(degree, seed)), options);
    expect_everything(polynomial::from_coefficients(gaussian_complex(degree, seed)), options);
  }
}

}  // namespace
}  // namespace vieta::test
