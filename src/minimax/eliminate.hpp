#pragma once

#include "minimax/problem.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

template <class R>
std::vector<R> row_of(const constraint& c, const std::vector<int>& exponents, const R& at) {
  std::vector<R> row(exponents.size(), R(0));
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (c.coefficient >= 0) {
      row[k] = exponents[k] == c.coefficient ? 1 : 0;
      continue;
    }
    if (exponents[k] < c.derivative) continue;
    R value = power(at, exponents[k] - c.derivative);
    for (int d = 0; d < c.derivative; ++d) value = value * R(exponents[k] - d);
    row[k] = value;
  }
  return row;
}

/// Row echelon form with the largest pivot of each row; the pivots' coefficients follow from the others. `tiny` is what
/// rounding leaves of a zero.
template <class R, class Evaluate>
unknowns<R> eliminate(const problem& p, const Evaluate& value_of, double tiny) {
  using std::abs;
  const std::size_t n = p.exponents.size();
  std::vector<std::vector<R>> rows;
  std::vector<std::size_t> pivots;
  for (const constraint& c : p.constraints) {
    std::vector<R> row = row_of(c, p.exponents, c.at ? value_of(c.at) : R(0));
    row.push_back(value_of(c.value));
    R size = 0;
    for (const R& value : row) size = std::max(size, R(abs(value)));
    if (!(size > R(0)) && !(size < R(1))) throw error("--fix " + c.text + ": its value is not a number");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const R factor = row[pivots[i]];
      for (std::size_t k = 0; k <= n; ++k) row[k] = row[k] - factor * rows[i][k];
    }
    std::size_t best = 0;
    for (std::size_t k = 1; k < n; ++k)
      if (abs(row[k]) > abs(row[best]) * R(1.001)) best = k;  // the lowest power among equals
    if (!(abs(row[best]) > size * R(tiny))) {
      if (abs(row[n]) > size * R(tiny)) throw error("--fix " + c.text + ": contradicts the constraints before it");
      continue;  // says nothing new
    }
    const R pivot = row[best];
    for (R& value : row) value = value / pivot;
    for (std::vector<R>& other : rows) {
      const R factor = other[best];
      for (std::size_t k = 0; k <= n; ++k) other[k] = other[k] - factor * row[k];
    }
    rows.push_back(std::move(row));
    pivots.push_back(best);
  }
  if (rows.size() >= n && n > 0)
    throw error("--fix: " + std::to_string(rows.size()) + " constraints leave none of " + std::to_string(n) +
                (n == 1 ? " coefficient free" : " coefficients free") + ", expected fewer constraints or more powers");
  unknowns<R> free;
  free.exponents = p.exponents;
  free.offset.assign(n, R(0));
  for (std::size_t i = 0; i < rows.size(); ++i) free.offset[pivots[i]] = rows[i][n];
  for (std::size_t j = 0; j < n; ++j) {
    if (std::find(pivots.begin(), pivots.end(), j) != pivots.end()) continue;
    std::vector<R> direction(n, R(0));
    direction[j] = 1;
    for (std::size_t i = 0; i < rows.size(); ++i) direction[pivots[i]] = -rows[i][j];
    free.directions.push_back(std::move(direction));
  }
  return free;
}

}  // namespace vieta::approximation
