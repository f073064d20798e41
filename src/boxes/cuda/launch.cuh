#pragma once

#include <algorithm>

#include "boxes/cuda/launch.hpp"
#include "boxes/cuda/prepare.cuh"
#include "boxes/cuda/search.cuh"
#include "cuda/check.hpp"

namespace vieta::boxes::cuda {

using vieta::cuda::check;

/// Puts begin_search, a search and `finish` on the stream. Side is the largest degree plus 1, or more; `kernel` is the
/// search, of which a processor holds `resident` blocks at once: all must run for the grid to wait for itself.
template <int N, int Side, class S>
void launch(const void* kernel, void** arguments, int resident, int boxes_in_block, std::size_t shared_bytes,
            const search_memory& m, S shape, const domains& domain, const boxes_cuda_output& out, unsigned first_system,
            cudaStream_t stream, int threads_of_block = threads) {
  const unsigned blocks = (m.systems - 1) / threads_beside + 1;
  begin_search<N><<<blocks, threads_beside, 0, stream>>>(m);
  int device = 0, processors = 0;
  check(cudaGetDevice(&device), "device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "device");
  // No more than there is work for: the fewer blocks, the sooner all have arrived at the end of a level.
  const unsigned grid = std::min(static_cast<unsigned>(std::max(resident, 1) * processors),
                                 (4 * m.systems - 1) / static_cast<unsigned>(boxes_in_block) + 1);
  check(cudaLaunchCooperativeKernel(kernel, dim3(grid), dim3(static_cast<unsigned>(threads_of_block)), arguments,
                                    shared_bytes, stream),
        "start of solve_boxes");
  finish<N, Side, S><<<blocks, threads_beside, 0, stream>>>(m, shape, domain, out, first_system);
  check(cudaGetLastError(), "end of solve_boxes");
}

}  // namespace vieta::boxes::cuda
