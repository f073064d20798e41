#pragma once

#include <cooperative_groups.h>

#include "boxes/cuda/examine_together.hpp"
#include "boxes/cuda/memory.cuh"

// The search, breadth first: one look at one box in each thread, all boxes of all systems that wait in one level, then
// the next level. A level is a round of one cooperative kernel, so nothing travels to the host in between. The queue of
// the next level is filled without gaps: full warps are the compaction.
//
// What is found does not depend on the order of threads: a box is dropped for a uniqueness box of an earlier level
// only.

namespace vieta::boxes::cuda {

inline constexpr int threads = 128;

template <int N>
__device__ __forceinline__ cell cell_of(const double* lower, const double* upper) {
  cell c;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    c.lower[k] = lower[k];
    c.upper[k] = upper[k];
  }
  return c;
}

template <int N>
__device__ __forceinline__ cell cell_of(const double (&ends)[2 * N]) {
  return cell_of<N>(ends, ends + N);
}

template <int N>
__device__ __forceinline__ void put(const cell& c, double (&ends)[2 * N]) {
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    ends[k] = c.lower[k];
    ends[N + k] = c.upper[k];
  }
}

template <int N>
__device__ __forceinline__ waiting_box<N> take(const queue& q, unsigned capacity, unsigned at) {
  waiting_box<N> w;
  w.system = q.system[at];
  const unsigned state = q.state[at];
  w.what = static_cast<purpose>(state & 3);
  w.divide = (state >> 2 & 1) != 0;
  w.last = (state >> 3 & 1) != 0;
  w.round = state >> 4 & 63;
  w.slot = state >> 10;
  VT_UNROLL
  for (int f = 0; f < 2 * N; ++f) w.box[f] = q.ends[std::size_t{capacity} * f + at];
  if (w.what == purpose::certify) {
    VT_UNROLL
    for (int f = 0; f < 2 * N; ++f) w.left[f] = q.ends[std::size_t{capacity} * (2 * N + f) + at];
  }
  return w;
}

template <int N>
__device__ __forceinline__ void put(const waiting_box<N>& w, const queue& q, unsigned capacity, unsigned at) {
  q.system[at] = w.system;
  q.state[at] = static_cast<unsigned>(w.what) | (w.divide ? 4u : 0u) | (w.last ? 8u : 0u) | w.round << 4 | w.slot << 10;
  VT_UNROLL
  for (int f = 0; f < 2 * N; ++f) q.ends[std::size_t{capacity} * f + at] = w.box[f];
  if (w.what == purpose::certify) {
    VT_UNROLL
    for (int f = 0; f < 2 * N; ++f) q.ends[std::size_t{capacity} * (2 * N + f) + at] = w.left[f];
  }
}

/// What a look brings into the next level: up to two boxes of the same system.
template <int N>
struct offspring {
  int count = 0;
  waiting_box<N> first;
  double second[2 * N];
};

/// A box with a zero in a uniqueness box of an earlier level needs no look.
template <int N>
__device__ __forceinline__ bool is_covered(const search_memory& m, const waiting_box<N>& given, unsigned level) {
  const unsigned system = given.system;
  double box[2 * N];
  VT_UNROLL
  for (int f = 0; f < 2 * N; ++f) box[f] = given.what == purpose::certify ? given.left[f] : given.box[f];
  const unsigned count = ::min(m.found[system], most_found);
  for (unsigned s = 0; s < count; ++s) {
    const std::size_t slot = std::size_t{system} * most_found + s;
    if (m.when[slot] / 4 >= level) continue;
    const double* const outer = m.uniqueness + slot * 2 * N;
    bool inside = true;
    VT_UNROLL
    for (int k = 0; k < N; ++k) inside = inside && outer[k] <= box[k] && box[N + k] <= outer[N + k];
    if (inside) return true;
  }
  return false;
}

template <int N>
__device__ __forceinline__ void advance(search_memory const& m, unsigned system, const cell& box, bool divide,
                                        bool last, offspring<N>& born) {
  if (last) {
    m.standings[system] = standing::left_over;
    return;
  }
  born.count = 1;
  born.first.what = purpose::explore;
  put<N>(box, born.first.box);
  if (!divide) return;
  born.count = 2;
  put<N>(box, born.second);
  halve<N>(box.lower.data(), box.upper.data(), true, born.first.box + N, born.second);
}

/// The box holds exactly one zero: where is it?
template <int N>
__device__ __forceinline__ void found_one(const search_memory& m, unsigned system, unsigned level, const cell& box,
                                          const sight& seen, offspring<N>& born) {
  const unsigned s = atomicAdd(m.found + system, 1u);
  if (s >= most_found) {
    m.standings[system] = standing::left_over;
    return;
  }
  const std::size_t slot = std::size_t{system} * most_found + s;
  double ends[2 * N];
  put<N>(box, ends);
  for (int f = 0; f < 2 * N; ++f) m.uniqueness[slot * 2 * N + f] = ends[f];
  m.when[slot] = 4 * level + static_cast<unsigned>(1 + determinant_sign(N, seen.inverse));
  born.count = 1;
  born.first.what = purpose::refine;
  born.first.slot = s;
  put<N>(cut(N, seen), born.first.box);
}

/// Whether a box is worth a look.
template <int N>
__device__ __forceinline__ bool is_wanted(const search_memory& m, const waiting_box<N>& given, unsigned level) {
  if (m.standings[given.system] != standing::here) return false;
  if (level >= most_levels) {
    m.standings[given.system] = standing::left_over;
    return false;
  }
  return given.what == purpose::refine || !is_covered<N>(m, given, level);
}

/// What examine_box wants to know of a box.
template <int N>
__device__ __forceinline__ void show(const search_memory& m, const waiting_box<N>& given, sight& seen) {
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    seen.lower[k] = given.box[k];
    seen.upper[k] = given.box[N + k];
    seen.error[k] = m.error[std::size_t{given.system} * N + k];
  }
}

/// The coefficients of a system.
__device__ __forceinline__ const double* coefficients_of(const search_memory& m, unsigned system, int count) {
  return m.coefficients + std::size_t{system} * static_cast<unsigned>(count);
}

/// What follows from a look; see boxes::search::answer.
template <int N>
__device__ __forceinline__ void answer(const search_memory& m, const waiting_box<N>& given, const sight& seen,
                                       unsigned level, offspring<N>& born) {
  const unsigned system = given.system;
  const cell box = cell_of<N>(given.box);
  born.first.system = system;
  born.first.round = 0;
  born.first.slot = 0;
  born.first.divide = born.first.last = false;
  switch (given.what) {
    case purpose::explore: {
      if (atomicAdd(m.looks + system, 1u) >= m.most_looks) {
        m.standings[system] = standing::left_over;
        return;
      }
      if (seen.empty) return;
      const decisions<double> d = decide<N>(seen, m.tolerance);
      if (d.one_solution) return found_one<N>(m, system, level, box, seen, born);
      const cell left = cell_of<N>(d.left_lower, d.left_upper);
      if (!d.perhaps_one) return advance<N>(m, system, left, d.divide, d.last, born);
      born.count = 1;
      born.first.what = purpose::certify;
      born.first.divide = d.divide;
      born.first.last = d.last;
      put<N>(cell_of<N>(d.around_lower, d.around_upper), born.first.box);
      put<N>(left, born.first.left);
      return;
    }
    case purpose::certify:
      if (seen.empty) return;
      if (seen.proven) return found_one<N>(m, system, level, box, seen, born);
      return advance<N>(m, system, cell_of<N>(given.left), given.divide, given.last, born);
    case purpose::refine: {
      cell enclosure = box;
      if (refine(N, enclosure, seen, static_cast<int>(given.round))) {
        born.count = 1;
        born.first.what = purpose::refine;
        born.first.round = given.round + 1;
        born.first.slot = given.slot;
        put<N>(enclosure, born.first.box);
        return;
      }
      const std::size_t slot = std::size_t{system} * most_found + given.slot;
      double ends[2 * N];
      put<N>(enclosure, ends);
      for (int f = 0; f < 2 * N; ++f) m.enclosures[slot * 2 * N + f] = ends[f];
      return;
    }
  }
}

/// Appends what the threads of a warp bring. All of them take part.
template <int N>
__device__ __forceinline__ void append(const search_memory& m, const queue& next, unsigned* waiting,
                                       const offspring<N>& born) {
  constexpr unsigned all = 0xffffffffu;
  const unsigned lane = threadIdx.x % 32, before = (1u << lane) - 1;
  const unsigned some = __ballot_sync(all, born.count > 0), two = __ballot_sync(all, born.count > 1);
  if (some == 0) return;
  unsigned at = 0;
  if (lane == 0) at = atomicAdd(waiting, static_cast<unsigned>(__popc(some) + __popc(two)));
  at = __shfl_sync(all, at, 0);
  if (born.count == 0) return;
  // First ones, then second ones: neighbouring threads write neighbouring places.
  const unsigned first = at + __popc(some & before), second = at + __popc(some) + __popc(two & before);
  if (first >= m.capacity || (born.count > 1 && second >= m.capacity)) {
    m.standings[born.first.system] = standing::left_over;
    if (first >= m.capacity) return;
  }
  put<N>(born.first, next, m.capacity, first);
  if (born.count < 2 || second >= m.capacity) return;
  waiting_box<N> other = born.first;
  VT_UNROLL
  for (int f = 0; f < 2 * N; ++f) other.box[f] = born.second[f];
  put<N>(other, next, m.capacity, second);
}

/// All levels: at_level(level, waiting, now, next) looks at all the boxes that wait. To be launched cooperatively.
template <class F>
__device__ __forceinline__ void for_each_level(const search_memory& m, F at_level) {
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  for (unsigned level = 0;; ++level) {
    const unsigned waiting = ::min(*static_cast<volatile const unsigned*>(m.waiting + level % 3), m.capacity);
    if (waiting == 0) return;  // for all threads alike
    // Read by all before the last level ended, to be filled in the next one.
    if (blockIdx.x == 0 && threadIdx.x == 0) m.waiting[(level + 2) % 3] = 0;
    at_level(level, waiting, m.queues[level % 2], m.queues[(level + 1) % 2]);
    grid.sync();
  }
}

/// A box in each thread.
template <int N, int Work, class S>
__global__ void __launch_bounds__(threads)
    search(const __grid_constant__ search_memory m, const __grid_constant__ S shape) {
  const unsigned rank = blockIdx.x * threads + threadIdx.x, step = gridDim.x * threads;
  for_each_level(m, [&](unsigned level, unsigned waiting, const queue& now, const queue& next) {
    for (unsigned warp = rank & ~31u; warp < waiting; warp += step) {
      const unsigned at = warp + threadIdx.x % 32;
      offspring<N> born;
      if (at < waiting) {
        const waiting_box<N> given = take<N>(now, m.capacity, at);
        if (is_wanted<N>(m, given, level)) {
          sight seen;
          show<N>(m, given, seen);
          double work[Work];
          core::examine_box<N>(shape, coefficients_of(m, given.system, N * shape.size), seen, N > 2, work);
          answer<N>(m, given, seen, level, born);
        }
      }
      append<N>(m, next, m.waiting + (level + 1) % 3, born);
    }
  });
}

/// The threads of a warp as a team: see team_of_one.
struct warp_team {
  template <class F>
  __device__ __forceinline__ void each(int count, F f) const {
    for (int j = static_cast<int>(threadIdx.x % 32); j < count; j += 32) f(j);
  }
  __device__ __forceinline__ void sync() const { __syncwarp(); }
  __device__ __forceinline__ double smallest(double x) const {
    VT_UNROLL
    for (int apart = 16; apart > 0; apart /= 2) x = min(x, __shfl_xor_sync(0xffffffffu, x, apart));
    return x;
  }
  __device__ __forceinline__ double largest(double x) const { return -smallest(-x); }
};

/// A box in each warp, with its coefficients in shared memory: for degrees that do not fit a thread. Levels are narrow,
/// and so more of the GPU works.
template <int N>
__global__ void __launch_bounds__(threads)
    search_together(const __grid_constant__ search_memory m, const __grid_constant__ core::bernstein_shape shape,
                    int work_of_warp) {
  extern __shared__ double shared[];
  constexpr unsigned warps = threads / 32;
  double* const work = shared + threadIdx.x / 32 * static_cast<unsigned>(work_of_warp);
  const bool first = threadIdx.x % 32 == 0;
  for_each_level(m, [&](unsigned level, unsigned waiting, const queue& now, const queue& next) {
    for (unsigned at = blockIdx.x * warps + threadIdx.x / 32; at < waiting; at += gridDim.x * warps) {
      const waiting_box<N> given = take<N>(now, m.capacity, at);
      offspring<N> born;
      // What one thread sees of other warps' work another may not.
      const int wanted = first && is_wanted<N>(m, given, level) ? 1 : 0;
      if (__shfl_sync(0xffffffffu, wanted, 0) != 0) {
        sight seen;
        show<N>(m, given, seen);
        examine_together<N>(warp_team{}, shape, coefficients_of(m, given.system, N * shape.size), seen, N > 2, work);
        if (first) answer<N>(m, given, seen, level, born);
      }
      append<N>(m, next, m.waiting + (level + 1) % 3, born);
    }
  });
}

}  // namespace vieta::boxes::cuda
