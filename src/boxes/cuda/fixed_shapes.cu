#include "boxes/cuda/launch.cuh"
#include "cuda/occupancy.hpp"

namespace vieta::boxes::cuda {

namespace {

template <int... D>
void launch_fixed(const search_memory& m, const core::bernstein_shape& /*known*/, const domains& domain,
                  const boxes_cuda_output& out, unsigned first_system, cudaStream_t stream) {
  using shape = core::fixed_shape<D...>;
  constexpr int largest = std::max({D...});
  constexpr auto kernel = search<shape::variables, core::box_workspace(shape::variables, shape::size, largest), shape>;
  const int resident = vieta::cuda::resident_blocks<kernel>(threads, 0);
  search_memory memory = m;
  shape known;
  void* arguments[] = {&memory, &known};
  launch<shape::variables, largest + 1>(reinterpret_cast<const void*>(kernel), arguments, resident, threads, 0, m,
                                        known, domain, out, first_system, stream);
}

}  // namespace

launcher fixed_launcher(const core::bernstein_shape& shape) {
  if (shape.variables != 2) return nullptr;
  switch (shape.degree[0] * 10 + shape.degree[1]) {
    case 22:
      return launch_fixed<2, 2>;
    case 23:
      return launch_fixed<2, 3>;
    case 32:
      return launch_fixed<3, 2>;
    case 33:
      return launch_fixed<3, 3>;
    default:
      return nullptr;
  }
}

}  // namespace vieta::boxes::cuda
