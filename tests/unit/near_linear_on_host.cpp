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
  using wide = std::complex<long double>;
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
    r.plan.unit = static_cast<double>(cells);
    r.folds = 2;
    const device_item item;
    const auto slot_count = static_cast<std::size_t>(2 * cells), cell_count = static_cast<std::size_t>(cells);
    std::vector<wide_complex> slots(slot_count), low_slots(slot_count), table(cell_count * table_planes);
    for (wide_complex& c : slots) c = {normal(generator), normal(generator)};
    for (wide_complex& c : low_slots) c = {0x1p-55 * normal(generator), 0x1p-55 * normal(generator)};
    direction_tables directions = tables.layout;
    directions.table = tables.directions.data();
    directions.rounded_table = tables.rounded.data();
    const long_tables long_ones{tables.long_unit_roots.data(), tables.long_inverse_factorials.data()};
    const int log2_rows = rows_log2(log2_cells), log2_columns = log2_cells - log2_rows;
    const auto start = [&](const auto& body, int planes, int log2_length, int log2_lines) {
      launch(body, planes << (log2_lines - tile_width_log2(log2_length, log2_lines)), 1, 512, std::size_t{64} << 10);
    };
    start(transform_columns{&r, &item, slots.data(), tables.unit_roots.data(), tables.inverse_factorials.data(),
                            directions, table.data(), log2_cells, false},
          short_terms, log2_rows, log2_columns);
    start(transform_long_columns{&r, &item, slots.data(), low_slots.data(), long_ones, directions, table.data(),
                                 log2_cells, false},
          leading_terms, log2_rows, log2_columns);
    if (log2_columns > 0) {
      start(transform_rows{tables.unit_roots.data(), table.data(), log2_cells}, short_terms, log2_columns, log2_rows);
      start(transform_long_rows{long_ones, table.data(), log2_cells}, leading_terms, log2_columns, log2_rows);
    }
    for (const int m : {0, 1, leading_terms - 1, leading_terms, leading_terms + 1}) {
      const bool is_long = m < leading_terms;
      for (int trial = 0; trial < 4; ++trial) {
        const auto place = static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(cells));
        const std::int64_t cell = cell_at(log2_cells, place);
        wide expected = 0;
        long double moduli = 0;
        for (std::int64_t slot = 0; slot < 2 * cells; ++slot) {
          const auto at = static_cast<std::size_t>(slot);
          const std::int64_t in_fold = slot % cells, k = -7 + ((in_fold + 7) % cells) + slot / cells * cells;
          const long double q = static_cast<long double>(k) / static_cast<long double>(cells);
          const long double weight = std::pow(q, m) / std::tgamma(static_cast<long double>(m + 1));
          const long double angle = 6.283185307179586476925287L * static_cast<long double>((in_fold * cell) % cells) /
                                    static_cast<long double>(cells);
          const wide c = wide(slots[at].re, slots[at].im) + wide(low_slots[at].re, low_slots[at].im);
          expected += weight * c * wide(std::cos(angle), std::sin(angle));
          moduli += std::abs(weight) * std::abs(c);
        }
        const std::size_t index = static_cast<std::size_t>(m) * cell_count + static_cast<std::size_t>(place);
        wide found(table[index].re, table[index].im);
        if (is_long) {
          const wide_complex& low = table[index + taylor_terms * cell_count];
          found += wide(low.re, low.im);
        }
        EXPECT_LE(std::abs(found - expected), (is_long ? 1e-18L : 1e-15L) * moduli)
            << log2_cells << ' ' << m << ' ' << place;
      }
    }
  }
}

}  // namespace
}  // namespace vieta::near_linear
