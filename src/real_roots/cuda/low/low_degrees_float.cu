#include "real_roots/cuda/launch.cuh"

namespace vieta::cuda {

void add_low_degrees(launcher_table<float>& table) { add_degrees<float, 1, 12>(table); }

}  // namespace vieta::cuda
