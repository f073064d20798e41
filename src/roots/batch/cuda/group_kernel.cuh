#pragma once

#include "roots/batch/clusters.hpp"
#include "roots/batch/cuda/kernel.cuh"

// A second look at polynomials whose roots solve_batch could not tell apart: discs that hold some of them together. A
// kernel of its own, as it is rare and would take registers from what is not.

namespace vieta::root_batches {

/// Of polynomial i, by a whole warp.
template <class C>
__device__ void group_roots_of(const thread_view& v, const device_problem<C>& given, std::size_t i) {
  const auto place = [&](int k) { return i * given.root_polynomial + static_cast<std::size_t>(k) * given.root_place; };
  const bool is_real = prepare(v, given, i, true);
  const row_shape shape = *v.shape;
  const int degree = shape.kind == row_kind::solvable ? shape.degree() : 0;
  // Single discs that are only too large are an answer already.
  if (degree == 0 || given.radii[place(shape.lowest)] < __builtin_inf()) return;
  const double scale = power_of_two<double>(shape.scale), down = power_of_two<double>(-shape.scale);
  for (int k = v.first; k < degree; k += v.step) store(v.a.node, k, given.roots[place(shape.lowest + k)] * down);
  __syncwarp();
  double reach[2] = {};
  for (int r = 0; r < 2; ++r) {
    const int k = v.first + r * v.step;
    if (k < degree) reach[r] = prove_at(v, degree, k).reach;
  }
  __syncwarp();
  // The coefficients are no longer needed.
  for (int r = 0; r < 2; ++r) {
    const int k = v.first + r * v.step;
    if (k < degree) v.a.b.modulus[k] = reach[r];
  }
  __syncwarp();
  const group_arrays groups = {v.a.disc, v.a.b.re, v.a.b.im};
  bool grouped = false;
  if (v.first == 0) {
    grouped = group_nodes(groups, degree, v.a.node, v.a.b.modulus);
    if (grouped && is_real) mirror_groups(groups, degree);
  }
  __syncwarp();
  if (!__any_sync(full_warp, grouped)) return;
  for (int k = v.first; k < degree; k += v.step) {
    const complex<double> c = load<double>(v.a.disc.centre, k);
    const double radius = v.a.disc.radius[k];
    const bool small = radius * up <= given.relative_radius * sqrt(norm(c));
    given.set(i, shape.lowest + static_cast<int>(rank<double>(v.a.disc.centre, degree, k)), c * scale, radius * scale,
              groups.size[k] > 1 ? batch_root_status::cluster
              : small            ? batch_root_status::isolated
                                 : batch_root_status::wide);
  }
}

template <class C>
__global__ void __launch_bounds__(warp_size) group_roots(const __grid_constant__ device_problem<C> given) {
  extern __shared__ double memory[];
  const int lane = static_cast<int>(threadIdx.x);
  const thread_view v = view_of(memory, given.degree, full_warp, lane, static_cast<int>(warp_size));
  const std::size_t step = static_cast<std::size_t>(gridDim.x) * warp_size;
  for (std::size_t from = static_cast<std::size_t>(blockIdx.x) * warp_size; from < given.count; from += step) {
    const std::size_t own = from + static_cast<std::size_t>(lane);
    unsigned left = __ballot_sync(full_warp, own < given.count && given.statuses[own] == root_batch_status::partial);
    for (; left != 0; left &= left - 1) {
      group_roots_of(v, given, from + static_cast<std::size_t>(__ffs(static_cast<int>(left)) - 1));
      __syncwarp();
    }
  }
}

}  // namespace vieta::root_batches
