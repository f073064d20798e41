#include "boxes/cuda.hpp"
#include "boxes/cuda/kantorovich.cuh"
#include "boxes/cuda/launch.cuh"

namespace vieta::boxes::cuda {

int kantorovich_threads = 64;

namespace {

/// For shapes whose kernel is compiled for any degrees: numbers in the local memory of each thread.
constexpr int most_side = 65, most_work_of_thread = 768;

template <int N, int Side, int Work, class S>
void launch_pieces(const search_memory& m, const S& shape, const domains& domain, const boxes_cuda_output& out,
                   unsigned first_system, cudaStream_t stream) {
  constexpr auto kernel = kantorovich_search<N, Work, S>;
  int resident = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kantorovich_threads, 0), "occupancy");
  search_memory memory = m;
  S known = shape;
  void* arguments[] = {&memory, &known};
  launch<N, Side>(reinterpret_cast<const void*>(kernel), arguments, resident, 1, 0, m, shape, domain, out, first_system,
                  stream, kantorovich_threads);
}

template <int... D>
void launch_fixed(const search_memory& m, const core::bernstein_shape& /*known*/, const domains& domain,
                  const boxes_cuda_output& out, unsigned first_system, cudaStream_t stream) {
  using shape = core::fixed_shape<D...>;
  constexpr int largest = std::max({D...});
  launch_pieces<shape::variables, largest + 1, core::box_workspace(shape::variables, shape::size, largest)>(
      m, shape{}, domain, out, first_system, stream);
}

template <int N>
void launch_general(const search_memory& m, const core::bernstein_shape& shape, const domains& domain,
                    const boxes_cuda_output& out, unsigned first_system, cudaStream_t stream) {
  launch_pieces<N, most_side, most_work_of_thread>(m, shape, domain, out, first_system, stream);
}

}  // namespace

launcher kantorovich_launcher(const core::bernstein_shape& shape, int pieces, bool& has_tables) {
  int all = 1;
  for (int k = 0; k < shape.variables; ++k) all *= pieces;
  if (all > most_pieces) return nullptr;
  has_tables = shape.variables == 2;
  if (has_tables) switch (shape.degree[0] * 100 + shape.degree[1]) {
      case 202:
        return launch_fixed<2, 2>;
      case 203:
        return launch_fixed<2, 3>;
      case 302:
        return launch_fixed<3, 2>;
      case 303:
        return launch_fixed<3, 3>;
      default:
        break;
    }
  has_tables = false;
  const int largest = *std::max_element(shape.degree, shape.degree + shape.variables);
  if (core::box_workspace(shape.variables, shape.size, largest) > most_work_of_thread) return nullptr;
  switch (shape.variables) {
    case 1:
      return launch_general<1>;
    case 2:
      return launch_general<2>;
    case 3:
      return launch_general<3>;
    default:
      return launch_general<4>;
  }
}

}  // namespace vieta::boxes::cuda
