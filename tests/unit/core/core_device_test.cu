#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "oracles/device_array.cuh"
#include "unit/core/core_inputs.hpp"
#include "vieta/core/ball.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

static_assert(__cplusplus >= 202002L);

// The core gives the same bits on the device as on the host, when both have a fast fma.
namespace vieta {
namespace {

using test::device_array;

template <class T>
struct results {
  T sum, difference, product, quotient, root, mixed, least;
  complex<T> z;
};

template <class T>
VT_HD results<T> compute(const T& a, const T& b) {
  const complex<T> p{a, b}, q{b, a - b};
  return {a + b, a - b, a * b, a / b, sqrt(abs(a)), a * 3.0 - 1.0 / b, select(a < b, a, min(a, b)), p * q / (q + p)};
}

template <class T>
__global__ void compute_all(const T* a, const T* b, results<T>* r, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) r[i] = compute(a[i], b[i]);
}

// A product that goes straight into a transform: the compiler must not contract it.
__global__ void sum_after_product(const double* a, const double* b, rounded<double>* r, ball* s, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  r[i] = two_sum(rn_mul(a[i], b[i]), a[n - 1 - i]);
  const ball x{{a[i], b[i]}, 1e-3}, y{{b[i], -a[i]}, 1e-9};
  s[i] = x * y + x;
}

bool there_is_a_device() {
  int n = 0;
  return cudaGetDeviceCount(&n) == cudaSuccess && n > 0;
}

template <class T, class Draw>
void expect_the_bits_of_the_host(Draw&& draw) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  static_assert(has_fast_fma, "compile the host side with -mfma: without it the products differ in their last bits");
  constexpr int n = 100000;
  std::vector<T> a, b;
  for (int i = 0; i < n; ++i) {
    const auto [x, y] = draw();
    a.push_back(x), b.push_back(y);
  }
  device_array<T> da(a), db(b);
  device_array<results<T>> dr(static_cast<std::size_t>(n));
  compute_all<<<(n + 127) / 128, 128>>>(da.get(), db.get(), dr.get(), n);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto r = dr.copy();
  for (int i = 0; i < n; ++i) {
    const results<T> host = compute(a[static_cast<std::size_t>(i)], b[static_cast<std::size_t>(i)]);
    const auto& device = r[static_cast<std::size_t>(i)];
    ASSERT_TRUE(device.sum == host.sum);
    ASSERT_TRUE(device.difference == host.difference);
    ASSERT_TRUE(device.product == host.product);
    ASSERT_TRUE(device.quotient == host.quotient);
    ASSERT_TRUE(device.root == host.root);
    ASSERT_TRUE(device.mixed == host.mixed);
    ASSERT_TRUE(device.least == host.least);
    ASSERT_TRUE(device.z == host.z);
  }
}

TEST(core_device, double_double_has_the_bits_of_the_host) {
  test::numbers random(1);
  expect_the_bits_of_the_host<dd>([&] {
    const dd a = random.double_double(-100, 100);
    return std::pair(a, random.coin() ? random.cancelling(a) : random.double_double(-100, 100));
  });
}

TEST(core_device, quad_double_has_the_bits_of_the_host) {
  test::numbers random(2);
  expect_the_bits_of_the_host<qd>([&] {
    const qd a = random.quad_double(-100, 100);
    return std::pair(a, random.coin() ? random.cancelling(a) : random.quad_double(-100, 100));
  });
}

TEST(core_device, transforms_and_balls_are_not_contracted) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  test::numbers random(3);
  constexpr int n = 100000;
  std::vector<double> a, b;
  for (int i = 0; i < n; ++i) a.push_back(random.real(-30, 30)), b.push_back(random.real(-30, 30));
  device_array<double> da(a), db(b);
  device_array<rounded<double>> dr(static_cast<std::size_t>(n));
  device_array<ball> ds(static_cast<std::size_t>(n));
  sum_after_product<<<(n + 127) / 128, 128>>>(da.get(), db.get(), dr.get(), ds.get(), n);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto r = dr.copy();
  const auto s = ds.copy();
  for (std::size_t i = 0; i < n; ++i) {
    const auto expected = two_sum(a[i] * b[i], a[n - 1 - i]);
    ASSERT_EQ(r[i].value, expected.value);
    ASSERT_EQ(r[i].error, expected.error);
    // Contraction may move a centre by a rounding; the two balls hold one same number, so they meet.
    const ball x{{a[i], b[i]}, 1e-3}, y{{b[i], -a[i]}, 1e-9};
    ASSERT_FALSE(disjoint(s[i], x * y + x));
  }
}

}  // namespace
}  // namespace vieta
