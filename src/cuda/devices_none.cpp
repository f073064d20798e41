// Stands in for cuda_devices.cu in a build without CUDA.
#include "cuda/devices.hpp"
#include "cuda/no_cuda.hpp"

namespace vieta {

std::vector<std::string> cuda_devices() { return {}; }

std::string why_no_cuda_device() { return "this build has no CUDA"; }

void expect_cuda_device(int /*number*/) { refuse_cuda(); }

std::string why_unusable_gpu(const target& /*on*/, bool /*large*/) { return ""; }

void note_unusable_gpu(std::string& /*target_text*/, const target& /*on*/, bool /*large*/) {}

}  // namespace vieta
