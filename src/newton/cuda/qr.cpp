#include "newton/cuda/qr.hpp"

namespace vieta::systems {

qr_outcome solve_least_squares_on_device(const multi_array& matrix, std::size_t rows, std::size_t columns,
                                         const multi_array& b, multi_array& x, double* seconds) {
  switch (matrix.parts()) {
    case 1:
      return solve_by_qr<1>(matrix, rows, columns, b, x, seconds);
    case 2:
      return solve_by_qr<2>(matrix, rows, columns, b, x, seconds);
    case 3:
      return solve_by_qr<3>(matrix, rows, columns, b, x, seconds);
    default:
      return solve_by_qr<4>(matrix, rows, columns, b, x, seconds);
  }
}

}  // namespace vieta::systems
