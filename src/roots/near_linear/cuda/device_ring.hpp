#pragma once

#include <cstdint>

#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/radius_power.hpp"
#include "roots/near_linear/rings/ring_bounds.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/near_linear/root_proof.hpp"
#include "roots/near_linear/sample_grid.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"

// What the kernels of the near-linear method on a device work on.

namespace vieta::near_linear {

/// Loads and stores of 16 bytes.
struct alignas(16) wide_complex {
  double re, im;
};
VT_HD wide_complex operator+(const wide_complex& a, const wide_complex& b) { return {a.re + b.re, a.im + b.im}; }
VT_HD wide_complex operator-(const wide_complex& a, const wide_complex& b) { return {a.re - b.re, a.im - b.im}; }
/// Relative error at most 2^-52.
VT_HD wide_complex operator*(const wide_complex& a, const wide_complex& b) {
  return {multiply_add(a.re, b.re, -(a.im * b.im)), multiply_add(a.re, b.im, a.im * b.re)};
}

/// The terms of the polynomial.
struct term_view {
  std::int64_t terms = 0;
  const std::int64_t* power = nullptr;     ///< null: 0, 1, 2, ...
  const double *re[2] = {}, *im[2] = {};   ///< limbs; null where all are 0
  const std::int64_t* exponent = nullptr;  ///< of two

  VT_HD std::int64_t power_of(std::int64_t term) const { return power == nullptr ? term : power[term]; }
  /// The first term with a power of at least k.
  VT_HD std::int64_t first_from(std::int64_t k) const {
    if (power == nullptr) return k;
    std::int64_t low = 0, high = terms;
    while (low < high) {
      const std::int64_t middle = (low + high) / 2;
      if (power[middle] < k)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

/// A ring with what was measured of its terms.
struct device_ring {
  ring plan;
  double log_radius = 0, half_width = 0, half_length = 0, reach = 0, outside = 0;
  std::int64_t frame = 0;
  ring_window window;
  int folds = 1, log2_all = 0;  ///< of all cells, in all passes
  std::int64_t powers = 0;      ///< first entry in the table of powers: r^i, i < fine_powers, then r^(lowest + i fine)
  ring_bounds bounds;
  double spread = 1, tilt = 0;
  double drift = 0;  ///< of the mean power, over u: (mean k - centre) / unit = drift u - tilt, nearly
  int has_no_roots = 0;
  sample_grid grid;
  std::int64_t samples = 0;  ///< first entry in the table of powers of sample points

  VT_HD std::int64_t cells() const { return std::int64_t{1} << plan.log2_cells; }
  VT_HD std::int64_t first_slot() const {
    const std::int64_t k = plan.lowest - plan.centre;
    return k & (cells() - 1);
  }
};

inline constexpr int log2_fine_powers = 10;
inline constexpr std::int64_t fine_powers = std::int64_t{1} << log2_fine_powers;

/// r^k as a product of two table entries, relative error below 2^-102 whatever k (proofs ask for 2^-75).
VT_HD radius_power radius_at(const device_ring& r, const radius_power* powers, std::int64_t k) {
  const std::int64_t i = k - r.plan.lowest;
  const radius_power &fine = powers[r.powers + (i & (fine_powers - 1))],
                     &coarse = powers[r.powers + fine_powers + (i >> log2_fine_powers)];
  return {coarse.value * fine.value, coarse.exponent + fine.exponent};
}

/// b_k = a_k r^k 2^-frame, relative error below 2^-74.
VT_HD complex<dd> long_term(const term_view& a, const device_ring& r, const radius_power* powers, std::int64_t term) {
  const radius_power weight = radius_at(r, powers, a.power_of(term));
  const std::int64_t shift = weight.exponent + a.exponent[term] - r.frame;
  const auto limbs = [&](const double* const(&part)[2]) {
    if (part[0] == nullptr) return dd(0.0);
    const dd value =
        weight.value * (part[1] == nullptr ? dd(part[0][term]) : dd(two_sum(part[0][term], part[1][term])));
    return dd(scale_by(value.hi, shift), scale_by(value.lo, shift));
  };
  return {limbs(a.re), limbs(a.im)};
}

/// The same, rounded as on the CPU (ring_terms).
VT_HD wide_complex weighted_term(const term_view& a, const device_ring& r, const radius_power* powers,
                                 std::int64_t term) {
  const radius_power weight = radius_at(r, powers, a.power_of(term));
  const std::int64_t shift = weight.exponent + a.exponent[term] - r.frame;
  return {scale_by(a.re[0][term] * weight.value.hi, shift),
          a.im[0] == nullptr ? 0.0 : scale_by(a.im[0][term] * weight.value.hi, shift)};
}

/// Directions e^(2 pi i t / 2^log2_length) for all lengths, as products of two table entries.
struct direction_tables {
  const complex<dd>* table = nullptr;
  const wide_complex* rounded_table = nullptr;  ///< the same, rounded to double
  std::int32_t first[40] = {};                  ///< of the coarse factors of a length; the fine ones follow

  VT_HD static int log2_columns(int log2_length) { return log2_length / 2; }
  VT_HD std::int64_t coarse(int log2_length, std::int64_t t) const {
    return first[log2_length] + (t >> log2_columns(log2_length));
  }
  VT_HD std::int64_t fine(int log2_length, std::int64_t t) const {
    const std::int64_t columns = std::int64_t{1} << log2_columns(log2_length),
                       rows = std::int64_t{1} << (log2_length - log2_columns(log2_length));
    return first[log2_length] + rows + (t & (columns - 1));
  }
  VT_HD complex<dd> at(int log2_length, std::int64_t t) const {
    return table[coarse(log2_length, t)] * table[fine(log2_length, t)];
  }
  VT_HD wide_complex rounded(int log2_length, std::int64_t t) const {
    return rounded_table[coarse(log2_length, t)] * rounded_table[fine(log2_length, t)];
  }
};

/// A table holds planes of `cells` numbers: Taylor coefficients, then what the first ones are more than doubles.
inline constexpr int table_planes = taylor_terms + leading_terms;

VT_HD wide_complex high_part(const complex<dd>& x) { return {x.re.hi, x.im.hi}; }
VT_HD wide_complex low_part(const complex<dd>& x) { return {x.re.lo, x.im.lo}; }
VT_HD complex<dd> joined(const wide_complex& high, const wide_complex& low) {
  return {dd(high.re, low.re), dd(high.im, low.im)};
}

/// One pass over a ring: a table of `cells` Taylor polynomials.
struct device_item {
  int ring = 0;
  std::uint32_t pass = 0;
  std::int64_t slots = 0;  ///< where its weighted terms begin
};

/// A proven root and the ring it is in.
struct ring_root {
  cell_root root;
  int ring = 0;
};

/// Powers of two up to this are transformed at once; longer transforms have rows and columns.
inline constexpr int most_rows_log2 = 11;
/// Rows and columns of the longest transforms are of this length, where a block and the device have the memory for it.
inline constexpr int longest_line_log2 = 12;
VT_HD int rows_log2(int log2_cells) { return log2_cells <= most_rows_log2 ? log2_cells : (log2_cells + 1) / 2; }
/// The cell, of those of one pass, that lies at a place of a table.
VT_HD std::int64_t cell_at(int log2_cells, std::int64_t place) {
  const int log2_rows = rows_log2(log2_cells), log2_columns = log2_cells - log2_rows;
  return (place >> log2_columns) + ((place & ((std::int64_t{1} << log2_columns) - 1)) << log2_rows);
}
/// The same, of all cells of the ring.
VT_HD std::int64_t cell_of(const device_item& item, const ring& r, int log2_cells, std::int64_t place) {
  return (cell_at(log2_cells, place) << r.log2_passes) + item.pass;
}
VT_HD bool is_in_upper_half(const device_item& item, const ring& r, int log2_cells, std::int64_t place) {
  return cell_of(item, r, log2_cells, place) <= (std::int64_t{1} << (log2_cells + r.log2_passes)) >> 1;
}

}  // namespace vieta::near_linear
