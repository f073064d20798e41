// Stands in for the folder cuda/ in a build without CUDA.
#include "cuda/no_cuda.hpp"
#include "minimax/check/float_device.hpp"

namespace vieta::approximation {

bool has_cuda_device() { return false; }

std::unique_ptr<float_device> open_cuda_device(int, const check_task&, std::string&) { refuse_cuda(); }

}  // namespace vieta::approximation
