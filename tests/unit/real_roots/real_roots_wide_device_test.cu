// Intervals without an end, and wide ones, on a CUDA device: the CPU's answers, whatever the coefficients are, and
// answers that depend on the polynomial alone.
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_on_device.cuh"
#include "unit/base/small_tests.hpp"

static_assert(__cplusplus >= 202002L);

namespace vieta::test {
namespace {

template <class T>
class RealRootsWideOnDevice : public testing::Test {
 protected:
  static constexpr T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();

  static std::vector<real_interval<T>> intervals() {
    return {{-inf, inf},    {0, inf},        {-inf, 0}, {T(0.5), inf},
            {T(-0.3), inf}, {-inf, T(0.25)}, {0, 7000}, {-20000, 30000}};
  }

  void SetUp() override {
    if (!there_is_a_device()) GTEST_SKIP() << "no CUDA device";
  }

  static real_roots_result<T> on_cpu(const std::vector<T>& rows, std::size_t degree, real_interval<T> interval,
                                     real_roots_options<T> options) {
    options.on.place = where::cpu;
    return real_roots(polynomial_batch<T>{rows.data(), rows.size() / (degree + 1), static_cast<int>(degree)}, interval,
                      options);
  }

  /// Kernels look for clusters among touches alone.
  static bool same_status(real_roots_status gpu, const real_roots_result<T>& cpu, std::size_t i) {
    if (gpu == cpu.statuses[i]) return true;
    if (cpu.statuses[i] != real_roots_status::clustered) return false;
    return gpu == (cpu.touching[i] != 0 ? real_roots_status::touching : real_roots_status::ok);
  }

  /// How many polynomials have another number of roots than on the CPU, another status, or roots that are not nearly
  /// the same.
  static int count_different(const answers<T>& gpu, const real_roots_result<T>& cpu) {
    int different = 0;
    for (std::size_t i = 0; i < cpu.count; ++i) {
      bool same = gpu.counts[i] == cpu.counts[i] && same_status(gpu.statuses[i], cpu, i);
      for (std::size_t k = 0; same && k < cpu.counts[i]; ++k) {
        const T x = cpu.values[i * cpu.degree + k], y = gpu.roots[i * gpu.degree + k];
        same = std::abs(x - y) <= 1024 * std::numeric_limits<T>::epsilon() * std::abs(x);
      }
      different += !same;
    }
    return different;
  }

  /// The same bits, after multiplication by 2^power(i).
  template <class F>
  static void expect_moved(const answers<T>& found, const answers<T>& expected, F&& power) {
    for (std::size_t i = 0; i < found.counts.size(); ++i) {
      ASSERT_EQ(found.counts[i], expected.counts[i]) << "polynomial " << i;
      EXPECT_EQ(found.statuses[i], expected.statuses[i]) << "polynomial " << i;
      EXPECT_EQ(found.touching[i], expected.touching[i]) << "polynomial " << i;
      for (std::size_t k = 0; k < found.counts[i]; ++k) {
        const std::size_t at = i * found.degree + k;
        EXPECT_EQ(found.roots[at], std::ldexp(expected.roots[at], power(i))) << "polynomial " << i;
      }
    }
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsWideOnDevice, Scalars);

TYPED_TEST(RealRootsWideOnDevice, AgreesWithTheCpu) {
  using T = TypeParam;
  const std::size_t count = small_tests() ? 70 : 2000;
  for (std::size_t degree = 1; degree <= 24; degree += small_tests() ? 5 : 1) {
    const std::vector<T> rows = random_rows<T>(degree, count, false, {-1, 1}, static_cast<unsigned>(degree));
    for (const real_interval<T>& interval : this->intervals()) {
      for (const real_roots_method method : all_methods) {
        SCOPED_TRACE(testing::Message() << "degree " << degree << ", [" << interval.lo << ", " << interval.hi
                                        << "], method " << static_cast<int>(method));
        real_roots_options<T> options;
        options.method = method;
        const auto columns = solve<T>(rows, degree, interval, options, coefficient_order::columns);
        this->expect_moved(solve<T>(rows, degree, interval, options, coefficient_order::rows), columns,
                           [](std::size_t) { return 0; });
        // Near touches and roots that are badly conditioned may fall to either side.
        EXPECT_LE(this->count_different(columns, this->on_cpu(rows, degree, interval, options)),
                  static_cast<int>(1 + count / 500));
      }
    }
  }
}

// All roots real, some beyond the ends. In float the coefficients of some are rounded so that a pair is none, or looks
// like a touch. The device is to be as right as the CPU's careful path, by the roots of the same coefficients in
// double: what it calls ok, and all in all.
TYPED_TEST(RealRootsWideOnDevice, AllRootsReal) {
  using T = TypeParam;
  const std::size_t count = small_tests() ? 70 : 2000;
  real_roots_options<T> careful;
  careful.method = real_roots_method::derivatives;
  for (const std::size_t degree : {2, 3, 4, 5, 6, 8}) {
    const std::vector<T> rows = random_rows<T>(degree, count, true, {-3, 5}, static_cast<unsigned>(degree));
    const std::vector<double> exact(rows.begin(), rows.end());
    std::vector<real_interval<T>> intervals = this->intervals();
    intervals.push_back({-10, 10});  // no wide one
    for (const real_interval<T>& interval : intervals) {
      real_roots_options<double> in_double;
      in_double.on.place = where::cpu;
      const auto right = real_roots(polynomial_batch<double>{exact.data(), count, static_cast<int>(degree)},
                                    real_interval<double>{interval.lo, interval.hi}, in_double);
      struct {
        int wrong = 0, wrong_but_ok = 0;
      } gpu, cpu;
      const auto compare = [&](const auto& answer, auto& sums) {
        for (std::size_t i = 0; i < count; ++i) {
          const bool wrong = answer.counts[i] != right.counts[i];
          sums.wrong += wrong;
          sums.wrong_but_ok += wrong && answer.statuses[i] == real_roots_status::ok;
        }
      };
      compare(solve<T>(rows, degree, interval, {}, coefficient_order::columns), gpu);
      compare(this->on_cpu(rows, degree, interval, careful), cpu);
      SCOPED_TRACE(testing::Message() << "degree " << degree << ", [" << interval.lo << ", " << interval.hi << "]");
      EXPECT_LE(gpu.wrong, 3 * cpu.wrong / 2 + 4);
      EXPECT_LE(gpu.wrong_but_ok, 3 * cpu.wrong_but_ok / 2 + 4);
    }
  }
}

// Each polynomial has a scale of its own: p(2^-s x) 2^t has the roots of p times 2^s, to the last bit.
TYPED_TEST(RealRootsWideOnDevice, PowersOfTwoMoveRoots) {
  using T = TypeParam;
  constexpr T inf = std::numeric_limits<T>::infinity();
  const std::size_t count = small_tests() ? 70 : 2000;
  const auto shift = [](std::size_t i) { return static_cast<int>(i % 7) - 3; };
  for (const std::size_t degree : {1, 2, 3, 4, 5, 6, 10, 18, 24}) {
    std::vector<T> rows = random_rows<T>(degree, count, false, {-1, 1}, static_cast<unsigned>(degree));
    for (T& x : rows) x = std::copysign(T(0.5) + std::abs(x) / 2, x);  // all fit: the careful path has bits of its own
    for (const int size : sizeof(T) == 4 ? std::vector<int>{-30, 0, 40} : std::vector<int>{-700, 0, 700}) {
      std::vector<T> moved = rows;
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k <= degree; ++k) {
          T& a = moved[i * (degree + 1) + k];
          a = std::ldexp(a, size - shift(i) * static_cast<int>(k));
        }
      }
      for (const real_interval<T>& interval :
           {real_interval<T>{-inf, inf}, real_interval<T>{0, inf}, real_interval<T>{-inf, 0}}) {
        SCOPED_TRACE(testing::Message() << "degree " << degree << ", times 2^" << size);
        this->expect_moved(solve<T>(moved, degree, interval, {}, coefficient_order::columns),
                           solve<T>(rows, degree, interval, {}, coefficient_order::columns), shift);
      }
    }
  }
}

// What no kernel takes has the CPU's answers, and its neighbours have the bits that they have without it.
TYPED_TEST(RealRootsWideOnDevice, WhatDoesNotFitIsSolvedAsOnTheCpu) {
  using T = TypeParam;
  const T huge = std::numeric_limits<T>::max(), tiny = std::numeric_limits<T>::denorm_min();
  const T poisons[] = {this->nan, this->inf, -this->inf, 0, T(-0.0), huge, -huge, tiny, huge / 1024, 1024 * tiny};
  const std::size_t count = small_tests() ? 130 : 1000;
  for (std::size_t degree = 1; degree <= 24; degree += small_tests() ? 5 : 1) {
    const std::size_t row = degree + 1;
    const std::vector<T> clean = random_rows<T>(degree, count, false, {-1, 1}, static_cast<unsigned>(degree));
    std::vector<T> poisoned = clean;
    for (std::size_t i = 0; i < count; i += 3) {
      const std::size_t places[] = {0, degree, i % row};  // or all of them
      for (std::size_t k = 0; k < row; ++k)
        if (i / 3 % 4 == 3 || k == places[i / 3 % 4]) poisoned[i * row + k] = poisons[i / 12 % std::size(poisons)];
    }
    for (const real_interval<T>& interval : this->intervals()) {
      SCOPED_TRACE(testing::Message() << "degree " << degree << ", [" << interval.lo << ", " << interval.hi << "]");
      const auto expected = solve<T>(clean, degree, interval, {}, coefficient_order::columns);
      const auto found = solve<T>(poisoned, degree, interval, {}, coefficient_order::columns);
      const auto cpu = this->on_cpu(poisoned, degree, interval, {});
      int different = 0;
      for (std::size_t i = 0; i < count; ++i) {
        if (i % 3 != 0) {
          ASSERT_EQ(found.counts[i], expected.counts[i]) << "polynomial " << i;
          for (std::size_t k = 0; k < found.counts[i]; ++k)
            ASSERT_EQ(found.roots[i * degree + k], expected.roots[i * degree + k]) << "polynomial " << i;
          continue;
        }
        const auto status = cpu.statuses[i];
        if (status == real_roots_status::bad_input || status == real_roots_status::zero_polynomial)
          EXPECT_EQ(found.statuses[i], status) << "polynomial " << i;
        different += !this->same_status(found.statuses[i], cpu, i) || found.counts[i] != cpu.counts[i];
      }
      EXPECT_LE(different, static_cast<int>(1 + count / 200));  // what is near noise may fall to either side
    }
  }
}

// More than are copied at a time: each copy has the bits of the first.
TYPED_TEST(RealRootsWideOnDevice, ManyAreAllSolvedOnce) {
  using T = TypeParam;
  if (small_tests()) GTEST_SKIP() << "too many for a sanitizer";
  constexpr std::size_t count = 1500007, different = 4099;
  for (const std::size_t degree : {4, 10}) {
    const auto few = random_rows<T>(degree, different, false, {-1, 1}, static_cast<unsigned>(degree));
    const std::vector<T> rows = repeated(few, degree, count);
    for (const coefficient_order order : both_orders) {
      const auto found = solve<T>(rows, degree, {T(0.125), this->inf}, {}, order);
      const auto expected = solve<T>(few, degree, {T(0.125), this->inf}, {}, order);
      ASSERT_NO_FATAL_FAILURE(expect_copies(found, expected));
    }
  }
}

TYPED_TEST(RealRootsWideOnDevice, OnAStreamWithScratchMemory) {
  using T = TypeParam;
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  for (const std::size_t degree : {1, 4, 6, 24}) {
    const auto rows = random_rows<T>(degree, 3001, false, {-1, 1}, 4);
    for (const coefficient_order order : both_orders)
      this->expect_moved(solve<T>(rows, degree, {0, this->inf}, {}, order, stream),
                         solve<T>(rows, degree, {0, this->inf}, {}, order), [](std::size_t) { return 0; });
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

}  // namespace
}  // namespace vieta::test
