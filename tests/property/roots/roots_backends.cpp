// However it is run: instruction sets, threads, methods, time limits, cancellation, uncertain coefficients.
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "base/simd/isa.hpp"
#include "oracles/roots/expect_roots.hpp"

namespace vieta::test {
namespace {

class Backends : public RootsBeforeTheOracle {
 protected:
  void TearDown() override { unsetenv("VIETA_ISA"); }
};

std::vector<polynomial> samples() {
  return {polynomial::from_coefficients(gaussian_complex(60, 71)),
          polynomial::from_coefficients(gaussian_real(90, 72)),
          chebyshev(40),
          wilkinson(20),
          random_signs(80, 6, 73),
          from_roots({{"1", 4}, {"1.0001", 1}, {"-3", 2}, {"1e20", 1}})};
}

bool identical(const roots_result& a, const roots_result& b) {
  if (a.roots.size() != b.roots.size() || a.decimal.size() != b.decimal.size() || a.status != b.status) return false;
  for (std::size_t k = 0; k < a.roots.size(); ++k) {
    const root &x = a.roots[k], &y = b.roots[k];
    if (x.value != y.value || x.radius != y.radius || x.multiplicity != y.multiplicity || x.status != y.status ||
        x.real != y.real) {
      return false;
    }
  }
  for (std::size_t k = 0; k < a.decimal.size(); ++k) {
    const decimal_root &x = a.decimal[k], &y = b.decimal[k];
    if (x.re != y.re || x.im != y.im || x.radius != y.radius) return false;
  }
  return true;
}

TEST_F(Backends, EveryInstructionSetIsRight) {
  const isa widest = detect_isa();
  for (const isa level : levels_of_family) {
    if (level > widest) continue;
    SCOPED_TRACE(name(level));
    setenv("VIETA_ISA", name(level), 1);
    if (detect_isa() != level) continue;  // a build of one level has no other
    for (const polynomial& p : samples()) {
      const roots_result result = expect_proven(p);
      EXPECT_NE(result.report.target.find(name(level)), std::string::npos) << result.report.target;
    }
    expect_proven(chebyshev(40), digits(40));
  }
}

TEST_F(Backends, ThreadsDoNotChangeABit) {
  std::vector<polynomial> all = samples();
  all.push_back(polynomial::from_coefficients(gaussian_complex(700, 74)));
  all.push_back(random_signs(2000, 9, 75));
  for (std::size_t k = 0; k < all.size(); ++k) {
    SCOPED_TRACE(k);
    for (const int wanted : {15, 35}) {
      if (wanted > 15 && all[k].degree() > 100) continue;
      const roots_result one = expect_solved(all[k], digits(wanted, 1));
      EXPECT_TRUE(identical(one, roots(all[k], digits(wanted, 2))));
      EXPECT_TRUE(identical(one, roots(all[k], digits(wanted, 3))));
    }
  }
}

TEST_F(Backends, TheSameTwice) {
  const polynomial p = chebyshev(60);
  EXPECT_TRUE(identical(roots(p), roots(p)));
}

TEST_F(Backends, BothMethods) {
  for (const polynomial& p : {polynomial::from_coefficients(gaussian_complex(50, 76)),
                              polynomial::from_coefficients(gaussian_real(50, 77)), unity(31), wilkinson(10)}) {
    for (const roots_method method : {roots_method::ehrlich_aberth, roots_method::durand_kerner}) {
      roots_options options = digits(15);
      options.method = method;
      const roots_result result = expect_proven(p, options);
      EXPECT_EQ(result.report.method, method == roots_method::durand_kerner ? "durand-kerner" : "ehrlich-aberth");
    }
  }
}

// What a result that was stopped early says has to be true as well.
void expect_honest(const polynomial& p, const roots_result& result, const roots_options& options, bool small) {
  EXPECT_EQ("", text(about_form(p, result, options)));
  if (small) {
    EXPECT_EQ("", text(about_roots(p, result)));
  }
}

TEST_F(Backends, NoTimeAtAll) {
  for (const polynomial& p :
       {wilkinson(20), chebyshev(60), mandelbrot(6), polynomial::from_coefficients(gaussian_complex(60, 78)),
        polynomial::parse("x^3*(x^20-2)")}) {
    roots_options options = digits(15);
    options.max_seconds = 1e-9;
    const roots_result result = roots(p, options);
    EXPECT_EQ(result.status, roots_status::partial);
    EXPECT_EQ(result.report.stopped_by, "time");
    expect_honest(p, result, options, true);
  }
}

TEST_F(Backends, TimeEndsSomewhere) {
  const polynomial p = chebyshev(60);
  for (const double seconds : {1e-4, 3e-4, 1e-3, 3e-3, 1e-2}) {
    SCOPED_TRACE(seconds);
    roots_options options = digits(15);
    options.max_seconds = seconds;
    expect_honest(p, roots(p, options), options, true);
    options.digits = 200;
    expect_honest(p, roots(p, options), options, true);
  }
}

TEST_F(Backends, ReturnsPromptly) {
  for (const polynomial& p :
       {mandelbrot(10), polynomial::from_coefficients(gaussian_complex(6000, 79)), wilkinson(300)}) {
    roots_options options = digits(15);
    options.max_seconds = 0.2;
    const auto start = std::chrono::steady_clock::now();
    const roots_result result = roots(p, options);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    EXPECT_LT(passed.count(), 3.0) << "degree " << p.degree();
    if (p.degree() < 1000) expect_honest(p, result, options, false);
  }
}

TEST_F(Backends, CancelledBeforeItStarts) {
  const std::atomic<bool> cancel = true;
  roots_options options = digits(15);
  options.cancel = &cancel;
  const polynomial p = chebyshev(60);
  const roots_result result = roots(p, options);
  EXPECT_EQ(result.status, roots_status::partial);
  EXPECT_EQ(result.report.stopped_by, "cancelled");
  expect_honest(p, result, options, true);
}

TEST_F(Backends, CancelledOnTheWay) {
  std::atomic<bool> cancel = false;
  roots_options options = digits(15);
  options.cancel = &cancel;
  const polynomial p = mandelbrot(10);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancel = true;
  });
  const auto start = std::chrono::steady_clock::now();
  const roots_result result = roots(p, options);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  other.join();
  EXPECT_LT(passed.count(), 3.0);
  if (result.status != roots_status::complete) {
    EXPECT_EQ(result.report.stopped_by, "cancelled");
  }
  expect_honest(p, result, options, false);
}

TEST_F(Backends, CancelledFromTheProgressReport) {
  std::atomic<bool> cancel = false;
  roots_options options = digits(15);
  options.cancel = &cancel;
  int calls = 0;
  options.progress = [&](const roots_progress& now) {
    ++calls;
    EXPECT_LE(now.settled, now.total);
    EXPECT_GE(now.precision_bits, 53);
    cancel = true;
  };
  const polynomial p = wilkinson(60);
  const roots_result result = roots(p, options);
  EXPECT_GE(calls, 1);
  expect_honest(p, result, options, true);
}

// A polynomial of the neighbourhood: every coefficient off by at most `uncertainty` of itself.
polynomial neighbour(const std::vector<std::complex<double>>& a, double uncertainty, bool complex_too,
                     random_numbers& random) {
  // a (1 + e) as exact decimals: doubles would round.
  std::vector<std::string> re, im;
  char buffer[64];
  for (const std::complex<double>& c : a) {
    // A corner, an edge or an inner point of the disc of radius `uncertainty` |c|, a little inside.
    const double size = 0.999 * uncertainty * std::abs(c) * (random.uniform() < 0.7 ? 1.0 : random.uniform());
    const double angle =
        complex_too ? 6.283185307179586 * random.uniform() : (random.uniform() < 0.5 ? 0 : 3.141592653589793);
    const auto sum = [&](double value, double change) {
      std::snprintf(buffer, sizeof buffer, "%.6e", change);
      // value + change, exactly: both are multiples of a small unit, so let long decimals do it.
      const long double exact = static_cast<long double>(value) + std::strtold(buffer, nullptr);
      char text[64];
      std::snprintf(text, sizeof text, "%.25Le", exact);
      return std::string(text);
    };
    re.push_back(sum(c.real(), size * std::cos(angle)));
    im.push_back(complex_too ? sum(c.imag(), size * std::sin(angle)) : sum(c.imag(), 0));
  }
  return polynomial::from_decimal(re, im);
}

void expect_neighbours_fit(const std::vector<std::complex<double>>& a, double uncertainty, bool complex_too,
                           int wanted) {
  const polynomial p = polynomial::from_coefficients(a);
  roots_options options = digits(wanted);
  options.uncertainty = uncertainty;
  const roots_result result = roots(p, options);
  EXPECT_EQ("", text(about_form(p, result, options)));
  EXPECT_EQ("", text(about_roots(p, result)));
  random_numbers random(80);
  for (int trial = 0; trial < 50; ++trial) {
    SCOPED_TRACE("neighbour " + std::to_string(trial));
    const polynomial q = neighbour(a, uncertainty, complex_too, random);
    ASSERT_EQ(q.degree(), p.degree());
    // A neighbour of a real polynomial may have real roots that are not real in p: no question of `real` here.
    roots_result unreal = result;
    for (root& r : unreal.roots) r.real = false;
    std::string trouble;
    for (const std::string& line : about_roots(q, unreal)) {
      if (line.find("nothing says so") == std::string::npos) trouble += line + "\n";
    }
    ASSERT_EQ("", trouble);
  }
}

std::vector<std::complex<double>> complexes(const std::vector<double>& a) { return {a.begin(), a.end()}; }

TEST_F(Backends, UncertainCoefficientsOfRandomPolynomials) {
  for (const double uncertainty : {1e-16, 1e-10, 1e-4}) {
    SCOPED_TRACE(uncertainty);
    expect_neighbours_fit(gaussian_complex(15, 81), uncertainty, true, 15);
    expect_neighbours_fit(complexes(gaussian_real(16, 82)), uncertainty, false, 15);
    expect_neighbours_fit(complexes(gaussian_real(9, 83)), uncertainty, true, 15);
  }
}

TEST_F(Backends, UncertainCoefficientsOfADoubleRoot) {
  for (const double uncertainty : {1e-16, 1e-8}) {
    SCOPED_TRACE(uncertainty);
    expect_neighbours_fit({2.0, -3.0, 0.0, 1.0}, uncertainty, false, 15);       // (x-1)^2 (x+2)
    expect_neighbours_fit({-1.0, 3.0, -3.0, 1.0}, uncertainty, true, 15);       // (x-1)^3
    expect_neighbours_fit({1.0, 0.0, 2.0, 0.0, 1.0}, uncertainty, true, 15);    // (x^2+1)^2
    expect_neighbours_fit({0.0, 2.0, -3.0, 0.0, 1.0}, uncertainty, false, 15);  // and a zero
  }
}

TEST_F(Backends, UncertaintyIsNotForgottenWhenManyDigitsAreWanted) {
  expect_neighbours_fit(gaussian_complex(8, 84), 1e-10, true, 30);
  expect_neighbours_fit({2.0, -3.0, 0.0, 1.0}, 1e-10, false, 30);
  expect_neighbours_fit({-1.0, 3.0, -3.0, 1.0}, 1e-10, true, 30);
}

TEST_F(Backends, UncertaintyMergesWhatItCannotTellApart) {
  // Wilkinson 20 with coefficients known to 1e-16: the roots from 10 to 19 are not known one by one.
  std::vector<double> a = {1};
  for (int k = 1; k <= 12; ++k) {
    a.insert(a.begin(), 0.0);
    for (std::size_t j = 0; j + 1 < a.size(); ++j) a[j] -= k * a[j + 1];
  }
  expect_neighbours_fit(complexes(a), 1e-13, false, 15);
}

roots_result with_uncertainty(const std::vector<double>& a, double uncertainty, int wanted = 15) {
  roots_options options = digits(wanted);
  options.uncertainty = uncertainty;
  return roots(polynomial::from_coefficients(a), options);
}

// (x - at)^n
std::vector<double> power_of_linear(double at, int n) {
  std::vector<double> a = {1};
  for (int k = 0; k < n; ++k) {
    a.insert(a.begin(), 0.0);
    for (std::size_t j = 0; j + 1 < a.size(); ++j) a[j] -= at * a[j + 1];
  }
  return a;
}

// (x-1)(x-2)...(x-20). For e above a value of |p(x)| / sum |a_k x^k| between two neighbours, each polynomial with
// coefficients that near has roots there that nobody can tell apart: 1.4e-4, 8.5e-7, 1.5e-8, 4.9e-10, 2.8e-11, 2.4e-12,
// 3.0e-13, 5.0e-14, 1.2e-14, 3.5e-15, 1.4e-15, 7.0e-16, 4.7e-16, 4.1e-16, 4.7e-16, 7.4e-16, 1.7e-15, 6.0e-15, 4.2e-14.
TEST_F(Backends, UncertaintyOfWilkinsonsRootsMergesOneAfterTheOther) {
  std::string text = "1";
  std::vector<double> rounded = {1};
  for (int k = 1; k <= 20; ++k) {
    text += "*(x-" + std::to_string(k) + ")";
    rounded.insert(rounded.begin(), 0.0);
    for (std::size_t j = 0; j + 1 < rounded.size(); ++j) rounded[j] -= k * rounded[j + 1];
  }
  struct expected {
    double uncertainty;
    std::size_t discs;
    double radius;
  };
  for (const expected& e : {expected{1e-17, 20, 0.01},
                            {8e-17, 20, 0.1},
                            {9e-17, 20, 0.1},
                            {2e-16, 20, 0.3},
                            {1e-15, 15, 3},
                            {1e-14, 10, 6},
                            {1e-13, 8, 7},
                            {1e-12, 7, 8},
                            {1e-10, 5, 10},
                            {1e-8, 3, 14},
                            {1e-6, 2, 17},
                            {1e-4, 1, 38}}) {
    SCOPED_TRACE(e.uncertainty);
    roots_options options;
    options.uncertainty = e.uncertainty;
    const roots_result result = roots(polynomial::parse(text), options);
    EXPECT_EQ(result.status, roots_status::complete);
    EXPECT_GE(result.roots.size(), e.discs);
    for (const root& z : result.roots) EXPECT_LE(z.radius, e.radius);
  }
  for (const double uncertainty : {9e-17, 1e-15, 1e-12, 1e-8, 1e-5})
    expect_neighbours_fit(complexes(rounded), uncertainty, true, 15);
}

// A root z of a neighbour of (x - 1)^n has |z - 1|^n <= eps (1 + |z|)^n, so |z - 1| <= 2 t / (1 - t), t = eps^(1/n).
// The bound that is used loses no more than a factor 1 - eps in t^n.
TEST_F(Backends, UncertaintyOfAMultipleRootGivesADiscHardlyLargerThanTheRootsNeed) {
  for (const auto& [n, uncertainty] : {std::pair{5, 1e-3}, {5, 1e-4}, {20, 1e-3}, {3, 0.1}}) {
    SCOPED_TRACE(std::to_string(n) + ", " + std::to_string(uncertainty));
    const roots_result result = with_uncertainty(power_of_linear(1, n), uncertainty);
    const double t = std::pow(uncertainty / (1 - uncertainty), 1.0 / n);
    ASSERT_EQ(result.roots.size(), 1U);
    EXPECT_EQ(result.roots[0].multiplicity, n);
    EXPECT_EQ(result.roots[0].value.imag(), 0);
    EXPECT_EQ(result.roots[0].status, root_status::wide);
    EXPECT_EQ(result.status, roots_status::complete);
    EXPECT_LE(result.roots[0].radius, 1.01 * 2 * t / (1 - t));
    expect_neighbours_fit(complexes(power_of_linear(1, n)), uncertainty, true, 15);
  }
}

TEST_F(Backends, LargeUncertaintyStillHasADisc) {
  for (const double uncertainty : {0.2, 0.4, 0.499}) {
    SCOPED_TRACE(uncertainty);
    for (const int wanted : {15, 40}) {
      const roots_result result = with_uncertainty({-2, 0, 1}, uncertainty, wanted);
      EXPECT_EQ(result.status, roots_status::complete);
      EXPECT_EQ(result.report.stopped_by, "");
      for (const root& z : result.roots) {
        EXPECT_NE(z.status, root_status::unproven);
        EXPECT_LE(std::abs(z.value) + z.radius, 2.5);  // the largest: sqrt(2 (1 + eps) / (1 - eps)) = 2.446
      }
    }
    expect_neighbours_fit({-2, 0, 1}, uncertainty, true, 15);
    expect_neighbours_fit({-2, 0, 1}, uncertainty, true, 40);
    expect_neighbours_fit({6, 0, -5, 0, 1}, uncertainty, true, 15);
    expect_neighbours_fit({0, 0, 0, -2, 0, 1}, uncertainty, true, 15);  // with a zero of multiplicity three
    expect_neighbours_fit({0, 0, 3, -2, 7}, uncertainty, true, 40);
    expect_neighbours_fit({1, 0, 0, -1, 0, 0, 1}, uncertainty, true, 15);
    expect_neighbours_fit(complexes(gaussian_real(12, 91)), uncertainty, false, 15);
    expect_neighbours_fit(gaussian_complex(9, 92), uncertainty, true, 15);
    expect_neighbours_fit({{0, 3}, {-2, 1}, {1e-3, 0}, {0, 1}}, uncertainty, true, 15);
  }
}

TEST_F(Backends, LargeUncertaintyAtTheEndsOfTheRange) {
  for (const double scale : {1e-150, 1e-30, 1.0, 1e30, 1e150}) {
    SCOPED_TRACE(scale);
    const std::vector<double> a = {2 * scale * scale, -3 * scale, 1};
    const roots_result result = with_uncertainty(a, 0.3);
    EXPECT_EQ(result.status, roots_status::complete);
    for (const root& z : result.roots) EXPECT_LE(z.radius, 12 * scale);
    EXPECT_EQ("", text(about_roots(polynomial::from_coefficients(a), result)));
  }
}

}  // namespace
}  // namespace vieta::test
