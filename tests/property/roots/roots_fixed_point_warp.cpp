// Horner's rule in fixed point as a warp of a GPU does it, with all lanes played by the host: the digits of the CPU's
// kernel where both end at the same digit, a value within the bound where the window moves down, and a sum that is not
// done, or right, where the window is too small.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "oracles/roots/families.hpp"
#include "roots/cuda/horner_in_warp.hpp"
#include "vieta/target.hpp"

namespace vieta {
namespace {

using test::random_numbers;

int below(random_numbers& random, int end) { return static_cast<int>(random.uniform() * end); }

struct random_rows {
  std::vector<double> re, im;
  std::vector<std::size_t> start;
  std::vector<std::int32_t> height;
  std::int32_t highest = 0;

  random_rows(random_numbers& random, int degree, int most, bool is_complex) {
    for (int k = 0; k <= degree; ++k) {
      start.push_back(re.size());
      const int digits = below(random, 5) == 0 ? 0 : 1 + below(random, most);
      height.push_back(digits);
      highest = std::max(highest, digits);
      for (int j = 0; j < digits; ++j) {
        re.push_back(std::floor(0x1p50 * (random.uniform() - 0.5)));
        if (is_complex) im.push_back(below(random, 9) == 0 ? 0.0 : std::floor(0x1p50 * (random.uniform() - 0.5)));
      }
    }
  }
  [[nodiscard]] digit_rows rows() const {
    return {re.data(), im.empty() ? nullptr : im.data(), start.data(), height.data()};
  }
};

template <int K>
device_sum by_warp(const random_rows& given, const device_point& point) {
  slice_rows rows;
  rows.slices = given.highest / K + 2 + warp::lanes;
  rows.height = given.height.data();
  const digit_rows from = given.rows();
  std::vector<double> re, im;
  for (std::size_t k = 0; k < given.height.size(); ++k) {
    for (int i = 0; i < K; ++i) {
      for (std::int32_t s = 0; s < rows.slices; ++s) {
        re.push_back(digit_of(from, from.re, static_cast<std::int64_t>(k), s * K + i));
        if (from.im != nullptr) im.push_back(digit_of(from, from.im, static_cast<std::int64_t>(k), s * K + i));
      }
    }
  }
  rows.re = re.data();
  rows.im = im.empty() ? nullptr : im.data();
  device_sum sum;
  horner_in_warp<K>(rows, point, sum);
  return sum;
}
device_sum by_warp(int length, const random_rows& given, const device_point& point) {
  return length == 1 ? by_warp<1>(given, point) : length == 2 ? by_warp<2>(given, point) : by_warp<3>(given, point);
}

struct random_point {
  short_form form;
  double a, b, imaginary, modulus;
};
random_point make_point(random_numbers& random, short_form form) {
  const auto rounded = [](double x) { return std::nearbyint(x * 0x1p50) * 0x1p-50; };
  const double modulus = 0.5 + 0.499 * random.uniform(), angle = 6.283 * random.uniform();
  const double a = rounded(modulus * std::cos(angle));
  if (form == short_form::real) return {form, rounded(modulus), 0, 0, modulus * (1 + 0x1p-49)};
  if (form == short_form::rectangular) {
    const double b = rounded(modulus * std::sin(angle));
    return {form, a, b, 1, std::hypot(a, b)};
  }
  const double b = rounded(a * a + modulus * modulus / 16 + 0x1p-40);
  return {form, a, std::min(b, 0.999), std::sqrt(std::min(b, 0.999) - a * a), std::sqrt(b)};
}

// In units of a digit.
std::complex<double> in_units(const device_sum& sum, const random_point& point, std::int32_t unit) {
  const auto scaled = [&](double x, std::int32_t digit) { return std::ldexp(x, digit_bits * (digit - unit)); };
  return {scaled(sum.re, sum.re_digit), scaled(sum.im, sum.im_digit) * point.imaginary};
}

TEST(roots_fixed_point_warp, it_is_the_kernel_of_the_cpu) {
  const fixed_point_kernel& kernel = fixed_point_kernels(detect_isa());
  int done = 0, same = 0;
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    random_numbers random(seed);
    const int degree = below(random, 70), length = 1 + below(random, 3);
    const auto form = static_cast<short_form>(below(random, 3));
    const bool is_complex = form == short_form::rectangular && below(random, 2) == 0;
    const random_rows given(random, degree, 1 + below(random, 40 * length), is_complex);
    const random_point point = make_point(random, form);
    const bool ends_early = below(random, 2) == 0;
    const std::int32_t base = ends_early ? below(random, given.highest + 1) : 0;
    const double slope = ends_early ? -std::log2(point.modulus) / digit_bits * (1 - 0x1p-30) : 0.0;
    device_point there{point.a, point.b, slope, static_cast<std::int32_t>(form), base, degree, 0, 0, 0};
    if (form == short_form::real) there.b = 0;
    const device_sum found = by_warp(length, given, there);

    // The CPU's, with all digits.
    std::vector<double> a(kernel.lanes, point.a), b(kernel.lanes, point.b), re(kernel.lanes), im(kernel.lanes);
    std::vector<std::int32_t> re_digit(kernel.lanes), im_digit(kernel.lanes);
    short_points points;
    points.form = form;
    points.a = a.data();
    points.b = b.data();
    points.highest = degree;
    const std::int32_t capacity = given.highest + 20;
    std::vector<double> work(2 * static_cast<std::size_t>(capacity) * kernel.lanes);
    ASSERT_TRUE(kernel.horner(given.rows(), points, capacity, work.data(),
                              {re.data(), im.data(), re_digit.data(), im_digit.data()}));
    const device_sum expected{re[0], form == short_form::real ? 0 : im[0], re_digit[0],
                              form == short_form::real ? 0 : im_digit[0], 1};

    SCOPED_TRACE("seed " + std::to_string(seed));
    // Digits that the lanes cannot hold, but for two at the top that a sum of 70 rows may take.
    const bool fits = given.highest + 2 + (base > 0 ? 0 : length) <= warp::lanes * length;
    if (fits) {
      EXPECT_EQ(found.done, 1);
    }
    if (found.done == 0) continue;
    ++done;
    if (!ends_early && kernel.lanes > 2) {  // levels with a fused multiply-add
      EXPECT_EQ(found.re, expected.re);
      EXPECT_EQ(found.re_digit, expected.re_digit);
      EXPECT_EQ(found.im, expected.im);
      EXPECT_EQ(found.im_digit, expected.im_digit);
      ++same;
    }
    const std::int32_t unit = std::max(expected.re_digit, expected.im_digit);
    const std::complex<double> x = in_units(found, point, unit), y = in_units(expected, point, unit);
    const double allowed = std::ldexp(4.0 * (degree + 1), digit_bits * (base - unit)),
                 of_the_cpu = std::ldexp(4.0 * (degree + 1), -digit_bits * unit);
    EXPECT_LE(std::abs(x - y), allowed + of_the_cpu + 0x1p-48 * std::abs(y));
  }
  EXPECT_GT(done, 150);
  if (kernel.lanes > 2) {
    EXPECT_GT(same, 50);
  }
}

}  // namespace
}  // namespace vieta
