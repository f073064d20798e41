#include "boxes/cuda/launch.cuh"

namespace vieta::boxes::cuda {

namespace {

constexpr int most_side = 65, most_work = 1536;

template <int N>
void launch_general(const search_memory& m, const core::bernstein_shape& shape, const domains& domain,
                    const boxes_cuda_output& out, unsigned first_system, cudaStream_t stream) {
  constexpr int warps = threads / 32;
  int work = together_workspace(shape);
  const std::size_t bytes = static_cast<std::size_t>(work) * warps * sizeof(double);
  constexpr auto kernel = search_together<N>;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "shared memory");
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes), "occupancy");
  search_memory memory = m;
  core::bernstein_shape known = shape;
  void* arguments[] = {&memory, &known, &work};
  launch<N, most_side>(reinterpret_cast<const void*>(kernel), arguments, resident, warps, bytes, m, shape, domain, out,
                       first_system, stream);
}

}  // namespace

launcher general_launcher(const core::bernstein_shape& shape) {
  const int largest = *std::max_element(shape.degree, shape.degree + shape.variables);
  if (largest >= most_side || core::box_workspace(shape.variables, shape.size, largest) > most_work) return nullptr;
  switch (shape.variables) {
    case 1:
      return launch_general<1>;
    case 2:
      return launch_general<2>;
    case 3:
      return launch_general<3>;
    case 4:
      return launch_general<4>;
    default:
      return nullptr;
  }
}

}  // namespace vieta::boxes::cuda
