#pragma once

#include "boxes/cuda/memory.cuh"
#include "vieta/boxes_cuda.hpp"
#include "vieta/core/bernstein_value.hpp"

namespace vieta::boxes::cuda {

/// Boxes that systems live in: one for all, or one for each ([system][variable][from, to], step 2 N).
struct domains {
  const double* ends = nullptr;  ///< null: `shared`
  bool unit_cube = true;
  double shared[8] = {};
  __device__ domain_view of(unsigned system, int variables) const {
    if (ends != nullptr) return {ends + std::size_t{system} * 2 * static_cast<unsigned>(variables)};
    return {unit_cube ? nullptr : shared};
  }
};

/// The solutions of one system, found in any order, in the order of their coordinates: the same order whichever thread
/// came first.
template <int N>
struct found_list {
  int count = 0;
  unsigned char slot[most_found];

  __device__ void insert(const double* enclosures, const double* uniqueness, unsigned char added) {
    const auto before = [&](unsigned char a, unsigned char b) {
      for (int f = 0; f < 2 * N; ++f)
        if (enclosures[a * 2 * N + f] != enclosures[b * 2 * N + f])
          return enclosures[a * 2 * N + f] < enclosures[b * 2 * N + f];
      for (int f = 0; f < 2 * N; ++f)
        if (uniqueness[a * 2 * N + f] != uniqueness[b * 2 * N + f])
          return uniqueness[a * 2 * N + f] < uniqueness[b * 2 * N + f];
      return false;
    };
    int at = count++;
    for (; at > 0 && before(added, slot[at - 1]); --at) slot[at] = slot[at - 1];
    slot[at] = added;
  }
};

template <int N>
__device__ cell cell_at(const double* ends) {
  cell c;
  VT_UNROLL
  for (int k = 0; k < N; ++k) c.lower[k] = ends[k], c.upper[k] = ends[N + k];
  return c;
}

/// One system in each thread: what is found twice is dropped, as search::settle does; the rest become items.
template <int N, int Side, class S>
__global__ void finish(const __grid_constant__ search_memory m, const __grid_constant__ S shape,
                       const __grid_constant__ domains domain, const __grid_constant__ boxes_cuda_output out,
                       unsigned first_system) {
  const unsigned system = blockIdx.x * blockDim.x + threadIdx.x;
  if (system >= m.systems) return;
  const double* const enclosures = m.enclosures + std::size_t{system} * most_found * 2 * N;
  const double* const uniqueness = m.uniqueness + std::size_t{system} * most_found * 2 * N;
  const unsigned to = first_system + system;
  standing what = m.standings[system];
  found_list<N> sorted, kept;
  if (what == standing::here) {
    const unsigned found = m.found[system];
    for (unsigned s = 0; s < found; ++s) {
      bool outside = false;
      for (int k = 0; k < N; ++k)
        outside = outside || enclosures[s * 2 * N + N + k] < 0 || enclosures[s * 2 * N + k] > 1;
      if (!outside) sorted.insert(enclosures, uniqueness, static_cast<unsigned char>(s));
    }
    for (int a = 0; a < sorted.count; ++a) {
      const unsigned char s = sorted.slot[a];
      const cell here = cell_at<N>(enclosures + s * 2 * N), around = cell_at<N>(uniqueness + s * 2 * N);
      bool twice = false;
      for (int b = 0; b < kept.count; ++b) {
        const unsigned char t = kept.slot[b];
        const cell other = cell_at<N>(enclosures + t * 2 * N);
        if (contains(N, cell_at<N>(uniqueness + t * 2 * N), here) || contains(N, around, other))
          twice = true;
        else if (!apart(N, here, other))  // one solution or two: the CPU makes a cluster of them
          what = standing::left_over;
      }
      if (twice) continue;
      kept.slot[kept.count++] = s;
      if (!resolves(N, domain.of(system, N), here, around)) what = standing::left_over;  // that as well
    }
  }
  unsigned count = what == standing::here ? static_cast<unsigned>(kept.count) : 0;
  unsigned at = count > 0 ? atomicAdd(&out.totals->items, count) : 0;
  if (count > 0 && at + count > out.capacity) {
    what = standing::left_over;
    count = 0;
  }
  out.status[to] = what == standing::here        ? boxes_status::complete
                   : what == standing::bad_input ? boxes_status::bad_input
                                                 : boxes_status::budget;
  out.first[to] = count > 0 ? at : 0;
  out.counts[to] = count;
  const unsigned looks = ::min(m.looks[system], m.most_looks);
  atomicAdd(&out.totals->boxes_visited, static_cast<unsigned long long>(looks));
  atomicMax(&out.totals->most_visited, looks);
  for (unsigned a = 0; a < count; ++a) {
    const unsigned s = kept.slot[a];
    double t[N], basis[N][Side];
    const int sign = static_cast<int>(m.when[std::size_t{system} * most_found + s] & 3) - 1;
    box_item item = unique_item(N, cell_at<N>(enclosures + s * 2 * N), cell_at<N>(uniqueness + s * 2 * N),
                                static_cast<std::int8_t>(sign), domain.of(system, N), t);
    core::for_each_axis<N, S>([&](auto k) { core::bernstein_polynomials(shape.degree_of(k), t[k], basis[k]); });
    double off = 0;
    core::for_each_axis<N, S>(
        [&](auto k) { off += domain.of(system, N).error_of_local(static_cast<int>(k), shape.degree_of(k)); });
    for (int q = 0; q < N; ++q) {
      const std::size_t equation = std::size_t{system} * N + static_cast<unsigned>(q);
      const double value =
          core::bernstein_value<N>(shape, m.coefficients + equation * static_cast<unsigned>(shape.size), basis);
      item.residual = max(::ldexp(abs(value) + m.error[equation] * 1.01 + off, m.exponent[equation]), item.residual);
    }
    out.items[at + a] = item;
  }
}

}  // namespace vieta::boxes::cuda
