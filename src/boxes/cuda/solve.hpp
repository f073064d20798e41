#pragma once

#include "boxes/cuda/finish.cuh"
#include "boxes/problem.hpp"

namespace vieta::boxes::cuda {

/// Systems of one round: their boxes fill a large GPU, and their queue takes some hundred MiB.
inline constexpr std::size_t most_at_once = std::size_t{1} << 17;

bool takes(const core::bernstein_shape& shape);
bool takes_pieces(const core::bernstein_shape& shape, int pieces);

/// All that a search needs, one behind the other in one piece of device memory.
struct scratch_layout {
  search_memory memory;
  double* tables = nullptr;  ///< of a general shape
  std::size_t bytes = 0;

  scratch_layout(std::size_t count, const core::bernstein_shape& shape, void* scratch);
  void use(const boxes_options& options);
};

/// The search for systems whose coefficients, errors and standings are in `m` already.
void solve_prepared(const shape& form, const search_memory& m, double* tables, const domains& domain,
                    const boxes_cuda_output& out, unsigned first_system, CUstream_st* stream);

}  // namespace vieta::boxes::cuda
