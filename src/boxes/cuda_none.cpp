// Stands in for the folder cuda/ in a build without CUDA.
#include "boxes/cuda.hpp"
#include "cuda/no_cuda.hpp"
#include "vieta/boxes_columns_cuda.hpp"

namespace vieta {

namespace boxes {

bool cuda_takes(const shape&, const boxes_options&) { return false; }

boxes_result solve_on_cuda(const shape&, std::size_t, const view_function&, const boxes_options&,
                           std::vector<std::size_t>&, std::string&) {
  refuse_cuda();
}

}  // namespace boxes

bool boxes_cuda_takes(const std::vector<int>&) { return false; }

std::size_t boxes_cuda_scratch(std::size_t, const std::vector<int>&) { return 0; }

void solve_boxes_cuda(const bernstein_batch&, const boxes_cuda_output&, const boxes_options&, CUstream_st*, void*) {
  refuse_cuda();
}

std::size_t boxes_columns_cuda_scratch(std::size_t) { return 0; }

void boxes_columns_cuda(const boxes_cuda_output&, std::size_t, int, std::size_t, const boxes_cuda_columns&,
                        CUstream_st*, void*) {
  refuse_cuda();
}

}  // namespace vieta
