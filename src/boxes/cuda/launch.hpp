#pragma once

#include "boxes/cuda/finish.cuh"
#include "boxes/problem.hpp"

namespace vieta::boxes::cuda {

/// The search and its end for systems that are prepared; puts both on the stream.
using launcher = void (*)(const search_memory& m, const core::bernstein_shape& shape, const domains& domain,
                          const boxes_cuda_output& out, unsigned first_system, CUstream_st* stream);

/// Kernels with the coefficients of a box in registers, for these degrees; null for others.
launcher fixed_launcher(const core::bernstein_shape& shape);
/// Kernels with a box in each warp and its coefficients in shared memory; null for shapes that are too large.
/// `shape` must have its tables on the device.
launcher general_launcher(const core::bernstein_shape& shape);
/// Kernels for the method kantorovich with so many pieces along each edge; null for shapes that are too large.
/// `has_tables`: the kernel needs none on the device.
launcher kantorovich_launcher(const core::bernstein_shape& shape, int pieces, bool& has_tables);

}  // namespace vieta::boxes::cuda
