// The kernels of the near-linear method for a GPU, run on the host block by block: the same discs as the CPU's.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "unit/launch_on_host.hpp"
// What the schedule is launched with comes first.
#include "roots/near_linear/cuda/schedule.hpp"
#include "vieta/roots.hpp"

namespace vieta::near_linear {
namespace {

device_roots searched(const polynomial& p, int most_cells_log2 = 21) {
  const coefficients a = make_coefficients(p);
  const envelope hull(a);
  std::vector<ring> rings = plan_rings(hull);
  for (ring& r : rings) {
    for (; r.log2_cells > most_cells_log2; --r.log2_cells) ++r.log2_passes;
  }
  device_limits limits;
  limits.density = 1.6;
  limits.tolerance = 0.8e-15;
  limits.table_bytes = 1 << 21;
  return device_schedule(a, hull, rings, limits).run();
}

void expect_all(const polynomial& p, const device_roots& found) {
  ASSERT_EQ(found.count, p.degree());
  roots_options options;
  options.on = parse_target("cpu");
  const roots_result expected = roots(p, options);
  std::int64_t touched = 0;
  for (const root& r : expected.roots) {
    for (std::size_t i = 0; i < found.re.size(); ++i) {
      const std::complex<double> z(std::ldexp(found.re[i], found.exponent[i]),
                                   std::ldexp(found.im[i], found.exponent[i]));
      const double radius = found.radius[i] * std::abs(z) + r.radius;
      const bool mirrored = found.upper_half && found.im[i] != 0;
      if (std::abs(z - r.value) <= radius || (mirrored && std::abs(std::conj(z) - r.value) <= radius)) ++touched;
    }
  }
  EXPECT_EQ(touched, p.degree());
}

polynomial gaussian(int degree, bool real) {
  std::mt19937_64 generator(static_cast<std::uint64_t>(degree));
  std::normal_distribution<double> normal;
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  std::vector<double> re;
  for (auto& x : a) {
    x = {normal(generator), normal(generator)};
    re.push_back(x.real());
  }
  return real ? polynomial::from_coefficients(re) : polynomial::from_coefficients(a);
}

TEST(NearLinearOnHost, Complex) {
  const polynomial p = gaussian(300, false);
  expect_all(p, searched(p));
}
TEST(NearLinearOnHost, Real) {
  const polynomial p = gaussian(301, true);
  expect_all(p, searched(p));
}
TEST(NearLinearOnHost, InPasses) {
  const polynomial p = gaussian(200, false);
  expect_all(p, searched(p, 5));
}
TEST(NearLinearOnHost, RowsAndColumns) {
  const polynomial p = gaussian(1200, true);
  expect_all(p, searched(p));
}
TEST(NearLinearOnHost, Sparse) {
  const polynomial p = polynomial::parse("x^400+3*x^131-2*x^270-6");
  expect_all(p, searched(p));
}
TEST(NearLinearOnHost, TransformsOfAllLengths) {
  std::mt19937_64 generator(3);
  std::normal_distribution<double> normal;
  for (const int log2_cells : {4, 5, 10, 11, 12, 13}) {
    const std::int64_t cells = std::int64_t{1} << log2_cells;
    const host_tables tables(log2_cells);
    device_ring r;
    r.plan.log2_cells = log2_cells;
    r.plan.lowest = 3;
    r.plan.centre = 10;
    r.plan.highest = 2 + cells + cells / 2;
    r.plan.unit = 0x1p40;  // only the first transform is looked at
    r.folds = 2;
    const device_item item;
    std::vector<wide_complex> slots(static_cast<std::size_t>(2 * cells)), table(static_cast<std::size_t>(cells) * 40);
    for (wide_complex& c : slots) c = {normal(generator), normal(generator)};
    direction_tables directions = tables.layout;
    directions.table = tables.directions.data();
    directions.rounded_table = tables.rounded.data();
    const int log2_rows = rows_log2(log2_cells), log2_columns = log2_cells - log2_rows;
    const int columns_width = tile_width_log2(log2_rows, log2_columns);
    launch(transform_columns{&r, &item, slots.data(), tables.unit_roots.data(), tables.inverse_factorials.data(),
                             directions, table.data(), log2_cells, false},
           taylor_terms << (log2_columns - columns_width), 1, 512, std::size_t{128} << 10);
    if (log2_columns > 0) {
      const int rows_width = tile_width_log2(log2_columns, log2_rows);
      launch(transform_rows{tables.unit_roots.data(), table.data(), log2_cells},
             taylor_terms << (log2_rows - rows_width), 1, 512, std::size_t{128} << 10);
    }
    for (int trial = 0; trial < 8; ++trial) {
      const auto place = static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(cells));
      const std::int64_t cell = cell_at(log2_cells, place);
      std::complex<double> expected = 0;
      for (std::int64_t slot = 0; slot < cells; ++slot) {
        const wide_complex &x = slots[static_cast<std::size_t>(slot)],
                           &y = slots[static_cast<std::size_t>(slot + cells)];
        const double angle =
            6.283185307179586 * static_cast<double>((slot * cell) % cells) / static_cast<double>(cells);
        expected += std::complex<double>(x.re + y.re, x.im + y.im) * std::polar(1.0, angle);
      }
      const wide_complex& found = table[static_cast<std::size_t>(place)];
      EXPECT_LE(std::abs(std::complex<double>(found.re, found.im) - expected), 1e-12 * static_cast<double>(cells))
          << log2_cells << ' ' << place;
    }
  }
}

}  // namespace
}  // namespace vieta::near_linear
