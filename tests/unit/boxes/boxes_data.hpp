#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::test {

/// The text format of the Bernstein data: "systems n", then for each equation "d1 .. dn c ...".
inline bool read_systems(const std::string& file, std::vector<box_system>& systems) {
  const char* const folder = std::getenv("VIETA_TEST_DATA");
  std::ifstream in(folder == nullptr ? "" : std::string(folder) + "/bernstein/" + file);
  std::size_t count = 0, n = 0;
  if (!(in >> count >> n)) return false;
  systems.assign(count, {});
  for (box_system& s : systems)
    for (std::size_t q = 0; q < n; ++q) {
      bernstein_polynomial f;
      std::size_t size = 1;
      for (std::size_t k = 0; k < n; ++k) {
        f.degrees.emplace_back();
        in >> f.degrees.back();
        size *= static_cast<std::size_t>(f.degrees.back()) + 1;
      }
      f.coefficients.resize(size);
      for (double& c : f.coefficients) in >> c;
      s.equations.push_back(std::move(f));
    }
  return static_cast<bool>(in);
}

inline std::vector<std::vector<std::array<double, 4>>> read_roots(const std::string& file, std::size_t systems,
                                                                  std::size_t n) {
  const char* const folder = std::getenv("VIETA_TEST_DATA");
  std::ifstream in(std::string(folder == nullptr ? "" : folder) + "/bernstein/" + file);
  std::vector<std::vector<std::array<double, 4>>> roots(systems);
  for (auto& list : roots) {
    std::size_t count = 0;
    in >> count;
    list.resize(count);
    for (auto& x : list)
      for (std::size_t k = 0; k < n; ++k) in >> x[k];
  }
  EXPECT_TRUE(static_cast<bool>(in)) << file;
  return roots;
}

/// Whether an item can be the one that holds x, where x itself is only known to within `error`.
inline bool holds(const box_item& item, const std::array<double, 4>& x, std::size_t n, double error) {
  for (std::size_t k = 0; k < n; ++k) {
    if (item.kind == box_kind::unique && !(std::fabs(item.x[k] - x[k]) <= item.radius + error)) return false;
    if (item.kind != box_kind::unique && !(x[k] >= item.lower[k] - error && x[k] <= item.upper[k] + error))
      return false;
  }
  return true;
}

/// Every root is in exactly one item, and no unique item is without a root.
inline void expect_roots(const boxes_result& result, std::size_t system, std::size_t n,
                         const std::vector<std::array<double, 4>>& roots, double error) {
  for (const auto& x : roots) {
    int count = 0;
    for (const box_item& item : result.of(system)) count += holds(item, x, n, error);
    EXPECT_EQ(count, 1) << "system " << system << ", root " << x[0] << ' ' << x[1];
  }
  for (const box_item& item : result.of(system)) {
    if (item.kind != box_kind::unique) continue;
    int count = 0;
    for (const auto& x : roots) count += holds(item, x, n, error);
    EXPECT_EQ(count, 1) << "system " << system << ", invented " << item.x[0] << ' ' << item.x[1];
  }
}

}  // namespace vieta::test
