#include "real_roots/cuda/launch.cuh"

namespace vieta::cuda {

void add_high_degrees(launcher_table<double>& table) {
  add_degrees<double, 25, 32, 2>(table);
  add_degrees<double, 33, 64, 16>(table);  // leading zeros make up for the difference
}

}  // namespace vieta::cuda
