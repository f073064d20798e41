#pragma once

#include "boxes/decide.hpp"
#include "boxes/kernels.hpp"
#include "vieta/core/pack.hpp"

namespace vieta::boxes {

template <class T>
VT_HD T load_lanes(const double* p) {
  if constexpr (lane_count<T> == 1)
    return *p;
  else
    return T::load(p);
}
template <class T>
VT_HD void store_lanes(const T& value, double* p) {
  if constexpr (lane_count<T> == 1)
    *p = value;
  else
    value.store(p);
}
VT_HD unsigned lane_bits(bool m) { return m ? 1 : 0; }
template <class M>
VT_HD unsigned lane_bits(const M& m) {
  return bits(m);
}

template <int N, class T>
VT_HD void store_rows(const T (&values)[core::most_box_variables], lane_block::row* rows) {
  for (int k = 0; k < N; ++k) store_lanes(values[k], rows[k]);
}

/// core::examine_box between arrays, and what follows from it. S is the type of the shape.
template <int N, class T, class S>
VT_HD void examine_lanes(const S& shape, const double* roots, lane_block& block, bool clip, double* work) {
  core::box_lanes<T> box;
  for (int k = 0; k < N; ++k) {
    box.lower[k] = load_lanes<T>(block.lower[k]);
    box.upper[k] = load_lanes<T>(block.upper[k]);
    box.error[k] = load_lanes<T>(block.error[k]);
  }
  // Arrays of packs are arrays of doubles: a pack may alias what its vector may.
  core::examine_box<N>(shape, reinterpret_cast<const T*>(roots), box, clip, reinterpret_cast<T*>(work));
  block.empty = lane_bits(box.empty);
  block.one_sign = lane_bits(box.one_sign);
  if (all(box.empty)) return;
  store_rows<N>(box.from, block.from);
  store_rows<N>(box.to, block.to);
  store_rows<N>(box.cut_lower, block.cut_lower);
  store_rows<N>(box.cut_upper, block.cut_upper);
  for (int k = 0; k < N * N; ++k) store_lanes(box.inverse[k], block.inverse[k]);
  block.proven = lane_bits(box.proven);
  block.settled = lane_bits(box.settled);
  const decisions<T> d = decide<N>(box, block.tolerance);
  T first_upper[core::most_box_variables], second_lower[core::most_box_variables];
  halve<N>(d.left_lower, d.left_upper, d.divide, first_upper, second_lower);
  store_rows<N>(d.left_lower, block.left_lower);
  store_rows<N>(d.left_upper, block.left_upper);
  store_rows<N>(first_upper, block.first_upper);
  store_rows<N>(second_lower, block.second_lower);
  block.one_solution = lane_bits(d.one_solution);
  block.perhaps_one = lane_bits(d.perhaps_one);
  block.divide = lane_bits(d.divide);
  block.last = lane_bits(d.last);
  if (none(d.perhaps_one)) return;
  store_rows<N>(d.around_lower, block.around_lower);
  store_rows<N>(d.around_upper, block.around_upper);
}

/// examine_lanes with loops of known length for shapes that are met often.
template <int N, class T>
VT_HD void examine_any(const core::bernstein_shape& shape, const double* roots, lane_block& block, bool clip,
                       double* work) {
  if constexpr (N == 2) {
    if (shape.degree[0] == 3 && shape.degree[1] == 3)
      return examine_lanes<N, T>(core::fixed_shape<3, 3>{}, roots, block, clip, work);
  }
  examine_lanes<N, T>(shape, roots, block, clip, work);
}

}  // namespace vieta::boxes
