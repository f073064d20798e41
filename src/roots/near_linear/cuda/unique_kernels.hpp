#pragma once

#include <bit>

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/cuda/disc_kernels.hpp"

// Every root once, and the roots in order. Keys are sorted as 64-bit numbers.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

VT_HD std::uint64_t cell_key(int ring, std::int64_t cell) {
  return (static_cast<std::uint64_t>(ring) << 32) | static_cast<std::uint64_t>(cell);
}
/// Ascends with a double.
VT_HD std::uint64_t ordered_bits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}
VT_HD double log_modulus(const disc_columns& discs, std::size_t i, std::int64_t exponent) {
  return std::log(std::hypot(discs.re[i], discs.im[i])) + static_cast<double>(exponent) * 0.6931471805599453;
}

/// Keys by ring and cell, of all roots or of those that are chosen. Grid: (count / 256, 1).
struct make_cell_keys {
  static constexpr int threads = 256;
  const ring_root* roots;
  const unsigned* chosen;  ///< may be null
  int count;
  std::uint64_t* keys;
  std::uint32_t* order;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const std::size_t i = static_cast<std::size_t>(b.x) * threads + static_cast<std::size_t>(thread);
      if (i >= static_cast<std::size_t>(count)) return;
      const auto root = chosen == nullptr ? static_cast<std::uint32_t>(i) : chosen[i];
      keys[i] = cell_key(roots[root].ring, roots[root].root.cell);
      order[i] = root;
    });
  }
};

/// Marks roots that another disc tells of as well, and overlapping discs of which that cannot be said. Roots that two
/// cells found have overlapping discs, and each lies in a disc where the other is alone. Every disc looks for smaller
/// ones that it touches, in its own cell and in those that it reaches into. Grid: (roots / 256, 1).
struct mark_repeated {
  static constexpr int threads = 256;
  const ring_root* roots;
  const device_ring* rings;
  int ring_count;
  disc_columns discs;
  int count;
  const std::uint64_t* keys;  ///< sorted
  const std::uint32_t* order;
  unsigned char* gone;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const std::size_t i = static_cast<std::size_t>(b.x) * threads + static_cast<std::size_t>(thread);
      if (i < static_cast<std::size_t>(count)) look_around(order[i]);
    });
  }

 private:
  VT_HD void look_around(std::size_t i) const {
    const double radius = discs.radius[i];
    if (!(radius >= 0)) return;
    if (!(radius < 0.1)) {  // no angle, no neighbourhood
      gone[i] = 1;
      return;
    }
    const int own = roots[i].ring;
    const double reach = 2.5 * radius + 1e-14, angle = std::atan2(discs.im[i], discs.re[i]);
    const double place = log_modulus(discs, i, rings[own].plan.radius_exponent);
    // Rings touch, and roots may lie outside of theirs by 1e-6 of its height.
    const auto touches = [&](const device_ring& r) {
      const double margin = r.plan.half_height * (1 + 1e-5) + reach + 1e-14 * abs(place);
      return abs(place - r.log_radius) <= margin;
    };
    look_in_ring(i, own, angle, reach);
    for (int ring = own - 1; ring >= 0 && touches(rings[ring]); --ring) look_in_ring(i, ring, angle, reach);
    for (int ring = own + 1; ring < ring_count && touches(rings[ring]); ++ring) look_in_ring(i, ring, angle, reach);
  }
  VT_HD void look_in_ring(std::size_t i, int ring, double angle, double reach) const {
    const std::int64_t all = std::int64_t{1} << rings[ring].log2_all;
    const double cells = static_cast<double>(all) / 6.283185307179586;
    const double half = 0.5 * (1 + 1e-4) + 1.1 * reach * cells;
    const auto low = static_cast<std::int64_t>(std::ceil(angle * cells - half)),
               high = static_cast<std::int64_t>(std::floor(angle * cells + half));
    if (high - low + 1 >= all) {
      look_in_cells(i, ring, 0, all - 1);
      return;
    }
    const std::int64_t from = low & (all - 1), to = high & (all - 1);
    if (from <= to) {
      look_in_cells(i, ring, from, to);
    } else {
      look_in_cells(i, ring, from, all - 1);
      look_in_cells(i, ring, 0, to);
    }
  }
  VT_HD void look_in_cells(std::size_t i, int ring, std::int64_t from, std::int64_t to) const {
    const std::uint64_t first = cell_key(ring, from), last = cell_key(ring, to);
    std::int64_t low = 0, high = count;
    while (low < high) {
      const std::int64_t middle = (low + high) / 2;
      if (keys[middle] < first)
        low = middle + 1;
      else
        high = middle;
    }
    for (; low < count && keys[low] <= last; ++low) compare(i, order[low]);
  }
  // Among discs of one size by what they are, so that it does not matter who found them, and in which order.
  VT_HD bool goes_before(std::size_t a, std::size_t b) const {
    if (discs.re[a] != discs.re[b]) return discs.re[a] < discs.re[b];
    return discs.im[a] != discs.im[b] ? discs.im[a] < discs.im[b] : a < b;
  }
  // Root i against one that is not larger.
  VT_HD void compare(std::size_t i, std::size_t other) const {
    const double radius = discs.radius[i], others = discs.radius[other];
    if (other == i || !(others >= 0) || others > radius || (others == radius && !goes_before(other, i))) return;
    const std::int64_t exponent = rings[roots[i].ring].plan.radius_exponent;
    const double shift = scale_by(1.0, rings[roots[other].ring].plan.radius_exponent - exponent);
    const double re = discs.re[other] * shift, im = discs.im[other] * shift;
    const double size = std::hypot(discs.re[i], discs.im[i]), other_size = std::hypot(re, im);
    // All relative to the modulus of root i.
    constexpr double up = 1 + 0x1p-40;
    const double apart = std::hypot(re - discs.re[i], im - discs.im[i]) / size;
    const double ratio = other_size / size, small = others * ratio * up;
    if (apart > (radius + small) * up) return;
    const bool same = (apart * up + small) * up <= discs.alone[i] ||
                      (apart * up + radius) * up <= discs.alone[other] * ratio * (2 - up);
    gone[i] = 1;
    if (!same) gone[other] = 1;
  }
};

/// Discs with the exponents of two of their centres: those of the rings that the roots are in, or an array of their
/// own.
struct placed_discs {
  disc_columns discs;
  const std::int32_t* exponents = nullptr;  ///< null: of the rings
  const ring_root* roots = nullptr;
  const device_ring* rings = nullptr;

  [[nodiscard]] VT_HD std::int64_t exponent(std::size_t i) const {
    return exponents != nullptr ? exponents[i] : rings[roots[i].ring].plan.radius_exponent;
  }
};

/// Keys of the order of the result: |argument| with the upper half plane first, or the modulus. What is gone comes
/// last. Grid: (roots / 256, 1).
struct make_place_keys {
  static constexpr int threads = 256;
  placed_discs from;
  int count;
  const unsigned char* gone;  ///< null: none is
  bool by_modulus, in_order;  ///< in_order: of the keys before; else as they stand
  std::uint64_t* keys;
  std::uint32_t* order;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const std::size_t place = static_cast<std::size_t>(b.x) * threads + static_cast<std::size_t>(thread);
      if (place >= static_cast<std::size_t>(count)) return;
      if (!in_order) order[place] = static_cast<std::uint32_t>(place);
      const std::size_t i = order[place];
      if ((gone != nullptr && gone[i] != 0) || !(from.discs.radius[i] >= 0)) {
        keys[place] = ~std::uint64_t{0};
      } else if (by_modulus) {
        keys[place] = ordered_bits(log_modulus(from.discs, i, from.exponent(i)));
      } else {
        const double angle = std::atan2(from.discs.im[i], from.discs.re[i]);
        keys[place] = (std::bit_cast<std::uint64_t>(abs(angle)) << 1) | (angle < 0 ? 1 : 0);
      }
    });
  }
};

/// Columns of discs for the host or for another device.
struct disc_table {
  double *re, *im, *radius, *alone;  ///< radii relative
  std::int32_t* exponent;            ///< of two, of re and im
};

/// Discs in an order, without those that are gone. Grid: (roots / 256, 1).
struct gather_discs {
  static constexpr int threads = 256;
  placed_discs from;
  int count;
  const std::uint64_t* keys;  ///< sorted; null: none is gone
  const std::uint32_t* order;
  disc_table to;
  unsigned* counters;  ///< discs; of these, real ones of a real polynomial; may be null
  bool upper_half;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const std::size_t place = static_cast<std::size_t>(b.x) * threads + static_cast<std::size_t>(thread);
      if (place >= static_cast<std::size_t>(count) || (keys != nullptr && keys[place] == ~std::uint64_t{0})) return;
      const std::size_t i = order[place];
      to.re[place] = from.discs.re[i];
      to.im[place] = from.discs.im[i];
      to.radius[place] = from.discs.radius[i];
      to.alone[place] = from.discs.alone[i];
      to.exponent[place] = static_cast<std::int32_t>(from.exponent(i));
      if (counters == nullptr) return;
      take(counters);
      if (upper_half && from.discs.im[i] == 0) take(counters + 1);
    });
  }
};

/// The places of discs that may touch what another device found: at the border of a cell, as far as mark_repeated would
/// look from a disc of the radius `wide`; and larger ones. Among discs in an order, or as they stand. Grid: (roots /
/// 256, 1).
struct list_border {
  static constexpr int threads = 256;
  const ring_root* roots;
  const device_ring* rings;
  disc_columns discs;
  int count;
  double wide;  ///< so that few are at a border
  int ring_count;
  const std::uint64_t* keys;  ///< null: as they stand
  const std::uint32_t* order;
  const unsigned char* gone;  ///< where there is no order
  bool lists_all;             ///< at a border or not
  std::uint32_t* places;
  unsigned* counters;  ///< discs listed; of these, larger ones

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int thread) {
      const std::size_t place = static_cast<std::size_t>(b.x) * threads + static_cast<std::size_t>(thread);
      if (place >= static_cast<std::size_t>(count)) return;
      const std::size_t i = keys == nullptr ? place : order[place];
      if (keys == nullptr ? gone[i] != 0 || !(discs.radius[i] >= 0) : keys[place] == ~std::uint64_t{0}) return;
      const bool large = !(discs.radius[i] <= wide);
      if (large) take(counters + 1);
      if (large || lists_all || is_at_border(i)) places[take(counters)] = static_cast<std::uint32_t>(place);
    });
  }

 private:
  VT_HD bool is_at_border(std::size_t i) const {
    const device_ring& r = rings[roots[i].ring];
    const double reach = 2.5 * wide + 1e-14;
    const double cells = static_cast<double>(std::int64_t{1} << r.log2_all) / 6.283185307179586;
    const double half = 0.5 * (1 + 1e-4) + 1.1 * reach * cells;
    const double angle = std::atan2(discs.im[i], discs.re[i]) * cells;
    if (std::ceil(angle - half) != std::floor(angle + half)) return true;
    // Rings touch, and those on both sides may be much taller or lower.
    const int own = roots[i].ring;
    double tallest = r.plan.half_height;
    if (own > 0) tallest = max(tallest, rings[own - 1].plan.half_height);
    if (own + 1 < ring_count) tallest = max(tallest, rings[own + 1].plan.half_height);
    const double place = log_modulus(discs, i, r.plan.radius_exponent);
    const double margin = 2e-5 * tallest + reach + 1e-14 * abs(place);
    return abs(place - r.log_radius) >= r.plan.half_height - margin;
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
