#pragma once

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

/// core::examine_box between arrays.
template <int N, class T>
VT_HD void examine_lanes(const core::bernstein_shape& shape, const double* roots, lane_block& block, bool clip,
                         double* work) {
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
  for (int k = 0; k < N; ++k) {
    store_lanes(box.from[k], block.from[k]);
    store_lanes(box.to[k], block.to[k]);
    store_lanes(box.cut_lower[k], block.cut_lower[k]);
    store_lanes(box.cut_upper[k], block.cut_upper[k]);
  }
  for (int k = 0; k < N * N; ++k) store_lanes(box.inverse[k], block.inverse[k]);
  store_lanes(box.volume, block.volume);
  block.small_image = lane_bits(box.small_image);
  block.proven = lane_bits(box.proven);
  block.settled = lane_bits(box.settled);
}

}  // namespace vieta::boxes
