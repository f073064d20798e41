#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_cases.hpp"
#include "oracles/real_roots/real_roots_on_device.cuh"
#include "unit/base/small_tests.hpp"
#include "vieta/error.hpp"

static_assert(__cplusplus >= 202002L);

// real_roots on a CUDA device: the table of hard cases, and the CPU's answers.
namespace vieta::test {
namespace {

template <class T>
class RealRootsDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsDevice, Scalars);

TYPED_TEST(RealRootsDevice, HardCases) {
  using T = TypeParam;
  for (const real_roots_case& c : real_roots_cases()) {
    if (!applies<T>(c)) continue;
    std::vector<T> row, rows;
    for (const double x : c.coefficients) row.push_back(static_cast<T>(x));
    for (int copy = 0; copy < 37; ++copy) rows.insert(rows.end(), row.begin(), row.end());
    for (const real_roots_method method : all_methods) {
      for (const coefficient_order order : both_orders) {
        real_roots_options<T> options;
        options.method = method;
        const auto found = solve<T>(rows, row.size() - 1, {static_cast<T>(c.lo), static_cast<T>(c.hi)}, options, order);
        EXPECT_EQ(mismatch<T>(c, found.listed(0)), "") << "method " << static_cast<int>(method);
        EXPECT_EQ(mismatch<T>(c, found.listed(36)), "") << "method " << static_cast<int>(method);
      }
    }
  }
}

// Roots of random coefficients are far from each other and from touches: the backends agree to the tolerance.
TYPED_TEST(RealRootsDevice, AgreesWithTheCpu) {
  using T = TypeParam;
  constexpr T inf = std::numeric_limits<T>::infinity();
  const real_interval<T> intervals[] = {{-1, 1}, {0, 1}, {T(0.3), 2}, {-2, T(-0.25)}, {-7, 11}, {-inf, inf}, {1, inf}};
  const T tolerance = sizeof(T) == 4 ? T(1e-5) : T(1e-9);
  for (const std::size_t degree : {1, 2, 3, 4, 5, 7, 8, 10, 13, 16, 18, 21, 24, 29, 32, 40, 64}) {
    for (const real_interval<T>& interval : intervals) {
      const std::vector<T> rows = random_rows<T>(degree, 1000, false, interval, static_cast<unsigned>(degree));
      real_roots_options<T> options;
      options.absolute_tolerance = tolerance;
      options.on.place = where::cpu;
      const auto cpu = real_roots(
          polynomial_batch<T>{rows.data(), rows.size() / (degree + 1), static_cast<int>(degree)}, interval, options);
      for (const coefficient_order order : both_orders) {
        const auto gpu = solve<T>(rows, degree, interval, options, order);
        int different = 0;
        for (std::size_t i = 0; i < cpu.count; ++i) {
          if (gpu.counts[i] != cpu.counts[i]) {
            ++different;
            continue;
          }
          for (std::size_t k = 0; k < cpu.counts[i]; ++k) {
            const T x = cpu.values[i * degree + k], y = gpu.roots[i * degree + k];
            if (!(std::abs(x - y) <= 3 * tolerance + std::abs(x) * 64 * std::numeric_limits<T>::epsilon())) ++different;
          }
        }
        // A root at an end of the interval or a near touch may fall to either side.
        EXPECT_LE(different, 1) << "degree " << degree << ", [" << interval.lo << ", " << interval.hi << "]";
      }
    }
  }
}

// All roots inside, from one to the other extreme of the lists: nothing lost where double leaves no doubt.
TEST(RealRootsDeviceDense, AllRootsInDouble) {
  if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  for (const std::size_t degree : {2, 3, 5, 8, 12}) {
    constexpr std::size_t count = 20000;
    const auto rows = random_rows<double>(degree, count, true, {-1, 1}, 5);
    const auto found = solve<double>(rows, degree, {-1, 1}, {}, coefficient_order::columns);
    std::size_t roots = 0;
    for (const std::uint8_t n : found.counts) roots += n;
    EXPECT_GE(static_cast<double>(roots), 0.9999 * static_cast<double>(count * degree)) << "degree " << degree;
  }
}

// A NaN neither changes its neighbours nor holds them up.
TYPED_TEST(RealRootsDevice, PoisonStaysWhereItIs) {
  using T = TypeParam;
  constexpr std::size_t degree = 9, width = degree + 1, count = 5000;
  const auto clean = random_rows<T>(degree, count, true, {-1, 1}, 9);
  auto poisoned = clean;
  for (std::size_t i = 0; i < count; i += 3) {
    poisoned[i * width + i % width] = i % 2 ? std::numeric_limits<T>::quiet_NaN() : std::numeric_limits<T>::infinity();
  }
  const auto a = solve<T>(clean, degree, {-1, 1}, {}, coefficient_order::columns);
  const auto b = solve<T>(poisoned, degree, {-1, 1}, {}, coefficient_order::columns);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 3 == 0) {
      EXPECT_EQ(b.statuses[i], real_roots_status::bad_input);
      EXPECT_EQ(b.counts[i], 0);
      continue;
    }
    EXPECT_EQ(a.statuses[i], b.statuses[i]);
    ASSERT_EQ(a.counts[i], b.counts[i]);
    for (std::size_t k = 0; k < a.counts[i]; ++k) EXPECT_EQ(a.roots[i * degree + k], b.roots[i * degree + k]);
  }
}

// More than the warps are dealt in turn: each copy has the bits of the first.
TYPED_TEST(RealRootsDevice, ManyAreAllSolvedOnce) {
  using T = TypeParam;
  if (small_tests()) GTEST_SKIP() << "too many for a sanitizer";
  constexpr std::size_t count = std::size_t{1} << 20, different = 4099;
  for (const std::size_t degree : {6, 10, 18}) {
    const auto few = random_rows<T>(degree, different, false, {-1, 1}, static_cast<unsigned>(degree));
    const std::vector<T> rows = repeated(few, degree, count);
    const auto found = solve<T>(rows, degree, {-1, 1}, {}, coefficient_order::columns);
    const auto expected = solve<T>(few, degree, {-1, 1}, {}, coefficient_order::columns);
    ASSERT_NO_FATAL_FAILURE(expect_copies(found, expected));
  }
}

// Coefficients of any size: no step of the warps may square them.
TYPED_TEST(RealRootsDevice, PowersOfTwoChangeNothing) {
  using T = TypeParam;
  constexpr int most = sizeof(T) == 4 ? 80 : 600;
  for (const std::size_t degree : {2, 3, 4, 5, 6, 8, 10, 13, 18, 24}) {
    constexpr std::size_t count = 2000;
    const auto plain = random_rows<T>(degree, count, false, {-1, 1}, static_cast<unsigned>(degree));
    const auto expected = solve<T>(plain, degree, {-1, 1}, {}, coefficient_order::columns);
    for (const int power : {-most * 3 / 4, most}) {
      std::vector<T> rows = plain;
      for (T& x : rows) x = std::ldexp(x, power);
      const auto found = solve<T>(rows, degree, {-1, 1}, {}, coefficient_order::columns);
      ASSERT_EQ(found.counts, expected.counts) << "degree " << degree << ", times 2^" << power;
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < expected.counts[i]; ++k)
          ASSERT_EQ(found.roots[i * degree + k], expected.roots[i * degree + k])
              << "degree " << degree << ", times 2^" << power;
      }
    }
  }
}

TYPED_TEST(RealRootsDevice, OnAStreamWithScratchMemory) {
  using T = TypeParam;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  const auto rows = random_rows<T>(6, 3000, false, {-1, 1}, 4);
  const auto a = solve<T>(rows, 6, {-1, 1}, {}, coefficient_order::rows, stream);
  const auto b = solve<T>(rows, 6, {-1, 1}, {}, coefficient_order::rows);
  EXPECT_EQ(a.counts, b.counts);
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

TYPED_TEST(RealRootsDevice, FromTheHost) {
  using T = TypeParam;
  for (const coefficient_order order : both_orders) {
    constexpr std::size_t degree = 7, count = 100000;
    const auto a = random_rows<T>(degree, count, false, {-1, 1}, 6);  // read as rows or as columns
    const polynomial_batch<T> batch{a.data(), count, static_cast<int>(degree), order, 0};
    real_roots_options<T> options;
    options.on.place = where::cuda;
    const auto gpu = real_roots(batch, {-1, 1}, options);
    EXPECT_EQ(gpu.report.target.substr(0, 7), "cuda:0 ");
    options.on.place = where::cpu;
    const auto cpu = real_roots(batch, {-1, 1}, options);
    EXPECT_NEAR(static_cast<double>(gpu.report.roots), static_cast<double>(cpu.report.roots), 3);
  }
}

TYPED_TEST(RealRootsDevice, ConstantsAndNothing) {
  using T = TypeParam;
  const std::vector<T> rows = {T(1), T(0), std::numeric_limits<T>::quiet_NaN()};
  const auto found = solve<T>(rows, 0, {-1, 1}, {}, coefficient_order::rows);
  EXPECT_EQ(found.statuses[0], real_roots_status::ok);
  EXPECT_EQ(found.statuses[1], real_roots_status::zero_polynomial);
  EXPECT_EQ(found.statuses[2], real_roots_status::bad_input);
  real_roots_cuda(polynomial_batch<T>{nullptr, 0, 3}, {-1, 1}, real_roots_output<T>{});
}

// Among polynomials of every degree: the one that vanishes, constants, and those with a root at 0.
TYPED_TEST(RealRootsDevice, ZerosAmongOthers) {
  using T = TypeParam;
  const std::size_t count = small_tests() ? 70 : 500;
  for (std::size_t degree = 1; degree <= 24; degree += small_tests() ? 5 : 1) {
    const std::size_t row = degree + 1;
    std::vector<T> rows = random_rows<T>(degree, count, false, {-1, 1}, static_cast<unsigned>(degree));
    for (std::size_t i = 0; i < count; i += 3) {
      T* const a = &rows[i * row];
      if (i / 3 % 3 == 0) std::fill_n(a, row, i % 2 == 0 ? T(0) : T(-0.0));
      if (i / 3 % 3 == 1) std::fill_n(a + 1, degree, T(0));
      if (i / 3 % 3 == 2) a[0] = 0;
    }
    for (const real_interval<T>& interval :
         {real_interval<T>{-1, 1}, real_interval<T>{0, 1}, real_interval<T>{-3, 100}, real_interval<T>{0, 7000}}) {
      SCOPED_TRACE(testing::Message() << "degree " << degree << ", [" << interval.lo << ", " << interval.hi << "]");
      const auto found = solve<T>(rows, degree, interval, {}, coefficient_order::columns);
      for (std::size_t i = 0; i < count; i += 3) {
        const T* const roots = &found.roots[i * degree];
        if (i / 3 % 3 == 0) EXPECT_EQ(found.statuses[i], real_roots_status::zero_polynomial) << "polynomial " << i;
        if (i / 3 % 3 == 1) EXPECT_EQ(found.statuses[i], real_roots_status::ok) << "polynomial " << i;
        if (i / 3 % 3 == 2)
          EXPECT_EQ(std::count(roots, roots + found.counts[i], T(0)), 1) << "polynomial " << i;
        else
          EXPECT_EQ(found.counts[i], 0) << "polynomial " << i;
      }
    }
  }
}

TEST(RealRootsDeviceMisuse, IsToldApart) {
  float x = 0;
  std::uint8_t n = 0;
  real_roots_status s{};
  EXPECT_THROW(real_roots_cuda(polynomial_batch<float>{nullptr, 1, 3}, {-1, 1}, {&x, &n, &s}), error);
  EXPECT_THROW(real_roots_cuda(polynomial_batch<float>{&x, 1, 65}, {-1, 1}, {&x, &n, &s}), error);
  EXPECT_THROW(real_roots_cuda(polynomial_batch<float>{&x, 1, 3}, {-1, 1}, {nullptr, &n, &s}), error);
  real_roots_options<float> options;
  options.absolute_tolerance = -1;
  EXPECT_THROW(real_roots_cuda(polynomial_batch<float>{&x, 1, 3}, {-1, 1}, {&x, &n, &s}, options), error);
}

}  // namespace
}  // namespace vieta::test
