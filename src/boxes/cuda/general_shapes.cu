#include "boxes/cuda/launch.cuh"

namespace vieta::boxes::cuda {

namespace {

constexpr int most_side = 65;

template <int N, int Work>
void launch_general(const search_memory& m, const core::bernstein_shape& shape, const domains& domain,
                    const boxes_cuda_output& out, unsigned first_system, cudaStream_t stream) {
  launch<N, most_side, Work>(m, shape, domain, out, first_system, stream);
}

template <int Work>
launcher for_variables(int variables) {
  switch (variables) {
    case 1:
      return launch_general<1, Work>;
    case 2:
      return launch_general<2, Work>;
    case 3:
      return launch_general<3, Work>;
    case 4:
      return launch_general<4, Work>;
    default:
      return nullptr;
  }
}

}  // namespace

launcher general_launcher(const core::bernstein_shape& shape) {
  const int largest = *std::max_element(shape.degree, shape.degree + shape.variables);
  const int work = core::box_workspace(shape.variables, shape.size, largest);
  if (largest >= most_side) return nullptr;
  if (work <= 448) return for_variables<448>(shape.variables);
  if (work <= 1536) return for_variables<1536>(shape.variables);
  return nullptr;
}

}  // namespace vieta::boxes::cuda
