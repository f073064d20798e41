// The near-linear method on families of high degree: the count, samples and sums by ball arithmetic, and what it hands
// on.
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "base/simd/isa.hpp"
#include "exact/representation.hpp"
#include "oracles/roots/expect_roots.hpp"
#include "oracles/roots/sample.hpp"
#include "vieta/error.hpp"

namespace vieta::test {
namespace {

roots_options near_linear(int threads = 1) {
  roots_options options = digits(15, threads);
  options.method = roots_method::near_linear;
  return options;
}

// Gaussian numbers times 2^(log2 of the weight of x^k), which a double need not hold.
template <class Weight>
polynomial weighted(int degree, std::uint64_t seed, const Weight& log2_weight) {
  random_numbers random(seed);
  std::vector<term> terms;
  for (int k = 0; k <= degree; ++k) {
    const double height = log2_weight(k), whole = std::floor(height);
    const auto part = [&] {
      exact::real x = exact::from_double(random.gaussian() * std::exp2(height - whole));
      x.binary_exponent += static_cast<std::int64_t>(whole);
      return x;
    };
    term t;
    t.exponent = k;
    t.re = part();
    t.im = part();
    terms.push_back(t);
  }
  return make_polynomial(std::move(terms));
}

polynomial kostlan(int degree) {
  return weighted(degree, 31, [degree](int k) {
    return 0.5 * (std::lgamma(degree + 1.0) - std::lgamma(k + 1.0) - std::lgamma(degree - k + 1.0)) / std::log(2.0);
  });
}
polynomial weyl(int degree) {
  return weighted(degree, 32, [](int k) { return -0.5 * std::lgamma(k + 1.0) / std::log(2.0); });
}
polynomial gaussian(int degree) { return polynomial::from_coefficients(gaussian_complex(degree, 33)); }
polynomial uniform(int degree) {
  random_numbers random(34);
  std::vector<double> a(static_cast<std::size_t>(degree) + 1);
  for (double& x : a) x = 2 * random.uniform() - 1;
  return polynomial::from_coefficients(a);
}
polynomial bits(int degree) { return random_bits(degree, 35); }
polynomial signs(int degree) { return random_signs(degree, degree / 3 * 2, 36); }
// (x^n1 - 2) (x^n2 + 3), the two circles of Ghidouche et al. (2017)
polynomial two_circles(int degree) {
  const std::string n1 = std::to_string(degree / 3), n2 = std::to_string(degree - degree / 3);
  return polynomial::parse("x^" + std::to_string(degree) + "+3*x^" + n1 + "-2*x^" + n2 + "-6");
}

struct family {
  const char* name;
  polynomial (*make)(int);
};
const family families[] = {
    {"gaussian", gaussian}, {"uniform", uniform},        {"bits", bits}, {"signs", signs}, {"kostlan", kostlan},
    {"weyl", weyl},         {"two_circles", two_circles}};

class NearLinear : public RootsBeforeTheOracle {
 protected:
  void TearDown() override { unsetenv("VIETA_ISA"); }
};
class NearLinearFamilies : public RootsBeforeTheOracle, public testing::WithParamInterface<family> {};

TEST_P(NearLinearFamilies, SmallOnesBeforeTheOracle) {
  for (const int degree : {20, 60}) {
    SCOPED_TRACE(degree);
    expect_proven(GetParam().make(degree), near_linear());
  }
}

TEST_P(NearLinearFamilies, OfDegree1000) {
  const polynomial p = GetParam().make(1000);
  const roots_result result = expect_solved(p, near_linear());
  EXPECT_EQ(result.report.method, "near-linear") << "without help";
  EXPECT_EQ(result.report.isolated, 1000);
  EXPECT_EQ("", text(about_sample(p, result, 250)));
  EXPECT_EQ("", text(about_power_sums(p, result)));
}

// A sample by interval Newton, all by their sums: that all discs are disjoint takes the oracle too long here.
TEST_P(NearLinearFamilies, OfDegree10000) {
  const polynomial p = GetParam().make(10'000);
  const roots_result result = roots(p);
  EXPECT_EQ(result.status, roots_status::complete);
  EXPECT_EQ(result.report.method, "near-linear") << "automatically";
  EXPECT_EQ(result.report.isolated, 10'000);
  EXPECT_EQ("", text(about_sample(p, result, 15)));
  EXPECT_EQ("", text(about_power_sums(p, result)));
}

INSTANTIATE_TEST_SUITE_P(Roots, NearLinearFamilies, testing::ValuesIn(families),
                         [](const testing::TestParamInfo<family>& tested) { return std::string(tested.param.name); });

// What the simultaneous iteration knows of a dense polynomial takes the near-linear method's roots minutes of
// sharpening.
TEST(NearLinearChoice, MoreThan15Digits) {
  const auto method = [](const polynomial& p, int wanted) { return roots(p, digits(wanted)).report.method; };
  EXPECT_EQ(method(gaussian(1600), 15), "near-linear");
  EXPECT_EQ(method(gaussian(1600), 16), "ehrlich-aberth");
  EXPECT_EQ(method(polynomial::parse("x^1600 - x - 1"), 20), "near-linear");
}

// Both methods prove their discs: each disc of one meets exactly one of the other.
TEST_F(NearLinear, AgreesWithEhrlichAberth) {
  for (const polynomial& p : {gaussian(600), uniform(600), kostlan(300)}) {
    roots_options options = digits(15);
    options.method = roots_method::ehrlich_aberth;
    const roots_result one = roots(p, options), other = roots(p, near_linear());
    ASSERT_EQ(one.roots.size(), other.roots.size());
    std::vector<char> taken(other.roots.size(), 0);
    for (const root& a : one.roots) {
      int met = 0;
      for (std::size_t k = 0; k < other.roots.size(); ++k) {
        const root& b = other.roots[k];
        if (std::abs(a.value - b.value) > (a.radius + b.radius) * (1 + 1e-10)) continue;
        ++met;
        EXPECT_EQ(taken[k]++, 0);
      }
      EXPECT_EQ(met, 1) << a.value;
    }
  }
}

TEST_F(NearLinear, OfDegree100000) {
  const polynomial p = gaussian(100'000);
  const roots_result result = roots(p, near_linear(2));
  EXPECT_EQ(result.report.isolated, 100'000);
  EXPECT_EQ(result.status, roots_status::complete);
  EXPECT_EQ("", text(about_power_sums(p, result)));
  EXPECT_EQ("", text(about_sample(p, result, 5)));
}

// Ill-conditioned and multiple roots are not for this method: it has to notice, and hand them on.
TEST_F(NearLinear, HandsOnWhatItCannotProve) {
  for (const polynomial& p : {wilkinson(20), chebyshev(60), mandelbrot(6), exponential_sum(60), unity(60),
                              random_square(20, 20, 37), from_roots({{"1", 4}, {"1.0001", 1}, {"-3", 2}, {"1e20", 1}}),
                              mignotte(40, 1000), polynomial::parse("x^3*(x^20-2)"), polynomial::parse("x-1"),
                              polynomial::parse("x^2+1e-300"), polynomial::parse("(x-1)^7")}) {
    expect_everything(p, near_linear());
  }
  const roots_result result = roots(random_square(100, 20, 38), near_linear());
  EXPECT_EQ(result.report.multiple, 100);  // its square-free factor tells
  EXPECT_EQ(result.report.method, "near-linear, then ehrlich-aberth");
}

TEST_F(NearLinear, RealPolynomialsHaveExactPairs) {
  const roots_result result = roots(uniform(3000), near_linear());
  EXPECT_EQ(result.status, roots_status::complete);
  std::size_t real = 0, unpaired = 0;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    if (result.roots[k].real) {
      ++real;
    } else if (k + 1 < result.roots.size() && result.roots[k + 1].value == std::conj(result.roots[k].value)) {
      ++k;
    } else {
      ++unpaired;
    }
  }
  EXPECT_EQ(unpaired, 0u);
  EXPECT_GT(real, 0u);
  EXPECT_EQ(real % 2, 1u * (3000 % 2));
}

TEST_F(NearLinear, EveryInstructionSetAndAnyNumberOfThreads) {
  const polynomial p = gaussian(3000);
  for (const isa level : levels_of_family) {
    if (level > detect_isa()) continue;
    setenv("VIETA_ISA", name(level), 1);
    const roots_result one = expect_solved(p, near_linear(1)), three = roots(p, near_linear(3));
    EXPECT_EQ(one.report.isolated, 3000);
    EXPECT_EQ("", text(about_sample(p, one, 20)));
    ASSERT_EQ(one.roots.size(), three.roots.size());
    for (std::size_t k = 0; k < one.roots.size(); ++k) {
      EXPECT_EQ(one.roots[k].value, three.roots[k].value);
      EXPECT_EQ(one.roots[k].radius, three.roots[k].radius);
    }
  }
}

TEST_F(NearLinear, MoreDigits) {
  expect_everything(gaussian(40), [] {
    roots_options options = near_linear();
    options.digits = 60;
    return options;
  }());
}

TEST_F(NearLinear, StopsWithWhatIsProven) {
  const polynomial p = gaussian(20'000);
  std::atomic<bool> cancel{false};
  roots_options options = near_linear();
  options.cancel = &cancel;
  options.progress = [&](const roots_progress& now) {
    if (now.settled > 5000) cancel = true;
  };
  const roots_result result = roots(p, options);
  EXPECT_EQ(result.status, roots_status::partial);
  EXPECT_EQ(result.report.stopped_by, "cancelled");
  EXPECT_GT(result.report.isolated, 5000);
  EXPECT_EQ(result.report.isolated + result.report.unproven, 20'000);
  EXPECT_EQ("", text(about_sample(p, result, 10)));
}

TEST_F(NearLinear, WantsExactCoefficients) {
  roots_options options = near_linear();
  options.uncertainty = 1e-10;
  EXPECT_THROW(roots(gaussian(20), options), error);
  options.method = roots_method::automatic;
  EXPECT_EQ(roots(gaussian(20), options).report.method, "ehrlich-aberth");
}

// Minutes: an independent look at degree 1,000,000. Runs where VIETA_SLOW_TESTS is set.
TEST_F(NearLinear, OfDegree1000000) {
  if (std::getenv("VIETA_SLOW_TESTS") == nullptr) GTEST_SKIP() << "VIETA_SLOW_TESTS is not set";
  const polynomial p = gaussian(1'000'000);
  const roots_result result = roots(p, near_linear(2));
  EXPECT_EQ(result.report.isolated, 1'000'000);
  EXPECT_EQ("", text(about_power_sums(p, result)));
  EXPECT_EQ("", text(about_sample(p, result, 1000)));
}

}  // namespace
}  // namespace vieta::test
