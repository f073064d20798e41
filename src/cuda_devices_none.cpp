// Stands in for cuda_devices.cu in a build without CUDA.
#include "vieta/target.hpp"

namespace vieta {

std::vector<std::string> cuda_devices() { return {}; }

}  // namespace vieta
