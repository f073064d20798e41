#pragma once

#include <cuda_runtime_api.h>

#include "cuda/check.hpp"
#include "real_roots/cuda/low/chain_kernel.cuh"
#include "vieta/core/cluster_places.hpp"

// After all other kernels: the marks of clusters and the places of touches beside other roots, as on a CPU and by the
// same functions (core/cluster_places.hpp). Reads each polynomial with roots once more.

namespace vieta::cuda {

constexpr int cluster_threads = 128;

/// Coefficients of one polynomial, wherever they are.
template <class T>
struct coefficients_apart {
  const T* first;
  std::size_t step;
  __device__ __forceinline__ T operator[](int k) const { return __ldg(first + static_cast<std::size_t>(k) * step); }
};

template <class T>
__global__ void __launch_bounds__(cluster_threads) cluster_kernel(const __grid_constant__ problem<T> given) {
  const std::size_t id = static_cast<std::size_t>(blockIdx.x) * cluster_threads + threadIdx.x;
  if (id >= given.count) return;
  int count = given.counts[id];
  const real_roots_status status = given.statuses[id];
  const bool has_touches = status == real_roots_status::touching;
  if (count == 0 || !(has_touches || status == real_roots_status::ok || status == real_roots_status::clustered)) return;
  const coefficients_apart<T> c{given.coefficients + id * given.polynomial_step, given.coefficient_step};
  const output_row<T> roots{given.roots + id * given.root_polynomial_step, given.root_step};
  // Without marks nobody knows which ones are touches; to these the question for crossings has no meaning.
  if (has_touches && !given.touching) return;
  std::uint64_t touching = given.touching ? given.touching[id] : 0;
  const int before = count;
  bool clustered = core::detail::settle_touches<T>(c, given.degree, roots, count, touching);
  if (clustered) {
    for (int k = count; k < before; ++k) roots[k] = not_a_number<T>();
    given.counts[id] = static_cast<std::uint8_t>(count);
    given.touching[id] = touching;
  } else if (status != real_roots_status::clustered) {
    const int n = core::detail::actual_degree(c, given.degree);
    for (int k = 0; n > 2 && k < count && !clustered; ++k)
      clustered = (touching >> k & 1) == 0 && core::detail::is_cluster_at<T>(c, n, roots[k]);
  }
  if (clustered) given.statuses[id] = real_roots_status::clustered;
}

template <class T>
void launch_cluster_marks(const problem<T>& given, cudaStream_t stream) {
  cluster_kernel<T><<<(given.count - 1) / cluster_threads + 1, cluster_threads, 0, stream>>>(given);
  check(cudaGetLastError(), "start of real_roots");
}

}  // namespace vieta::cuda
