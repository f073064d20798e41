#pragma once

#include <cmath>

#include "cuda/block.hpp"
#include "vieta/core/config.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {

/// A warp of 32 lanes as a kernel sees it: what each lane holds, loops over the lanes, and what they tell each other.
/// On the device a lane is a thread and a loop runs once in each; on the host one thread plays all lanes, so that tests
/// run the text of the kernel without a GPU.
struct warp {
  static constexpr int lanes = 32;
#if defined(__CUDACC__)
  template <class T>
  struct each {
    T own;
    VT_HD T& operator[](int) { return own; }
    VT_HD const T& operator[](int) const { return own; }
  };
#else
  template <class T>
  struct each {
    T own[lanes];
    T& operator[](int lane) { return own[lane]; }
    const T& operator[](int lane) const { return own[lane]; }
  };
#endif

  template <class Body>
  VT_HD static void for_lanes(const Body& body) {
#if defined(__CUDA_ARCH__)
    body(static_cast<int>(threadIdx.x % lanes));
#else
    for (int lane = 0; lane < lanes; ++lane) body(lane);
#endif
  }
  /// What the next lane holds; the last one gets 0.
  VT_HD static each<double> from_above(const each<double>& x) {
    each<double> moved;
#if defined(__CUDA_ARCH__)
    const double given = __shfl_down_sync(0xffffffffU, x.own, 1);
    moved.own = threadIdx.x % lanes == lanes - 1 ? 0.0 : given;
#else
    for (int lane = 0; lane < lanes; ++lane) moved[lane] = lane + 1 < lanes ? x[lane + 1] : 0.0;
#endif
    return moved;
  }
  /// What the lane before holds; the first one gets 0.
  VT_HD static each<double> from_below(const each<double>& x) {
    each<double> moved;
#if defined(__CUDA_ARCH__)
    const double given = __shfl_up_sync(0xffffffffU, x.own, 1);
    moved.own = threadIdx.x % lanes == 0 ? 0.0 : given;
#else
    for (int lane = 0; lane < lanes; ++lane) moved[lane] = lane > 0 ? x[lane - 1] : 0.0;
#endif
    return moved;
  }
  template <class T>
  VT_HD static T broadcast(const each<T>& x, int lane) {
#if defined(__CUDA_ARCH__)
    return __shfl_sync(0xffffffffU, x.own, lane);
#else
    return x[lane];
#endif
  }
  /// The last lane where it is set; -1: none.
  VT_HD static int last_set(const each<bool>& x) {
#if defined(__CUDA_ARCH__)
    return 31 - __clz(static_cast<int>(__ballot_sync(0xffffffffU, x.own)));
#else
    for (int lane = lanes; lane-- > 0;)
      if (x[lane]) return lane;
    return -1;
#endif
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
