#include "minimax/fit/real_eigenvalues.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <utility>

namespace vieta::approximation {
namespace {

using number = std::complex<long double>;
using square_matrix = std::vector<std::vector<number>>;

/// Of the last 2 x 2 block, the eigenvalue nearest to the last entry (Wilkinson's shift).
number shift_of(const square_matrix& m, std::size_t n) {
  const number a = m[n - 2][n - 2], b = m[n - 2][n - 1], c = m[n - 1][n - 2], d = m[n - 1][n - 1];
  const number half = (a - d) * 0.5L, root = std::sqrt(half * half + b * c);
  const number plus = half + root, minus = half - root;
  return d + (std::abs(plus) < std::abs(minus) ? plus : minus);
}

/// m - s = Q R by rotations, then R Q + s: similar to m, on its first n rows and columns.
void qr_step(square_matrix& m, std::size_t n, const number& s) {
  struct rotation {
    std::size_t i, j;
    number c, s;
  };
  std::vector<rotation> turns;
  for (std::size_t i = 0; i < n; ++i) m[i][i] -= s;
  for (std::size_t j = 0; j + 1 < n; ++j)
    for (std::size_t i = j + 1; i < n; ++i) {
      const long double size = std::hypot(std::abs(m[j][j]), std::abs(m[i][j]));
      if (!(size > 0)) continue;
      const rotation t{j, i, m[j][j] / size, m[i][j] / size};
      for (std::size_t k = 0; k < n; ++k) {
        const number upper = m[j][k], lower = m[i][k];
        m[j][k] = std::conj(t.c) * upper + std::conj(t.s) * lower;
        m[i][k] = t.c * lower - t.s * upper;
      }
      turns.push_back(t);
    }
  for (const rotation& t : turns)
    for (std::size_t k = 0; k < n; ++k) {
      const number left = m[k][t.i], right = m[k][t.j];
      m[k][t.i] = left * t.c + right * t.s;
      m[k][t.j] = right * std::conj(t.c) - left * std::conj(t.s);
    }
  for (std::size_t i = 0; i < n; ++i) m[i][i] += s;
}

long double off_diagonal(const square_matrix& m, std::size_t n) {
  long double size = 0;
  for (std::size_t k = 0; k + 1 < n; ++k) size += std::abs(m[n - 1][k]);
  return size;
}

}  // namespace

// The matrices here have a row for each coefficient of a denominator, so Hessenberg's form would save nothing.
std::vector<long double> eigenvalues_real_parts(const std::vector<std::vector<long double>>& matrix) {
  square_matrix m;
  long double norm = 0;
  for (const auto& row : matrix) {
    m.emplace_back(row.begin(), row.end());
    for (const long double value : row) norm = std::max(norm, std::fabs(value));
  }
  if (!std::isfinite(norm)) return {};
  constexpr int most_steps = 60;
  std::vector<long double> found;
  for (std::size_t n = m.size(); n > 0; --n) {
    const long double small = norm * std::numeric_limits<long double>::epsilon();
    for (int k = 1; k <= most_steps && n > 1 && off_diagonal(m, n) > small; ++k)
      qr_step(m, n,
              k % 12 == 0 ? m[n - 1][n - 1] + off_diagonal(m, n) : shift_of(m, n));  // now and then out of a cycle
    found.push_back(m[n - 1][n - 1].real());
  }
  return found;
}

}  // namespace vieta::approximation
