// The parts of the near-linear method by themselves: transforms, rings, error bounds, the proof in a cell.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <thread>

#include "oracles/roots/families.hpp"
#include "roots/near_linear/cell_search.hpp"
#include "roots/near_linear/columns.hpp"
#include "roots/near_linear/near_linear.hpp"
#include "roots/near_linear/rings/ring_discs.hpp"
#include "roots/near_linear/rings/ring_search.hpp"
#include "roots/sweep/iteration.hpp"
#include "vieta/team.hpp"

namespace vieta::near_linear {
namespace {

using wide = std::complex<long double>;
constexpr long double pi = std::numbers::pi_v<long double>;

coefficients gaussian(int degree, std::uint64_t seed) {
  return make_coefficients(polynomial::from_coefficients(test::gaussian_complex(degree, seed)));
}
coefficients exponentials(int degree) { return make_coefficients(test::exponential_sum(degree)); }

struct table {
  ring_terms terms;
  fourier_plan plan;
  std::vector<double> values;

  table(const coefficients& a, const ring& r, int threads = 1)
      : terms(a, envelope(a), r), plan(r.log2_cells), values(r.cells() * batches * cell_stride) {
    fill_table(terms, plan, cell_kernels(detect_isa()), threads, values.data());
  }
  [[nodiscard]] wide coefficient(std::size_t place, int m) const {
    const double* const cell =
        values.data() + (static_cast<std::size_t>(m / batch_terms) * plan.length() + place) * cell_stride;
    return {cell[m % batch_terms], cell[batch_terms + m % batch_terms]};
  }
  [[nodiscard]] wide value(std::size_t place, wide u) const {
    wide sum = 0;
    for (int m = taylor_terms; m-- > 0;) sum = sum * u + coefficient(place, m);
    return sum;
  }
};

// sum b_k e^((k - centre) (i theta + u / unit)) ((k - centre) / unit)^m / m!, directly.
wide direct(const coefficients& a, const ring& r, std::int64_t frame, std::size_t cell, wide u, int m) {
  const long double theta = 2 * pi * static_cast<long double>(cell) / static_cast<long double>(r.cells() * r.passes());
  const long double log2_radius =
      std::log2(static_cast<long double>(r.radius)) + static_cast<long double>(r.radius_exponent);
  wide sum = 0;
  for (std::size_t t = 0; t < a.terms(); ++t) {
    const auto k = static_cast<long double>(a.power[t] - r.centre), q = k / static_cast<long double>(r.unit);
    const long double size =
        std::exp2(static_cast<long double>(a.power[t]) * log2_radius + static_cast<long double>(a.exponent[t] - frame));
    const wide b(size * a.re[0][t], a.is_real() ? 0 : size * a.im[0][t]);
    wide term = b * std::polar(1.0L, theta * k) * std::exp(q * u);
    for (int i = 1; i <= m; ++i) term *= q / static_cast<long double>(i);
    sum += term;
  }
  return sum;
}

std::vector<coefficients> samples() {
  return {gaussian(37, 1), gaussian(400, 2), make_coefficients(test::random_signs(300, 5, 3)), exponentials(150)};
}

TEST(NearLinearPlan, DirectionsAreRootsOfUnity) {
  for (const int log2_length : {4, 5, 9, 12}) {
    const fourier_plan plan(log2_length);
    EXPECT_EQ(plan.length(), std::size_t{1} << log2_length);
    std::vector<char> seen(plan.length(), 0);
    for (std::size_t place = 0; place < plan.length(); ++place) {
      const std::size_t cell = plan.cell_at(place);
      ASSERT_LT(cell, plan.length());
      EXPECT_EQ(seen[cell]++, 0);
      const wide w =
          std::polar(1.0L, 2 * pi * static_cast<long double>(cell) / static_cast<long double>(plan.length()));
      const complex<dd> d = plan.direction(cell);
      EXPECT_LT(std::abs(wide(d.re.hi, d.im.hi) + wide(d.re.lo, d.im.lo) - w), 1e-18L);
    }
  }
}

TEST(NearLinearRings, CoverAllRootsOnce) {
  for (const coefficients& a : samples()) {
    const envelope hull(a);
    for (std::size_t t = 0; t < a.terms(); ++t) {
      EXPECT_GE(hull.at(static_cast<double>(a.power[t])), a.log2_modulus[t] * std::numbers::ln2 - 1e-9);
    }
    const std::vector<ring> rings = plan_rings(hull);
    ASSERT_FALSE(rings.empty());
    double end = hull.least_log_modulus();
    for (const ring& r : rings) {
      const double begin = r.log_radius() - r.half_height;
      if (begin > end + 1e-9) {
        EXPECT_NEAR(hull.end_of_gap(end), begin, 1e-9) << "a hole between rings";
      }
      EXPECT_NEAR(std::max(begin, end), begin, 1e-9) << "rings overlap";
      end = r.log_radius() + r.half_height;
      EXPECT_LE(r.lowest, r.highest);
      EXPECT_GE(r.lowest, 0);
      EXPECT_LE(r.highest, a.degree);
    }
    EXPECT_GE(end, hull.largest_log_modulus() - 1e-9);
  }
}

TEST(NearLinearTable, HoldsTaylorCoefficients) {
  for (const coefficients& a : samples()) {
    const envelope hull(a);
    const std::vector<ring> rings = plan_rings(hull);
    for (const std::size_t number : {std::size_t{0}, rings.size() / 2, rings.size() - 1}) {
      const ring& r = rings[number];
      const table t(a, r);
      const double scale = t.terms.bounds().value_error(0) / 0x1p-53 / 20;  // about sum |b_k|, from above
      for (std::size_t place = 0; place < r.cells(); place += 1 + r.cells() / 13) {
        for (const int m : {0, 1, 2, 7, 8, 17, taylor_terms - 1}) {
          const wide expected = direct(a, r, t.terms.frame(), t.plan.cell_at(place), 0, m);
          long double growth = 1;
          for (int i = 1; i <= m; ++i) {
            growth *= static_cast<long double>(std::max(r.highest - r.centre, r.centre - r.lowest)) /
                      static_cast<long double>(r.unit) / i;
          }
          EXPECT_LE(std::abs(t.coefficient(place, m) - expected), 1e-14L * scale * growth) << "m = " << m;
        }
      }
    }
  }
}

// A ring whose cells are dealt with in passes: every fourth one in each.
TEST(NearLinearTable, BeginsAtAnyCell) {
  const coefficients a = gaussian(500, 7);
  std::vector<ring> rings = plan_rings(envelope(a));
  ring& r = rings[rings.size() / 2];
  r.log2_cells -= 2;
  r.log2_passes += 2;
  const fourier_plan directions(r.log2_cells + r.log2_passes), plan(r.log2_cells);
  ring_terms terms(a, envelope(a), r);
  std::vector<double> values(r.cells() * batches * cell_stride);
  for (std::size_t pass = 0; pass < r.passes(); ++pass) {
    if (pass > 0) terms.turn(directions, pass);
    fill_table(terms, plan, cell_kernels(detect_isa()), 1, values.data());
    for (const std::size_t place : {std::size_t{0}, std::size_t{5}, r.cells() - 1}) {
      const wide expected = direct(a, r, terms.frame(), plan.cell_at(place) * r.passes() + pass, 0, 0);
      const wide found(values[place * cell_stride], values[place * cell_stride + batch_terms]);
      EXPECT_LE(std::abs(found - expected), terms.bounds().value_error(0));
    }
  }
}

// The same bits for any number of threads.
TEST(NearLinearTable, DoesNotDependOnThreads) {
  const coefficients a = gaussian(5000, 4);
  const std::vector<ring> rings = plan_rings(envelope(a));
  const ring& r = rings[rings.size() / 2];
  EXPECT_EQ(table(a, r, 1).values, table(a, r, 3).values);
}

TEST(NearLinearBounds, Hold) {
  test::random_numbers random(5);
  const kernel_table& kernel = cell_kernels(detect_isa());
  for (const coefficients& a : samples()) {
    for (const ring& r : plan_rings(envelope(a))) {
      const table t(a, r);
      const ring_bounds& bounds = t.terms.bounds();
      for (int trial = 0; trial < 20; ++trial) {
        const auto place = static_cast<std::size_t>(random.uniform() * static_cast<double>(r.cells()));
        // A float on the way of `newton`, which reports values at the point it ends at.
        const candidate from = {static_cast<std::uint32_t>(place),
                                static_cast<float>((2 * random.uniform() - 1) * r.half_length()),
                                static_cast<float>((2 * random.uniform() - 1) * r.half_width())};
        newton_point at;
        kernel.newton(t.values.data(), r.cells(), &from, 1, t.terms.tilt(), &at);
        const double size = std::hypot(at.x, at.y);
        if (!(size < bounds.reach())) continue;
        const wide u(at.x, at.y), value(at.value_re, at.value_im), slope(at.derivative_re, at.derivative_im);
        const std::size_t cell = t.plan.cell_at(place);
        const wide exact = direct(a, r, t.terms.frame(), cell, u, 0);
        EXPECT_LE(std::abs(value - exact), bounds.value_error(size));
        wide derivative = 0;
        for (int m = taylor_terms; m-- > 1;) derivative = derivative * u + t.coefficient(place, m) * (1.0L * m);
        EXPECT_LE(std::abs(slope - derivative), bounds.slope_error(size));
        const wide step = std::polar(0.01L * bounds.reach(), 6.28L * random.uniform());
        if (std::abs(u + step) > bounds.reach()) continue;
        const long double remainder = std::abs(t.value(place, u + step) - t.value(place, u) - derivative * step);
        EXPECT_LE(remainder, std::norm(step) * bounds.curvature(std::abs(std::complex<double>(u + step)) + size));
      }
    }
  }
}

TEST(NearLinearProof, AsksForASlope) {
  const std::vector<ring_bounds::bin> bins = {{1.0, 1.0}};
  const ring_bounds bounds(bins, 0, 2.0, 1, 4);
  cell_root root;
  EXPECT_TRUE(cell_search::prove({0.5, 0.1, 1e-14, 0, 0.3, 0.2}, bounds, root));
  EXPECT_GE(root.radius, 1e-14 / std::hypot(0.3, 0.2));
  EXPECT_GT(root.alone, root.radius);
  EXPECT_FALSE(cell_search::prove({0.5, 0.1, 1e-14, 0, 0, 0}, bounds, root)) << "a multiple root";
  EXPECT_FALSE(cell_search::prove({0.5, 0.1, 1e-14, 0, 1e-9, 0}, bounds, root)) << "roots too close to tell";
  EXPECT_FALSE(cell_search::prove({0.5, 0.1, 0.4, 0, 0.3, 0.2}, bounds, root)) << "no root here";
  EXPECT_FALSE(cell_search::prove({3.0, 0.1, 1e-14, 0, 0.3, 0.2}, bounds, root)) << "outside of where bounds hold";
  const double nan = std::nan("");
  EXPECT_FALSE(cell_search::prove({nan, 0.1, 1e-14, 0, 0.3, 0.2}, bounds, root));
  EXPECT_FALSE(cell_search::prove({0.5, 0.1, nan, 0, 0.3, 0.2}, bounds, root));
  EXPECT_FALSE(cell_search::prove({0.5, 0.1, 1e-14, 0, nan, 0.2}, bounds, root));
}

// C(u) = (u - a) (u - b) in a cell whose bounds are those of much larger terms.
TEST(NearLinearProof, TellsRootsOfAClosePairApart) {
  using complex_double = std::complex<double>;
  const std::vector<ring_bounds::bin> bins = {{1e5, 1.0}};
  const ring_bounds bounds(bins, 0, 2.0, 1, 4);
  const complex_double a(0.5, 0.1);
  const double error = bounds.long_value_error(std::abs(a) + bounds.reach() / 64);
  int proven = 0;
  for (double apart = 1; apart > 1e-8; apart *= 0.7) {
    const complex_double b = a + std::polar(apart, 30 * apart), at = a + std::polar(1e-3 * error / apart, 1.0);
    const complex_double value = (at - a) * (at - b), slope = (at - a) + (at - b);
    const newton_point point = {at.real(), at.imag(), value.real(), value.imag(), slope.real(), slope.imag()};
    cell_root root;
    const bool usual = prove_root(point, bounds, root, true), close = prove_close_root(point, 1, bounds, root, true);
    EXPECT_TRUE(close || !usual) << apart;
    if (!close) continue;
    proven += usual ? 0 : 1;
    EXPECT_LE(std::abs(at - a), root.radius);
    EXPECT_LT(root.alone, std::abs(at - b));
    EXPECT_GE(root.slope / root.alone, 1) << "a bound of the curvature";
    // What is unknown of C moves the root by so much.
    EXPECT_GE(root.radius, error / std::abs(a - b));
    EXPECT_LE(root.radius, 3 * error / std::abs(a - b));
  }
  EXPECT_GT(proven, 5);
}

TEST(NearLinearPowers, OfAnyExponent) {
  ring r;
  r.radius = 1.7320508075688772;
  r.radius_exponent = -3;
  r.lowest = 900;
  r.highest = 4000;
  const radius_powers powers(r);
  for (const std::int64_t k : {900, 901, 1234, 2500, 3999, 4000}) {
    const radius_power p = powers.at(k);
    const long double expected = static_cast<long double>(k) * (std::log2(static_cast<long double>(r.radius)) - 3);
    const long double found =
        std::log2(static_cast<long double>(p.value.hi) + p.value.lo) + static_cast<long double>(p.exponent);
    EXPECT_NEAR(static_cast<double>(found - expected), 0, 1e-14) << k;
  }
}

// Powers of the radius hold what the proofs ask for (2^-75) at any degree: r^(2k) beside (r^k)^2 in quad-double, where
// an error of the one is twice that of the other, and beside a chain of squares.
TEST(NearLinearTerms, PowersOfTheRadiusOfAnyDegree) {
  ring r;
  r.radius = 1.2345678901234567;
  r.radius_exponent = 0;
  const long_radius_power base = normalised(td(r.radius), 0);
  for (const std::int64_t exponent : {1'000LL, 1'048'576LL, 429'496'730LL, 1'999'999'999LL, 1LL << 40}) {
    qd value(r.radius);
    std::int64_t shift = 0;
    qd expected(1.0);
    std::int64_t expected_shift = 0;
    const auto reduce = [](qd& x, std::int64_t& of) {
      int more = 0;
      std::frexp(static_cast<double>(x), &more);
      x = x * std::ldexp(1.0, -more);
      of += more;
    };
    for (std::int64_t left = exponent; left > 0; left >>= 1) {
      if ((left & 1) != 0) {
        expected = expected * value;
        expected_shift += shift;
        reduce(expected, expected_shift);
      }
      value = value * value;
      shift *= 2;
      reduce(value, shift);
    }
    const radius_power found = rounded(power_of(base, exponent));
    ASSERT_EQ(found.exponent, expected_shift) << exponent;
    const qd error = (qd(found.value) - expected) / expected;
    EXPECT_LT(std::abs(static_cast<double>(error)), 0x1p-104) << exponent;
  }
}

TEST(NearLinearStart, FillsUpToTheDegree) {
  const coefficients a = gaussian(60, 6);
  const auto edges = newton_polygon(a);
  std::vector<proven_disc> discs;
  EXPECT_EQ(continue_from(discs, edges).size(), 60u);
  const node_set starts = starting_points(edges);
  for (std::size_t i = 0; i < 50; ++i) {
    proven_disc disc;
    disc.centre = starts.mantissa[i];
    disc.exponent = starts.exponent[i];
    discs.push_back(disc);
  }
  const node_set nodes = continue_from(discs, edges);
  EXPECT_EQ(nodes.size(), 60u);
  add_unproven(discs, nodes);
  EXPECT_EQ(discs.size(), 60u);
  EXPECT_TRUE(std::isinf(discs.back().radius));
}

// Those of sum (k+1)^2 x^k: a sector is missing, and that is where the places are, not at the least moduli.
TEST(NearLinearStart, PlacesAreWhereRootsAreMissing) {
  std::vector<double> c;
  for (int k = 0; k <= 600; ++k) c.push_back((k + 1.0) * (k + 1.0));
  const auto edges = newton_polygon(make_coefficients(polynomial::from_coefficients(c)));
  std::vector<proven_disc> discs;
  for (int k = 0; k < 600; ++k) {
    const double angle = 2 * std::numbers::pi * (k + 0.5) / 600;
    if (std::abs(angle - std::numbers::pi) < 1) continue;
    proven_disc disc;
    disc.centre = {qd(0.98 * std::cos(angle)), qd(0.98 * std::sin(angle))};
    discs.push_back(disc);
  }
  const node_set nodes = continue_from(discs, edges);
  ASSERT_EQ(nodes.size(), 600U);
  std::size_t inside = 0;
  for (std::size_t i = discs.size(); i < nodes.size(); ++i)
    inside += std::abs(std::arg(-nodes.leading(i))) < 1.2 && nodes.log2_modulus(i) > -0.2 ? 1U : 0U;
  EXPECT_GE(inside * 10, (nodes.size() - discs.size()) * 9);
}

// Rings of many passes, as those of degrees in the millions: passes go round the members, and the order of roots stays.
void expect_shared(const coefficients& a) {
  const envelope hull(a);
  ring_limits limits;
  limits.most_cells_log2 = 8;
  const std::vector<ring> rings = plan_rings(hull, limits);
  EXPECT_TRUE(std::any_of(rings.begin(), rings.end(), [](const ring& r) { return r.passes() >= 7; }));
  roots_options options;
  options.on = {.place = where::cpu, .threads = 1};
  const session context{options, kernels(detect_isa()), 1};
  const rings_searched alone = search_rings(a, hull, rings, 1, context);
  EXPECT_GE(alone.roots.size(), 3000U);
  for (const int size : {2, 3, 4, 7}) {
    thread_team all(size);
    std::vector<std::jthread> others;
    for (int rank = 1; rank < size; ++rank) others.emplace_back([&all, rank] { help(all.member(rank)); });
    roots_options shared_options = options;
    shared_options.on.ranks = &all.member(0);
    const session shared_context{shared_options, kernels(detect_isa()), 1};
    const rings_searched found = search_rings(a, hull, rings, 1, shared_context);
    dismiss(all.member(0));
    EXPECT_EQ(found.used_residuals, alone.used_residuals);
    ASSERT_EQ(found.roots.size(), alone.roots.size());
    for (std::size_t k = 0; k < found.roots.size(); ++k) {
      EXPECT_EQ(found.roots[k].centre.re.hi, alone.roots[k].centre.re.hi);
      EXPECT_EQ(found.roots[k].centre.im.lo, alone.roots[k].centre.im.lo);
      EXPECT_EQ(found.roots[k].radius, alone.roots[k].radius);
    }
  }
}
TEST(NearLinearRings, AreSharedByPasses) { expect_shared(gaussian(3000, 21)); }
TEST(NearLinearRings, OfRealPolynomialsAreSharedByPasses) {
  expect_shared(make_coefficients(test::random_signs(3000, 3000, 22)));
}

// The lower half plane is not searched: each root there is the mirror image of one that was found. Of sum (k+1) x^k,
// whose roots lie on a curve where a random function's would not, all are found by one search.
TEST(NearLinearRings, OfRealPolynomialsAreMirrored) {
  std::vector<double> ramp(3001);
  for (std::size_t k = 0; k < ramp.size(); ++k) ramp[k] = static_cast<double>(k + 1);
  for (const polynomial& p : {test::random_signs(3000, 3000, 22), polynomial::from_coefficients(ramp)}) {
    const coefficients a = make_coefficients(p);
    roots_options options;
    options.on = {.place = where::cpu, .threads = 1};
    const found_roots found = find(a, {options, kernels(detect_isa()), 1}, false);
    EXPECT_EQ(found.searches, 1);
    ASSERT_EQ(found.discs.size(), 3000U);
    std::vector<std::pair<double, double>> places;
    for (const proven_disc& d : found.discs) places.emplace_back(d.centre.re.x0, d.centre.im.x0);
    std::sort(places.begin(), places.end());
    for (const auto& [re, im] : places)
      EXPECT_TRUE(std::abs(im) < 1e-10 || std::binary_search(places.begin(), places.end(), std::pair(re, -im)));
  }
}

// Columns say what discs say: as many roots, each where the other one's disc is, real ones marked, in ascending order.
TEST(NearLinear, ColumnsAreTheDiscs) {
  roots_options options;
  options.on.threads = 2;
  const session context{options, kernels(detect_isa()), 2};
  for (const int degree : {1'501, 2'000, 6'000}) {
    for (const bool is_real : {false, true}) {
      SCOPED_TRACE(std::to_string(degree) + (is_real ? ", real" : ", complex"));
      std::vector<std::complex<double>> c = test::gaussian_complex(degree, 5);
      std::vector<double> real;
      for (const std::complex<double>& x : c) real.push_back(x.real());
      const coefficients a =
          make_coefficients(is_real ? polynomial::from_coefficients(real) : polynomial::from_coefficients(c));
      const found_roots apart = find(a, context), together = find(a, context, true);
      ASSERT_EQ(apart.discs.size(), static_cast<std::size_t>(degree));
      ASSERT_TRUE(together.in_columns.has_value());
      const device_roots& columns = *together.in_columns;
      EXPECT_EQ(columns.count, degree);
      EXPECT_EQ(columns.upper_half, is_real);
      std::vector<char> taken(apart.discs.size(), 0);
      std::vector<std::complex<double>> places;
      for (const proven_disc& disc : apart.discs)
        places.push_back(std::ldexp(1.0, int(disc.exponent)) * disc.leading());
      for (const proven_disc& disc : discs_of(columns)) {
        const std::complex<double> z = std::ldexp(1.0, int(disc.exponent)) * disc.leading();
        const auto near = std::min_element(places.begin(), places.end(),
                                           [&](auto x, auto y) { return std::abs(x - z) < std::abs(y - z); });
        EXPECT_LE(std::abs(*near - z), 2e-15 * std::abs(z));
        EXPECT_EQ(taken[static_cast<std::size_t>(near - places.begin())]++, 0);
      }
      double last = -INFINITY;
      for (std::size_t i = 0; i < columns.re.size(); ++i) {
        const double place =
            std::log(std::hypot(columns.re[i], columns.im[i])) + 0.6931471805599453 * columns.exponent[i];
        EXPECT_GE(place, last);
        last = place;
        EXPECT_TRUE(!is_real || columns.im[i] >= 0);
      }
    }
  }
}

// x^2000 - 1 has roots on both axes, which exact arithmetic is to tell; one short of all roots is no answer.
TEST(NearLinear, ColumnsAreForWhatIsPlain) {
  roots_options options;
  options.on.threads = 1;
  const session context{options, kernels(detect_isa()), 1};
  std::vector<double> unity(2001, 0.0);
  unity.front() = -1, unity.back() = 1;
  const found_roots found = find(make_coefficients(polynomial::from_coefficients(unity)), context, true);
  EXPECT_FALSE(found.in_columns.has_value());
  EXPECT_EQ(found.discs.size(), 2000U);
  located_root root;
  root.centre = {dd(1.0), dd(1.0)}, root.radius = 1e-16, root.alone = 1e-3;
  EXPECT_TRUE(to_columns({root}, 1, false, 15, 1).has_value());
  EXPECT_FALSE(to_columns({root}, 2, false, 15, 1).has_value());
  EXPECT_FALSE(to_columns({root}, 1, true, 15, 1).has_value());  // its conjugate is missing
  EXPECT_TRUE(to_columns({root, mirrored(root)}, 2, true, 15, 1).has_value());
  root.alone = 1e-15;
  EXPECT_FALSE(to_columns({root}, 1, false, 15, 1).has_value());
  root.alone = 1e-3, root.radius = 1e-14;
  EXPECT_FALSE(to_columns({root}, 1, false, 15, 1).has_value());
  EXPECT_TRUE(to_columns({root}, 1, false, 13, 1).has_value());
  root.centre.im = dd(1e-15);  // may be real: its own conjugate
  const auto on_axis = to_columns({root}, 1, true, 13, 1);
  ASSERT_TRUE(on_axis.has_value());
  EXPECT_EQ(on_axis->im[0], 0.0);
}

}  // namespace
}  // namespace vieta::near_linear
