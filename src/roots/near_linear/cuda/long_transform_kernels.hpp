#pragma once

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/cuda/transform_kernels.hpp"

// The first Taylor coefficients on all cells with twice the bits: most of the rounding errors of a value come from
// them. An operation costs 2^-95 at most here, all of them together far less than the 2^-70 that `ring_bounds` allows
// for.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// e^(2 pi i t / 2^longest_line_log2) and 1 / m!, m < leading_terms.
struct long_tables {
  const complex<dd>* unit_roots;
  const dd* inverse_factorials;
};

/// high + low, the sum of errors on the way to `high`: as in compensated algorithms low is rounded to double and never
/// made smaller than half a unit of high. There are fewer than 100 operations on a path, so low stays below 2^-46 of
/// the moduli that were added up, and an operation, which rounds at most eight such numbers, costs 2^-95 of them.
struct compensated {
  wide_complex high, low;

  friend VT_HD compensated operator+(const compensated& a, const compensated& b) {
    const auto re = two_sum(a.high.re, b.high.re), im = two_sum(a.high.im, b.high.im);
    return {{re.value, im.value}, {re.error + (a.low.re + b.low.re), im.error + (a.low.im + b.low.im)}};
  }
  friend VT_HD compensated operator-(const compensated& a) {
    return {{-a.high.re, -a.high.im}, {-a.low.re, -a.low.im}};
  }
  friend VT_HD compensated operator-(const compensated& a, const compensated& b) { return a + -b; }
  friend VT_HD compensated operator*(const compensated& a, const complex<dd>& b) {
    const auto rr = two_prod(a.high.re, b.re.hi), ii = two_prod(a.high.im, b.im.hi), ri = two_prod(a.high.re, b.im.hi),
               ir = two_prod(a.high.im, b.re.hi);
    const auto re = two_sum(rr.value, -ii.value), im = two_sum(ri.value, ir.value);
    return {{re.value, im.value},
            {(re.error + (rr.error - ii.error)) + (multiply_add(a.high.re, b.re.lo, a.low.re * b.re.hi) -
                                                   multiply_add(a.high.im, b.im.lo, a.low.im * b.im.hi)),
             (im.error + (ri.error + ir.error)) + (multiply_add(a.high.re, b.im.lo, a.low.re * b.im.hi) +
                                                   multiply_add(a.high.im, b.re.lo, a.low.im * b.re.hi))}};
  }
  /// High part nearest to the sum, as a double-double has it.
  [[nodiscard]] VT_HD compensated normal() const {
    const auto re = two_sum(high.re, low.re), im = two_sum(high.im, low.im);
    return {{re.value, im.value}, {re.error, im.error}};
  }
  /// i times this.
  [[nodiscard]] VT_HD compensated turned() const { return {{-high.im, high.re}, {-low.im, low.re}}; }
};

/// Transforms side by side, as transform_tile, but in place: radix 4 with halved frequencies, so that the one at
/// `place_of(frequency)` is what comes out in order. Both parts of a number lie in arrays of their own.
VT_HD void transform_long_tile(const block& b, int log2_length, int log2_width, const complex<dd>* unit_roots,
                               wide_complex* high, wide_complex* low) {
  const int width = 1 << log2_width;
  int left = log2_length;
  for (; left >= 2; left -= 2) {
    const int log2_quarter = left - 2;
    b.for_each(1 << (log2_length - 2 + log2_width), [&](int i) {
      const int lane = i & (width - 1), butterfly = i >> log2_width;
      const int n = butterfly & ((1 << log2_quarter) - 1), base = ((butterfly >> log2_quarter) << left) + n;
      const auto place = [&](int k) { return ((base + (k << log2_quarter)) << log2_width) + lane; };
      const auto from = [&](int k) { return compensated{high[place(k)], low[place(k)]}; };
      const auto put = [&](int k, const compensated& x) {
        high[place(k)] = x.high;
        low[place(k)] = x.low;
      };
      const compensated v0 = from(0), v1 = from(1), v2 = from(2), v3 = from(3);
      const compensated sum02 = v0 + v2, difference02 = v0 - v2, sum13 = v1 + v3, turned = (v1 - v3).turned();
      const int t = n << (longest_line_log2 - left);
      put(0, sum02 + sum13);
      put(1, (difference02 + turned) * unit_roots[t]);
      put(2, (sum02 - sum13) * unit_roots[2 * t]);
      put(3, (difference02 - turned) * unit_roots[3 * t]);
    });
  }
  if (left == 1) {
    b.for_each(1 << (log2_length - 1 + log2_width), [&](int i) {
      const int at = ((i >> log2_width) << (log2_width + 1)) + (i & (width - 1)), other = at + width;
      const compensated v0 = {high[at], low[at]}, v1 = {high[other], low[other]};
      const compensated sum = v0 + v1, difference = v0 - v1;
      high[at] = sum.high, low[at] = sum.low;
      high[other] = difference.high, low[other] = difference.low;
    });
  }
}

/// Where the transform in place leaves a frequency: digits of base 4 in reverse, the odd bit last.
VT_HD int place_of(int frequency, int log2_length) {
  int place = 0, left = log2_length;
  for (; left >= 2; left -= 2, frequency >>= 2) place = (place << 2) | (frequency & 3);
  return left == 1 ? (place << 1) | frequency : place;
}

/// The sum of b_k q_k^m / m! over the folds of a slot, as a compensated dot product: a relative error of 2^-104 for
/// each fold, by the sum of moduli (Ogita, Rump, Oishi: Accurate sum and dot product, SIAM J. Sci. Comput. 26 (2005)).
struct long_sum {
  double re = 0, im = 0, low_re = 0, low_im = 0;

  VT_HD void add(const dd& weight, const wide_complex& high, const wide_complex& low) {
    add(weight, high.re, low.re, re, low_re);
    add(weight, high.im, low.im, im, low_im);
  }
  VT_HD complex<dd> times(const dd& factor) const {
    return {dd(two_sum(re, low_re)) * factor, dd(two_sum(im, low_im)) * factor};
  }

 private:
  VT_HD static void add(const dd& weight, double high, double low, double& sum, double& rest) {
    const auto product = two_prod(weight.hi, high);
    const auto next = two_sum(sum, product.value);
    sum = next.value;
    rest += next.error + multiply_add(weight.hi, low, multiply_add(weight.lo, high, product.error));
  }
};

VT_HD dd long_power(double q, int m) {
  dd result(1.0);
  for (int i = 0; i < m; ++i) result = result * q;
  return result;
}

/// The sums for rings with far more powers than cells in a pass, for all m < leading_terms, into the table, where the
/// columns find them. Grid: (cells / 128, items).
struct fold_leading_terms {
  static constexpr int threads = 128;
  const device_ring* rings;
  const device_item* items;
  const wide_complex *slots, *low_slots;
  long_tables tables;
  wide_complex* table;

  VT_HD void operator()(const block& b) const {
    const device_item& item = items[b.y];
    const device_ring& r = rings[item.ring];
    const std::int64_t cells = r.cells();
    const double inverse_unit = 1 / r.plan.unit;
    b.for_each(threads, [&](int i) {
      const std::int64_t slot = std::int64_t{b.x} * threads + i;
      if (slot >= cells) return;
      double k = static_cast<double>(r.plan.lowest - r.plan.centre + ((slot - r.first_slot()) & (cells - 1)));
      long_sum sums[leading_terms];
      for (int fold = 0; fold < r.folds; ++fold, k += static_cast<double>(cells)) {
        const std::int64_t at = item.slots + fold * cells + slot;
        const wide_complex high = slots[at], low = low_slots[at];
        const double q = k * inverse_unit;  // exact
        dd weight(1.0);
        VT_UNROLL
        for (long_sum& sum : sums) {
          sum.add(weight, high, low);
          weight = weight * q;
        }
      }
      VT_UNROLL
      for (int m = 0; m < leading_terms; ++m) {
        const complex<dd> sum = sums[m].times(tables.inverse_factorials[m]);
        wide_complex* const place = table + (std::int64_t{b.y} * table_planes + m) * cells + slot;
        place[0] = high_part(sum);
        place[taylor_terms * cells] = low_part(sum);
      }
    });
  }
};

/// Columns for m < leading_terms. Grid: (tiles * leading_terms, items).
struct transform_long_columns {
  static constexpr int threads = 256;
  const device_ring* rings;
  const device_item* items;
  const wide_complex *slots, *low_slots;
  long_tables tables;
  direction_tables directions;
  wide_complex* table;
  int log2_cells;  ///< of all items
  bool folded;     ///< the sums over folds are in the table already

  VT_HD void operator()(const block& b) const {
    const device_item& item = items[b.y];
    const device_ring& r = rings[item.ring];
    const int log2_rows = rows_log2(log2_cells), log2_columns = log2_cells - log2_rows;
    const int log2_width = tile_width_log2(log2_rows, log2_columns), width = 1 << log2_width;
    const int m = b.x % leading_terms, tile = b.x / leading_terms, size = 1 << (log2_rows + log2_width);
    const std::int64_t cells = r.cells();
    wide_complex* const plane = table + (std::int64_t{b.y} * table_planes + m) * cells;
    wide_complex* const low_plane = plane + taylor_terms * cells;
    shared_arena arena{b.shared};
    wide_complex* const high = arena.array<wide_complex>(static_cast<std::size_t>(size));
    wide_complex* const low = arena.array<wide_complex>(static_cast<std::size_t>(size));
    const auto slot_of = [&](int i) {
      return (static_cast<std::int64_t>(i >> log2_width) << log2_columns) + (tile << log2_width) + (i & (width - 1));
    };
    const std::int64_t first_slot = r.first_slot(), lowest = r.plan.lowest - r.plan.centre;
    const double inverse_unit = 1 / r.plan.unit;
    b.for_each(size, [&](int i) {
      const std::int64_t slot = slot_of(i);
      if (folded) {
        high[i] = plane[slot];
        low[i] = low_plane[slot];
        return;
      }
      double k = static_cast<double>(lowest + ((slot - first_slot) & (cells - 1)));
      long_sum sums;
      for (int fold = 0; fold < r.folds; ++fold, k += static_cast<double>(cells)) {
        const std::int64_t at = item.slots + fold * cells + slot;
        sums.add(long_power(k * inverse_unit, m), slots[at], low_slots[at]);
      }
      const complex<dd> sum = sums.times(tables.inverse_factorials[m]);
      high[i] = high_part(sum);
      low[i] = low_part(sum);
    });
    transform_long_tile(b, log2_rows, log2_width, tables.unit_roots, high, low);
    b.for_each(size, [&](int i) {
      const int row = i >> log2_width, at = (place_of(row, log2_rows) << log2_width) + (i & (width - 1));
      const std::int64_t column = (tile << log2_width) + (i & (width - 1));
      compensated result = {high[at], low[at]};
      if (log2_columns > 0) {
        const std::int64_t angle = row * column;
        result = result * directions.table[directions.coarse(log2_cells, angle)] *
                 directions.table[directions.fine(log2_cells, angle)];
      }
      result = result.normal();
      plane[slot_of(i)] = result.high;
      low_plane[slot_of(i)] = result.low;
    });
  }
};

/// Rows for m < leading_terms, after all columns. Grid: (tiles * leading_terms, items).
struct transform_long_rows {
  static constexpr int threads = 256;
  long_tables tables;
  wide_complex* table;
  int log2_cells;

  VT_HD void operator()(const block& b) const {
    const int log2_rows = rows_log2(log2_cells), log2_columns = log2_cells - log2_rows;
    const int log2_width = tile_width_log2(log2_columns, log2_rows);
    const int m = b.x % leading_terms, tile = b.x / leading_terms, size = 1 << (log2_columns + log2_width);
    shared_arena arena{b.shared};
    wide_complex* const high = arena.array<wide_complex>(static_cast<std::size_t>(size));
    wide_complex* const low = arena.array<wide_complex>(static_cast<std::size_t>(size));
    wide_complex* const rows = table + ((std::int64_t{b.y} * table_planes + m) << log2_cells) +
                               (static_cast<std::int64_t>(tile) << (log2_width + log2_columns));
    wide_complex* const low_rows = rows + (std::int64_t{taylor_terms} << log2_cells);
    const int length = 1 << log2_columns;  // i runs along the rows
    b.for_each(size, [&](int i) {
      const int at = ((i & (length - 1)) << log2_width) + (i >> log2_columns);
      high[at] = rows[i];
      low[at] = low_rows[i];
    });
    transform_long_tile(b, log2_columns, log2_width, tables.unit_roots, high, low);
    b.for_each(size, [&](int i) {
      const int at = (place_of(i & (length - 1), log2_columns) << log2_width) + (i >> log2_columns);
      const compensated result = compensated{high[at], low[at]}.normal();
      rows[i] = result.high;
      low_rows[i] = result.low;
    });
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
