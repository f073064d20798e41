#pragma once

#include "boxes/leftovers/neighbours.hpp"
#include "vieta/boxes.hpp"
#include "vieta/core/bernstein_box.hpp"

// What follows from a look at one box: the same decisions on a CPU and on a GPU. docs/method/boxes.md, "One look at a
// box", tells why they lose and invent nothing.

namespace vieta::boxes {

/// A box in coordinates that run from 0 to 1 along the domain's edges; the doubles are its exact ends.
using cell = solution_box;

/// What examine_box says about one box.
using sight = core::box_lanes<double>;

/// How far a uniqueness box reaches beyond the image, in edges of the box at hand.
inline constexpr double uniqueness_margin = 0.2;
/// A box is looked at again as a whole when it lost this much of its volume; else it is divided.
inline constexpr double narrowed_enough = 0.75;
/// Looks at a box that is known to hold exactly one solution, at most; and the part of its size that each must leave at
/// most. The first ones bring little where two solutions are close, before each look squares the size.
inline constexpr int most_refinements = 40;
inline constexpr double refined_enough = 0.75;
/// Where another edge is this long, thin ones are widened.
inline constexpr double worth_widening = 0x1p-40;

/// What is left of a box after a look at it.
struct remainder {
  cell box;
  bool divide = false;  ///< it has not become much smaller
  bool last = false;    ///< it comes from a box below the tolerance
};

/// What follows from a look at a box in each lane that may hold any number of solutions; nothing for empty ones.
template <class T>
struct decisions {
  using ends = T[core::most_box_variables];
  mask_t<T> one_solution;           ///< proven
  mask_t<T> perhaps_one;            ///< a box around this one may prove it; else it is open
  ends left_lower, left_upper;      ///< what is left of the box
  mask_t<T> divide;                 ///< it has not become much smaller
  mask_t<T> last;                   ///< it comes from a box below the tolerance
  ends around_lower, around_upper;  ///< set if there is any `perhaps_one`: the box to look at
};

VT_HD bool contains(int n, const cell& outer, const cell& inner) {
  bool all = true;
  VT_UNROLL_ON_DEVICE(4)
  for (int k = 0; k < n; ++k) all = all && outer.lower[k] <= inner.lower[k] && inner.upper[k] <= outer.upper[k];
  return all;
}

VT_HD bool apart(int n, const cell& a, const cell& b) {
  bool any = false;
  VT_UNROLL_ON_DEVICE(4)
  for (int k = 0; k < n; ++k) any = any || a.upper[k] < b.lower[k] || b.upper[k] < a.lower[k];
  return any;
}

template <int N, class T>
VT_HD decisions<T> decide(const core::box_lanes<T>& seen, double tolerance) {
  decisions<T> d;
  T widest = 0.0;
  mask_t<T> thin = false;
  // Edges far below the tolerance bring nothing but rounding.
  const double least = tolerance / 64;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    const T lower = seen.cut_lower[k], upper = seen.cut_upper[k], edge = seen.upper[k] - seen.lower[k];
    widest = max(edge, widest);
    const mask_t<T> narrow = upper - lower < T(least);
    const T middle = lower + (upper - lower) * 0.5;
    d.left_lower[k] = select(narrow, max(middle - T(least / 2), seen.lower[k]), lower);
    d.left_upper[k] = select(narrow, min(middle + T(least / 2), seen.upper[k]), upper);
    // Where rounding is as large as the edge, what a look cuts off is not what the doubles say.
    thin = either(thin, either(narrow, edge < T(0x1p-40)));
  }
  T volume = seen.volume;
  if (any(thin)) {
    T product = 1.0;
    VT_UNROLL
    for (int k = 0; k < N; ++k)
      product = product * ((d.left_upper[k] - d.left_lower[k]) / (seen.upper[k] - seen.lower[k]));
    volume = select(thin, product, volume);
  }
  d.divide = !(volume < T(narrowed_enough));
  // A box that has only now become small deserves a look at its new size.
  d.last = widest <= T(tolerance);
  d.one_solution = both(seen.small_image, seen.proven);
  d.perhaps_one = both(seen.small_image, !seen.proven);
  if (none(d.perhaps_one)) return d;
  // All zeros in the box lie in its image; so they do in a box around that.
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    const T lower = seen.lower[k], edge = seen.upper[k] - lower;
    const T from = min(seen.from[k], T(0.0)) - uniqueness_margin, to = max(seen.to[k], T(1.0)) + uniqueness_margin;
    d.around_lower[k] = min(lower + from * edge, d.left_lower[k]);
    d.around_upper[k] = max(lower + to * edge, d.left_upper[k]);
  }
  return d;
}

/// Halves of boxes across their longest edge: from `lower` to `first_upper`, and from `second_lower` to `upper`. Where
/// a box is not to be divided the first one is all of it.
template <int N, class T>
VT_HD void halve(const T* lower, const T* upper, const mask_t<T>& divide, T* first_upper, T* second_lower) {
  T longest = upper[0] - lower[0], axis = 0.0;
  VT_UNROLL
  for (int k = 1; k < N; ++k) {
    const T edge = upper[k] - lower[k];
    axis = select(edge > longest, T(static_cast<double>(k)), axis);
    longest = max(edge, longest);
  }
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    const mask_t<T> here = both(divide, axis == T(static_cast<double>(k)));
    const T middle = lower[k] + (upper[k] - lower[k]) * 0.5;
    first_upper[k] = select(here, middle, upper[k]);
    second_lower[k] = select(here, middle, lower[k]);
  }
}

/// The part of a box that a look has left.
VT_HD cell cut(int n, const sight& seen) {
  cell c;
  VT_UNROLL_ON_DEVICE(4)
  for (int k = 0; k < n; ++k) {
    c.lower[k] = seen.cut_lower[k];
    c.upper[k] = seen.cut_upper[k];
  }
  return c;
}

/// After a look at a box that holds exactly one solution: its new enclosure. True when a further look may bring more.
VT_HD bool refine(int n, cell& box, const sight& seen, int round) {
  if (seen.empty) return false;  // it is not: else the proof would be wrong
  double before = 0, after = 0;
  VT_UNROLL_ON_DEVICE(4)
  for (int k = 0; k < n; ++k) {
    before = max(box.upper[k] - box.lower[k], before);
    box.lower[k] = seen.cut_lower[k];
    box.upper[k] = seen.cut_upper[k];
    after = max(box.upper[k] - box.lower[k], after);
  }
  // An edge near rounding's size, such as a border leaves beside a zero on it, has no slope, so that the others stay as
  // they are. What is cut off holds no zero, and may come back.
  const double least = after * 0x1p-10;
  bool thin = false;
  VT_UNROLL_ON_DEVICE(4)
  for (int k = 0; k < n; ++k) {
    const double edge = box.upper[k] - box.lower[k];
    if (!(after > worth_widening && edge < least && round < most_refinements)) continue;
    thin = true;
    box.lower[k] -= (least - edge) / 2;
    box.upper[k] += (least - edge) / 2;
  }
  return thin || (!seen.settled && after < refined_enough * before && round < most_refinements);
}

/// The sign of det R, which is that of the Jacobian; 0 if rounding hides it. At most 24 products of four factors.
VT_HD std::int8_t determinant_sign(int n, const double* r) {
  double sum = 0, size = 0;
  if (n == 2) {
    sum = r[0] * r[3] - r[1] * r[2];
    size = abs(r[0] * r[3]) + abs(r[1] * r[2]);
  } else {
    const auto at = [&](int i, int j) { return i < n && j < n ? r[i * n + j] : i == j ? 1.0 : 0.0; };
    for (int permutation = 0; permutation < 256; ++permutation) {
      const int p[4] = {permutation & 3, permutation >> 2 & 3, permutation >> 4 & 3, permutation >> 6 & 3};
      int inversions = 0, seen = 0;
      for (int i = 0; i < 4; ++i) {
        seen |= 1 << p[i];
        for (int j = 0; j < i; ++j) inversions += p[j] > p[i];
      }
      if (seen != 15) continue;
      const double product = at(0, p[0]) * at(1, p[1]) * at(2, p[2]) * at(3, p[3]);
      sum += inversions % 2 == 0 ? product : -product;
      size += abs(product);
    }
  }
  // Three roundings for each product, and one for each sum: below 32 u of the sum of their moduli.
  return abs(sum) > size * 0x1p-48 ? (sum > 0 ? 1 : -1) : 0;
}

/// A system's own box: x = from + t (to - from).
struct domain_view {
  const double* ends = nullptr;  ///< from, to for each variable; null: the unit cube
  VT_HD double from(int k) const { return ends == nullptr ? 0 : ends[2 * k]; }
  VT_HD double to(int k) const { return ends == nullptr ? 1 : ends[2 * k + 1]; }
  VT_HD neighbours at(int k, double t) const { return {from(k), to(k), t}; }
  VT_HD double local(int k, double x) const { return local_coordinate(from(k), to(k), x).hi; }
  /// What that rounding makes of a value of a polynomial of this degree along the axis, with coefficients of modulus 1
  /// at most: slopes are below 2 degree. Twice as much, for the rounding of this line and the second part of a
  /// double-double.
  VT_HD double error_of_local(int k, int degree) const { return from(k) == 0 && to(k) == 1 ? 0 : degree * 0x1p-51; }
};

/// Whether the domain's doubles tell the solution in `enclosure` from what lies outside of `uniqueness`.
VT_HD bool resolves(int n, const domain_view& domain, const cell& enclosure, const cell& uniqueness) {
  bool all = true;
  VT_UNROLL_ON_DEVICE(4)
  for (int k = 0; k < n; ++k) {
    all = all && domain.at(k, uniqueness.lower[k]).above <= domain.at(k, enclosure.lower[k]).below &&
          domain.at(k, enclosure.upper[k]).above <= domain.at(k, uniqueness.upper[k]).below;
  }
  return all;
}

/// A solution that the domain resolves, as an item, all but its residual; `place` is where that is to be taken: at x.
VT_HD box_item unique_item(int n, const cell& enclosure, const cell& uniqueness, std::int8_t jacobian_sign,
                           const domain_view& domain, double* place) {
  box_item item;
  item.jacobian_sign = jacobian_sign;
  VT_UNROLL_ON_DEVICE(4)
  for (int k = 0; k < n; ++k) {
    const double lower = enclosure.lower[k], upper = enclosure.upper[k];
    item.on_border = item.on_border || lower <= 0 || upper >= 1;
    const double t = min(max(lower + (upper - lower) / 2, 0.0), 1.0), x = domain.at(k, t).nearest;
    place[k] = domain.local(k, x);
    item.x[k] = x;
    const double reach = max(domain.at(k, upper).above - x, x - domain.at(k, lower).below);
    item.radius = max(reach * (1 + 0x1p-50), item.radius);
    item.lower[k] = domain.at(k, uniqueness.lower[k]).above;
    item.upper[k] = domain.at(k, uniqueness.upper[k]).below;
  }
  return item;
}

}  // namespace vieta::boxes
