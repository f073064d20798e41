#pragma once

#include <functional>
#include <string>
#include <vector>

#include "boxes/problem.hpp"

namespace vieta::boxes {

namespace cuda {
/// Threads that share the pieces of a box with the method kantorovich, 1 to 256. bench/published times others than 64.
extern int kantorovich_threads;
}  // namespace cuda

/// Is there a CUDA build, a device that it can run on, and are these options and degrees for it?
bool cuda_takes(const shape& form, const boxes_options& options);

/// Solves systems of one shape on a CUDA device. Those that it leaves over are named, and their parts of `result` are
/// empty; `device` becomes its name.
boxes_result solve_on_cuda(const shape& form, std::size_t count, const view_function& view,
                           const boxes_options& options, std::vector<std::size_t>& left_over, std::string& device);

}  // namespace vieta::boxes
