// Sums and products over all pairs of nodes: a block for a few targets, whose threads share the sources.
#include <cuda_runtime_api.h>

#include "cuda/check.hpp"
#include "roots/cuda/device_sums.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {
namespace {

constexpr int threads = 128, warps = threads / 32;
constexpr int targets_at_once = 4;  // so many use each source that is read

__device__ double sum_of_lanes(double x) {
  for (int step = 16; step > 0; step /= 2) x += __shfl_down_sync(0xffffffffU, x, step);
  return x;
}

__global__ void __launch_bounds__(threads) secular(secular_task task) {
  __shared__ double parts[warps][targets_at_once * 6];
  const std::int64_t first = blockIdx.x * std::int64_t{targets_at_once};
  const auto& z = task.sources;
  complex<double> high[targets_at_once], low[targets_at_once], step[targets_at_once];
  std::uint32_t self[targets_at_once];
  secular_sum sums[targets_at_once];
  bool any_moves = false;
#pragma unroll
  for (int q = 0; q < targets_at_once; ++q) {
    const std::int64_t at = first + q < task.targets ? first + q : task.targets - 1;
    const std::uint32_t i = self[q] = task.self[at];
    any_moves = any_moves || task.stands[at] == 0;
    high[q] = {z.re_high[i], z.im_high[i]};
    low[q] = {z.re_low[i], z.im_low[i]};
    step[q] = {task.step_re[i], task.step_im[i]};
  }
  for (std::size_t j = threadIdx.x; j < z.count && any_moves; j += threads) {
    const complex<double> there = {z.re_high[j], z.im_high[j]}, rest = {z.re_low[j], z.im_low[j]};
    const complex<double> weight = {task.weight_re[j], task.weight_im[j]},
                          other_step = {task.step_re[j], task.step_im[j]};
#pragma unroll
    for (int q = 0; q < targets_at_once; ++q) {
      if (j == self[q]) continue;
      const complex<double> from_node = {((high[q].re - there.re) + (low[q].re - rest.re)) + step[q].re,
                                         ((high[q].im - there.im) + (low[q].im - rest.im)) + step[q].im};
      sums[q].add(from_node, weight, other_step);
    }
  }
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
  for (int q = 0; q < targets_at_once; ++q) {
    const secular_sum& s = sums[q];
    const double own[6] = {s.t.re, s.t.im, s.derivative.re, s.derivative.im, s.b.re, s.b.im};
#pragma unroll
    for (int c = 0; c < 6; ++c) {
      const double sum = sum_of_lanes(own[c]);
      if (lane == 0) parts[warp][q * 6 + c] = sum;
    }
  }
  __syncthreads();
  const int q = threadIdx.x;
  const std::int64_t at = first + q;
  if (q >= targets_at_once || at >= task.targets) return;
  const std::uint32_t i = task.self[at];
  const complex<double> d = {task.step_re[i], task.step_im[i]};
  task.next_re[i] = d.re;
  task.next_im[i] = d.im;
  if (task.stands[at] != 0) return;
  double sum[6] = {};
  for (int w = 0; w < warps; ++w)
    for (int c = 0; c < 6; ++c) sum[c] += parts[w][q * 6 + c];
  const secular_place here = {{z.re_high[i] + d.re, z.im_high[i] + d.im},
                              d,
                              {task.weight_re[i], task.weight_im[i]},
                              {task.last_re[at], task.last_im[at]},
                              true};
  const secular_place next =
      secular_move(task.rest, task.round, here, {sum[0], sum[1]}, {sum[2], sum[3]}, {sum[4], sum[5]});
  task.next_re[i] = next.d.re;
  task.next_im[i] = next.d.im;
  task.last_re[at] = next.last_move.re;
  task.last_im[at] = next.last_move.im;
  task.stands[at] = next.moves ? 0 : 1;
}

// A block for each target. As on the CPU a product takes n - 1 factors and n multiplications at most, whatever their
// order: product_error in sweep/weierstrass.hpp holds.
__global__ void __launch_bounds__(threads) product(product_task task) {
  __shared__ double re[threads], im[threads];
  __shared__ std::int64_t exponent[threads];
  const std::int64_t at = blockIdx.x;
  const std::uint32_t i = task.self[at];
  const double close = task.close_distance[at];
  sweeps::scaled_number all = {{1.0, 0.0}, 0};
  for (std::size_t j = threadIdx.x; j < task.sources.count; j += threads) {
    const complex<double> d = difference_of(task.sources, i, j);
    if (fmax(fabs(d.re), fabs(d.im)) <= close) {
      if (j == i) continue;
      const unsigned place = atomicAdd(task.found, 1U);
      if (place < task.capacity) task.pairs[place] = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(j)};
      continue;
    }
    all = sweeps::normalised(all.value * d, all.exponent);
  }
  const int own = threadIdx.x;
  re[own] = all.value.re;
  im[own] = all.value.im;
  exponent[own] = all.exponent;
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (own < half) {
      all = all * sweeps::scaled_number{{re[own + half], im[own + half]}, exponent[own + half]};
      re[own] = all.value.re;
      im[own] = all.value.im;
      exponent[own] = all.exponent;
    }
    __syncthreads();
  }
  if (own > 0) return;
  task.re[at] = all.value.re;
  task.im[at] = all.value.im;
  task.exponent[at] = all.exponent;
}

}  // namespace

void start(const secular_task& task) {
  secular<<<static_cast<unsigned>((task.targets + targets_at_once - 1) / targets_at_once), threads>>>(task);
  cuda::check(cudaGetLastError(), "launch");
}

void start(const product_task& task) {
  product<<<static_cast<unsigned>(task.targets), threads>>>(task);
  cuda::check(cudaGetLastError(), "launch");
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
