#pragma once

#include "base/message.hpp"
#include "minimax/problem.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

/// The row of a constraint over the coefficients of p and `of_q` of a q that is to be found, with its right side
/// `value` in the end. p(A)=B is p(A) - B (q_1 A + q_2 A^2 + ...) = B then.
template <class R>
std::vector<R> row_of(const constraint& c, const std::vector<int>& exponents, std::size_t of_q, const R& at,
                      const R& value) {
  const std::size_t of_p = exponents.size();
  std::vector<R> row(of_p + of_q + 1, R(0));
  row.back() = value;
  if (c.coefficient >= 0) {
    for (std::size_t k = 0; k < of_p; ++k)
      if (exponents[k] == c.coefficient) row[k] = 1;
    return row;
  }
  for (std::size_t k = 0; k < of_p; ++k) {
    if (exponents[k] < c.derivative) continue;
    row[k] = power(at, exponents[k] - c.derivative);
    for (int d = 0; d < c.derivative; ++d) row[k] = row[k] * R(exponents[k] - d);
  }
  R u = at;
  for (std::size_t k = of_p; k < of_p + of_q; ++k, u = u * at) row[k] = -value * u;
  return row;
}

inline error contradiction(const constraint& c) {
  return error("--constraint: found " + io::in_quotes(c.text) +
               ", expected one that does not contradict those before it");
}

/// Row echelon form with the largest pivot of each row; the pivots' coefficients follow from the others. `tiny` is what
/// rounding leaves of a zero.
template <class R, class Evaluate>
unknowns<R> eliminate(const problem& p, const Evaluate& value_of, double tiny) {
  using std::abs;
  const std::size_t of_p = p.exponents.size();
  const std::size_t of_q = p.denominator.empty() ? static_cast<std::size_t>(p.denominator_degree) : 0;
  const std::size_t n = of_p + of_q;
  std::vector<std::vector<R>> rows;
  std::vector<std::size_t> pivots;
  unknowns<R> free;
  for (const constraint& c : p.constraints) {
    // Two values of p/q at one place would be met by q = 0 there.
    for (const constraint* before = p.constraints.data(); of_q > 0 && c.at && before != &c; ++before)
      if (before->at && !(abs(value_of(before->at) - value_of(c.at)) > R(0)) &&
          abs(value_of(before->value) - value_of(c.value)) > R(0))
        throw contradiction(c);
    std::vector<R> row = row_of<R>(c, p.exponents, of_q, c.at ? value_of(c.at) : R(0), value_of(c.value));
    free.rows.push_back(row);
    // The value may be of another size than what multiplies the unknowns.
    R of_unknowns = 0;
    for (std::size_t k = 0; k < n; ++k) of_unknowns = std::max(of_unknowns, R(abs(row[k])));
    const R size = std::max(of_unknowns, R(abs(row[n])));
    if (!(size > R(0)) && !(size < R(1)))
      throw error("--constraint: found " + io::in_quotes(c.text) + ", whose value is no number, expected one that is");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const R factor = row[pivots[i]];
      for (std::size_t k = 0; k <= n; ++k) row[k] = row[k] - factor * rows[i][k];
    }
    std::size_t best = 0;
    for (std::size_t k = 1; k < n; ++k)
      if (abs(row[k]) > abs(row[best]) * R(1.001)) best = k;  // the lowest power among equals
    if (!(abs(row[best]) > of_unknowns * R(tiny))) {
      if (abs(row[n]) > size * R(tiny)) throw contradiction(c);
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
  if (rows.size() >= of_p)
    throw error("--constraint: found " + std::to_string(rows.size()) +
                (rows.size() == 1 ? " constraint that leaves" : " constraints that leave") + " none of " +
                std::to_string(of_p) + (of_p == 1 ? " coefficient free" : " coefficients free") +
                ", expected fewer constraints or more powers");
  free.exponents = p.exponents;
  for (const constraint& c : p.constraints)
    if (c.at) free.fixed_at.push_back(value_of(c.at));
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
