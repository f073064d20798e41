#pragma once

#include <algorithm>

#include "boxes/cuda/launch.hpp"
#include "boxes/cuda/prepare.cuh"
#include "boxes/cuda/search.cuh"
#include "cuda/check.hpp"

namespace vieta::boxes::cuda {

using vieta::cuda::check;

/// Side is the largest degree plus 1, or more; Work at least box_workspace(...).
template <int N, int Side, int Work, class S>
void launch(const search_memory& m, S shape, const domains& domain, const boxes_cuda_output& out, unsigned first_system,
            cudaStream_t stream) {
  const unsigned blocks = (m.systems - 1) / threads_beside + 1;
  begin_search<N><<<blocks, threads_beside, 0, stream>>>(m);
  static const int resident =
      [] {  // blocks that a processor holds at once: all must run for the grid to wait for itself
        int count = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&count, search<N, Work, S>, threads, 0), "occupancy");
        return count;
      }();
  int device = 0, processors = 0;
  check(cudaGetDevice(&device), "device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "device");
  // No more than there is work for: the fewer blocks, the sooner all have arrived at the end of a level.
  const unsigned grid =
      std::min(static_cast<unsigned>(std::max(resident, 1) * processors), (4 * m.systems - 1) / threads + 1);
  search_memory memory = m;
  void* arguments[] = {&memory, &shape};
  check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(search<N, Work, S>), dim3(grid), dim3(threads),
                                    arguments, 0, stream),
        "start of solve_boxes");
  finish<N, Side, S><<<blocks, threads_beside, 0, stream>>>(m, shape, domain, out, first_system);
  check(cudaGetLastError(), "end of solve_boxes");
}

}  // namespace vieta::boxes::cuda
