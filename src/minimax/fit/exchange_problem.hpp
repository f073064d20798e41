#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace vieta::approximation {

/// What the weighted error is made of at one point: error = target - factor * p(argument) / q(argument).
template <class R>
struct sample {
  R target = 0, factor = 0, argument = 0;
};

/// Coefficients = offset + sum_j z_j direction_j: constraints are eliminated, the z_j are free. Those of p come first,
/// then those of a q that is to be found: q_1, q_2, ...
template <class R>
struct unknowns {
  std::vector<int> exponents;
  std::vector<R> offset;
  std::vector<std::vector<R>> directions;
  std::vector<std::vector<R>> rows;  ///< the constraints as given, each with its right side at the end
  std::vector<R> fixed_at;           ///< arguments where constraints fix values: all directions may vanish there
};

template <class R>
struct exchange_problem {
  std::function<sample<R>(const R& x)> at;
  std::vector<std::pair<R, R>> intervals;
  unknowns<R> free;
  std::vector<R> points;   ///< errors count at these alone, ascending; empty: on the whole intervals
  std::vector<R> also;     ///< places inside the intervals that are always looked at, ascending
  std::vector<R> initial;  ///< a first reference, when one is known; else empty
  int denominator = 0;     ///< degree of q = 1 + q_1 u + ...; 0: no q
  int most_rounds = 60;
  double tolerance = 1e-10;  ///< of (largest error - level) / largest error
  /// Asked before each round but the first, and where `often` before each value and row too: true ends it.
  std::function<bool()> must_stop;
  bool often = false;
  bool corrects = true;  ///< p/q: by differential correction, where other ways end
};

/// What shows that no p/q of the type whose q has these signs at these places has all errors there below `error`: each
/// of them, with its sign, is kept below it by an inequality for p and q, and the inequalities contradict one another.
/// One place may be there twice.
struct exclusion_of_signs {
  struct inequality {
    long double x = 0;
    int of_q = 1, of_error = 1;
  };
  std::vector<inequality> all;
  long double error = 0;
};

template <class R>
struct exchange_result {
  std::vector<R> coefficients;
  std::vector<R> denominator;  ///< 1, q_1, ...; empty without q
  R level = 0;                 ///< no admissible p has a smaller largest error (de la Vallee-Poussin)
  R largest = 0;               ///< of this p, over the points looked at
  R worst_at = 0;              ///< where that is
  std::vector<R> extrema;      ///< points of alternation
  std::vector<R> errors;       ///< signed, at these points
  std::vector<R> added;        ///< places that were looked at besides, since the error is not smooth there
  bool alternates = true;      ///< false: no Chebyshev system, so there may be fewer extrema than unknowns
  bool of_noise = false;       ///< nothing is left but rounding errors
  bool of_all_signs = false;   ///< no q is better that changes its sign between intervals, as these show:
  std::vector<exclusion_of_signs> excluded;
  int rounds = 0;
  bool converged = false;
};

/// While it lives numbers have so many times as many bits, where their type can: see big.hpp.
template <class R>
struct raised_precision {
  explicit raised_precision(int) {}
};

template <class R>
R power(const R& base, int exponent) {
  if (exponent == 1) return base;
  R value = 1, square = base;
  for (int k = exponent; k > 0; k >>= 1) {
    if (k & 1) value = value * square;
    if (k > 1) square = square * square;
  }
  return value;
}

/// sum c_k u^(e_k), exponents ascending.
template <class R>
R evaluate_sparse(const std::vector<int>& exponents, const std::vector<R>& c, const R& u) {
  R value = 0;
  for (std::size_t k = exponents.size(); k-- > 0;) {
    value = value + c[k];
    const int gap = exponents[k] - (k > 0 ? exponents[k - 1] : 0);
    if (gap > 0) value = value * power(u, gap);
  }
  return value;
}

/// Gaussian elimination with partial pivoting; false when the matrix is singular to the last bit. `m` holds the right
/// hand side as its last column, and the solution comes back in `x`. `weights`, if given: what the right hand side is
/// multiplied by in the last unknown, from the same factors.
template <class R>
bool solve_dense(std::vector<std::vector<R>> m, std::vector<R>& x, std::vector<R>* weights = nullptr) {
  using std::abs;
  const std::size_t n = m.size();
  std::vector<R> sizes(n, R(0));
  std::vector<std::size_t> rows(n);
  for (std::size_t i = 0; i < n; ++i) {  // rows differ by the weight: bring them to one size
    rows[i] = i;
    for (std::size_t k = 0; k < n; ++k) sizes[i] = std::max(sizes[i], R(abs(m[i][k])));
    if (!(sizes[i] > R(0))) return false;
    for (R& value : m[i]) value = value / sizes[i];
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (abs(m[i][k]) > abs(m[best][k])) best = i;
    std::swap(m[k], m[best]);
    std::swap(rows[k], rows[best]);
    if (!(abs(m[k][k]) > R(0))) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const R factor = m[i][k] / m[k][k];
      for (std::size_t j = k + 1; j <= n; ++j) m[i][j] = m[i][j] - factor * m[k][j];
      m[i][k] = factor;
    }
  }
  x.assign(n, R(0));
  for (std::size_t k = n; k-- > 0;) {
    R value = m[k][n];
    for (std::size_t j = k + 1; j < n; ++j) value = value - m[k][j] * x[j];
    x[k] = value / m[k][k];
  }
  if (!weights) return true;
  // The last row of the inverse: (last row) U^-1 L^-1, and the last row of U^-1 has one entry.
  std::vector<R> w(n, R(0));
  w[n - 1] = R(1) / m[n - 1][n - 1];
  for (std::size_t k = n - 1; k-- > 0;)
    for (std::size_t i = k + 1; i < n; ++i) w[k] = w[k] - m[i][k] * w[i];
  weights->assign(n, R(0));
  for (std::size_t k = 0; k < n; ++k) (*weights)[rows[k]] = w[k] / sizes[rows[k]];
  return true;
}

/// Of extrema of alternating signs so many are left, alternating, as are needed, and the largest: a small one goes with
/// the smaller of its neighbours. Consecutive ones would not do: with errors -1, 0.7, -0.9, 0.9 the last of two would
/// be lost to 0.7, and the level would fall.
template <class Point>
void thin_out(std::vector<Point>& found, std::size_t need) {
  using std::abs;
  const auto at = [&](std::size_t i) { return found.begin() + static_cast<std::ptrdiff_t>(i); };
  while (found.size() > need) {
    if (found.size() == need + 1) {
      if (abs(found.front().error) < abs(found.back().error))
        found.erase(found.begin());
      else
        found.pop_back();
      break;
    }
    std::size_t least = 0;
    for (std::size_t i = 1; i < found.size(); ++i)
      if (abs(found[i].error) < abs(found[least].error)) least = i;
    if (least == 0) {
      found.erase(found.begin());
    } else if (least + 1 == found.size()) {
      found.pop_back();
    } else {
      const std::size_t first = abs(found[least - 1].error) < abs(found[least + 1].error) ? least - 1 : least;
      found.erase(at(first), at(first + 2));
    }
  }
}

}  // namespace vieta::approximation
