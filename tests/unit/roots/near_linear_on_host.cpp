// The kernels of the near-linear method for a GPU, run on the host block by block: the same discs as the CPU's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <thread>

#include "cuda/launch_on_host.hpp"
// What the schedule is launched with comes first.
#include "roots/near_linear/cuda/schedule.hpp"
#include "roots/near_linear/devices/join_parts.hpp"
#include "roots/near_linear/devices/meeting.hpp"
#include "vieta/roots.hpp"

namespace vieta::near_linear {
namespace {

/// Stand-ins for devices of one process, which give each other terms and roots.
device_roots searched_together(const coefficients& a, const std::vector<ring>& rings, const device_limits& limits,
                               std::vector<std::vector<ring_part>> parts) {
  const envelope hull(a);
  while (parts.back().empty()) parts.pop_back();
  meeting sending(parts.size()), others(parts.size());
  std::vector<device_roots> found(parts.size());
  {
    std::vector<std::jthread> devices;
    for (std::size_t member = 0; member < parts.size(); ++member)
      devices.emplace_back([&, member] {
        device_limits own = limits;
        own.parts = parts[member];
        own.others = &others;
        own.member = member;
        found[member] = device_schedule(a, sent_terms(a, &sending, member), hull, rings, own).run();
      });
  }
  for (const device_roots& part : found) EXPECT_EQ(part.count, found[0].count);
  device_roots result = std::move(found[0]);
  result.re = std::move(others.answer.re);
  result.im = std::move(others.answer.im);
  result.radius = std::move(others.answer.radius);
  result.alone = std::move(others.answer.alone);
  result.exponent = std::move(others.answer.exponent);
  return result;
}

/// By as many stand-ins for devices, which share the rings: those of one process, or of ranks, whose parts are joined.
device_roots searched(const polynomial& p, int most_cells_log2 = 21, double amplification = ring_limits().amplification,
                      int devices = 1, bool ranks = false) {
  const coefficients a = make_coefficients(p);
  const envelope hull(a);
  ring_limits plan;
  plan.amplification = amplification;
  std::vector<ring> rings = plan_rings(hull, plan);
  for (ring& r : rings) {
    for (; r.log2_cells > most_cells_log2; --r.log2_cells) ++r.log2_passes;
  }
  device_limits limits;
  limits.density = 1.6;
  limits.tolerance = 0.8e-15;
  limits.table_bytes = 1 << 21;
  if (devices == 1) return device_schedule(a, sent_terms(a), hull, rings, limits).run();
  limits.devices = devices;
  const std::vector<std::vector<ring_part>> dealt = deal_rings(rings, static_cast<std::size_t>(devices));
  if (!ranks) return searched_together(a, rings, limits, dealt);
  std::vector<device_roots> found;
  for (const std::vector<ring_part>& parts : dealt) {
    found.emplace_back();
    limits.parts = parts;
    if (!parts.empty()) found.back() = device_schedule(a, sent_terms(a), hull, rings, limits).run();
  }
  return join_parts(std::move(found), a.degree, 2);
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
// Two coefficients are chosen such that two roots are that close to each other, in units of 1 / degree.
polynomial with_close_pair(int degree, int seed, double apart) {
  using wide = std::complex<long double>;
  std::mt19937_64 generator(static_cast<std::uint64_t>(seed));
  std::normal_distribution<double> normal;
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  for (auto& x : a) x = {normal(generator), normal(generator)};
  const std::size_t middle = a.size() / 2;
  a[0] = a[middle] = 0;
  const wide z = std::polar(1 + static_cast<long double>(normal(generator)) / degree, 0.7L * seed);
  const wide both[2] = {z, z * (1.0L + std::polar(static_cast<long double>(apart) / degree, 0.3L * seed))};
  wide value[2] = {}, at_middle[2] = {};
  for (int i = 0; i < 2; ++i) {
    wide power = 1;
    for (std::size_t k = 0; k < a.size(); ++k, power *= both[i]) {
      value[i] += wide(a[k]) * power;
      if (k == middle) at_middle[i] = power;
    }
  }
  const wide slope = (value[1] - value[0]) / (at_middle[0] - at_middle[1]);
  a[middle] = std::complex<double>(slope);
  a[0] = std::complex<double>(-value[0] - slope * at_middle[0]);
  return polynomial::from_coefficients(a);
}
TEST(NearLinearOnHost, ClosePairs) {
  for (const double apart : {1e-2, 1e-3, 1e-4}) {
    for (int seed = 1; seed <= 4; ++seed) {
      const polynomial p = with_close_pair(2000, seed, apart);
      EXPECT_EQ(searched(p, 21, 20).count, p.degree()) << apart << ' ' << seed;
    }
  }
}
TEST(NearLinearOnHost, RootsOfAClosePairAreThoseOfTheCpu) {
  const polynomial p = with_close_pair(900, 2, 1e-3);
  expect_all(p, searched(p, 21, 20));
}

void expect_same(const device_roots& one, const device_roots& several) {
  ASSERT_EQ(several.count, one.count);
  ASSERT_EQ(several.re.size(), one.re.size());
  EXPECT_EQ(several.upper_half, one.upper_half);
  for (std::size_t i = 0; i < one.re.size(); ++i) {
    ASSERT_EQ(several.re[i], one.re[i]) << i;
    ASSERT_EQ(several.im[i], one.im[i]) << i;
    // How long sums are split depends on how many there are, and their last bits on that.
    ASSERT_NEAR(several.radius[i], one.radius[i], 1e-9 * one.radius[i]) << i;
    ASSERT_EQ(several.exponent[i], one.exponent[i]) << i;
  }
}
TEST(NearLinearOnHost, SeveralDevicesGiveTheAnswerOfOne) {
  for (const bool real : {false, true}) {
    for (const int most_cells_log2 : {5, 21}) {
      const polynomial p = gaussian(real ? 601 : 500, real);
      const device_roots one = searched(p, most_cells_log2);
      EXPECT_EQ(one.count, p.degree());
      for (const int devices : {2, 3, 4, 7}) {
        SCOPED_TRACE(std::to_string(devices) + (real ? " real" : " complex"));
        for (const bool ranks : {false, true})
          expect_same(one, searched(p, most_cells_log2, ring_limits().amplification, devices, ranks));
      }
    }
  }
}
// Wide discs are at no border, and reach into cells of other devices.
TEST(NearLinearOnHost, SeveralDevicesTellWideDiscsApart) {
  for (const int seed : {1, 2, 3}) {
    const polynomial p = with_close_pair(900, seed, 1e-4);
    for (const double amplification : {ring_limits().amplification, 40.0}) {
      const device_roots one = searched(p, 6, amplification);
      for (const int devices : {2, 5})
        for (const bool ranks : {false, true}) expect_same(one, searched(p, 6, amplification, devices, ranks));
    }
  }
}
TEST(NearLinearOnHost, SeveralDevicesAndSparseTerms) {
  const polynomial p = polynomial::parse("x^400+3*x^131-2*x^270-6");
  expect_same(searched(p), searched(p, 21, ring_limits().amplification, 3));
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
TEST(NearLinearOnHost, TellsOfProgress) {
  const polynomial p = gaussian(600, true);
  const coefficients a = make_coefficients(p);
  const envelope hull(a);
  device_limits limits;
  limits.density = 1.6;
  limits.tolerance = 0.8e-15;
  limits.table_bytes = 1 << 18;
  std::vector<std::int64_t> told;
  limits.progress = [&](std::int64_t found) { told.push_back(found); };
  EXPECT_EQ(device_schedule(a, sent_terms(a), hull, plan_rings(hull), limits).run().count, p.degree());
  ASSERT_GT(told.size(), 1U);
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_GT(told.back(), 0);
  EXPECT_LE(told.back(), p.degree());
}
// The longest lines, which only degrees above 2 10^8 use.
TEST(NearLinearOnHost, LongestLines) {
  constexpr int size = 1 << longest_line_log2;
  const host_tables tables(4);
  std::mt19937_64 generator(4);
  std::normal_distribution<double> normal;
  std::vector<wide_complex> from(size), other(size), high(size), low(size, {0, 0});
  for (wide_complex& c : from) c = {normal(generator), normal(generator)};
  high = from;
  std::vector<wide_complex> x = from;
  const block b{0, 0, 0, 1, nullptr};
  const wide_complex* const result =
      transform_tile(b, longest_line_log2, 0, tables.unit_roots.data(), x.data(), other.data());
  transform_long_tile(b, longest_line_log2, 0, tables.long_unit_roots.data(), high.data(), low.data());
  for (const int frequency : {0, 1, 7, 1000, 2049, size - 1}) {
    std::complex<long double> sum = 0;
    for (int k = 0; k < size; ++k)
      sum +=
          std::complex<long double>(from[static_cast<std::size_t>(k)].re, from[static_cast<std::size_t>(k)].im) *
          std::polar(1.0L, 2 * std::numbers::pi_v<long double> * static_cast<long double>(k * frequency % size) / size);
    const auto at = static_cast<std::size_t>(place_of(frequency, longest_line_log2));
    EXPECT_LT(std::abs(std::complex<long double>(result[frequency].re, result[frequency].im) - sum), 1e-12L);
    EXPECT_LT(std::abs(std::complex<long double>(high[at].re, high[at].im) +
                       std::complex<long double>(low[at].re, low[at].im) - sum),
              1e-14L);
  }
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
      const long double factorial = std::tgamma(static_cast<long double>(m + 1));
      for (int trial = 0; trial < 2; ++trial) {
        const auto place = static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(cells));
        const std::int64_t cell = cell_at(log2_cells, place);
        wide expected = 0;
        long double moduli = 0;
        for (std::int64_t slot = 0; slot < 2 * cells; ++slot) {
          const auto at = static_cast<std::size_t>(slot);
          const std::int64_t in_fold = slot % cells, k = -7 + ((in_fold + 7) % cells) + slot / cells * cells;
          const long double q = static_cast<long double>(k) / static_cast<long double>(cells);
          const long double weight = std::pow(q, m) / factorial;
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

// Far fewer terms than parts and segments: w^stride is beyond the range of double then, and nobody needs it.
TEST(NearLinearOnHost, LongSumsOfNarrowRings) {
  using wide = std::complex<long double>;
  constexpr int degree = 220, segments = 64;
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  std::vector<double> re, im;
  for (int k = 0; k <= degree; ++k) re.push_back(normal(generator)), im.push_back(normal(generator));
  const std::vector<std::int64_t> exponents(re.size(), 0);
  term_view a;
  a.terms = degree + 1;
  a.re[0] = re.data();
  a.im[0] = im.data();
  a.exponent = exponents.data();
  device_ring r;
  r.plan.radius = 1.25;
  r.plan.half_height = 0.2;
  r.plan.centre = 100;
  r.plan.highest = degree;
  r.plan.unit = 64;
  r.plan.log2_cells = r.log2_all = 7;
  r.window = window_of(r.plan);
  std::vector<radius_power> powers(fine_powers + 1);
  launch(fill_powers{&r, powers.data()}, groups_of(fine_powers + 1, fill_powers::threads), 1, fill_powers::threads, 0);
  const host_tables tables(7);
  direction_tables directions = tables.layout;
  directions.table = tables.directions.data();
  std::vector<ring_root> roots(3);
  for (int i = 0; i < 3; ++i) {
    roots[static_cast<std::size_t>(i)].root.cell = static_cast<std::uint32_t>(20 * i);
    roots[static_cast<std::size_t>(i)].root.x = 10.0 * (i - 1);
    roots[static_cast<std::size_t>(i)].root.y = 0.5;
  }
  const std::vector<unsigned> order = {2, 0, 1};
  std::vector<complex<dd>> sums(3 * segments);
  launch(add_long_sums{roots.data(), &r, order.data(), 3, directions, a, powers.data(), segments, sums.data()},
         segments, 1, add_long_sums::threads, add_long_sums::shared);
  for (std::size_t i = 0; i < 3; ++i) {
    const complex<double> w = add_long_sums::first_place(roots[order[i]].root, r, directions).w;
    wide expected = 0, power = 1, found = 0;
    long double moduli = 0, radius = 1;
    for (std::size_t k = 0; k <= degree; ++k, power *= wide(w.re, w.im), radius *= 1.25L) {
      expected += wide(re[k], im[k]) * radius * power;
      moduli += std::abs(wide(re[k], im[k]) * radius * power);
    }
    for (std::size_t j = 0; j < segments; ++j) {
      const complex<dd>& part = sums[i * segments + j];
      found += wide(part.re.hi, part.im.hi) + wide(part.re.lo, part.im.lo);
    }
    EXPECT_LE(std::abs(found - expected), 1e-16L * moduli) << i;
  }
}

// A value by the first coefficients with twice the bits, against the sum that it stands for.
TEST(NearLinearOnHost, LongValuesAreWithinTheirBounds) {
  using wide = std::complex<long double>;
  constexpr int log2_cells = 5, cells = 32, highest = 40, centre = 20;
  std::mt19937_64 generator(5);
  std::normal_distribution<double> normal;
  const host_tables tables(log2_cells);
  device_ring r;
  r.plan.log2_cells = log2_cells;
  r.plan.centre = centre;
  r.plan.highest = highest;
  r.plan.unit = 16;
  r.folds = 2;
  std::vector<wide_complex> slots(2 * cells), low_slots(2 * cells), table(std::size_t{cells} * table_planes);
  std::vector<wide> terms;
  std::vector<ring_bounds::bin> bins;
  for (int k = 0; k <= highest; ++k) {
    const auto at = static_cast<std::size_t>(k / cells * cells + (r.first_slot() + k) % cells);
    slots[at] = {normal(generator), normal(generator)};
    low_slots[at] = {0x1p-55 * normal(generator), 0x1p-55 * normal(generator)};
    terms.push_back(wide(slots[at].re, slots[at].im) + wide(low_slots[at].re, low_slots[at].im));
    bins.push_back({static_cast<double>(std::abs(terms.back())), std::abs(k - centre) / 16.0});
  }
  const double reach = 3;
  const ring_bounds bounds(bins, 0, reach, r.folds, log2_cells);
  direction_tables directions = tables.layout;
  directions.table = tables.directions.data();
  directions.rounded_table = tables.rounded.data();
  const device_item item;
  launch(transform_columns{&r, &item, slots.data(), tables.unit_roots.data(), tables.inverse_factorials.data(),
                           directions, table.data(), log2_cells, false},
         short_terms, 1, 512, std::size_t{64} << 10);
  launch(transform_long_columns{&r,
                                &item,
                                slots.data(),
                                low_slots.data(),
                                {tables.long_unit_roots.data(), tables.long_inverse_factorials.data()},
                                directions,
                                table.data(),
                                log2_cells,
                                false},
         leading_terms, 1, 512, std::size_t{64} << 10);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const int cell = trial % cells;
    newton_point at;
    at.x = 2 * uniform(generator);
    at.y = 2 * uniform(generator);
    evaluate_long_in_cell(table.data() + cell, cells, table.data() + taylor_terms * cells + cell, cells, at);
    wide expected = 0;
    for (int k = 0; k <= highest; ++k) {
      const long double q = static_cast<long double>(k - centre) / 16,
                        angle = 6.283185307179586476925287L * static_cast<long double>((k - centre) * cell) /
                                static_cast<long double>(cells);
      expected += terms[static_cast<std::size_t>(k)] *
                  std::exp(wide(q * static_cast<long double>(at.x), q * static_cast<long double>(at.y) + angle));
    }
    const double size = std::hypot(at.x, at.y),
                 error = static_cast<double>(std::abs(wide(at.value_re, at.value_im) - expected));
    // The value itself is rounded to double.
    EXPECT_LE(error, bounds.long_value_error(size) + 0x1p-53 * static_cast<double>(std::abs(expected)) + 1e-16);
    EXPECT_LE(bounds.long_value_error(1.0), 0.01 * bounds.value_error(1.0));
  }
}

}  // namespace
}  // namespace vieta::near_linear
