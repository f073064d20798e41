#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "cuda/launch_on_host.hpp"
#include "newton/evaluator.hpp"
// What the products are launched with comes first.
#include "newton/cuda/linear/remainders/int8_on_host.hpp"
#include "newton/cuda/linear/remainders/remainder_product.hpp"

// Products of matrices by remainders, run block by block on the host, against sums in 900 bits and the bound of
// docs/method/newton.md.
namespace vieta::systems {
namespace {

using wide =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<900, boost::multiprecision::digit_base_2>>;

/// A matrix, column after column.
struct columns_of_numbers {
  std::size_t rows = 0, columns = 0;
  multi_array numbers;

  columns_of_numbers(std::size_t m, std::size_t n, int parts, bool complex)
      : rows(m), columns(n), numbers(m * n, parts, complex) {}
  [[nodiscard]] wide part(std::size_t i, std::size_t j, bool imaginary) const {
    const complex<qd> z = numbers.get(j * rows + i);
    const qd& x = imaginary ? z.im : z.re;
    return wide(x.x0) + x.x1 + x.x2 + x.x3;
  }
  /// e with all parts of the column, or of the row, below 2^e; the least one.
  [[nodiscard]] int exponent(std::size_t vector, bool by_rows) const {
    double most = 0;
    for (std::size_t k = 0; k < (by_rows ? columns : rows); ++k) {
      const complex<qd> z = by_rows ? numbers.get(k * rows + vector) : numbers.get(vector * rows + k);
      most = std::max({most, std::fabs(z.re.x0), std::fabs(z.im.x0)});
    }
    return exponent_above(most);
  }
};

class source_of_numbers {
 public:
  explicit source_of_numbers(std::uint64_t seed) : random_(seed) {}
  columns_of_numbers matrix(std::size_t rows, std::size_t columns, int parts, bool complex, int spread) {
    columns_of_numbers a(rows, columns, parts, complex);
    std::vector<int> of_row(rows), of_column(columns);
    for (int& e : of_row) e = integer(-spread, spread);
    for (int& e : of_column) e = integer(-spread, spread);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t i = 0; i < rows; ++i) {
        const int e = of_row[i] + of_column[j];
        a.numbers.set(j * rows + i, {number(e), number(e)});
      }
    }
    return a;
  }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

 private:
  /// Of any size below 2^e, with gaps between its parts, or whole.
  qd number(int e) {
    switch (integer(0, 9)) {
      case 0:
        return qd(0.0);
      case 1:
        return qd(std::ldexp(1.0, e));
      case 2:
        return qd(std::ldexp(std::nextafter(1.0, 0.0), e));
      default:
        break;
    }
    const int first = e - integer(0, 40), gap = integer(53, 70);
    return qd::renormalised(std::ldexp(part_(random_), first), std::ldexp(part_(random_), first - gap),
                            std::ldexp(part_(random_), first - 2 * gap), std::ldexp(part_(random_), first - 3 * gap));
  }
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> part_{-1, 1};
};

/// All entries within the bound; C = A^H B, or C -= A B.
template <int N, bool Complex>
void check(source_of_numbers& source, std::size_t m, std::size_t n, std::size_t inner, int spread, bool conjugated) {
  using product_of = remainder_product<N, Complex>;
  ASSERT_TRUE(product_of::fits(inner));
  auto a = conjugated ? source.matrix(inner, m, N, Complex, spread) : source.matrix(m, inner, N, Complex, spread);
  auto b = source.matrix(inner, n, N, Complex, spread), c = source.matrix(m, n, N, Complex, spread), before = c;
  const auto view = [](columns_of_numbers& x) { return matrix_view<N, Complex>{x.numbers.view(), 0, x.rows}; };
  int8_product int8;
  product_of product;
  product.take_left(view(a), m, inner, conjugated);
  product.multiply(int8, view(b), n, view(c), !conjugated);
  constexpr int all_bits = N == 2 ? 106 : N == 3 ? 160 : 212;
  constexpr double roundoffs[5] = {0, 0, 0x1p-102, 0x1p-154, 0x1p-205};
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < m; ++i) {
      wide re = conjugated ? wide(0) : before.part(i, j, false), im = conjugated ? wide(0) : before.part(i, j, true);
      wide size = abs(re) + abs(im);
      for (std::size_t k = 0; k < inner; ++k) {
        const wide x = conjugated ? a.part(k, i, false) : -a.part(i, k, false);
        const wide y = Complex ? (conjugated ? wide(-a.part(k, i, true)) : wide(-a.part(i, k, true))) : wide(0);
        const wide p = b.part(k, j, false), q = Complex ? b.part(k, j, true) : wide(0);
        re += x * p - y * q, im += x * q + y * p;
      }
      size += abs(re) + abs(im);
      const int e = a.exponent(i, !conjugated) + b.exponent(j, false);
      const double terms = static_cast<double>(Complex ? 2 * inner : inner);
      const wide bound = ldexp(wide(terms * (4.0001 * N + (N > 2 ? 16 : 0))), e - all_bits) + size * roundoffs[N];
      ASSERT_LE(abs(c.part(i, j, false) - re), bound) << N << ' ' << Complex << ' ' << i << ' ' << j;
      ASSERT_LE(abs(c.part(i, j, true) - (Complex ? im : wide(0))), bound) << N << ' ' << i << ' ' << j;
    }
  }
}

template <int N, bool Complex>
void check_shapes() {
  source_of_numbers source(N * 2 + (Complex ? 1 : 0));
  for (const int spread : {0, 3, 60}) {
    check<N, Complex>(source, 1, 1, 1, spread, true);
    check<N, Complex>(source, 1, 1, 1, spread, false);
    check<N, Complex>(source, 37, 6, 70, spread, true);
    check<N, Complex>(source, 33, 9, 64, spread, false);
    check<N, Complex>(source, 3, 35, 131, spread, true);
    check<N, Complex>(source, 65, 5, 7, spread, false);
  }
}

TEST(newton_remainders_on_host, products_are_within_their_bound) {
  check_shapes<2, false>(), check_shapes<2, true>();
  check_shapes<3, false>(), check_shapes<3, true>();
  check_shapes<4, false>(), check_shapes<4, true>();
}

/// The largest integers that there can be, all of one sign.
template <int N>
void check_largest() {
  constexpr std::size_t inner = integer_format<N>::most_inner;
  EXPECT_TRUE((remainder_product<N, false>::fits(inner) && !remainder_product<N, false>::fits(inner + 1)));
  columns_of_numbers a(inner, 1, N, false), c(1, 1, N, false);
  const double below = std::nextafter(1.0, 0.0);
  const qd number = qd::renormalised(below, below * 0x1p-53, below * 0x1p-106, below * 0x1p-159);
  for (std::size_t k = 0; k < inner; ++k) a.numbers.set(k, {number, qd(0.0)});
  int8_product int8;
  remainder_product<N, false> product;
  const matrix_view<N, false> view{a.numbers.view(), 0, inner};
  product.take_left(view, 1, inner, true);
  product.multiply(int8, view, 1, {c.numbers.view(), 0, 1}, false);
  const wide x = a.part(0, 0, false), exact = x * x * inner;
  EXPECT_LE(abs(c.part(0, 0, false) - exact), exact * 0x1p-95) << N;
}

TEST(newton_remainders_on_host, the_longest_sums_of_the_largest_numbers) {
  check_largest<2>(), check_largest<3>(), check_largest<4>();
}

TEST(newton_remainders_on_host, what_is_not_finite_gives_nan) {
  columns_of_numbers a(3, 2, 2, true), c(2, 2, 2, true);
  for (std::size_t k = 0; k < 6; ++k) a.numbers.set(k, {qd(1.0 + static_cast<double>(k)), qd(-1.0)});
  a.numbers.set(4, {qd(1.0), qd(HUGE_VAL)});
  int8_product int8;
  remainder_product<2, true> product;
  const matrix_view<2, true> view{a.numbers.view(), 0, 3};
  product.take_left(view, 2, 3, true);
  product.multiply(int8, view, 2, {c.numbers.view(), 0, 2}, false);
  EXPECT_EQ(c.numbers.get(0).re.x0, 1 + 4 + 9 + 3);
  for (const std::size_t k : {1U, 2U, 3U})
    EXPECT_TRUE(std::isnan(c.numbers.get(k).re.x0) && std::isnan(c.numbers.get(k).im.x0)) << k;
}

}  // namespace
}  // namespace vieta::systems
