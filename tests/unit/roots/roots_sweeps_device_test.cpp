// Sweeps of Ehrlich-Aberth and Durand-Kerner on a GPU: `roots` with them proves what it proves with those on the CPU.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/cuda_sweeps/device_sweeps.hpp"
#include "roots/sweep/iteration.hpp"
#include "roots/sweep/newton_polygon.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

class SweepsDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_devices().empty()) return;
    if (std::getenv("VIETA_EXPECT_GPU") != nullptr) FAIL() << "no CUDA device found, but VIETA_EXPECT_GPU is set";
    GTEST_SKIP() << "no CUDA device";
  }
};

polynomial gaussian(std::size_t degree) {
  std::mt19937_64 g(degree);
  std::normal_distribution<double> normal;
  std::vector<std::complex<double>> a(degree + 1);
  for (auto& x : a) x = {normal(g), normal(g)};
  return polynomial::from_coefficients(a);
}

void expect_same(const polynomial& p, roots_method method = roots_method::ehrlich_aberth) {
  roots_options options;
  options.method = method;
  options.on.place = where::cpu;
  const roots_result here = roots(p, options);
  options.on.place = where::cuda;
  const roots_result there = roots(p, options);
  EXPECT_EQ(there.report.target.find("cuda:"), 0U) << there.report.target;
  EXPECT_EQ(there.report.method, here.report.method);
  EXPECT_EQ(there.status, here.status);
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

TEST_F(SweepsDevice, Dense) {
  for (const std::size_t degree : {1UL, 33UL, 500UL, 3000UL}) expect_same(gaussian(degree));
}
TEST_F(SweepsDevice, Sparse) { expect_same(polynomial::parse("(x^1001 - 2)*(x^700 + 3*x + 1)")); }
TEST_F(SweepsDevice, DurandKerner) { expect_same(gaussian(100), roots_method::durand_kerner); }
TEST_F(SweepsDevice, ModuliOfManyFrames) {
  expect_same(polynomial::parse("(x^20-1e-60)*(x^20-3e-2)*(x^20+1e40)*(x^9-1e90)*(x-1e-150)"));
}
TEST_F(SweepsDevice, ClustersGoToTheCertificateAsEver) { expect_same(polynomial::parse("(x-1)^3*(x^7-2)*(x+1/3)^2")); }
TEST_F(SweepsDevice, SameAnswerTwice) {
  const coefficients a = make_coefficients(gaussian(2500));
  node_set first = starting_points(newton_polygon(a)), second = first;
  sweeps::sweep_on_cuda(first, a, {}, {});
  sweeps::sweep_on_cuda(second, a, {}, {});
  for (std::size_t i = 0; i < first.size(); ++i) ASSERT_EQ(first.leading(i), second.leading(i)) << i;
}
TEST_F(SweepsDevice, SeveralDevicesMoveTheNodesAsOne) {
  const int count = static_cast<int>(cuda_devices().size());
  if (count < 2) GTEST_SKIP() << "there are fewer than two CUDA devices";
  target all;
  all.place = where::cuda;
  for (int device = 0; device < count; ++device) all.devices.push_back(device);
  const coefficients a = make_coefficients(gaussian(20000));
  node_set one = starting_points(newton_polygon(a)), several = one;
  sweeps::sweep_on_cuda(one, a, {}, {});
  EXPECT_EQ(sweeps::sweep_on_cuda(several, a, {}, all).left, 0);
  for (std::size_t i = 0; i < one.size(); ++i) ASSERT_EQ(one.leading(i), several.leading(i)) << i;
}
TEST_F(SweepsDevice, TellsOfProgressAndCanBeCancelled) {
  const polynomial p = gaussian(3000);
  std::atomic<bool> cancel{false};
  int calls = 0;
  roots_options options;
  options.method = roots_method::ehrlich_aberth;
  options.on.place = where::cuda;
  options.cancel = &cancel;
  options.progress = [&](const roots_progress& now) {
    EXPECT_EQ(now.total, 3000);
    cancel = ++calls == 3;
  };
  const roots_result cut = roots(p, options);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(cut.report.sweeps, 3);
  EXPECT_EQ(cut.status, roots_status::partial);
  EXPECT_EQ(cut.report.stopped_by, "cancelled");
  EXPECT_EQ(cut.report.unproven, 3000);
}
TEST_F(SweepsDevice, NoSuchDevice) {
  roots_options options;
  options.method = roots_method::ehrlich_aberth;
  options.on = {.place = where::cuda, .device = 77};
  EXPECT_THROW(roots(gaussian(20), options), error);
}

}  // namespace
}  // namespace vieta
