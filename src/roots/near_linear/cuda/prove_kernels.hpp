#pragma once

#include "cuda/block.hpp"
#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/cuda/search_kernels.hpp"

// Newton's iteration and the proof, for each candidate.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// sum u + c, u = x + i y.
VT_HD wide_complex horner_step(const wide_complex& sum, const newton_point& at, const wide_complex& c) {
  return {multiply_add(sum.re, at.x, multiply_add(-sum.im, at.y, c.re)),
          multiply_add(sum.re, at.y, multiply_add(sum.im, at.x, c.im))};
}

/// Value and derivative of a cell's Taylor polynomial by Horner's rule; `terms` with a stride. After each step
/// each(m, c, p, d) is told of coefficient m, the value so far, and the derivative before the step.
template <class Each>
VT_HD void evaluate_in_cell(const wide_complex* terms, std::int64_t stride, newton_point& at, const Each& each) {
  wide_complex p = terms[(taylor_terms - 1) * stride], d = {0, 0};
  for (int m = taylor_terms - 2; m >= 0; --m) {
    const wide_complex c = terms[m * stride], before = d;
    d = horner_step(d, at, p);
    p = horner_step(p, at, c);
    each(m, c, p, before);
  }
  at.value_re = p.re, at.value_im = p.im, at.derivative_re = d.re, at.derivative_im = d.im;
}
VT_HD void evaluate_in_cell(const wide_complex* terms, std::int64_t stride, newton_point& at) {
  evaluate_in_cell(terms, stride, at, [](int, const wide_complex&, const wide_complex&, const wide_complex&) {});
}

/// The same with a value from double-double arithmetic where the coefficients are that: `low` holds the lower parts of
/// the first ones.
VT_HD void evaluate_long_in_cell(const wide_complex* terms, std::int64_t stride, const wide_complex* low,
                                 std::int64_t low_stride, newton_point& at) {
  complex<dd> value = {dd(0.0), dd(0.0)};
  evaluate_in_cell(terms, stride, at, [&](int m, const wide_complex& c, const wide_complex& p, const wide_complex&) {
    if (m == leading_terms) value = {dd(p.re), dd(p.im)};
    if (m >= leading_terms) return;
    const complex<dd> moved = {value.re * at.x - value.im * at.y, value.re * at.y + value.im * at.x};
    value = moved + joined(c, low[m * low_stride]);
  });
  at.value_re = value.re.hi, at.value_im = value.im.hi;
}

/// Half the second derivative there.
VT_HD wide_complex half_second_derivative(const wide_complex* terms, std::int64_t stride, const newton_point& at) {
  newton_point same = at;
  wide_complex q = {0, 0};
  evaluate_in_cell(terms, stride, same, [&](int, const wide_complex&, const wide_complex&, const wide_complex& d) {
    q = horner_step(q, at, d);
  });
  return q;
}

/// Newton's iteration on it times e^(tilt u), as on the CPU (kernels.cpp): `at` holds the first point and gets the last
/// one.
VT_HD void newton_in_cell(const wide_complex* terms, std::int64_t stride, double tilt, newton_point& at) {
  constexpr int most_steps = 12;
  bool moving = true;
  for (int step = 0; step < most_steps && moving; ++step) {
    evaluate_in_cell(terms, stride, at);
    const wide_complex p = {at.value_re, at.value_im},
                       slope = {multiply_add(tilt, p.re, at.derivative_re), multiply_add(tilt, p.im, at.derivative_im)};
    const double inverse = 1 / (slope.re * slope.re + slope.im * slope.im);
    const wide_complex h = {(p.re * slope.re + p.im * slope.im) * inverse,
                            (p.im * slope.re - p.re * slope.im) * inverse};
    const double size = h.re * h.re + h.im * h.im;
    // A wild step ends here; what is reported is no root then.
    moving = size < 1.0;
    if (moving) at.x -= h.re, at.y -= h.im;
    moving = moving && size > 1e-14;  // the next step is of size 1e-14 at most
  }
}

/// A last step, and value and derivative where it leads.
VT_HD void finish_in_cell(const wide_complex* terms, std::int64_t stride, const wide_complex* low,
                          std::int64_t low_stride, newton_point& at) {
  evaluate_long_in_cell(terms, stride, low, low_stride, at);
  const double inverse = 1 / (at.derivative_re * at.derivative_re + at.derivative_im * at.derivative_im);
  const double x = (at.value_re * at.derivative_re + at.value_im * at.derivative_im) * inverse,
               y = (at.value_im * at.derivative_re - at.value_re * at.derivative_im) * inverse;
  if (!(x * x + y * y < 1e-6)) return;  // no root, or an ill-conditioned one
  at.x -= x;
  at.y -= y;
  evaluate_long_in_cell(terms, stride, low, low_stride, at);
}

/// Proven roots of all candidates in a queue; what several of one block prove is kept once. Grid: (any, 1).
struct prove_candidates {
  static constexpr int threads = 128;
  const device_ring* rings;
  const device_item* items;
  const wide_complex* table;
  candidate_queue queue;
  ring_root* out;
  unsigned* counters;  ///< roots, candidates that found no room
  unsigned capacity;
  int log2_cells;
  int blocks;

  /// What is kept of a proof.
  struct proven_place {
    double x, y, radius, alone;  ///< negative radius: none
    wide_complex derivative;
    double slope;
    std::uint32_t place, item;
  };
  static constexpr std::size_t shared = threads * sizeof(proven_place) + 64;

  VT_HD void operator()(const block& b) const {
    proven_place* const places = shared_arena{b.shared}.array<proven_place>(threads);
    const unsigned wanted = *queue.count, count = wanted < queue.capacity ? wanted : queue.capacity;
    if (b.x == 0 && b.thread == 0 && wanted > count) take(counters + 1, wanted - count);
    for (unsigned first = static_cast<unsigned>(b.x) * threads; first < count;
         first += static_cast<unsigned>(blocks) * threads) {
      const int here = static_cast<int>(count - first < threads ? count - first : threads);
      b.for_each(here, [&](int i) { prove(queue.entries[first + static_cast<unsigned>(i)], places[i]); });
      b.for_each(here, [&](int i) {
        if (!is_best(places, here, i)) return;
        put(places[i]);
        if (may_be_of_pair(places[i])) look_for_other(places, here, places[i]);
      });
    }
  }

 private:
  // A cell's Taylor polynomial, and what it takes to prove a root of it.
  struct cell_view {
    const device_ring& r;
    const wide_complex* terms;
    std::int64_t stride;

    VT_HD bool holds(const newton_point& at) const {
      constexpr double slack = 1 + 1e-6;  // cells overlap by so much: a root on a border is found at least once
      return abs(at.x) <= r.half_length * slack && abs(at.y) <= r.half_width * slack;
    }
    VT_HD bool finishes(newton_point& at) const {
      finish_in_cell(terms, stride, terms + taylor_terms * stride, stride, at);
      return holds(at);
    }
    /// From a place near a root, which becomes the root.
    VT_HD bool proves(newton_point& at, cell_root& root) const {
      newton_in_cell(terms, stride, r.tilt, at);
      if (!holds(at) || !finishes(at)) return false;
      if (prove_root(at, r.bounds, root, true)) return true;
      // Near another root it takes some more steps to come as close.
      if (!finishes(at) || !finishes(at)) return false;
      const wide_complex bent = half_second_derivative(terms, stride, at);
      return prove_close_root(at, std::hypot(bent.re, bent.im), r.bounds, root, true);
    }
  };

  VT_HD cell_view cell_of_table(std::uint32_t item, std::uint32_t place) const {
    const std::int64_t cells = std::int64_t{1} << log2_cells;
    return {rings[items[item].ring], table + std::int64_t{item} * table_planes * cells + place, cells};
  }
  VT_HD static proven_place place_of(const newton_point& at, const cell_root& root, std::uint32_t place,
                                     std::uint32_t item) {
    return {at.x, at.y, root.radius, root.alone, {root.derivative.re, root.derivative.im}, root.slope, place, item};
  }
  VT_HD void prove(const cell_candidate& from, proven_place& to) const {
    newton_point at;
    at.x = from.x;
    at.y = from.y;
    cell_root root;
    if (!cell_of_table(from.item, from.place).proves(at, root)) root.radius = -1;
    to = place_of(at, root, from.place, from.item);
  }
  // Where the proof is near its limits, or beyond those of the cell's curvature, C' is so small that another root may
  // be near. 0.1 % of the roots at most, by far.
  VT_HD bool may_be_of_pair(const proven_place& own) const {
    constexpr double close = 512;
    const ring_bounds& bounds = rings[items[own.item].ring].bounds;
    return own.slope < close * own.radius * bounds.curvature(std::hypot(own.x, own.y));
  }
  // The other root of a close pair lies about where C' v + C'' v^2 / 2 = 0, and the grid need not have told of it.
  VT_HD void look_for_other(const proven_place* places, int count, const proven_place& own) const {
    const cell_view cell = cell_of_table(own.item, own.place);
    newton_point at;
    at.x = own.x;
    at.y = own.y;
    const wide_complex bent = half_second_derivative(cell.terms, cell.stride, at);
    const double inverse = 1 / (bent.re * bent.re + bent.im * bent.im);
    at.x -= (own.derivative.re * bent.re + own.derivative.im * bent.im) * inverse;
    at.y -= (own.derivative.im * bent.re - own.derivative.re * bent.im) * inverse;
    cell_root root;
    if (!cell.holds(at) || !cell.proves(at, root)) return;
    // What other blocks know of it, too, is found out later.
    const proven_place other = place_of(at, root, own.place, own.item);
    bool known = !root.is_told_apart(cell.r.plan.unit);
    for (int k = 0; k < count && !known; ++k) known = is_same(places[k], other);
    if (!known) put(other);
  }
  VT_HD void put(const proven_place& best) const {
    const unsigned place = take(counters);
    if (place >= capacity) return;
    const device_item& item = items[best.item];
    ring_root result{{}, item.ring};
    result.root.x = best.x, result.root.y = best.y;
    result.root.radius = best.radius, result.root.alone = best.alone;
    result.root.derivative = {best.derivative.re, best.derivative.im};
    result.root.slope = best.slope;
    result.root.cell = static_cast<std::uint32_t>(cell_of(item, rings[item.ring].plan, log2_cells, best.place));
    out[place] = result;
  }
  // Whether no other proof of the same root in the same cell has a smaller disc.
  VT_HD static bool is_best(const proven_place* places, int count, int i) {
    const proven_place& own = places[i];
    if (!(own.radius >= 0)) return false;
    for (int k = 0; k < count; ++k) {
      const proven_place& other = places[k];
      if (k == i || other.radius > own.radius || (other.radius == own.radius && k > i)) continue;
      if (is_same(other, own)) return false;
    }
    return true;
  }
  VT_HD static bool is_same(const proven_place& a, const proven_place& b) {
    if (a.place != b.place || a.item != b.item || !(a.radius >= 0) || !(b.radius >= 0)) return false;
    const double apart = std::hypot(a.x - b.x, a.y - b.y) * (1 + 0x1p-40);
    return apart + b.radius <= a.alone || apart + a.radius <= b.alone;
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
