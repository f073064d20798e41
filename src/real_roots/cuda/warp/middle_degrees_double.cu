#include "real_roots/cuda/launch.cuh"

namespace vieta::cuda {

void add_middle_degrees(launcher_table<double>& table) { add_degrees<double, 13, 24, 2>(table); }

}  // namespace vieta::cuda
