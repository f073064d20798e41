#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

#include "cuda/launch_on_host.hpp"
#include "newton/cuda/linear/remainders/int8_on_host.hpp"
#include "newton/linear/multiple_qr.hpp"
// What the schedule is launched with comes first.
#include "newton/cuda/linear/qr_schedule.hpp"

// The kernels of the blocked QR, run block by block on the host, against A^H (b - A x) = 0 in quad-double and against
// the QR of the CPU, which goes column by column.
namespace vieta::systems {
namespace {

struct problem {
  multi_array matrix, right;
  problem(std::size_t rows, std::size_t columns, int parts, bool complex, std::uint64_t seed)
      : matrix(rows * columns, parts, complex), right(rows, parts, complex) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> part(-1, 1);
    const auto number = [&] {
      return qd::renormalised(part(random), part(random) * 0x1p-54, part(random) * 0x1p-108, part(random) * 0x1p-162);
    };
    for (std::size_t k = 0; k < rows * columns; ++k) matrix.set(k, {number(), number()});
    for (std::size_t k = 0; k < rows; ++k) right.set(k, {number(), number()});
  }
};

template <int N, bool Complex>
void check(std::size_t rows, std::size_t columns, const qr_blocks& blocks = {}) {
  constexpr double roundoffs[4] = {0x1p-53, 0x1p-102, 0x1p-152, 0x1p-204};
  const problem p(rows, columns, N, Complex, rows * 100 + columns);
  multi_array x(columns, N, Complex), expected;
  blocked_qr<N, Complex> qr(rows, columns, blocks);
  qr.solve(std::as_const(p.matrix).view(), std::as_const(p.right).view(), x.view());
  const qr_outcome outcome =
      solve_least_squares(p.matrix, rows, columns, p.right, qr_method::householder_by_columns, 1, expected);
  multi_array by_columns(columns, N, Complex);
  blocked_qr<N, Complex> gram_schmidt(rows, columns);
  gram_schmidt.solve(std::as_const(p.matrix).view(), std::as_const(p.right).view(), by_columns.view(),
                     qr_method::gram_schmidt);
  double size = 0, off = 0;
  for (std::size_t k = 0; k < columns; ++k) {
    const complex<qd> a = x.get(k), b = expected.get(k);
    size = std::max(size, std::hypot(b.re.x0, b.im.x0));
    const complex<qd> c = by_columns.get(k);
    off = std::max(off, std::hypot((a.re - b.re).x0, (a.im - b.im).x0));
    off = std::max(off, std::hypot((c.re - b.re).x0, (c.im - b.im).x0));
  }
  ASSERT_TRUE(off <= 1e3 * outcome.condition * roundoffs[N - 1] * size)
      << rows << 'x' << columns << ' ' << N << ' ' << Complex << ' ' << off << ' ' << size;
  // The diagonals of R agree up to phases: the last one says most.
  const std::vector<double> d = qr.diagonal();
  EXPECT_NEAR(*std::max_element(d.begin(), d.end()) / *std::min_element(d.begin(), d.end()) / outcome.condition, 1,
              1e-9);
}

TEST(newton_qr_on_host, agrees_with_the_one_by_columns) {
  for (const auto& [rows, columns] :
       {std::pair{1u, 1u}, std::pair{5u, 5u}, std::pair{65u, 64u}, std::pair{130u, 129u}, std::pair{90u, 70u}}) {
    check<1, false>(rows, columns), check<2, false>(rows, columns), check<2, true>(rows, columns);
  }
  check<1, true>(66, 66), check<3, false>(66, 66), check<3, true>(66, 65), check<4, false>(67, 66);
  check<4, true>(66, 65), check<2, true>(300, 140);
}

TEST(newton_qr_on_host, blocks_by_remainders_agree) {
  // Blocks of two and four panels, whose halves are multiplied by remainders or not; the last ones are narrower.
  check<2, true>(200, 190, {128, 64}), check<2, false>(290, 290, {256, 128}), check<2, true>(270, 260, {256, 64});
  check<3, false>(150, 140, {128, 64}), check<4, false>(150, 140, {128, 128}), check<4, true>(70, 70, {128, 64});
}

TEST(newton_qr_on_host, blocks_of_columns_of_all_sizes) {
  // Columns from 1e-60 to 1e60: vectors of panels are brought to one size.
  problem p(150, 140, 2, false, 7);
  for (std::size_t k = 0; k < p.matrix.size(); ++k)
    p.matrix.set(k, {p.matrix.get(k).re * std::exp2(static_cast<double>(k % 140 * 41 % 400) - 200), qd(0.0)});
  multi_array x(140, 2, false), expected;
  blocked_qr<2, false> qr(150, 140, {128, 64});
  qr.solve(std::as_const(p.matrix).view(), std::as_const(p.right).view(), x.view());
  ASSERT_TRUE(solve_least_squares(p.matrix, 150, 140, p.right, qr_method::householder_by_columns, 1, expected).solved);
  for (std::size_t k = 0; k < 140; ++k) EXPECT_NEAR(x.get(k).re.x0 / expected.get(k).re.x0, 1, 1e-20) << k;
}

TEST(newton_qr_on_host, a_column_of_zeros_is_seen) {
  problem p(70, 70, 2, true, 3);
  for (std::size_t i = 0; i < 70; ++i) p.matrix.set(i * 70 + 66, {qd(0.0), qd(0.0)});
  multi_array x(70, 2, true);
  blocked_qr<2, true> qr(70, 70);
  qr.solve(std::as_const(p.matrix).view(), std::as_const(p.right).view(), x.view());
  const std::vector<double> d = qr.diagonal();
  EXPECT_FALSE(d[66] > 1e-25 && std::isfinite(d[69]));
}

}  // namespace
}  // namespace vieta::systems
