// Batches of small polynomials against `roots` of each of them, whose discs are proven by another path.
#include "vieta/root_batches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "base/simd/widest.hpp"
#include "roots/batch/kernels.hpp"
#include "roots/batch/row.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

using number = std::complex<double>;

root_batch_options on_cpu(int digits = 15, int threads = 1) {
  root_batch_options options;
  options.digits = digits;
  options.on.place = where::cpu;
  options.on.threads = threads;
  return options;
}

// The roots of one polynomial with repetitions, and the radii of their discs.
struct reference {
  std::vector<number> values;
  std::vector<double> radii;
  std::vector<root_status> statuses;
};
template <class T>
reference reference_of(const std::vector<T>& row) {
  roots_options options;
  options.on.place = where::cpu;
  options.on.threads = 1;
  reference expected;
  for (const root& r : roots(std::span<const T>(row), options).roots) {
    for (std::int64_t k = 0; k < r.multiplicity; ++k) {
      expected.values.push_back(r.value);
      expected.radii.push_back(r.radius);
      expected.statuses.push_back(r.status);
    }
  }
  return expected;
}

template <class T>
struct rows {
  int degree;
  std::vector<T> all;
  explicit rows(int n) : degree(n) {}
  void add(std::vector<T> ascending) {
    ascending.resize(static_cast<std::size_t>(degree) + 1);
    all.insert(all.end(), ascending.begin(), ascending.end());
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(degree) + 1; }
  [[nodiscard]] std::size_t count() const { return all.size() / size(); }
  [[nodiscard]] std::vector<T> row(std::size_t i) const {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * size());
    return {begin, begin + static_cast<std::ptrdiff_t>(size())};
  }
  [[nodiscard]] polynomial_batch<T> view() const { return {all.data(), count(), degree}; }
};

// Every disc of the batch meets a disc of the reference, one to one, and is as small as it claims.
void expect_match(const reference& expected, const root_batch_result& result, std::size_t i, int digits) {
  const std::size_t places = static_cast<std::size_t>(result.degree), begin = i * places;
  ASSERT_EQ(result.counts[i], expected.values.size());
  EXPECT_EQ(result.statuses[i], root_batch_status::complete);
  std::vector<char> taken(expected.values.size(), 0);
  double before = 0;
  for (std::size_t k = 0; k < result.counts[i]; ++k) {
    const number z = result.values[begin + k];
    const double radius = result.radii[begin + k];
    const batch_root_status status = result.root_statuses[begin + k];
    ASSERT_TRUE(status == batch_root_status::isolated || status == batch_root_status::cluster) << name(status);
    const bool must_be_small = status == batch_root_status::isolated;
    EXPECT_TRUE(!must_be_small || radius <= std::pow(10.0, -digits) * std::abs(z) * (1 + 1e-12)) << radius;
    EXPECT_GE(std::abs(z), before * (1 - 1e-15)) << "order";
    before = std::abs(z);
    bool found = false;
    for (std::size_t j = 0; j < taken.size() && !found; ++j) {
      if (taken[j] != 0 || !(std::abs(z - expected.values[j]) <= (radius + expected.radii[j]) * (1 + 1e-12))) continue;
      taken[j] = 1;
      found = true;
      EXPECT_TRUE(digits < 15 || (z.imag() == 0) == (expected.values[j].imag() == 0)) << z;
    }
    EXPECT_TRUE(found) << "row " << i << ", root " << z << " within " << radius;
  }
  for (std::size_t k = result.counts[i]; k < places; ++k) {
    EXPECT_TRUE(std::isnan(result.values[begin + k].real()) && std::isnan(result.radii[begin + k]));
    EXPECT_EQ(result.root_statuses[begin + k], batch_root_status::none);
  }
}

template <class T>
std::size_t expect_all_match(const rows<T>& p, int digits = 15) {
  const root_batch_result result = roots(p.view(), on_cpu(digits));
  for (std::size_t i = 0; i < p.count() && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    expect_match(reference_of(p.row(i)), result, i, digits);
  }
  return result.report.one_by_one;
}

template <class T>
std::vector<T> from_roots(const std::vector<T>& zeros) {
  std::vector<T> p{T(1)};
  for (const T& z : zeros) {
    p.push_back(T(0));
    for (std::size_t k = p.size(); k-- > 0;) p[k] = (k > 0 ? p[k - 1] : T(0)) - z * p[k];
  }
  return p;
}

class random_source {
 public:
  explicit random_source(unsigned seed) : generator_(seed) {}
  double normal() { return normal_(generator_); }
  number complex_normal() { return {normal(), normal()}; }
  double uniform(double a, double b) { return a + (b - a) * uniform_(generator_); }

 private:
  std::mt19937_64 generator_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

TEST(RootBatches, RandomCoefficientsOfEveryDegree) {
  random_source random(1);
  for (int n = 1; n <= 64; ++n) {
    rows<double> real(n);
    rows<number> complex(n);
    for (int i = 0; i < (n < 20 ? 100 : 10); ++i) {
      std::vector<double> a;
      std::vector<number> b;
      for (int k = 0; k <= n; ++k) a.push_back(random.normal()), b.push_back(random.complex_normal());
      real.add(a);
      complex.add(b);
    }
    SCOPED_TRACE(n);
    EXPECT_EQ(expect_all_match(real), 0U);
    EXPECT_EQ(expect_all_match(complex), 0U);
  }
}

TEST(RootBatches, FewerDigits) {
  random_source random(2);
  for (const int digits : {1, 4, 8, 12}) {
    rows<double> p(12);
    for (int i = 0; i < 50; ++i) {
      std::vector<double> a;
      for (int k = 0; k <= 12; ++k) a.push_back(random.normal());
      p.add(a);
    }
    expect_all_match(p, digits);
  }
}

TEST(RootBatches, IllConditionedMultipleAndClustered) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  rows<double> p(20);
  std::vector<double> wilkinson;
  for (int n = 1; n <= 18; ++n) {
    wilkinson.push_back(n);
    p.add(from_roots(wilkinson));
    p.add(from_roots(std::vector<double>(static_cast<std::size_t>(n), 1.0)));  // (x - 1)^n
  }
  p.add(from_roots<double>({1, 1, 2, 2, 2, -3, 0.5}));
  p.add(from_roots<double>({1, 1 + 0x1p-20, 1 - 0x1p-20, -2}));  // rounded: a cluster of simple roots
  p.add({1, 2, 3, 2, 1});                                        // (x^2 + x + 1)^2
  std::vector<double> chebyshev{1, 0, -50, 0, 400, 0, -1120, 0, 1280, 0, -512};
  p.add(chebyshev);
  std::vector<double> unity(21);
  unity[0] = -1, unity[20] = 1;
  p.add(unity);
  p.add(std::vector<double>(21, 1.0));
  EXPECT_GT(expect_all_match(p), 0U);
}

TEST(RootBatches, RealRootsOfManySizes) {
  random_source random(3);
  rows<double> p(9);
  for (int i = 0; i < 200; ++i) {
    std::vector<double> zeros;
    const int n = 1 + i % 9;
    for (int k = 0; k < n; ++k) zeros.push_back(std::ldexp(random.normal(), static_cast<int>(random.uniform(-20, 20))));
    p.add(from_roots(zeros));
  }
  expect_all_match(p);
}

TEST(RootBatches, HugeAndSmallCoefficients) {
  random_source random(4);
  rows<double> p(8);
  for (int i = 0; i < 300; ++i) {
    std::vector<double> a;
    const double all = random.uniform(-900, 900), slope = random.uniform(-12, 12), each = i % 3 == 0 ? 60 : 0;
    for (int k = 0; k <= 8; ++k)
      a.push_back(std::ldexp(random.normal(), static_cast<int>(all + slope * k + random.uniform(-each, each))));
    p.add(a);
  }
  const double tiny = std::numeric_limits<double>::denorm_min(), huge = std::numeric_limits<double>::max();
  p.add({tiny, 3 * tiny, 7 * tiny});
  p.add({huge, -huge, huge / 3, huge});
  p.add({1, 0, 0, 0, 0, 0, 0, 0, 1e-300});
  expect_all_match(p);
}

TEST(RootBatches, RootsBeyondTheRangeOfDoublesAreNotClaimed) {
  rows<double> p(2);
  p.add({1e300, 1e-300});
  p.add({1e-300, 1e300});
  p.add({-1, 0, 1});
  p.add({std::numeric_limits<double>::denorm_min(), 1});
  const root_batch_result result = roots(p.view(), on_cpu());
  EXPECT_EQ(result.statuses[0], root_batch_status::partial);
  EXPECT_EQ(result.root_statuses[0], batch_root_status::unproven);
  EXPECT_TRUE(std::isinf(result.radii[0]));
  EXPECT_EQ(result.values[2], number(0));
  EXPECT_GT(result.radii[2], 0);
  EXPECT_EQ(result.root_statuses[2], batch_root_status::wide);
  EXPECT_EQ(result.root_statuses[6], batch_root_status::wide);
  EXPECT_EQ(result.values[4], number(1));
  EXPECT_EQ(result.values[5], number(-1));
}

// Beside a root that doubles cannot hold a pair is known in decimals, apart by less than its doubles tell.
TEST(RootBatches, IsolatedDiscsAreApartAsDoubles) {
  rows<double> p(4);
  for (int d = 90; d <= 130; ++d) p.add({0x1p-970, -1, 2, -1, std::ldexp(1.0, -d)});
  const root_batch_result result = roots(p.view(), on_cpu());
  for (std::size_t i = 0; i < p.count(); ++i) {
    for (std::size_t k = 4 * i; k < 4 * i + result.counts[i]; ++k) {
      if (result.root_statuses[k] != batch_root_status::isolated) continue;
      for (std::size_t j = 4 * i; j < 4 * i + result.counts[i]; ++j) {
        if (j == k || std::isinf(result.radii[j])) continue;
        EXPECT_GT(std::abs(result.values[j] - result.values[k]), result.radii[j] + result.radii[k]) << i;
      }
    }
  }
}

TEST(RootBatches, ZerosAndLowerDegrees) {
  random_source random(5);
  rows<number> p(10);
  for (int low = 0; low <= 10; ++low) {
    for (int high = low; high <= 10; ++high) {
      std::vector<number> a(11);
      for (int k = low; k <= high; ++k) a[static_cast<std::size_t>(k)] = random.complex_normal();
      p.add(a);
    }
  }
  EXPECT_EQ(expect_all_match(p), 0U);
}

TEST(RootBatches, BadRowsLeaveOthersAlone) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  random_source random(6);
  rows<double> good(6), mixed(6);
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 60; ++i) {
    std::vector<double> a;
    for (int k = 0; k <= 6; ++k) a.push_back(random.normal());
    good.add(a);
    mixed.add(a);
    auto bad = a;
    if (i % 6 == 0) bad.assign(7, 0.0);
    if (i % 6 == 1) bad[3] = nan;
    if (i % 6 == 2) bad[0] = -infinity;
    if (i % 6 == 3) bad[6] = infinity;
    if (i % 6 == 4) bad = {1, -4, 6, -4, 1};
    if (i % 6 == 5) bad = {5};
    mixed.add(bad);
  }
  const root_batch_result alone = roots(good.view(), on_cpu()), among = roots(mixed.view(), on_cpu());
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t k = 0; k < 6; ++k) {
      EXPECT_EQ(alone.values[6 * i + k], among.values[12 * i + k]) << i;  // to the last bit
      EXPECT_EQ(alone.radii[6 * i + k], among.radii[12 * i + k]) << i;
    }
    const root_batch_status wanted[6] = {root_batch_status::zero_polynomial, root_batch_status::bad_input,
                                         root_batch_status::bad_input,       root_batch_status::bad_input,
                                         root_batch_status::complete,        root_batch_status::complete};
    EXPECT_EQ(among.statuses[2 * i + 1], wanted[i % 6]) << i;
    EXPECT_EQ(among.counts[2 * i + 1], i % 6 == 4 ? 4 : 0) << i;
  }
  EXPECT_EQ(among.report.zero_polynomials, 10U);
  EXPECT_EQ(among.report.bad_inputs, 30U);
  EXPECT_EQ(among.root_statuses[6 * 9], batch_root_status::cluster);
}

TEST(RootBatches, ColumnsStridesAndThreadsGiveTheSame) {
  random_source random(7);
  constexpr std::size_t count = 1500, size = 6, degree = 5;
  rows<double> p(degree);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> a;
    for (std::size_t k = 0; k < size; ++k) a.push_back(i % 7 == 3 && k > 3 ? 0 : random.normal());
    p.add(a);
  }
  const root_batch_result expected = roots(p.view(), on_cpu(15, 1));
  const root_batch_result threads = roots(p.view(), on_cpu(15, 4));
  std::vector<double> columns(size * (count + 3));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < size; ++k) columns[k * (count + 3) + i] = p.all[i * size + k];
  std::vector<number> values(degree * (count + 1));
  std::vector<double> radii(degree * (count + 1));
  std::vector<std::uint8_t> counts(count);
  std::vector<root_batch_status> statuses(count);
  roots_into(polynomial_batch<double>{columns.data(), count, degree, coefficient_order::columns, count + 3},
             {values.data(), radii.data(), nullptr, counts.data(), statuses.data(), count + 1}, on_cpu());
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(statuses[i], expected.statuses[i]);
    EXPECT_EQ(counts[i], expected.counts[i]);
    for (std::size_t k = 0; k < counts[i]; ++k) {
      EXPECT_EQ(values[k * (count + 1) + i], expected.values[i * degree + k]);
      EXPECT_EQ(threads.values[i * degree + k], expected.values[i * degree + k]);
      EXPECT_EQ(radii[k * (count + 1) + i], expected.radii[i * degree + k]);
    }
  }
}

TEST(RootBatches, RealPolynomialsHaveExactPairs) {
  random_source random(8);
  rows<double> p(17);
  for (int i = 0; i < 100; ++i) {
    std::vector<double> a;
    for (int k = 0; k <= 17; ++k) a.push_back(random.normal());
    p.add(a);
  }
  const root_batch_result result = roots(p.view(), on_cpu());
  for (std::size_t i = 0; i < p.count(); ++i) {
    const auto z = result.roots(i);
    for (std::size_t k = 0; k < z.size(); ++k) {
      if (z[k].imag() == 0) continue;
      ASSERT_LT(k + 1, z.size());
      EXPECT_GT(z[k].imag(), 0);
      EXPECT_EQ(z[k + 1], std::conj(z[k]));
      ++k;
    }
  }
}

// Every level that this processor has, lane by lane: the same discs up to their radii.
TEST(RootBatches, InstructionSetsAgree) {
  std::vector<const root_batches::batch_kernels*> tables;
#if defined(VIETA_HAVE_BASELINE)
  tables.push_back(&root_batches::baseline::table);
#endif
#if defined(VIETA_HAVE_NEON)
  tables.push_back(&root_batches::neon::table);
#endif
#if defined(VIETA_HAVE_AVX2)
  if (detect_isa() >= isa::avx2) tables.push_back(&root_batches::avx2::table);
#endif
#if defined(VIETA_HAVE_AVX512)
  if (detect_isa() >= isa::avx512) tables.push_back(&root_batches::avx512::table);
#endif
  // Values as of complex coefficients, and as of real ones.
  std::vector<std::pair<const root_batches::batch_kernels*, bool>> ways;
  for (const auto* table : tables) ways.insert(ways.end(), {{table, false}, {table, true}});
  for (const int degree : {1, 2, 7, 12, 33, 64}) {
    std::vector<number> expected;
    for (const auto& [table, real] : ways) {
      random_source random(9);
      const auto lanes = static_cast<std::size_t>(table->lanes);
      std::vector<std::vector<double>> memory(11, std::vector<double>(8 * 72));
      root_batches::lane_arrays a{{memory[0].data(), memory[1].data(), memory[2].data()},
                                  {memory[3].data(), memory[4].data()},
                                  {{memory[5].data(), memory[6].data()}, memory[7].data()},
                                  memory[8].data(),
                                  memory[9].data(),
                                  memory[10].data()};
      // The first lane has the same polynomial at every level; the others have their own.
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        std::vector<double> c, logarithm(65);
        for (int k = 0; k <= degree; ++k) c.push_back(random.normal());
        const auto coefficient = [&](int k) { return complex<double>{c[static_cast<std::size_t>(k)], 0}; };
        const auto shape = root_batches::analyse(degree, coefficient, logarithm.data());
        for (int k = 0; k <= degree; ++k) {
          const std::size_t at = static_cast<std::size_t>(k) * lanes + lane;
          a.b.re[at] = root_batches::scaled(coefficient(k), shape, k).re;
          a.b.modulus[at] = std::abs(a.b.re[at]);
        }
        a.is_real[lane] = 1;
        root_batches::starting_points(shape, logarithm.data(), [&](int k, const complex<double>& w) {
          a.node.re[static_cast<std::size_t>(k) * lanes + lane] = w.re;
          a.node.im[static_cast<std::size_t>(k) * lanes + lane] = w.im;
        });
      }
      const auto outcome = table->solve(a, degree, real, 1e-15);
      EXPECT_EQ(outcome.proven, (1U << lanes) - 1) << name(table->level);
      std::vector<number> found(static_cast<std::size_t>(degree));
      for (std::size_t k = 0; k < found.size(); ++k)
        found[static_cast<std::size_t>(a.rank[k * lanes])] = {a.disc.centre.re[k * lanes], a.disc.centre.im[k * lanes]};
      if (expected.empty()) expected = found;
      for (std::size_t k = 0; k < found.size(); ++k)
        EXPECT_LE(std::abs(found[k] - expected[k]), 2e-15 * std::abs(found[k])) << name(table->level);
    }
  }
}

TEST(RootBatches, WrongArguments) {
  const double a[3] = {1, 2, 3};
  EXPECT_THROW(roots(polynomial_batch<double>{a, 1, 65}, on_cpu()), error);
  EXPECT_THROW(roots(polynomial_batch<double>{nullptr, 1, 2}, on_cpu()), error);
  EXPECT_THROW(roots(polynomial_batch<double>{a, 1, 2, coefficient_order::rows, 2}, on_cpu()), error);
  EXPECT_THROW(roots(polynomial_batch<double>{a, 1, 2}, on_cpu(16)), error);
  EXPECT_THROW(roots(polynomial_batch<double>{a, 1, 2}, on_cpu(0)), error);
  EXPECT_THROW(roots_into(polynomial_batch<double>{a, 1, 2}, {}, on_cpu()), error);
  EXPECT_EQ(roots(polynomial_batch<double>{nullptr, 0, 2}, on_cpu()).report.polynomials, 0U);
  EXPECT_EQ(roots(polynomial_batch<double>{a, 3, 0}, on_cpu()).report.complete, 3U);
}

}  // namespace
}  // namespace vieta
