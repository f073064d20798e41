// `roots` of one polynomial on a GPU against the CPU: the same number of discs, each touching the one of the other
// side.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "vieta/device_memory.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

class RootsDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_devices().empty()) return;
    if (std::getenv("VIETA_EXPECT_GPU") != nullptr) FAIL() << "no CUDA device found, but VIETA_EXPECT_GPU is set";
    GTEST_SKIP() << "no CUDA device";
  }
};

roots_result solved_on(const char* where, const polynomial& p) {
  roots_options options;
  options.on = parse_target(where);
  options.method = roots_method::near_linear;
  return roots(p, options);
}

// Every disc of one result touches exactly one of the other, and is a real root's where that is.
void expect_same(const polynomial& p, const char* what) {
  const roots_result there = solved_on("cuda", p), here = solved_on("cpu", p);
  EXPECT_EQ(there.status, here.status) << what;
  EXPECT_EQ(there.report.isolated, here.report.isolated) << what;
  EXPECT_EQ(there.report.target.find("cuda:"), 0U) << there.report.target;
  ASSERT_EQ(there.roots.size(), here.roots.size()) << what;
  // Places by real part, so that neighbours are near in the list.
  const auto by_real_part = [](const roots_result& r) {
    std::vector<root> list = r.roots;
    std::sort(list.begin(), list.end(), [](const root& a, const root& b) { return a.value.real() < b.value.real(); });
    return list;
  };
  const std::vector<root> a = by_real_part(there), b = by_real_part(here);
  std::size_t from = 0;
  for (const root& x : a) {
    const double reach = 1e-6 * std::abs(x.value);
    while (from < b.size() && b[from].value.real() < x.value.real() - reach) ++from;
    int touched = 0;
    for (std::size_t k = from; k < b.size() && b[k].value.real() <= x.value.real() + reach; ++k) {
      if (std::abs(b[k].value - x.value) > b[k].radius + x.radius) continue;
      ++touched;
      EXPECT_EQ(x.real, b[k].real) << what;
    }
    ASSERT_EQ(touched, 1) << what << ": " << x.value.real() << ", " << x.value.imag();
  }
  // In order, conjugates together.
  for (std::size_t i = 0; i + 1 < there.roots.size(); ++i) {
    EXPECT_LE(std::abs(there.roots[i].value), std::abs(there.roots[i + 1].value) * (1 + 1e-14));
  }
}

std::vector<std::complex<double>> gaussian_coefficients(int degree) {
  std::mt19937_64 generator(static_cast<std::uint64_t>(degree));
  std::normal_distribution<double> normal;
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  for (auto& x : a) x = {normal(generator), normal(generator)};
  return a;
}
polynomial gaussian(int degree, bool real) {
  const std::vector<std::complex<double>> a = gaussian_coefficients(degree);
  std::vector<double> re;
  for (const auto& x : a) re.push_back(x.real());
  return real ? polynomial::from_coefficients(re) : polynomial::from_coefficients(a);
}

// The first one: what a search has used stays with the process, up to a GiB, and would be enough for the next.
TEST_F(RootsDevice, TooLittleMemory) {
  const polynomial p = gaussian(60'000, true);
  // All but a few MiB, in blocks that get smaller.
  std::vector<void*> taken;
  for (std::size_t bytes = std::size_t{1} << 36; bytes >= std::size_t{1} << 23; bytes /= 2) {
    try {
      for (;;) taken.push_back(allocate_on_cuda(bytes));
    } catch (const error&) {
    }
  }
  roots_options options;
  try {
    options.on = parse_target("cuda");
    roots(p, options);
    ADD_FAILURE() << "there was enough memory";
  } catch (const error& e) {
    EXPECT_NE(std::string(e.what()).find("device memory"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("GiB"), std::string::npos) << e.what();
  }
  options.on = {};
  const roots_result found = roots(p, options);
  EXPECT_EQ(found.report.target.find("cpu"), 0U) << found.report.target;
  EXPECT_NE(found.report.target.find("device memory"), std::string::npos) << found.report.target;
  EXPECT_EQ(found.report.isolated, 60'000);
  for (void* const block : taken) free_on_cuda(block);
  // Nothing of that is left: no memory, and no error for the next launch to find.
  EXPECT_EQ(solved_on("cuda", p).report.isolated, 60'000);
}

TEST_F(RootsDevice, DenseComplex) {
  for (const int degree : {1500, 5000, 40'000}) expect_same(gaussian(degree, false), "complex");
}

TEST_F(RootsDevice, DenseReal) {
  for (const int degree : {1501, 5000, 40'000}) expect_same(gaussian(degree, true), "real");
}

TEST_F(RootsDevice, ZeroAndOne) {
  std::mt19937_64 generator(7);
  std::vector<double> a(20'001);
  for (double& x : a) x = static_cast<double>(generator() % 2);
  a.front() = a.back() = 1;
  expect_same(polynomial::from_coefficients(a), "0, 1");
}

TEST_F(RootsDevice, Sparse) {
  expect_same(polynomial::parse("x^30000+3*x^10000-2*x^19999-6"), "two circles");
  expect_same(polynomial::parse("x^5000-2*x^3+1"), "trinomial");
  expect_same(polynomial::parse("x^6000-x^1000+2"), "powers of x^1000");
  expect_same(polynomial::parse("x^5001-3*x^8"), "zero roots");
}

TEST_F(RootsDevice, WideRange) {
  // sum (k+1) binomial(n, k) x^k / 3^k and the like need exponents beyond double.
  std::vector<std::string> text;
  std::mt19937_64 generator(5);
  for (int k = 0; k <= 3000; ++k) {
    const double height = -0.5 * std::lgamma(k + 1.0) / std::log(10.0);
    text.push_back(std::to_string(static_cast<long long>(generator() % 2000001) - 1000000) + "e" +
                   std::to_string(static_cast<int>(height)));
  }
  expect_same(polynomial::from_decimal(text), "Weyl");
}

TEST_F(RootsDevice, ManyPasses) { expect_same(gaussian(700'000, false), "several passes for one ring"); }

// Degrees for which rings are searched in several waves: progress is told after each.
constexpr int degree_of_waves = 3'000'000;

roots_result stopped_after(const polynomial& p, std::size_t calls, std::vector<std::int64_t>& told) {
  std::atomic<bool> cancel{false};
  roots_options options;
  options.on = parse_target("cuda");
  options.method = roots_method::near_linear;
  options.cancel = &cancel;
  options.progress = [&](const roots_progress& now) {
    EXPECT_EQ(now.total, p.degree());
    told.push_back(now.settled);
    if (told.size() == calls) cancel = true;
  };
  if (calls == 0) cancel = true;
  return roots(p, options);
}

// |p / (z p')| in long double.
long double newton_step(const std::vector<std::complex<double>>& a, std::complex<double> z) {
  using wide = std::complex<long double>;
  const bool outside = std::abs(z) > 1;  // then the reversed polynomial at 1 / z
  const wide w = outside ? wide(1) / wide(z) : wide(z);
  wide p = 0, d = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    d = d * w + p;
    p = p * w + wide(outside ? a[k] : a[a.size() - 1 - k]);
  }
  return std::abs(p / (d * w));
}

TEST_F(RootsDevice, TellsOfProgress) {
  const polynomial p = gaussian(degree_of_waves, false);
  std::vector<std::int64_t> told;
  const roots_result found = stopped_after(p, 1'000'000, told);
  EXPECT_EQ(found.status, roots_status::complete);
  ASSERT_GT(told.size(), 1U);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_GT(told.front(), 0);
  EXPECT_LT(told.front(), told.back());
  EXPECT_LE(told.back(), p.degree());
}

TEST_F(RootsDevice, ReturnsWhatIsCertifiedWhenCancelled) {
  const std::vector<std::complex<double>> a = gaussian_coefficients(degree_of_waves);
  const polynomial p = polynomial::from_coefficients(a);
  std::vector<std::int64_t> told;
  const roots_result cut = stopped_after(p, 1, told);
  EXPECT_EQ(cut.status, roots_status::partial);
  EXPECT_EQ(cut.report.stopped_by, "cancelled");
  ASSERT_EQ(cut.roots.size(), static_cast<std::size_t>(p.degree()));
  EXPECT_GT(cut.report.isolated, told.front() / 2);
  EXPECT_LT(cut.report.isolated, p.degree());
  EXPECT_EQ(cut.report.isolated + cut.report.unproven, p.degree());

  // Certified discs are apart from each other, and each touches one disc of a run that finds all roots.
  std::vector<root> proven;
  for (const root& r : cut.roots) {
    if (r.status == root_status::isolated) proven.push_back(r);
  }
  EXPECT_EQ(static_cast<std::int64_t>(proven.size()), cut.report.isolated);
  std::vector<root> all = solved_on("cuda", p).roots;
  ASSERT_EQ(all.size(), static_cast<std::size_t>(p.degree()));
  const auto by_real_part = [](const root& x, const root& y) { return x.value.real() < y.value.real(); };
  std::sort(proven.begin(), proven.end(), by_real_part);
  std::sort(all.begin(), all.end(), by_real_part);
  const auto touch = [](const root& x, const root& y) { return std::abs(x.value - y.value) <= x.radius + y.radius; };
  std::size_t from = 0;
  for (std::size_t i = 0; i < proven.size(); ++i) {
    const root& x = proven[i];
    const double reach = 1e-12 * std::abs(x.value);
    for (std::size_t j = i + 1; j < proven.size() && proven[j].value.real() <= x.value.real() + reach; ++j)
      ASSERT_FALSE(touch(x, proven[j])) << x.value;
    while (from < all.size() && all[from].value.real() < x.value.real() - reach) ++from;
    int touched = 0;
    for (std::size_t k = from; k < all.size() && all[k].value.real() <= x.value.real() + reach; ++k)
      touched += touch(x, all[k]) ? 1 : 0;
    ASSERT_EQ(touched, 1) << x.value;
  }
  // By an independent path: what a step of Newton's iteration says.
  constexpr std::size_t samples = 12;
  for (std::size_t s = 0; s < samples; ++s) {
    const root& x = proven[s * (proven.size() - 1) / (samples - 1)];
    const double noise = 0x1p-60 * std::sqrt(static_cast<double>(p.degree()));
    EXPECT_LE(newton_step(a, x.value), x.radius / std::abs(x.value) + noise) << x.value;
  }
}

TEST_F(RootsDevice, CancelledBeforeItBegins) {
  const polynomial p = gaussian(3000, false);
  std::vector<std::int64_t> told;
  const roots_result cut = stopped_after(p, 0, told);
  EXPECT_EQ(cut.status, roots_status::partial);
  EXPECT_EQ(cut.report.stopped_by, "cancelled");
  EXPECT_EQ(cut.roots.size(), 3000U);
  EXPECT_EQ(cut.report.unproven, 3000);
}

TEST_F(RootsDevice, IllConditioned) {
  // Multiple roots are handed on to the CPU.
  std::vector<double> a = {1};
  for (int k = 0; k < 200; ++k) {
    a.push_back(0);
    for (std::size_t i = a.size() - 1; i > 0; --i) a[i] += (k % 2 == 0 ? 1 : -1) * a[i - 1];
  }
  const roots_result there = solved_on("cuda", polynomial::from_coefficients(a));
  std::int64_t count = 0;
  for (const root& r : there.roots) count += r.multiplicity;
  EXPECT_EQ(count, 200);
}

TEST_F(RootsDevice, Misuse) {
  const polynomial p = gaussian(100, false);
  roots_options options;
  options.on = parse_target("cuda:99");
  try {
    roots(p, options);
    FAIL();
  } catch (const error& e) {
    EXPECT_NE(std::string(e.what()).find("cuda:99"), std::string::npos) << e.what();
  }
  options.on = parse_target("cuda");
  options.uncertainty = 1e-10;
  EXPECT_THROW(roots(p, options), error);
}

// `auto` waits for no driver then.
TEST_F(RootsDevice, IsChosenForLowerDegreesOnceItIsAwake) {
  std::mt19937_64 generator(4);
  std::normal_distribution<double> normal;
  std::vector<double> a(2001);
  for (double& x : a) x = normal(generator);
  const polynomial p = polynomial::from_coefficients(a);
  solved_on("cuda", p);
  const roots_result found = roots(p);
  EXPECT_EQ(found.report.target.find("cuda:"), 0U) << found.report.target;
  EXPECT_EQ(found.report.isolated, 2000);
}

}  // namespace
}  // namespace vieta
