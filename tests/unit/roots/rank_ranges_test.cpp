// Answers that stay with the ranks that have found them: those of one process, bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <complex>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "cuda/launch_on_host.hpp"
// What the schedule is launched with comes first.
#include "oracles/roots/families.hpp"
#include "roots/near_linear/cuda/schedule.hpp"
#include "roots/near_linear/near_linear.hpp"
#include "roots/near_linear/ranges/device_stand_in.hpp"
#include "roots/near_linear/ranges/rank_ranges.hpp"
#include "vieta/distributed_roots.hpp"
#include "vieta/error.hpp"

namespace vieta::near_linear {
namespace {

/// Calls `lead` with rank 0 of a team of threads.
template <class Lead>
void with_ranks(int size, const Lead& lead) {
  thread_team all(size);
  std::vector<std::jthread> others;
  for (int rank = 1; rank < size; ++rank) others.emplace_back([&all, rank] { help(all.member(rank)); });
  try {
    lead(all.member(0));
  } catch (...) {
    dismiss(all.member(0));
    throw;
  }
  dismiss(all.member(0));
}

void expect_same(const roots_result& found, const roots_result& expected) {
  ASSERT_EQ(found.roots.size(), expected.roots.size());
  EXPECT_EQ(found.status, expected.status);
  EXPECT_EQ(found.report.isolated, expected.report.isolated);
  for (std::size_t k = 0; k < found.roots.size(); ++k) {
    ASSERT_EQ(found.roots[k].value, expected.roots[k].value) << k;
    ASSERT_EQ(found.roots[k].radius, expected.roots[k].radius) << k;
    ASSERT_EQ(found.roots[k].real, expected.roots[k].real) << k;
    ASSERT_EQ(found.roots[k].status, expected.roots[k].status) << k;
  }
}

std::vector<std::complex<double>> values_in(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t head = text.find('\n') + 1;
  std::vector<std::complex<double>> values((text.size() - head) / sizeof(std::complex<double>));
  std::memcpy(values.data(), text.data() + head, values.size() * sizeof values[0]);
  return values;
}

void expect_distributed(const polynomial& p, const roots_options& options, const roots_result& expected,
                        bool is_distributed = true) {
  const std::string path = (std::filesystem::path(testing::TempDir()) / "ranges.npy").string();
  for (const int size : {2, 3, 4, 7})
    with_ranks(size, [&](team& ranks) {
      roots_options own = options;
      own.on.ranks = &ranks;
      const distributed_roots found(p, own);
      ASSERT_EQ(found.is_distributed(), is_distributed);
      EXPECT_EQ(found.result().status, expected.status);
      double largest = 0;
      for (const root& r : expected.roots) largest = std::max(largest, r.radius);
      EXPECT_EQ(found.largest_radius(), largest);
      if (is_distributed) {
        EXPECT_TRUE(found.result().roots.empty());
        ASSERT_EQ(found.roots_of_rank().size(), static_cast<std::size_t>(size));
        const auto [least, most] = std::minmax_element(found.roots_of_rank().begin(), found.roots_of_rank().end());
        EXPECT_LT(*most, 1.3 * static_cast<double>(*least) + 50);  // shares are alike
      }
      found.write_npy(path);
      const std::vector<std::complex<double>> values = values_in(path);
      ASSERT_EQ(values.size(), expected.roots.size());
      for (std::size_t k = 0; k < values.size(); ++k) ASSERT_EQ(values[k], expected.roots[k].value);
      expect_same(found.gather(), expected);
      expect_same(roots(p, own), expected);
      EXPECT_EQ(roots(p, own).report.degree, p.degree());
      if (is_distributed) {
        EXPECT_THROW(found.write_npy(path), error);  // others took their place
      }
      std::filesystem::remove(path);
    });
}

roots_options on_cpu() {
  roots_options options;
  options.on = {.place = where::cpu, .threads = 1};
  return options;
}

TEST(RankRanges, OfComplexPolynomials) {
  const polynomial p = polynomial::from_coefficients(test::gaussian_complex(3000, 5));
  expect_distributed(p, on_cpu(), roots(p, on_cpu()));
}

TEST(RankRanges, OfRealPolynomials) {
  const polynomial p = test::random_signs(2501, 2501, 6);
  expect_distributed(p, on_cpu(), roots(p, on_cpu()));
}

// Rings of very different sizes, and ranges that are cut within a ring.
TEST(RankRanges, OfModuliFarApart) {
  std::vector<std::complex<double>> c = test::gaussian_complex(2400, 8);
  for (std::size_t k = 0; k < c.size(); ++k) c[k] *= std::exp(-1e-4 * static_cast<double>(k) * static_cast<double>(k));
  const polynomial p = polynomial::from_coefficients(c);
  expect_distributed(p, on_cpu(), roots(p, on_cpu()));
}

// What is not found by one search goes on as it does in one process, and is on rank 0.
TEST(RankRanges, NotWhereRootsAreLeft) {
  std::vector<double> c(1801, 0.0);
  for (std::size_t k = 0; k < c.size(); ++k) c[k] = k % 3 == 0 ? 1 : 0.5;
  c[0] = -0.25;
  const polynomial p = polynomial::from_coefficients(c);
  const roots_result expected = roots(p, on_cpu());
  with_ranks(3, [&](team& ranks) {
    roots_options own = on_cpu();
    own.on.ranks = &ranks;
    expect_same(roots(p, own), expected);
    expect_same(distributed_roots(p, own).gather(), expected);
  });
}

TEST(RankRanges, NotOfOtherMethods) {
  const polynomial p = polynomial::parse("x^5 - x - 1");
  expect_distributed(p, on_cpu(), roots(p, on_cpu()), false);
}

/// A device's kernels on the host, in the place of one device for each rank.
class StandIns : public testing::Test {
 protected:
  StandIns() {
    stand_in_for_devices() = [](const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                                const device_limits& given) {
      device_limits limits = given;
      limits.table_bytes = 1 << 21;
      device_roots found = device_schedule(a, sent_terms(a), hull, rings, limits).run();
      found.device = "stand-in";
      return found;
    };
  }
  ~StandIns() override { stand_in_for_devices() = {}; }
};

void expect_by_devices(const polynomial& p) {
  roots_options options;
  options.on = {.place = where::cuda, .threads = 1};
  roots_result expected;
  for (const int size : {2, 3, 4, 7})
    with_ranks(size, [&](team& ranks) {
      options.on.ranks = &ranks;
      const distributed_roots found(p, options);
      ASSERT_TRUE(found.is_distributed());
      const roots_result all = found.gather();
      ASSERT_EQ(static_cast<std::int64_t>(all.roots.size()), p.degree());
      if (expected.roots.empty()) {
        expected = all;
        // Those of the CPU: each disc meets one of them.
        const roots_result cpu = roots(p, on_cpu());
        for (const root& r : all.roots) {
          const bool there = std::any_of(cpu.roots.begin(), cpu.roots.end(), [&](const root& other) {
            return std::abs(r.value - other.value) <= r.radius + other.radius;
          });
          ASSERT_TRUE(there);
        }
      }
      ASSERT_EQ(all.roots.size(), expected.roots.size());
      for (std::size_t k = 0; k < all.roots.size(); ++k) {
        ASSERT_EQ(all.roots[k].value, expected.roots[k].value) << k;
        ASSERT_NEAR(all.roots[k].radius, expected.roots[k].radius, 1e-6 * expected.roots[k].radius) << k;
      }
    });
}

TEST_F(StandIns, ADeviceForEachRankComplex) {
  expect_by_devices(polynomial::from_coefficients(test::gaussian_complex(700, 3)));
}
TEST_F(StandIns, ADeviceForEachRankReal) { expect_by_devices(test::random_signs(801, 801, 4)); }

// Groups that were searched before time was up are not searched again, and the answer does not tell.
TEST_F(StandIns, GroupsAreKept) {
  const std::string path = (std::filesystem::path(testing::TempDir()) / "groups.checkpoint").string();
  const polynomial p = polynomial::from_coefficients(test::gaussian_complex(700, 3));
  std::atomic<bool> cancel{false};
  std::atomic<int> calls{0}, last{0};
  const device_stand_in device = stand_in_for_devices();
  stand_in_for_devices() = [&](const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                               const device_limits& limits) {
    if (++calls == last) cancel = true;
    return device(a, hull, rings, limits);
  };
  roots_options options;
  options.on = {.place = where::cuda, .threads = 1};
  options.cancel = &cancel;
  options.checkpoint = {path, 0};
  std::filesystem::remove(path);
  const coefficients a = make_coefficients(p);
  const auto search = [&] { return find(a, {options, kernels(detect_isa()), 1}, true, true); };
  const found_roots expected = search();
  ASSERT_TRUE(expected.in_columns);
  const int all = calls;
  EXPECT_GT(all, 5);
  for (const std::vector<int>& devices : {std::vector<int>{}, {0, 1}, {0, 1, 2}}) {
    std::filesystem::remove(path);
    calls = 0, last = 6, cancel = false;
    options.on.devices = devices;
    EXPECT_FALSE(search().in_columns);
    const int first = calls;
    EXPECT_LT(first, all);
    calls = 0, last = 0, cancel = false;
    options.on.devices = {0, 1};
    const found_roots found = search();
    EXPECT_LE(calls, all - 3);
    EXPECT_GE(calls, all - first);
    ASSERT_TRUE(found.in_columns);
    ASSERT_EQ(found.in_columns->re.size(), expected.in_columns->re.size());
    for (std::size_t k = 0; k < found.in_columns->re.size(); ++k) {
      ASSERT_EQ(found.in_columns->re[k], expected.in_columns->re[k]);
      ASSERT_EQ(found.in_columns->im[k], expected.in_columns->im[k]);
      ASSERT_EQ(found.in_columns->radius[k], expected.in_columns->radius[k]);
      ASSERT_EQ(found.in_columns->exponent[k], expected.in_columns->exponent[k]);
    }
  }
  std::filesystem::remove(path);
}

TEST_F(StandIns, AFailureOfOneIsThatOfAll) {
  const polynomial p = test::random_signs(800, 800, 4);
  stand_in_for_devices() = [](const coefficients&, const envelope&, const std::vector<ring>&,
                              const device_limits&) -> device_roots {
    throw error("cuda: found no memory, expected some");
  };
  roots_options options;
  options.on = {.place = where::cuda, .threads = 1};
  EXPECT_THROW(with_ranks(3,
                          [&](team& ranks) {
                            options.on.ranks = &ranks;
                            roots(p, options);
                          }),
               error);
}

}  // namespace
}  // namespace vieta::near_linear
