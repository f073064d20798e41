// The ladder's work on a GPU beside that of the CPU: values in fixed point, products of differences, sums of the
// secular equation, and the proven discs of ill-conditioned polynomials.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <numeric>

#include "oracles/roots/families.hpp"
#include "roots/cuda/ladder_device.hpp"
#include "roots/fixed_point/residuals.hpp"
#include "roots/sweep/weierstrass.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

using test::random_numbers;

class LadderDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_devices().empty()) return;
    if (std::getenv("VIETA_EXPECT_GPU") != nullptr) FAIL() << "no CUDA device found, but VIETA_EXPECT_GPU is set";
    GTEST_SKIP() << "no CUDA device";
  }
};

/// Those in which the ladder climbs beyond quad-double.
class LadderDeviceWithArb : public LadderDevice {
 protected:
  void SetUp() override {
    LadderDevice::SetUp();
#ifndef VIETA_HAVE_ARB
    if (!IsSkipped()) GTEST_SKIP() << "this build has no Arb";
#endif
  }
};

node_set random_nodes(std::size_t count, double least, double most, std::uint64_t seed) {
  random_numbers random(seed);
  node_set nodes;
  for (std::size_t k = 0; k < count; ++k) {
    const double size = least * std::pow(most / least, random.uniform());
    const std::complex<double> z = std::polar(size, 6.283185307179586 * random.uniform());
    nodes.push_back({k % 5 == 0 ? std::complex<double>(z.real(), 0.0) : z, 0});
  }
  return nodes;
}

polynomial complex_integers(int degree) {
  std::vector<std::string> re, im;
  random_numbers random(5);
  for (int k = 0; k <= degree; ++k) {
    re.push_back(std::to_string(static_cast<std::int64_t>(random.bits() >> 2)) +
                 std::string(static_cast<std::size_t>(k), '7'));
    im.push_back("-" + std::to_string(static_cast<std::int64_t>(random.bits() >> 2)));
  }
  return polynomial::from_decimal(re, im);
}

TEST_F(LadderDeviceWithArb, ValuesAreThoseOfTheHost) {
  ladder_device device(target{.place = where::cuda});
  const roots_options options;
  const session context{options, kernels(detect_isa()), 4};
  const struct {
    polynomial p;
    double least, most;
  } cases[] = {{test::chebyshev(700), 0.1, 1.1},
               {test::mandelbrot(9), 0.3, 2.0},
               {test::wilkinson(600), 0.5, 700},
               {complex_integers(550), 0.05, 2},
               {test::exponential_sum(600), 100, 600}};
  for (const auto& c : cases) {
    const node_set asked = random_nodes(2000, c.least, c.most, 3);
    std::vector<std::uint32_t> all(asked.size());
    std::iota(all.begin(), all.end(), 0u);
    std::vector<int> bits;
    for (std::size_t k = 0; k < all.size(); ++k) bits.push_back(200 + static_cast<int>(k) * 4);
    node_set here = asked, there = asked;
    std::vector<short_value> by_host, by_device;
    short_node_values(c.p).evaluate(here, all, bits, by_host, context);
    short_node_values(c.p).evaluate(there, all, bits, by_device, context, &device);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const short_value &x = by_host[k], &y = by_device[k];
      ASSERT_TRUE(std::isfinite(y.error));
      const scaled_complex value{y.value, y.exponent}, error{{y.error, 0}, y.exponent};
      ASSERT_LE(std::abs(x.value - value.in_frame(x.exponent)), x.error + error.in_frame(x.exponent).real()) << k;
      ASSERT_GE(y.bits, bits[k]);
    }
  }
}

TEST_F(LadderDevice, ProductsAreThoseOfTheHost) {
  ladder_device device(target{.place = where::cuda});
  const roots_options options;
  const session context{options, kernels(detect_isa()), 1};
  node_set nodes = random_nodes(1500, 1e-3, 1e3, 4);
  for (std::size_t k = 1; k < 900; k += 3) {  // pairs that agree to many bits
    nodes.set(k,
              {nodes.mantissa[k - 1].re + qd(0x1p-60), nodes.mantissa[k - 1].im + qd(0x1p-55 * static_cast<double>(k))},
              nodes.exponent[k - 1]);
  }
  nodes.push_back({{1, 1}, 500});  // a band of its own
  std::vector<std::uint32_t> all(nodes.size());
  std::iota(all.begin(), all.end(), 0u);
  const auto here = difference_products(nodes, all, context), there = difference_products(nodes, all, context, &device),
             again = difference_products(nodes, all, context, &device);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::complex<double> quotient = (there[k] / here[k]).in_frame(0);
    EXPECT_LE(std::abs(quotient - 1.0), 2 * product_error(nodes.size())) << k;
    EXPECT_EQ(there[k].value, again[k].value);
    EXPECT_EQ(there[k].exponent, again[k].exponent);
  }
}

// Both find and prove all roots, and each disc of one meets one of the other.
void expect_same(const polynomial& p, int digits = 15) {
  roots_options options;
  options.method = roots_method::ehrlich_aberth;
  options.digits = digits;
  options.on.place = where::cpu;
  const roots_result here = roots(p, options);
  options.on.place = where::cuda;
  const roots_result there = roots(p, options);
  EXPECT_EQ(there.report.target.find("cuda:"), 0U) << there.report.target;
  EXPECT_EQ(there.status, roots_status::complete);
  ASSERT_EQ(there.roots.size(), here.roots.size());
  std::vector<char> touched(here.roots.size(), 0);
  for (const root& x : there.roots) {
    int found = 0;
    for (std::size_t k = 0; k < here.roots.size(); ++k) {
      if (std::abs(here.roots[k].value - x.value) > here.roots[k].radius + x.radius) continue;
      ++found;
      EXPECT_EQ(touched[k], 0);
      touched[k] = 1;
    }
    EXPECT_EQ(found, 1);
  }
}

TEST_F(LadderDeviceWithArb, Mandelbrot1023) { expect_same(test::mandelbrot(10)); }
TEST_F(LadderDeviceWithArb, Chebyshev700) { expect_same(test::chebyshev(700)); }
TEST_F(LadderDeviceWithArb, Wilkinson520) { expect_same(test::wilkinson(520)); }
TEST_F(LadderDeviceWithArb, Exponential600) { expect_same(test::exponential_sum(600), 40); }
TEST_F(LadderDevice, ComplexCoefficients) { expect_same(complex_integers(550)); }

}  // namespace
}  // namespace vieta
