#pragma once

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"

// The terms of the rings: powers of the radii, sums and bounds, weighted coefficients in the slots of the transforms.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// Sparse terms among zeros, where a good part of all powers is there: dense terms are easier to work on. Grid: (terms
/// / 256, 1). The arrays that it writes to are zero before.
struct spread_terms {
  static constexpr int threads = 256;
  std::int64_t terms;
  const std::int64_t* power;
  const double* from[4];
  double* to[4];
  const std::int64_t* from_exponent;
  std::int64_t* to_exponent;

  VT_HD void operator()(const block& b) const {
    b.for_each(threads, [&](int i) {
      const std::int64_t t = std::int64_t{b.x} * threads + i;
      if (t >= terms) return;
      for (int k = 0; k < 4; ++k) {
        if (from[k] != nullptr) to[k][power[t]] = from[k][t];
      }
      to_exponent[power[t]] = from_exponent[t];
    });
  }
};

/// The tables of powers of all rings. Grid: (entries / 256, rings).
struct fill_powers {
  static constexpr int threads = 256;
  const device_ring* rings;
  radius_power* powers;

  VT_HD void operator()(const block& b) const {
    const device_ring& r = rings[b.y];
    const std::int64_t coarse = ((r.window.width - 1) >> log2_fine_powers) + 1;
    const long_radius_power base = normalised(td(r.plan.radius), r.plan.radius_exponent);
    b.for_each(threads, [&](int i) {
      const std::int64_t at = std::int64_t{b.x} * threads + i;
      if (at >= fine_powers + coarse) return;
      const std::int64_t exponent = at < fine_powers ? at : r.plan.lowest + (at - fine_powers) * fine_powers;
      powers[r.powers + at] = rounded(power_of(base, exponent));
    });
  }
};

/// Sums over the bins of all rings. Grid: (most_bins, rings).
struct measure_bins {
  static constexpr int threads = 128;
  static constexpr int parts = 128;
  static constexpr std::size_t shared = parts * sizeof(term_bin);
  term_view a;
  const device_ring* rings;
  const radius_power* powers;
  term_bin* bins;

  VT_HD void operator()(const block& b) const {
    const device_ring& r = rings[b.y];
    if (b.x >= r.window.bins()) return;
    term_bin* const part = shared_arena{b.shared}.array<term_bin>(parts);
    const std::int64_t lowest = r.plan.lowest, from = r.window.begin(b.x), to = r.window.end(b.x);
    const std::int64_t first = a.first_from(lowest + from), last = min_of(a.first_from(lowest + to), a.terms);
    b.for_each(parts, [&](int i) {
      term_bin sum;
      sum.largest_at = from;
      for (std::int64_t t = first + i; t < last; t += parts) {
        const wide_complex c = weighted_term(a, r, powers, t);
        const double norm = c.re * c.re + c.im * c.im, modulus = sqrt(norm);
        sum.sum += modulus + 0x1p-500;
        sum.square += norm;
        if (modulus > sum.largest) {
          sum.largest = modulus;
          sum.largest_at = a.power_of(t) - lowest;
        }
      }
      part[i] = sum;
    });
    for (int half = parts / 2; half > 0; half /= 2) {
      b.for_each(half, [&](int i) {
        const term_bin &x = part[i], &y = part[i + half];
        const bool second = y.largest > x.largest;
        part[i] = {x.sum + y.sum, x.square + y.square, second ? y.largest : x.largest,
                   second ? y.largest_at : x.largest_at};
      });
    }
    b.for_each(1, [&](int) {
      term_bin& sum = bins[std::int64_t{b.y} * most_bins + b.x];
      sum = part[0];
      sum.sum = (sum.sum + 0x1p-490) * (1 + 0x1p-26);
    });
  }
  VT_HD static std::int64_t min_of(std::int64_t x, std::int64_t y) { return x < y ? x : y; }
};

/// Bounds, spread and grid of all rings. Grid: (1, rings).
struct measure_rings {
  static constexpr int threads = 64;
  // Roots may be most dense on a circle in between: that decides how fine the grid must be.
  static constexpr int circles = 9;
  static constexpr std::size_t shared = most_bins * sizeof(ring_bounds::bin) + circles * sizeof(term_spread) + 64;
  device_ring* rings;
  const term_bin* bins;
  double density;
  int most_points;

  VT_HD void operator()(const block& b) const {
    device_ring& r = rings[b.y];
    shared_arena arena{b.shared};
    ring_bounds::bin* const sums = arena.array<ring_bounds::bin>(most_bins);
    term_spread* const spreads = arena.array<term_spread>(circles);
    const term_bin* const own = bins + std::int64_t{b.y} * most_bins;
    const int count = r.window.bins();
    b.for_each(count, [&](int i) {
      const double from = abs(r.window.distance(r.window.begin(i))), to = abs(r.window.distance(r.window.end(i) - 1));
      sums[i] = {own[i].sum, max(from, to)};
      ring_bounds::truncate(sums[i], r.reach);
    });
    b.for_each(1, [&](int) { r.bounds.start(r.outside, r.reach); });
    b.for_each(ring_bounds::steps + 1 + circles, [&](int i) {
      const int circle = i - ring_bounds::steps - 1;
      if (circle < 0) {
        r.bounds.fill(i, sums, count, r.folds, r.plan.log2_cells);
        return;
      }
      const int distance = (circle + 1) / 2;  // the middle one comes first, then one on each side
      const double direction = 2.0 * ((circle & 1) != 0 ? -distance : distance) / (circles - 1);
      spreads[circle] = {own, r.window, r.half_length, direction};
    });
    b.for_each(1, [&](int) {
      term_spread spread = spreads[0];
      for (int i = 1; i < circles; ++i) spread.join(spreads[i]);
      r.spread = spread.spread;
      r.tilt = spread.tilt;
      r.drift = (spreads[circles - 2].tilt - spreads[circles - 1].tilt) / (2 * r.half_length);
      r.has_no_roots = spread.has_no_roots ? 1 : 0;
      r.grid = sample_grid(r.half_length, r.half_width, r.reach, r.spread, r.tilt, density);
      r.grid.limit(r.half_length, r.half_width, most_points);
    });
  }
};

/// b_k, turned so that the transform begins at the first cell of its pass, in their slots, which are zero before. Grid:
/// (terms of the widest ring / 256, items).
struct fill_slots {
  static constexpr int threads = 256;
  term_view a;
  const device_ring* rings;
  const device_item* items;
  const radius_power* powers;
  direction_tables directions;
  wide_complex *slots, *low_slots;  ///< double-doubles in two parts

  VT_HD void operator()(const block& b) const {
    const device_item& item = items[b.y];
    const device_ring& r = rings[item.ring];
    const std::int64_t first = a.first_from(r.plan.lowest), cells = r.cells(), first_slot = r.first_slot();
    b.for_each(threads, [&](int i) {
      const std::int64_t t = first + std::int64_t{b.x} * threads + i;
      if (t >= a.terms || a.power_of(t) > r.plan.highest) return;
      complex<dd> c = long_term(a, r, powers, t);
      const std::int64_t offset = a.power_of(t) - r.plan.lowest, k = a.power_of(t) - r.plan.centre;
      if (item.pass > 0) {
        const std::int64_t all = (std::int64_t{1} << r.log2_all) - 1;
        c = c * directions.at(r.log2_all, ((k & all) * item.pass) & all);
      }
      // Slot (k - centre) modulo cells; a fold is `cells` powers, counted from the lowest.
      const std::int64_t place = item.slots + (offset & ~(cells - 1)) + ((first_slot + offset) & (cells - 1));
      slots[place] = high_part(c);
      low_slots[place] = low_part(c);
    });
  }
};

/// Powers of the sample points with x, y > 0. Grid: (1, rings).
struct fill_samples {
  static constexpr int threads = 128;
  const device_ring* rings;
  complex<float>* samples;

  VT_HD void operator()(const block& b) const {
    const device_ring& r = rings[b.y];
    if (r.has_no_roots != 0) return;
    const sample_grid& g = r.grid;
    const double unit = g.step * scale_by(1.0, -g.log2_scale);
    b.for_each(g.half_x * g.half_y, [&](int at) {
      const int i = at / g.half_y, j = at % g.half_y;
      const complex<double> v = {(i + 0.5) * unit, (j + 0.5) * unit};
      complex<double> w = {1.0, 0.0};
      for (int m = 0; m < taylor_terms; ++m, w = w * v)
        samples[r.samples + std::int64_t{at} * taylor_terms + m] = complex_cast<float>(w);
    });
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
