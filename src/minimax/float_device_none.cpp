// Stands in for the folder cuda/ in a build without CUDA.
#include "minimax/float_device.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

bool has_cuda_device() { return false; }

std::unique_ptr<float_device> open_cuda_device(int, const check_task&, std::string&) {
  throw error("target cuda: this build has no CUDA");
}

}  // namespace vieta::approximation
