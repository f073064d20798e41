#include "real_roots/cuda/launch.cuh"

namespace vieta::cuda {

void add_low_degrees(launcher_table<double>& table) { add_degrees<double, 1, 12>(table); }

}  // namespace vieta::cuda
