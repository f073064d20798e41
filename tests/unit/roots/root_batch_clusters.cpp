// Discs that hold several roots of a small polynomial, from nodes and their Gerschgorin radii: what a GPU says of roots
// that it cannot tell apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include "roots/batch/clusters.hpp"

namespace vieta::root_batches {
namespace {

using number = std::complex<double>;
using wide = std::complex<long double>;

struct arrays {
  std::array<double, 16> re{}, im{}, modulus{}, node_re{}, node_im{}, disc_re{}, disc_im{}, radius{}, first{}, size{};

  coefficient_arrays b() { return {re.data(), im.data(), modulus.data()}; }
  point_arrays node() { return {node_re.data(), node_im.data()}; }
  group_arrays groups() { return {{{disc_re.data(), disc_im.data()}, radius.data()}, first.data(), size.data()}; }
};

struct answer {
  bool grouped = false;
  std::vector<number> centre;
  std::vector<double> radius, size;
};

// The roots are such that coefficients are exact. Nodes lie by `off` from them.
answer group(const std::vector<number>& roots, double off, std::uint64_t seed) {
  const std::size_t n = roots.size();
  const int degree = static_cast<int>(n);
  std::vector<wide> b = {1};
  for (const number& r : roots) {
    b.insert(b.begin(), 0);
    for (std::size_t k = 0; k + 1 < b.size(); ++k) b[k] -= b[k + 1] * wide(r);
  }
  arrays a;
  bool is_real = true;
  for (std::size_t k = 0; k <= n; ++k) {
    a.re[k] = static_cast<double>(b[k].real());
    a.im[k] = static_cast<double>(b[k].imag());
    a.modulus[k] = std::abs(number(a.re[k], a.im[k]));
    is_real = is_real && a.im[k] == 0;
  }
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(0.5, 1), angle(0, 6.283);
  for (std::size_t k = 0; k < n; ++k) {
    const number z = roots[k] + std::polar(off * uniform(generator), angle(generator));
    a.node_re[k] = z.real();
    a.node_im[k] = z.imag();
  }
  std::array<double, 16> reach{};
  for (int i = 0; i < degree; ++i) {
    const complex<double> z = load<double>(a.node(), i);
    reach[static_cast<std::size_t>(i)] =
        prove(a.b(), degree, z, [&](int j) {
          return j == i ? complex<double>{no_difference, 0.0} : complex<double>(z - load<double>(a.node(), j));
        }).reach;
  }
  answer result;
  result.grouped = group_nodes(a.groups(), degree, a.node(), reach.data());
  if (result.grouped && is_real) mirror_groups(a.groups(), degree);
  for (std::size_t k = 0; k < n; ++k) result.centre.emplace_back(a.disc_re[k], a.disc_im[k]);
  result.radius.assign(a.radius.begin(), a.radius.begin() + degree);
  result.size.assign(a.size.begin(), a.size.begin() + degree);
  return result;
}

void expect_right(const answer& found, const std::vector<number>& roots) {
  ASSERT_TRUE(found.grouped);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    double inside = 0, places = 0;
    for (std::size_t k = 0; k < roots.size(); ++k) {
      inside += std::abs(roots[k] - found.centre[i]) <= found.radius[i] ? 1 : 0;
      const double apart = std::abs(found.centre[k] - found.centre[i]);
      const bool same = apart == 0 && found.radius[k] == found.radius[i];
      places += same ? 1 : 0;
      EXPECT_TRUE(same || apart > found.radius[i] + found.radius[k]);
    }
    EXPECT_EQ(inside, found.size[i]);
    EXPECT_EQ(places, found.size[i]);
  }
}

TEST(RootBatchClusters, MultipleRoots) {
  const std::vector<number> roots = {1, 1, 1, -2, -2, {0, 3}, {0, -3}};
  const answer found = group(roots, 1e-4, 1);
  expect_right(found, roots);
  const std::vector<double> sizes = {3, 3, 3, 2, 2, 1, 1};
  EXPECT_EQ(found.size, sizes);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(found.centre[k].imag(), 0);
  EXPECT_EQ(found.centre[5], std::conj(found.centre[6]));
  EXPECT_LT(*std::max_element(found.radius.begin(), found.radius.end()), 0.01);
}
TEST(RootBatchClusters, PairsOfClustersAreMirrored) {
  const std::vector<number> roots = {{1, 2}, {1, 2}, {1, -2}, {1, -2}, -1};
  const answer found = group(roots, 1e-4, 2);
  expect_right(found, roots);
  EXPECT_EQ(found.size[0], 2);
  EXPECT_EQ(found.centre[0], std::conj(found.centre[2]));
  EXPECT_EQ(found.radius[0], found.radius[2]);
  EXPECT_EQ(found.centre[4].imag(), 0);
}
TEST(RootBatchClusters, HoldWhereverTheNodesAre) {
  std::mt19937_64 generator(3);
  for (int trial = 0; trial < 3000; ++trial) {
    const bool real = trial % 2 == 0;
    std::vector<number> roots;
    const auto step = [&] { return static_cast<double>(static_cast<int>(generator() % 9) - 4) / 4; };
    while (roots.size() < 6) {
      const number z(step(), real && generator() % 2 == 0 ? 0 : step());
      roots.push_back(z);
      if (real && z.imag() != 0) roots.push_back(std::conj(z));
      if (generator() % 3 == 0) {
        roots.push_back(z);
        if (real && z.imag() != 0) roots.push_back(std::conj(z));
      }
    }
    const answer found = group(roots, std::pow(10.0, -1.0 - static_cast<double>(generator() % 8)), generator());
    expect_right(found, roots);
  }
}
TEST(RootBatchClusters, NothingWhereNodesCoincide) { EXPECT_FALSE(group({1, 1, 2}, 0, 1).grouped); }

}  // namespace
}  // namespace vieta::root_batches
