#pragma once

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"

// Fourier transforms of a ring's terms times ((k - centre) / unit)^m / m!, for all m < taylor_terms: Taylor
// coefficients on all cells. The same steps as on the CPU (kernels.cpp), so that one bound of the rounding errors holds
// for both.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// Several transforms of one length side by side in shared memory: elements are interleaved, 2^log2_width to a place.
/// Stockham's scheme with positive exponent, radix 4, then 2 if a factor is left. `unit_roots`: e^(2 pi i t /
/// 2^longest_line_log2). Returns the array that holds the result, x or y.
VT_HD wide_complex* transform_tile(const block& b, int log2_length, int log2_width, const wide_complex* unit_roots,
                                   wide_complex* x, wide_complex* y) {
  int log2_s = 0, left = log2_length;
  const int width = 1 << log2_width;
  for (; left >= 2; left -= 2, log2_s += 2) {
    const int quarter = 1 << (log2_length - 2), s = 1 << log2_s;
    b.for_each(quarter << log2_width, [&](int i) {
      const int lane = i & (width - 1), butterfly = i >> log2_width;
      const int q = butterfly & (s - 1), p = butterfly >> log2_s;
      const auto from = [&](int k) { return x[((butterfly + k * quarter) << log2_width) + lane]; };
      wide_complex* const to = y + ((q + ((4 * p) << log2_s)) << log2_width) + lane;
      const wide_complex v0 = from(0), v1 = from(1), v2 = from(2), v3 = from(3);
      const wide_complex sum02 = v0 + v2, difference02 = v0 - v2, sum13 = v1 + v3, difference13 = v1 - v3;
      const wide_complex turned = {-difference13.im, difference13.re};
      const int t = (p << log2_s) << (longest_line_log2 - log2_length), step = s << log2_width;
      to[0] = sum02 + sum13;
      to[step] = (difference02 + turned) * unit_roots[t];
      to[2 * step] = (sum02 - sum13) * unit_roots[2 * t];
      to[3 * step] = (difference02 - turned) * unit_roots[3 * t];
    });
    wide_complex* const swap = x;
    x = y;
    y = swap;
  }
  if (left == 1) {
    const int half = 1 << (log2_length - 1 + log2_width);
    b.for_each(half, [&](int i) {
      const wide_complex v0 = x[i], v1 = x[i + half];
      y[i] = v0 + v1;
      y[i + half] = v0 - v1;
    });
    return y;
  }
  return x;
}

inline constexpr int most_tile_log2 =
    11;  // elements of a tile: two copies are 64 KiB; a longest line has twice as many
inline constexpr int widest_tile_log2 = 2;
inline constexpr int short_terms = taylor_terms - leading_terms;

/// How many transforms of a length stand side by side, if there are 2^log2_lines.
VT_HD int tile_width_log2(int log2_length, int log2_lines) {
  int width = most_tile_log2 - log2_length;
  if (width > widest_tile_log2) width = widest_tile_log2;
  if (width < 0) width = 0;
  return width < log2_lines ? width : log2_lines;
}

/// q^m, relative error at most (m - 1) 2^-53.
VT_HD double integer_power(double q, int m) {
  double result = 1;
  for (; m > 0; m >>= 1, q *= q) {
    if ((m & 1) != 0) result *= q;
  }
  return result;
}

/// Sums over the folds of rings with far more powers than cells in a pass, for m >= leading_terms, into the table,
/// where the columns find them. Grid: (cells / 128, items).
struct fold_terms {
  static constexpr int threads = 128;
  static constexpr int at_once = (taylor_terms - leading_terms) / 2;  // sums in registers
  const device_ring* rings;
  const device_item* items;
  const wide_complex* slots;
  const double* inverse_factorials;
  wide_complex* table;

  VT_HD void operator()(const block& b) const {
    const device_item& item = items[b.y];
    const device_ring& r = rings[item.ring];
    const std::int64_t cells = r.cells(), lowest = r.plan.lowest - r.plan.centre;
    const double inverse_unit = 1 / r.plan.unit;
    b.for_each(threads, [&](int i) {
      const std::int64_t slot = std::int64_t{b.x} * threads + i;
      if (slot >= cells) return;
      const auto first = static_cast<double>(lowest + ((slot - r.first_slot()) & (cells - 1)));
      for (int m = leading_terms; m < taylor_terms; m += at_once) {
        wide_complex sums[at_once] = {};
        double k = first;
        for (int fold = 0; fold < r.folds; ++fold, k += static_cast<double>(cells)) {
          const wide_complex c = slots[item.slots + fold * cells + slot];
          const double q = k * inverse_unit;
          double weight = integer_power(q, m);
          VT_UNROLL
          for (int j = 0; j < at_once; ++j, weight *= q)
            sums[j] = {multiply_add(weight, c.re, sums[j].re), multiply_add(weight, c.im, sums[j].im)};
        }
        VT_UNROLL
        for (int j = 0; j < at_once; ++j) {
          const double factor = inverse_factorials[m + j];
          table[(std::int64_t{b.y} * table_planes + m + j) * cells + slot] = {sums[j].re * factor, sums[j].im * factor};
        }
      }
    });
  }
};

/// Columns of the transforms, m >= leading_terms. Grid: (tiles * short_terms, items).
struct transform_columns {
  static constexpr int threads = 512;
  const device_ring* rings;
  const device_item* items;
  const wide_complex* slots;
  const wide_complex* unit_roots;
  const double* inverse_factorials;
  direction_tables directions;
  wide_complex* table;
  int log2_cells;  ///< of all items
  bool folded;     ///< the sums over folds are in the table already

  VT_HD void operator()(const block& b) const {
    const device_item& item = items[b.y];
    const device_ring& r = rings[item.ring];
    const int log2_rows = rows_log2(log2_cells), log2_columns = log2_cells - log2_rows;
    const int log2_width = tile_width_log2(log2_rows, log2_columns), width = 1 << log2_width;
    const int m = leading_terms + b.x % short_terms, tile = b.x / short_terms, size = 1 << (log2_rows + log2_width);
    const std::int64_t cells = r.cells(), first_slot = r.first_slot(), lowest = r.plan.lowest - r.plan.centre;
    const double inverse_unit = 1 / r.plan.unit, factor = inverse_factorials[m];
    const wide_complex* const terms = slots + item.slots;
    wide_complex* const plane = table + (std::int64_t{b.y} * table_planes + m) * cells;
    shared_arena arena{b.shared};
    wide_complex* const x = arena.array<wide_complex>(static_cast<std::size_t>(size));
    wide_complex* const y = arena.array<wide_complex>(static_cast<std::size_t>(size));
    b.for_each(size, [&](int i) {
      const std::int64_t column = (tile << log2_width) + (i & (width - 1)), row = i >> log2_width;
      const std::int64_t slot = (row << log2_columns) + column;
      if (folded) {
        x[i] = plane[slot];
        return;
      }
      double k = static_cast<double>(lowest + ((slot - first_slot) & (cells - 1)));
      wide_complex sum = {0, 0};
      for (int fold = 0; fold < r.folds; ++fold, k += static_cast<double>(cells)) {
        const double weight = integer_power(k * inverse_unit, m) * factor;
        const wide_complex c = terms[fold * cells + slot];
        sum = {multiply_add(weight, c.re, sum.re), multiply_add(weight, c.im, sum.im)};
      }
      x[i] = sum;
    });
    const wide_complex* const result = transform_tile(b, log2_rows, log2_width, unit_roots, x, y);
    b.for_each(size, [&](int i) {
      const std::int64_t column = (tile << log2_width) + (i & (width - 1)), row = i >> log2_width;
      plane[(row << log2_columns) + column] =
          log2_columns == 0 ? result[i] : result[i] * directions.rounded(log2_cells, row * column);
    });
  }
};

/// Rows, after all columns. Cell j1 + rows j2 comes to lie at j1 columns + j2. Grid: (tiles * short_terms, items).
struct transform_rows {
  static constexpr int threads = 512;
  const wide_complex* unit_roots;
  wide_complex* table;
  int log2_cells;

  VT_HD void operator()(const block& b) const {
    const int log2_rows = rows_log2(log2_cells), log2_columns = log2_cells - log2_rows;
    const int log2_width = tile_width_log2(log2_columns, log2_rows);
    const int m = leading_terms + b.x % short_terms, tile = b.x / short_terms, size = 1 << (log2_columns + log2_width);
    shared_arena arena{b.shared};
    wide_complex* const x = arena.array<wide_complex>(static_cast<std::size_t>(size));
    wide_complex* const y = arena.array<wide_complex>(static_cast<std::size_t>(size));
    wide_complex* const plane = table + ((std::int64_t{b.y} * table_planes + m) << log2_cells);
    wide_complex* const rows = plane + (static_cast<std::int64_t>(tile) << (log2_width + log2_columns));
    const auto place = [&](int i) {  // i runs along the rows
      return ((i & ((1 << log2_columns) - 1)) << log2_width) + (i >> log2_columns);
    };
    b.for_each(size, [&](int i) { x[place(i)] = rows[i]; });
    const wide_complex* const result = transform_tile(b, log2_columns, log2_width, unit_roots, x, y);
    b.for_each(size, [&](int i) { rows[i] = result[place(i)]; });
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
