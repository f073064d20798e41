#pragma once

#include <cstdint>

#include "solve/track/tracking_workspace.hpp"

// Linear systems of a step: L U of the scaled matrix, and its solutions.

namespace vieta::tracking::VIETA_TRACKS_ON {

// With a single lane the rows stay where they are. Their order of pivots takes the place of the pivots' rows.
template <class W>
VT_HD std::uint32_t* row_order(const W& w) {
  return reinterpret_cast<std::uint32_t*>(w.b.pivots);
}

/// By a team: two barriers a column. L is kept without the division by its pivots.
template <class W>
VIETA_APART void factor_by_team(const W& all) {
  using A = typename W::A;
  using C = typename W::C;
  const W w = all;
  const auto n = static_cast<std::uint32_t>(w.n);
  C* const matrix = w.matrix;
  std::uint32_t* const order = row_order(w);
  double least = 1e300, most = 0;
  w.team.for_each(n, [&](std::size_t k) { order[k] = static_cast<std::uint32_t>(k); });
  for (std::uint32_t k = 0; k < n; ++k) {
    double best = -1;
    std::uint32_t where = k;
    for (auto i = k + static_cast<std::uint32_t>(w.team.thread()); i < n;
         i += static_cast<std::uint32_t>(w.team.threads())) {
      const double size = norm(leading(matrix[order[i] * n + k]));
      if (size > best) best = size, where = i;
    }
    where = w.team.place_of_largest(best, where);
    const std::uint32_t top = order[where];
    w.team.barrier();
    const C pivot = matrix[top * n + k], factor = inverse(pivot);
    const double size = norm(leading(pivot));
    least = min(size, least), most = max(most, size);
    if (w.team.first()) {
      order[where] = order[k];
      order[k] = top;
      w.inverse_pivots[k] = factor;
    }
    w.team.barrier();
    const C* const upper = matrix + top * n;
    w.team.for_square(k + 1, n, [&](std::size_t i, std::size_t j) {
      C* const line = matrix + order[i] * n;
      line[j] = A::minus_product(line[j], A::product(line[k], factor), upper[j]);
    });
  }
  w.report(pivot_ratio, sqrt(least / most));
}

/// right_side = matrix^-1 right_side. Unknown after unknown, each of which all threads take off the rest: from one
/// thread to the others where every unknown has one.
template <class W>
VIETA_APART void solve_by_team(const W& all) {
  using A = typename W::A;
  using C = typename W::C;
  const W w = all;
  const auto n = static_cast<std::uint32_t>(w.n);
  const C *const matrix = w.matrix, *const inverse_pivots = w.inverse_pivots;
  const std::uint32_t* const order = row_order(w);
  C *const x = w.right_side, *const rest = w.permuted;
  if (w.team.threads() >= n) {
    const auto own = static_cast<std::uint32_t>(w.team.thread());
    const bool has = own < n;
    const std::uint32_t line = has ? order[own] : 0;
    const C* const row = matrix + line * n;
    C value = A::times(x[line], w.row(w.b.row_scale, line)), result = value;
    w.team.barrier();
    for (std::uint32_t j = 0; j + 1 < n; ++j) {
      const C taken = w.team.from(value, j);
      if (has && own > j) value = A::minus_product(value, A::product(row[j], inverse_pivots[j]), taken);
    }
    for (std::uint32_t j = n; j-- > 0;) {
      const C taken = A::product(w.team.from(value, j), inverse_pivots[j]);
      if (own < j) value = A::minus_product(value, row[j], taken);
      if (own == j) result = taken;
    }
    if (has) x[own] = A::times(result, w.row(w.b.column_scale, own));
    w.team.barrier();
    return;
  }
  w.team.for_each(n, [&](std::size_t k) { rest[k] = A::times(x[order[k]], w.row(w.b.row_scale, order[k])); });
  for (std::uint32_t j = 0; j + 1 < n; ++j) {
    const C factor = inverse_pivots[j], taken = rest[j];
    w.team.for_each(n - j - 1, [&](std::size_t k) {
      const std::size_t i = j + 1 + k;
      rest[i] = A::minus_product(rest[i], A::product(matrix[order[i] * n + j], factor), taken);
    });
  }
  for (std::uint32_t j = n; j-- > 0;) {
    const C taken = A::product(rest[j], inverse_pivots[j]);
    w.team.for_each(j, [&](std::size_t i) { rest[i] = A::minus_product(rest[i], matrix[order[i] * n + j], taken); });
    if (w.team.first()) x[j] = A::times(taken, w.row(w.b.column_scale, j));
  }
  w.team.barrier();
}

/// L U with partial pivoting, each lane with its own pivots.
template <class W>
VIETA_APART void factor_in_lanes(const W& w) {
  using A = typename W::A;
  using C = typename W::C;
  using P = typename W::lane_type;
  const std::size_t n = w.n;
  C* const matrix = w.matrix;
  P least(1e300), most(0.0);
  for (std::size_t k = 0; k < n; ++k) {
    C* const top = matrix + k * n;
    P best = norm(leading(top[k])), where(static_cast<double>(k));
    for (std::size_t i = k + 1; i < n; ++i) {
      const P size = norm(leading(matrix[i * n + k]));
      const auto larger = size > best;
      best = select(larger, size, best);
      where = select(larger, P(static_cast<double>(i)), where);
    }
    w.set_row(w.b.pivots, k, where);
    for (std::size_t i = k + 1; i < n; ++i) {
      const auto here = where == P(static_cast<double>(i));
      if (none(here)) continue;
      C* const other = matrix + i * n;
      for (std::size_t j = 0; j < n; ++j) {
        const C a = top[j], c = other[j];
        top[j] = select(here, c, a);
        other[j] = select(here, a, c);
      }
    }
    least = min(best, least), most = max(best, most);
    const C pivot = inverse(top[k]);
    w.inverse_pivots[k] = pivot;
    for (std::size_t i = k + 1; i < n; ++i) matrix[i * n + k] = A::product(matrix[i * n + k], pivot);
    for (std::size_t i = k + 1; i < n; ++i) {
      C* const line = matrix + i * n;
      const C minus = -line[k];
      for (std::size_t j = k + 1; j < n; ++j) line[j] = A::plus_product(line[j], minus, top[j]);
    }
  }
  w.report(pivot_ratio, sqrt(least / most));
}

/// right_side = matrix^-1 right_side
template <class W>
VIETA_APART void solve_in_lanes(const W& w) {
  using A = typename W::A;
  using C = typename W::C;
  using P = typename W::lane_type;
  const std::size_t n = w.n;
  const C* const matrix = w.matrix;
  C* const x = w.right_side;
  for (std::size_t k = 0; k < n; ++k) x[k] = A::times(x[k], w.row(w.b.row_scale, k));
  for (std::size_t k = 0; k < n; ++k) {
    const P where = w.row(w.b.pivots, k);
    for (std::size_t i = k + 1; i < n; ++i) {
      const auto here = where == P(static_cast<double>(i));
      if (none(here)) continue;
      const C a = x[k], c = x[i];
      x[k] = select(here, c, a);
      x[i] = select(here, a, c);
    }
  }
  for (std::size_t i = 1; i < n; ++i) {
    C sum = x[i];
    for (std::size_t j = 0; j < i; ++j) sum = A::minus_product(sum, matrix[i * n + j], x[j]);
    x[i] = sum;
  }
  for (std::size_t i = n; i-- > 0;) {
    C sum = x[i];
    for (std::size_t j = i + 1; j < n; ++j) sum = A::minus_product(sum, matrix[i * n + j], x[j]);
    x[i] = A::product(sum, w.inverse_pivots[i]);
  }
  for (std::size_t k = 0; k < n; ++k) x[k] = A::times(x[k], w.row(w.b.column_scale, k));
}

template <class W>
VT_HD void factor(const W& w) {
  if constexpr (W::lanes == 1)
    factor_by_team(w);
  else
    factor_in_lanes(w);
}
template <class W>
VT_HD void solve(const W& w) {
  if constexpr (W::lanes == 1)
    solve_by_team(w);
  else
    solve_in_lanes(w);
}

}  // namespace vieta::tracking::VIETA_TRACKS_ON
