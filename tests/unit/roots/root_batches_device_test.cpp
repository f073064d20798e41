// Batches for `roots` on a CUDA device: the discs of the CPU, for every degree, order and bad input.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "vieta/root_batches.hpp"

namespace vieta {
namespace {

using number = std::complex<double>;

root_batch_options on(where place, int digits = 15) {
  root_batch_options options;
  options.digits = digits;
  options.on.place = place;
  return options;
}

template <class T>
std::vector<T> random_rows(int degree, std::size_t count) {
  std::mt19937_64 generator(static_cast<std::uint64_t>(degree));
  std::normal_distribution<double> normal;
  std::vector<T> a(count * (static_cast<std::size_t>(degree) + 1));
  for (T& x : a) {
    if constexpr (std::is_same_v<T, double>)
      x = normal(generator);
    else
      x = {normal(generator), normal(generator)};
  }
  return a;
}

void expect_same(const root_batch_result& found, const root_batch_result& expected) {
  for (std::size_t i = 0; i < expected.count; ++i) {
    ASSERT_EQ(found.statuses[i], expected.statuses[i]) << i;
    ASSERT_EQ(found.counts[i], expected.counts[i]) << i;
    const std::size_t begin = i * static_cast<std::size_t>(expected.degree);
    for (std::size_t k = begin; k < begin + static_cast<std::size_t>(expected.degree); ++k) {
      ASSERT_EQ(found.root_statuses[k], expected.root_statuses[k]) << i;
      if (expected.root_statuses[k] == batch_root_status::none) {
        ASSERT_TRUE(std::isnan(found.radii[k]));
        continue;
      }
      ASSERT_LE(std::abs(found.values[k] - expected.values[k]), (found.radii[k] + expected.radii[k]) * (1 + 1e-12))
          << "row " << i << " of degree " << expected.degree;
      ASSERT_EQ(found.values[k].imag() == 0, expected.values[k].imag() == 0);
    }
  }
}

class RootBatchesOnCuda : public testing::Test {
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device";
  }
};

TEST_F(RootBatchesOnCuda, EveryDegree) {
  for (int degree = 0; degree <= 64; ++degree) {
    const auto real = random_rows<double>(degree, 203);
    const polynomial_batch<double> a{real.data(), 203, degree};
    expect_same(roots(a, on(where::cuda)), roots(a, on(where::cpu)));
    const auto complex = random_rows<number>(degree, 101);
    const polynomial_batch<number> b{complex.data(), 101, degree};
    expect_same(roots(b, on(where::cuda)), roots(b, on(where::cpu)));
  }
}

TEST_F(RootBatchesOnCuda, LowerDegreesZerosAndBadRows) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const int degree : {1, 2, 5, 16, 31, 40}) {
    auto a = random_rows<double>(degree, 600);
    const std::size_t size = static_cast<std::size_t>(degree) + 1;
    for (std::size_t i = 0; i < 600; ++i) {
      double* const row = a.data() + i * size;
      for (std::size_t k = 0; k < size; ++k) {
        if (i % 6 == 0 && k < i % size) row[k] = 0;      // zero roots
        if (i % 6 == 1 && k > i % size) row[k] = 0;      // lower degrees
        if (i % 6 == 2) row[k] = k == i % size ? 2 : 0;  // monomials
        if (i % 6 == 3) row[k] = i % 4 == 3 ? 0 : row[k] * std::ldexp(1.0, static_cast<int>(i) - 300);
        if (i % 60 == 4 && k == i % size) row[k] = nan;
      }
    }
    const polynomial_batch<double> batch{a.data(), 600, degree};
    expect_same(roots(batch, on(where::cuda)), roots(batch, on(where::cpu)));
  }
}

TEST_F(RootBatchesOnCuda, MultipleRootsAreSolvedOnTheCpu) {
  const std::vector<double> a = {1, -4, 6, -4, 1, 1, 0, 2, 0, 1, 24, -50, 35, -10, 1};  // (x-1)^4, (x^2+1)^2, 1 to 4
  const polynomial_batch<double> batch{a.data(), 3, 4};
  const root_batch_result found = roots(batch, on(where::cuda));
  expect_same(found, roots(batch, on(where::cpu)));
  EXPECT_EQ(found.report.one_by_one, 2U);
#ifdef VIETA_HAVE_ARB  // the proof of multiple roots may need any number of digits
  EXPECT_EQ(found.report.complete, 3U);
#endif
}

TEST_F(RootBatchesOnCuda, Columns) {
  constexpr std::size_t count = 3000, size = 8;
  const auto a = random_rows<double>(7, count);
  std::vector<double> columns(size * count);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < size; ++k) columns[k * count + i] = a[i * size + k];
  std::vector<number> values(7 * count);
  std::vector<double> radii(7 * count);
  std::vector<std::uint8_t> counts(count);
  std::vector<root_batch_status> statuses(count);
  roots_into(polynomial_batch<double>{columns.data(), count, 7, coefficient_order::columns},
             {values.data(), radii.data(), nullptr, counts.data(), statuses.data()}, on(where::cuda));
  const root_batch_result expected = roots(polynomial_batch<double>{a.data(), count, 7}, on(where::cuda));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < 7; ++k) ASSERT_EQ(values[k * count + i], expected.values[i * 7 + k]);
}

}  // namespace
}  // namespace vieta
