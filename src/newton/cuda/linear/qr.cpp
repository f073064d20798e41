#include "newton/cuda/linear/qr.hpp"

namespace vieta::systems {

qr_outcome solve_least_squares_on_device(const multi_array& matrix, std::size_t rows, std::size_t columns,
                                         const multi_array& b, multi_array& x, double* seconds, qr_method method,
                                         std::size_t library_from) {
  switch (matrix.parts()) {
    case 1:
      return solve_by_qr<1>(matrix, rows, columns, b, x, seconds, method, library_from);
    case 2:
      return solve_by_qr<2>(matrix, rows, columns, b, x, seconds, method, library_from);
    case 3:
      return solve_by_qr<3>(matrix, rows, columns, b, x, seconds, method, library_from);
    default:
      return solve_by_qr<4>(matrix, rows, columns, b, x, seconds, method, library_from);
  }
}

}  // namespace vieta::systems
