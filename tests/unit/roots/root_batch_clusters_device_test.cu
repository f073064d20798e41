// Batches in device memory: roots that cannot be told apart there come in discs that hold some of them together.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include "cuda/device_array.hpp"
#include "vieta/root_batches_cuda.hpp"

namespace vieta {
namespace {

using number = std::complex<double>;
using cuda::device_array;

// A row of exact coefficients for each list of roots; the lists are of one size.
std::vector<number> rows_of(const std::vector<std::vector<number>>& roots) {
  std::vector<number> rows;
  for (const auto& list : roots) {
    std::vector<number> b = {1};
    for (const number& r : list) {
      b.insert(b.begin(), 0);
      for (std::size_t k = 0; k + 1 < b.size(); ++k) b[k] -= b[k + 1] * r;
    }
    rows.insert(rows.end(), b.begin(), b.end());
  }
  return rows;
}

struct answers {
  std::vector<number> values;
  std::vector<double> radii;
  std::vector<batch_root_status> root_statuses;
  std::vector<root_batch_status> statuses;
};

answers solved(const std::vector<std::vector<number>>& roots, bool with_statuses) {
  const std::size_t count = roots.size(), degree = roots[0].size();
  const device_array<number> coefficients(rows_of(roots)), values(count * degree);
  const device_array<double> radii(count * degree);
  const device_array<batch_root_status> root_statuses(count * degree);
  const device_array<std::uint8_t> counts(count);
  const device_array<root_batch_status> statuses(count);
  roots_cuda(polynomial_batch<number>{coefficients.get(), count, static_cast<int>(degree)},
             {values.get(), radii.get(), with_statuses ? root_statuses.get() : nullptr, counts.get(), statuses.get()});
  answers a{std::vector<number>(count * degree), std::vector<double>(count * degree),
            std::vector<batch_root_status>(count * degree), std::vector<root_batch_status>(count)};
  values.copy_to(a.values.data(), count * degree);
  radii.copy_to(a.radii.data(), count * degree);
  if (with_statuses) root_statuses.copy_to(a.root_statuses.data(), count * degree);
  statuses.copy_to(a.statuses.data(), count);
  return a;
}

class RootBatchClustersOnCuda : public testing::Test {
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device";
  }
};

TEST_F(RootBatchClustersOnCuda, MultipleRoots) {
  const answers a = solved({{1, 1, 1, -2, -2, {0, 3}, {0, -3}}, {1, 2, 3, 4, 5, 6, 7}}, true);
  EXPECT_EQ(a.statuses[0], root_batch_status::partial);
  EXPECT_EQ(a.statuses[1], root_batch_status::complete);
  for (std::size_t k = 0; k < 7; ++k) {
    const bool together = k < 5;
    EXPECT_EQ(a.root_statuses[k] == batch_root_status::cluster, together) << k;
    EXPECT_LE(std::abs(a.values[k] - number(k < 3 ? 1 : k < 5 ? -2 : 0, k < 5 ? 0 : k == 5 ? 3 : -3)), a.radii[k]);
    EXPECT_LT(a.radii[k], together ? 1e-2 : 1e-9);
    if (together) EXPECT_EQ(a.values[k].imag(), 0);
  }
  EXPECT_EQ(a.values[5], std::conj(a.values[6]));
}

// Exactly as many roots lie in each disc as it has places.
TEST_F(RootBatchClustersOnCuda, HoldAsManyRootsAsTheyHavePlaces) {
  std::mt19937_64 generator(7);
  for (const std::size_t degree : {2, 5, 9, 12}) {
    std::vector<std::vector<number>> lists;
    for (int i = 0; i < 500; ++i) {
      std::vector<number> list;
      while (list.size() < degree) {
        const number z(static_cast<double>(generator() % 9) / 4 - 1, static_cast<double>(generator() % 9) / 4 - 1);
        if (z == 0.0) continue;
        list.push_back(z);
        if (list.size() < degree && generator() % 3 == 0) list.push_back(z);
      }
      lists.push_back(list);
    }
    for (const bool with_statuses : {true, false}) {
      const answers a = solved(lists, with_statuses);
      int together = 0;
      for (std::size_t i = 0; i < lists.size(); ++i) {
        for (std::size_t k = i * degree; k < (i + 1) * degree; ++k) {
          if (!(a.radii[k] < INFINITY)) continue;
          int inside = 0, places = 0;
          for (const number& z : lists[i]) inside += std::abs(z - a.values[k]) <= a.radii[k] ? 1 : 0;
          for (std::size_t j = i * degree; j < (i + 1) * degree; ++j)
            places += a.values[j] == a.values[k] && a.radii[j] == a.radii[k] ? 1 : 0;
          ASSERT_EQ(inside, places) << "row " << i << " of degree " << degree;
          if (with_statuses) ASSERT_EQ(a.root_statuses[k] == batch_root_status::cluster, places > 1);
          together += places > 1 ? 1 : 0;
        }
      }
      EXPECT_GT(together, 300);
    }
  }
}

}  // namespace
}  // namespace vieta
