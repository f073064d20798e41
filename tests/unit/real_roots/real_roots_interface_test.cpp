// real_roots as a caller sees it: layouts, threads, reports, constants, misuse.
#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_batch.hpp"
#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"

namespace vieta::test {
namespace {

template <class T>
class RealRootsInterface : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsInterface, Scalars);

TYPED_TEST(RealRootsInterface, PlacesBehindTheLastRootAreNaN) {
  for (const real_roots_method method : all_methods) {
    for (const int degree : {1, 2, 4, 10, 30}) {
      batch<TypeParam> all = mixture<TypeParam>(degree, 70, 43);
      all.numbers[3] = std::numeric_limits<TypeParam>::quiet_NaN();
      const auto result = real_roots(all.view(), {-1, 1}, options_for<TypeParam>(method));
      for (std::size_t i = 0; i < result.count; ++i) {
        for (std::size_t k = 0; k < static_cast<std::size_t>(degree); ++k) {
          const TypeParam x = result.values[i * static_cast<std::size_t>(degree) + k];
          if (k < result.counts[i]) {
            ASSERT_TRUE(x >= -1 && x <= 1);
            if (k > 0) {
              ASSERT_LT(result.values[i * static_cast<std::size_t>(degree) + k - 1], x);
            }
          } else {
            ASSERT_TRUE(std::isnan(x));
          }
        }
      }
    }
  }
}

// Rows and columns, packed or with gaps, give the same bits; the gaps stay as they were.
TYPED_TEST(RealRootsInterface, LayoutsAndStrides) {
  constexpr TypeParam gap = 777;
  for (const int degree : {1, 4, 11, 32}) {
    SCOPED_TRACE(degree);
    const batch<TypeParam> all = mixture<TypeParam>(degree, 101, 44);
    const std::size_t count = all.count(), row = static_cast<std::size_t>(degree) + 1;
    const auto options = options_for<TypeParam>(real_roots_method::automatic);
    const auto expected = real_roots(all.view(), {-1, 1}, options);
    for (const std::size_t more : {0u, 5u}) {
      for (const coefficient_order order : {coefficient_order::rows, coefficient_order::columns}) {
        const bool rows = order == coefficient_order::rows;
        const std::size_t in_stride = (rows ? row : count) + more, out_stride = (rows ? row - 1 : count) + more;
        const std::size_t in_major = rows ? count : row, out_major = rows ? count : row - 1;
        std::vector<TypeParam> in(in_stride * in_major, std::numeric_limits<TypeParam>::quiet_NaN());
        for (std::size_t i = 0; i < count; ++i) {
          for (std::size_t k = 0; k < row; ++k)
            in[rows ? i * in_stride + k : k * in_stride + i] = all.numbers[i * row + k];
        }
        std::vector<TypeParam> out(out_stride * out_major, gap);
        real_roots_result<TypeParam> result;
        result.degree = degree;
        result.counts.resize(count);
        result.statuses.resize(count);
        result.touching.resize(count);
        const polynomial_batch<TypeParam> polynomials{in.data(), count, degree, order, more ? in_stride : 0};
        const real_roots_output<TypeParam> places{out.data(), result.counts.data(), result.statuses.data(),
                                                  result.touching.data(), more ? out_stride : 0};
        const real_roots_report report = real_roots_into(polynomials, {-1, 1}, places, options);
        EXPECT_EQ(report.roots, expected.report.roots);
        std::vector<bool> used(out.size(), false);
        for (std::size_t i = 0; i < count; ++i) {
          for (std::size_t k = 0; k + 1 < row; ++k) {
            const std::size_t place = rows ? i * out_stride + k : k * out_stride + i;
            result.values.push_back(out[place]);
            used[place] = true;
          }
        }
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(difference(expected, i, result, i), "") << i;
        for (std::size_t place = 0; place < out.size(); ++place) {
          if (!used[place]) {
            ASSERT_EQ(out[place], gap) << place;
          }
        }
        // Without a place for the marks.
        const real_roots_output<TypeParam> fewer{out.data(), result.counts.data(), result.statuses.data(), nullptr,
                                                 more ? out_stride : 0};
        real_roots_into(polynomials, {-1, 1}, fewer, options);
        EXPECT_EQ(result.counts, expected.counts);
        // Answers in vectors come in rows, whatever the input's order.
        const auto allocated = real_roots(polynomials, {-1, 1}, options);
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(difference(expected, i, allocated, i), "") << i;
      }
    }
  }
}

// Rows are read and written in blocks wider than they are: nothing behind the last place is touched, and each
// polynomial gets what it gets in columns, for all widths and for batches that fill a block of lanes or miss it by one.
TYPED_TEST(RealRootsInterface, RowsOfAllWidths) {
  constexpr TypeParam gap = 777;
  for (int degree = 1; degree <= 33; ++degree) {
    for (const std::size_t count : {1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100}) {
      SCOPED_TRACE(std::to_string(count) + " of degree " + std::to_string(degree));
      const batch<TypeParam> all = mixture<TypeParam>(degree, static_cast<int>(count), 47);
      ASSERT_EQ(all.count(), count);
      const std::size_t row = static_cast<std::size_t>(degree) + 1;
      std::vector<TypeParam> turned(all.numbers.size());
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < row; ++k) turned[k * count + i] = all.numbers[i * row + k];
      std::vector<TypeParam> found((row - 1) * count + 64, gap), expected((row - 1) * count);
      std::vector<std::uint8_t> counts(count + 64, 99), counts_expected(count);
      std::vector<real_roots_status> statuses(count + 64, real_roots_status::bad_input), statuses_expected(count);
      real_roots_into(all.view(), {-1, 1}, {found.data(), counts.data(), statuses.data()});
      real_roots_into(polynomial_batch<TypeParam>{turned.data(), count, degree, coefficient_order::columns}, {-1, 1},
                      {expected.data(), counts_expected.data(), statuses_expected.data()});
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(counts[i], counts_expected[i]) << i;
        ASSERT_EQ(statuses[i], statuses_expected[i]) << i;
        for (std::size_t k = 0; k < counts[i]; ++k)
          ASSERT_EQ(found[i * (row - 1) + k], expected[k * count + i]) << i << ", " << k;
        for (std::size_t k = counts[i]; k + 1 < row; ++k) ASSERT_TRUE(std::isnan(found[i * (row - 1) + k])) << i;
      }
      for (std::size_t i = (row - 1) * count; i < found.size(); ++i) ASSERT_EQ(found[i], gap);
      for (std::size_t i = count; i < counts.size(); ++i) {
        ASSERT_EQ(counts[i], 99);
        ASSERT_EQ(statuses[i], real_roots_status::bad_input);
      }
    }
  }
}

TYPED_TEST(RealRootsInterface, ThreadsDoNotChangeABit) {
  const batch<TypeParam> all = mixture<TypeParam>(7, 50'000, 45);
  for (const real_roots_method method : all_methods) {
    auto options = options_for<TypeParam>(method);
    const auto one = real_roots(all.view(), {-1, 1}, options);
    for (const int threads : {2, 3, 0}) {
      options.on.threads = threads;
      const auto several = real_roots(all.view(), {-1, 1}, options);
      for (std::size_t i = 0; i < one.count; ++i) ASSERT_EQ(difference(one, i, several, i), "") << i;
    }
  }
}

TYPED_TEST(RealRootsInterface, TheReportCounts) {
  batch<TypeParam> all{2, {}};
  all.add({-0.25, 0, 1});  // two roots
  all.add({0.25, -1, 1});  // a touch
  all.add({0, 0, 0});
  all.add({std::numeric_limits<double>::quiet_NaN(), 0, 1});
  all.add({1, 0, 1});  // none
  const real_roots_report report =
      real_roots(all.view(), {-1, 1}, options_for<TypeParam>(real_roots_method::bernstein)).report;
  EXPECT_EQ(report.polynomials, 5u);
  EXPECT_EQ(report.roots, 3u);
  EXPECT_EQ(report.ok, 2u);
  EXPECT_EQ(report.touching, 1u);
  EXPECT_EQ(report.zero_polynomials, 1u);
  EXPECT_EQ(report.bad_inputs, 1u);
  EXPECT_EQ(report.unresolved, 0u);
  EXPECT_EQ(report.degree, 2);
  EXPECT_EQ(report.method, "bernstein");
  EXPECT_EQ(report.target.find("cpu "), 0u) << report.target;
  EXPECT_GE(report.seconds, 0);
  std::ostringstream printed;
  printed << report;
  EXPECT_NE(printed.str().find("5 polynomials of degree at most 2"), std::string::npos) << printed.str();
}

TYPED_TEST(RealRootsInterface, TheReportNamesTheLevel) {
  for (const isa level : levels_here()) {
    const at_level lowered(level);
    const auto result =
        real_roots(mixture<TypeParam>(4, 3, 46).view(), {-1, 1}, options_for<TypeParam>(real_roots_method::automatic));
    EXPECT_NE(result.report.target.find(name(level)), std::string::npos) << result.report.target;
  }
}

TYPED_TEST(RealRootsInterface, ConstantsAndEmptyBatches) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  batch<TypeParam> constants{0, {3, 0, infinity, -1}};
  const auto result = real_roots(constants.view(), {-1, 1});
  const real_roots_status expected[] = {real_roots_status::ok, real_roots_status::zero_polynomial,
                                        real_roots_status::bad_input, real_roots_status::ok};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(result.statuses[i], expected[i]) << i;
    EXPECT_EQ(result.counts[i], 0) << i;
  }
  EXPECT_EQ(real_roots(batch<TypeParam>{3, {}}.view(), {-1, 1}).count, 0u);
}

TYPED_TEST(RealRootsInterface, DefaultsCoverTheWholeLine) {
  const std::vector<TypeParam> a = {-1000, 0, 0, 1};
  const auto result = real_roots(std::span<const TypeParam>(a));
  ASSERT_EQ(result.roots(0).size(), 1u);
  EXPECT_NEAR(result.roots(0)[0], 10, 1e-5);
  EXPECT_FALSE(result.touches(0, 0));
}

TYPED_TEST(RealRootsInterface, MisuseIsRefused) {
  using T = TypeParam;
  const std::vector<T> numbers(20, 1);
  std::vector<T> roots(20);
  std::vector<std::uint8_t> counts(20);
  std::vector<real_roots_status> statuses(20);
  const polynomial_batch<T> in{numbers.data(), 4, 4};
  const real_roots_output<T> out{roots.data(), counts.data(), statuses.data(), nullptr, 0};
  const auto refused = [&](auto change_in, auto change_out, auto change_options) {
    polynomial_batch<T> i = in;
    real_roots_output<T> o = out;
    real_roots_options<T> options;
    change_in(i);
    change_out(o);
    change_options(options);
    try {
      real_roots_into(i, {-1, 1}, o, options);
    } catch (const error& e) {
      return std::string(e.what()).find('\n') == std::string::npos;
    }
    return false;
  };
  const auto as_it_is = [](auto&) {};
  EXPECT_FALSE(refused(as_it_is, as_it_is, as_it_is));
  EXPECT_TRUE(refused([](auto& i) { i.degree = -1; }, as_it_is, as_it_is));
  EXPECT_TRUE(refused([](auto& i) { i.degree = 65; }, as_it_is, as_it_is));
  EXPECT_TRUE(refused([](auto& i) { i.coefficients = nullptr; }, as_it_is, as_it_is));
  EXPECT_TRUE(refused([](auto& i) { i.stride = 4; }, as_it_is, as_it_is));
  EXPECT_TRUE(refused([](auto& i) { i.order = coefficient_order::columns, i.stride = 3; }, as_it_is, as_it_is));
  EXPECT_TRUE(refused(
      as_it_is, [](auto& o) { o.roots = nullptr; }, as_it_is));
  EXPECT_TRUE(refused(
      as_it_is, [](auto& o) { o.counts = nullptr; }, as_it_is));
  EXPECT_TRUE(refused(
      as_it_is, [](auto& o) { o.statuses = nullptr; }, as_it_is));
  EXPECT_TRUE(refused(
      as_it_is, [](auto& o) { o.stride = 3; }, as_it_is));
  EXPECT_TRUE(refused(as_it_is, as_it_is, [](auto& o) { o.absolute_tolerance = -1; }));
  EXPECT_TRUE(refused(as_it_is, as_it_is, [](auto& o) { o.relative_tolerance = std::numeric_limits<T>::quiet_NaN(); }));
  EXPECT_TRUE(refused(as_it_is, as_it_is, [](auto& o) { o.on.threads = -1; }));
  EXPECT_TRUE(refused(as_it_is, as_it_is, [](auto& o) { o.method = static_cast<real_roots_method>(9); }));
  EXPECT_TRUE(refused([](auto& i) { i.order = static_cast<coefficient_order>(9); }, as_it_is, as_it_is));
  EXPECT_THROW(real_roots(std::span<const T>()), error);
  EXPECT_THROW(real_roots(std::span<const T>(std::vector<T>(66, 1))), error);
  const std::vector<T> six(6, 1);
  for (const coefficient_order order : {coefficient_order::rows, coefficient_order::columns}) {
    EXPECT_THROW(real_roots(polynomial_batch<T>{nullptr, 3, 2, order}, {-1, 1}), error);
    EXPECT_THROW(real_roots(polynomial_batch<T>{six.data(), 3, 1, order, 1}, {-1, 1}), error);
  }
}

}  // namespace
}  // namespace vieta::test
