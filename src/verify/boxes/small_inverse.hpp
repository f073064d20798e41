#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace vieta::checking {

/// Of at most four variables: cells are made and left by the thousand, in less time than vectors take.
using small_vector = std::array<double, 4>;
using small_matrix = std::array<std::array<double, 4>, 4>;

/// By Gauss and Jordan with the largest pivots; about. False where it is singular.
inline bool invert(small_matrix a, small_matrix& out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) out[i][j] = i == j ? 1 : 0;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    if (!(std::abs(a[best][k]) > 0) || !std::isfinite(a[best][k])) return false;
    std::swap(a[best], a[k]), std::swap(out[best], out[k]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = 0; j < n; ++j) a[i][j] -= factor * a[k][j], out[i][j] -= factor * out[k][j];
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      out[i][j] /= a[i][i];
      if (!std::isfinite(out[i][j])) return false;
    }
  return true;
}

}  // namespace vieta::checking
