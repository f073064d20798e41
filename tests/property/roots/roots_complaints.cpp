// What users reported of other programs, each with the input of the report where it gives one. Every one has to end in
// seconds, complete and right.
//
// Wishes that have no test, since vieta does not grant them so far:
// - to stop as soon as one root is larger than a bound (MPSolve issue 30; the question behind it is tested below);
// - to look in half planes or discs only, and to give starting points (MPSolve issue 41, pull request 42; the threads
// and
//   the real roots that it asks for are tested below);
// - roots on a GPU, which is below as a refusal: it may not fall back without a word.
// Special code for quadratics (numpy pull request 32312) is a matter of speed. That one package changes the functions
// of another (FastPolynomialRoots.jl issue 23, once AMVW.jl) cannot happen in C++; tests/python/verbs/test_compat.py
// looks.
#include <chrono>
#include <cmath>
#include <fstream>

#include "oracles/roots/expect_roots.hpp"
#include "vieta/error.hpp"

namespace vieta::test {
namespace {

class Complaints : public RootsBeforeTheOracle {
 protected:
  void SetUp() override {
    RootsBeforeTheOracle::SetUp();
    start_ = std::chrono::steady_clock::now();
  }
  void TearDown() override {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    EXPECT_LT(passed.count(), 60) << "not in seconds, not even on a busy machine";
  }

 private:
  std::chrono::steady_clock::time_point start_;
};

polynomial ascending(const std::vector<double>& a) { return polynomial::from_coefficients(a); }

int real_roots(const roots_result& result) {
  int count = 0;
  for (const root& r : result.roots) count += r.real ? 1 : 0;
  return count;
}

bool has_root_near(const roots_result& result, std::complex<double> z, double relative) {
  for (const root& r : result.roots) {
    if (std::abs(r.value - z) <= relative * std::abs(z)) return true;
  }
  return false;
}

// github.com/robol/MPSolve/issues/36: this, to 30 digits, ran forever. And: roots near -2 came with imaginary parts of
// 1e-20 and radii of 1e-50.
TEST_F(Complaints, MpsolveIssue36Mandelbrot255OverItsCubicFactor) {
  const roots_result result = expect_solved(mandelbrot255_without_its_cubic_factor(), digits(30));
  EXPECT_EQ(result.roots.size(), 252u);
  for (const root& r : result.roots) {
    if (std::abs(r.value.imag()) < 1e-15) {
      EXPECT_TRUE(r.real) << r.value;
    }
  }
}

// github.com/robol/MPSolve/issues/50: 13 digits took 20 ms; 14 digits half an hour and 23 GB.
TEST_F(Complaints, MpsolveIssue50OneMoreDigit) {
  const polynomial p = polynomial::parse(
      "3.2842919874852823e-295*x^3 + 6.734565977709723e+185*x^2 - 1.6583144507216154e-264*x + 7.925965171636945e+112");
  for (const int wanted : {13, 14, 15, 30, 100}) {
    SCOPED_TRACE(wanted);
    const roots_result result = expect_everything(p, digits(wanted));
    ASSERT_EQ(result.roots.size(), 3u);
    EXPECT_TRUE(result.roots[2].real);
    EXPECT_TRUE(std::isinf(result.roots[2].value.real())) << "-2e480 is beyond double";
    ASSERT_EQ(result.decimal.size(), 3u);
  }
}

// github.com/robol/MPSolve/issues/49: killed by SIGFPE.
TEST_F(Complaints, MpsolveIssue49WideQuadratics) {
  for (const char* text : {"-3.276309880154409e-28*x^2 + 2.8756624916409617e+274*x + 9.143252377413755e-293",
                           "-5.373031345754194e-16*x^2 - 7.89966307163713e+290*x - 2.9358095906746077e-290",
                           "8.55037359452117e-11*x^2 + 9.64301091667767e+293*x - 4.9294244502710445e-281",
                           "-5.916642892295784e-12*x^2 - 9.647643027500125e+288*x - 7.623801392483223e-265",
                           "5.7528980315262775e-30*x^2 + 6.361153714357574e+272*x - 4.97936544052915e-293"}) {
    SCOPED_TRACE(text);
    for (const int wanted : {15, 50}) {
      const roots_result result = expect_everything(polynomial::parse(text), digits(wanted));
      EXPECT_EQ(real_roots(result), 2);
    }
  }
}

// github.com/robol/MPSolve/issues/53: SIGFPE with one thread, right with two.
TEST_F(Complaints, MpsolveIssue53ReciprocalOfDegree470) {
  const polynomial p = polynomial::parse("1 + x^199 - x^217 + x^224 + x^246 - x^253 + x^271 + x^470");
  for (const int threads : {1, 2}) {
    const roots_result result = expect_solved(p, digits(20, threads));
    EXPECT_EQ(result.roots.size(), 470u);
  }
}

// github.com/robol/MPSolve/issues/30: of a huge number of polynomials, those whose roots all have |z| < T. Discs decide
// it.
TEST_F(Complaints, MpsolveIssue30AllRootsBelowABound) {
  const double bound = 1.5;
  random_numbers random(65);
  int below = 0;
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    std::vector<double> a(13);
    for (double& c : a) c = 2 * random.uniform() - 1;
    a.back() = 1;
    const roots_result result = expect_everything(ascending(a));
    bool all = true;
    for (const root& r : result.roots) {
      EXPECT_GT(std::abs(std::abs(r.value) - bound), 2 * r.radius) << "decided";
      all = all && std::abs(r.value) < bound;
    }
    below += all ? 1 : 0;
  }
  EXPECT_GT(below, 0);
  EXPECT_LT(below, 60);
}

/// Pages of memory that this process has in use now; 0 where that cannot be told.
std::int64_t resident_pages() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 0;  // they keep freed memory, and look for leaks themselves
#else
  std::ifstream file("/proc/self/statm");
  std::int64_t all = 0, resident = 0;
  return file >> all >> resident ? resident : 0;
#endif
}

// github.com/robol/MPSolve/issues/23 and 16: memory grew with every polynomial.
TEST_F(Complaints, MpsolveIssue23Leaks) {
  const polynomial p = polynomial::parse("x^5 - x - 1");
  std::int64_t before = 0;
  for (int k = 0; k < 6000; ++k) {
    if (k == 1000) before = resident_pages();
    EXPECT_EQ(roots(p, digits(k % 100 == 0 ? 80 : 15)).roots.size(), 5u);
  }
  if (before == 0) GTEST_SKIP() << "this system does not tell the memory of a process, or sanitizers look for leaks";
  EXPECT_LT(resident_pages() - before, 500) << "pages: 100 for every thousand polynomials are a leak";
}

// github.com/robol/MPSolve/issues/41 (pull request 42): the library could not set what the program could.
TEST_F(Complaints, MpsolveIssue41ThreadsAndRealRootsFromTheLibrary) {
  const polynomial p = polynomial::parse("x^60 - 3x^7 + 1");
  const roots_result one = expect_proven(p, digits(15, 1)), three = expect_proven(p, digits(15, 3));
  EXPECT_NE(three.report.target.find("3 threads"), std::string::npos) << three.report.target;
  EXPECT_EQ(real_roots(one), 2);
  EXPECT_EQ(real_roots(three), 2);
}

// github.com/robol/MPSolve/issues/24: x^2 and x^6 gave uninitialised memory.
TEST_F(Complaints, MpsolveIssue24ZeroRoots) {
  for (const char* text : {"x^2", "x^6"}) {
    const roots_result result = expect_everything(polynomial::parse(text));
    ASSERT_EQ(result.roots.size(), 1u);
    EXPECT_EQ(result.roots[0].value, 0.0);
    EXPECT_EQ(result.roots[0].radius, 0.0);
  }
}

// github.com/robol/MPSolve/issues/39: digits were ignored without another option.
TEST_F(Complaints, MpsolveIssue39TheDigitsAskedForAreTheDigitsGiven) {
  const roots_result result = expect_everything(polynomial::parse("x^5 - x - 1"), digits(60));
  for (const decimal_root& r : result.decimal) EXPECT_GE(r.re.size(), 60u);
}

// github.com/numpy/numpy/issues/27881: two functions, different roots, one of them complex pairs for real roots.
TEST_F(Complaints, NumpyIssue27881OneLargeRoot) {
  for (const double leading : {0.04, 0.05}) {
    const roots_result result = expect_everything(ascending({0.5, -0.2, -5e+15, leading}));
    ASSERT_EQ(result.roots.size(), 3u);
    EXPECT_EQ(real_roots(result), 3);
    EXPECT_TRUE(has_root_near(result, 9.99999998e-09, 1e-8));
    EXPECT_TRUE(has_root_near(result, -1.000000002e-08, 1e-8));
    EXPECT_TRUE(has_root_near(result, 5e15 / leading, 1e-8));
  }
}

// github.com/numpy/numpy/issues/14186: the small root came out off by 0.075.
TEST_F(Complaints, NumpyIssue14186SmallLeadingCoefficient) {
  const double alpha = 0.16, beta = 1, gamma = 1e-15;
  for (int i = 0; i < 4; ++i) {
    const double x = i * 0.1, y = alpha + beta * x + gamma * x * x;
    const roots_result result = expect_everything(ascending({alpha - y, beta, gamma}));
    ASSERT_EQ(result.roots.size(), 2u);
    EXPECT_NEAR(result.roots[0].value.real(), x, 1e-15);
    EXPECT_NEAR(result.roots[1].value.real(), -1e15, 1);
  }
}

// github.com/numpy/numpy/issues/20454: which of two answers is right? (The reporter's matrix was not the companion
// matrix.)
TEST_F(Complaints, NumpyIssue20454DegreeSeven) {
  const roots_result result = expect_everything(ascending({-0.0002914, 0.016317, -0.2203, 1.2238, 4.8462, 0, -3.5, 1}));
  ASSERT_EQ(result.roots.size(), 7u);
  EXPECT_TRUE(has_root_near(result, 0.025018794743240206, 1e-12));
  EXPECT_TRUE(has_root_near(result, 2.857045311944553, 1e-12));
}

// github.com/numpy/numpy/pull/13202: how far off roots of degree 30 in a square come out, a matter of how the companion
// matrix is turned. (The report's coefficients are rounded, and it compares with roots that are no longer theirs; ours
// are exact.)
TEST_F(Complaints, NumpyPull13202ThirtyRootsInASquare) {
  random_numbers random(66);
  for (int trial = 0; trial < 10; ++trial) {
    SCOPED_TRACE(trial);
    std::string text;
    std::vector<std::complex<double>> expected;
    for (int k = 0; k < 30; ++k) {
      const auto re = static_cast<int>(random.bits() % 2'000'001) - 1'000'000;
      const auto im = static_cast<int>(random.bits() % 2'000'001) - 1'000'000;
      expected.emplace_back(re / 1048576.0, im / 1048576.0);
      text += "(x - (" + std::to_string(re) + " + " + std::to_string(im) + "i)/1048576)";
    }
    const roots_result result = expect_everything(polynomial::parse(text));
    for (const std::complex<double> z : expected) EXPECT_TRUE(has_root_near(result, z, 1e-15)) << z;
  }
}

// github.com/numpy/numpy/issues/9170: x^3 - 9x^2 + 27x - 27 gave three roots apart by 1e-5, two of them complex.
TEST_F(Complaints, NumpyIssue9170TripleRoot) {
  const roots_result result = expect_everything(ascending({-27, 27, -9, 1}));
  ASSERT_EQ(result.roots.size(), 1u);
  EXPECT_EQ(result.roots[0].multiplicity, 3);
  EXPECT_NEAR(result.roots[0].value.real(), 3, 1e-14);
}

// github.com/numpy/numpy-financial/pull/25 (issue 15): dividing by the leading coefficient overflowed.
TEST_F(Complaints, NumpyFinancialIssue25CashFlowsOverThreeHundredMagnitudes) {
  const std::vector<double> flows = {-3000.0,
                                     2.3926932267015667e-07,
                                     4.1672087103345505e-16,
                                     5.3965110036378706e-25,
                                     5.1962551071806174e-34,
                                     3.7202955645436402e-43,
                                     1.9804961711632469e-52,
                                     7.8393517651814181e-62,
                                     2.3072565113911438e-71,
                                     5.0491839233308912e-81,
                                     8.2159177668499263e-91,
                                     9.9403244366963527e-101,
                                     8.942410813633967e-111,
                                     5.9816122646481191e-121,
                                     2.9750309031844241e-131,
                                     1.1002067043497954e-141,
                                     3.0252876563518021e-152,
                                     6.1854121948207909e-163,
                                     9.4032980015353301e-174,
                                     1.0629218520017728e-184,
                                     8.9337141847171845e-196,
                                     5.5830607698467935e-207,
                                     2.5943122036622652e-218,
                                     8.9635842466507006e-230,
                                     2.3027710094332358e-241,
                                     4.3987510596745562e-253,
                                     6.2476630372575209e-265,
                                     6.598046841695288e-277,
                                     5.1811095266842017e-289,
                                     3.0250999925830644e-301,
                                     1.3133070599585015e-313};
  const roots_result result = expect_everything(ascending(flows));
  int positive = 0;
  for (const root& r : result.roots) {
    if (!r.real || r.value.real() <= 0) continue;
    ++positive;
    EXPECT_NEAR(1 / r.value.real() - 1, -0.9999999990596069, 1e-13);  // the rate that the report expects
  }
  EXPECT_EQ(positive, 1) << "one change of sign, one positive root";
}

// github.com/numpy/numpy-financial/issues/39: several rates; all of them, please.
TEST_F(Complaints, NumpyFinancialIssue39AllRates) {
  const std::vector<double> flows = {-217500.0,           -217500.0,           108466.80462450592, 101129.96439328062,
                                     93793.12416205535,   86456.28393083003,   79119.44369960476,  71782.60346837944,
                                     64445.76323715414,   57108.92300592884,   49772.08277470355,  42435.24254347826,
                                     35098.40231225296,   27761.56208102766,   20424.721849802358, 13087.88161857707,
                                     5751.041387351768,   -1585.7988438735192, -8922.639075098821, -16259.479306324123,
                                     -23596.31953754941,  -30933.159768774713, -38270.0,           -45606.8402312253,
                                     -52943.680462450604, -60280.520693675906, -67617.36092490121};
  const roots_result result = expect_everything(ascending(flows));
  EXPECT_TRUE(has_root_near(result, 1 / 1.12, 1e-9));
  EXPECT_TRUE(has_root_near(result, 1 / (1 - 0.01809679), 1e-7));
}

// github.com/scipy/scipy/issues/5999: Ehrlich's and Aberth's method, please, where eigenvalues of companion matrices
// fail.
TEST_F(Complaints, ScipyIssue5999EhrlichAberth) {
  for (const roots_method method : {roots_method::automatic, roots_method::ehrlich_aberth}) {
    roots_options options;
    options.method = method;
    const roots_result result = expect_everything(wilkinson(20), options);
    // Whole numbers need no iteration where nobody asks for one.
    EXPECT_EQ(result.report.method, method == roots_method::automatic ? "exact division" : "ehrlich-aberth");
    for (int k = 1; k <= 20; ++k) EXPECT_TRUE(has_root_near(result, k, 1e-15)) << k;
  }
}

// github.com/cupy/cupy/issues/7761 and 10130 (pull request 3703), github.com/jax-ml/jax/issues/11322 and
// github.com/nv-legate/cupynumeric/issues/1202: roots on a GPU, and no falling back to the CPU unseen.
TEST_F(Complaints, CupyIssue7761NoSilentFallBack) {
  roots_options options;
  options.on = parse_target("cuda");
  const polynomial p = polynomial::parse("x^5 - x - 1");
  if (cuda_devices().empty())
    EXPECT_THROW((void)roots(p, options), error);
  else
    EXPECT_TRUE(roots(p, options).report.target.starts_with("cuda:"));
}

// github.com/giordano/PolynomialRoots.jl/issues/25: six "roots" that were one point, and no root.
TEST_F(Complaints, PolynomialRootsIssue25BogusDuplicates) {
  const std::vector<std::complex<double>> c = {{0.1767237967771577, -0.8611076733845967},
                                               {0.00017422934461020398, -9.453901157858016e-6},
                                               {2.8796166645520005e-5, -6.235942236501559e-5},
                                               {0.00011096228622067326, 6.305229743814886e-5},
                                               {-4.383872407211953e-5, -3.677479055394419e-5},
                                               {-5.464453142543401e-6, 6.577470932911938e-5},
                                               {1.0, 0.0}};
  const roots_result result = expect_everything(polynomial::from_coefficients(c));
  EXPECT_EQ(result.roots.size(), 6u);
  for (const root& r : result.roots) EXPECT_NEAR(std::abs(r.value), 0.98, 0.01);
}

// github.com/giordano/PolynomialRoots.jl/issues/19: a constant term and x^20 of size 1, noise of 1e-4 between. (The
// report makes them at random, so do we.)
TEST_F(Complaints, PolynomialRootsIssue19SmallNoiseBetweenTheEnds) {
  random_numbers random(61);
  for (int trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(trial);
    std::vector<std::complex<double>> c;
    for (int k = 0; k <= 20; ++k) {
      const double size = k == 0 ? 1 : 1e-4, re = random.gaussian();
      c.push_back(k == 20 ? std::complex<double>(1) : size * std::complex<double>(re, random.gaussian()));
    }
    EXPECT_EQ(expect_everything(polynomial::from_coefficients(c)).roots.size(), 20u);
  }
}

// github.com/giordano/PolynomialRoots.jl/issues/7: degree 13 worked, degree 14 did not; 1.03 is a root of both.
TEST_F(Complaints, PolynomialRootsIssue7BondOf14Years) {
  for (const std::size_t years : {13u, 14u, 30u}) {
    std::vector<double> a(years + 1, 3.0);
    a.front() = 103;
    a.back() = -100;
    const roots_result result = expect_everything(ascending(a));
    EXPECT_TRUE(has_root_near(result, 1.03, 1e-15)) << years;
  }
}

// github.com/giordano/PolynomialRoots.jl/issues/2: an endless loop on "numerically unfriendly" coefficients. The file
// of the report is gone; endless loops of that kind come from roots that double cannot tell apart.
TEST_F(Complaints, PolynomialRootsIssue2NoEndlessLoop) {
  expect_everything(from_roots({{"1", 1}, {"1.00000000001", 1}, {"0.99999999999", 1}, {"1e-8", 1}, {"1e8", 2}}));
  expect_solved(wilkinson(80));
}

// github.com/giordano/PolynomialRoots.jl/issues/11: leading zeros confused it.
TEST_F(Complaints, PolynomialRootsIssue11LeadingZeros) {
  const roots_result result = expect_everything(ascending({0, 1, 4, 1, 0, 0, 0}));
  ASSERT_EQ(result.roots.size(), 3u);
  EXPECT_NEAR(result.roots[1].value.real(), -2 + std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(result.roots[2].value.real(), -2 - std::sqrt(3.0), 1e-14);
}

// github.com/JuliaMath/Polynomials.jl/issues/555: the real roots of polynomials with coefficients 0 and 1 of high
// degree; "not suitable for degrees above 50 or so".
TEST_F(Complaints, PolynomialsIssue555CoefficientsZeroAndOne) {
  const polynomial small = polynomial::parse("x^10 + x^9 + x^7 + x^4 + x^2 + x");
  EXPECT_EQ(real_roots(expect_everything(small)), 4) << "the number that Nemo gives";
  for (const int degree : {50, 100, 400}) {
    SCOPED_TRACE(degree);
    expect_solved(random_bits(degree, 62));
  }
  expect_proven(random_bits(100, 63));
}

// github.com/JuliaMath/Polynomials.jl/issues/70: (x - 1e-6)(x - 1e6), the small root off by 1e-5.
TEST_F(Complaints, PolynomialsIssue70InaccurateQuadratic) {
  const roots_result result = expect_everything(ascending({1.0, -(1e-6 + 1e6), 1.0}));
  ASSERT_EQ(result.roots.size(), 2u);
  EXPECT_NEAR(result.roots[0].value.real() * 1e6, 1, 1e-15 * 4);
}

// github.com/Macaulay2/M2/issues/1624: batches of random polynomials of degree 19, some "roots" as large as 1e32.
TEST_F(Complaints, Macaulay2Issue1624RandomBatch) {
  random_numbers random(64);
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    std::vector<double> a(20);
    for (double& c : a) c = random.uniform();
    expect_everything(ascending(a));
  }
}

// github.com/Macaulay2/M2/issues/932: (x - 1)^n and (x + 1)^n, wrong for odd n and n = 6.
TEST_F(Complaints, Macaulay2Issue932PowersOfALinearFactor) {
  for (const char* root_text : {"1", "-1"}) {
    for (const int n : {2, 3, 5, 6, 7, 12, 25}) {
      SCOPED_TRACE(std::string(root_text) + " " + std::to_string(n));
      const roots_result result = expect_everything(from_roots({{root_text, n}}));
      ASSERT_EQ(result.roots.size(), 1u);
      EXPECT_EQ(result.roots[0].multiplicity, n);
      EXPECT_EQ(result.roots[0].value, std::stod(root_text));
    }
  }
}

// github.com/josdejong/mathjs/issues/3102: a common factor of 1e-5 changed the roots.
TEST_F(Complaints, MathjsIssue3102ScaleDoesNotMatter) {
  for (const double scale : {1.0, 0x1p-17, 0x1p-900, 0x1p900}) {
    const roots_result result = expect_everything(ascending({-6 * scale, 11 * scale, -6 * scale, scale}));
    ASSERT_EQ(result.roots.size(), 3u);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(result.roots[static_cast<std::size_t>(k)].value.real(), k + 1, 1e-15 * (k + 1));
  }
}

}  // namespace
}  // namespace vieta::test
