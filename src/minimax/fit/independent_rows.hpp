#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace vieta::approximation {

/// As many of these rows as they have columns, far from depending on each other: by elimination where each pivot is the
/// largest number left, with columns brought to one size. Empty where all rows depend on fewer, but for numbers below
/// `noise` of the largest.
template <class R>
std::vector<std::size_t> independent_rows(std::vector<std::vector<R>> rows, const R& noise) {
  using std::abs;
  const std::size_t n = rows.empty() ? 0 : rows[0].size();
  for (std::size_t j = 0; j < n; ++j) {
    R size = 0;
    for (const std::vector<R>& row : rows)
      if (abs(row[j]) > size) size = abs(row[j]);
    if (!(size > R(0))) return {};
    for (std::vector<R>& row : rows) row[j] = row[j] / size;
  }
  std::vector<std::size_t> names(rows.size());
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = i;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t row = rows.size(), column = n;
    R pivot = noise;  // the largest number is 1
    for (std::size_t i = k; i < rows.size(); ++i)
      for (std::size_t j = k; j < n; ++j)
        if (abs(rows[i][j]) > pivot) pivot = abs(rows[i][j]), row = i, column = j;
    if (row == rows.size()) return {};
    std::swap(rows[k], rows[row]);
    std::swap(names[k], names[row]);
    if (column != k)
      for (std::vector<R>& each : rows) std::swap(each[k], each[column]);
    for (std::size_t i = k + 1; i < rows.size(); ++i) {
      const R factor = rows[i][k] / rows[k][k];
      for (std::size_t j = k + 1; j < n; ++j) rows[i][j] = rows[i][j] - factor * rows[k][j];
    }
  }
  names.resize(n);
  return names;
}

}  // namespace vieta::approximation
