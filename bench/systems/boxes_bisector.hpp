#pragma once

#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/geometry.hpp"

namespace vieta::bench {

/// The bisector's 6,400 systems: their equations have degrees (3,2) and (2,3).
inline std::vector<box_system> bisector_systems() { return slices(example_bisector(), {80, 80, 0, 0}); }

/// A polynomial in two variables with degrees (3,3), of degrees no less than 2: each step up makes means of neighbours.
inline std::vector<double> as_bicubic(const bernstein_polynomial& f) {
  const int rows = f.degrees[0] + 1, columns = f.degrees[1] + 1;
  const auto along = [](int degree, int k, const auto& at) {
    if (degree == 3) return at(k);
    const double t = k / 3.0;
    return (k > 0 ? t * at(k - 1) : 0.0) + (k < 3 ? (1 - t) * at(k) : 0.0);
  };
  std::vector<double> c;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c.push_back(along(rows - 1, i, [&](int r) {
        return along(columns - 1, j, [&](int s) { return f.coefficients[static_cast<std::size_t>(r * columns + s)]; });
      }));
  return c;
}

/// The same systems as one array of bicubics.
inline std::vector<double> bisector_array() {
  std::vector<double> all;
  for (const box_system& s : bisector_systems())
    for (const bernstein_polynomial& f : s.equations) {
      const std::vector<double> c = as_bicubic(f);
      all.insert(all.end(), c.begin(), c.end());
    }
  return all;
}

}  // namespace vieta::bench
