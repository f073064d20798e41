#include "newton/cuda/linear/qr.cuh"

namespace vieta::systems {

template qr_outcome solve_by_qr<3>(const multi_array&, std::size_t, std::size_t, const multi_array&, multi_array&,
                                   double*, qr_method, std::size_t);

}  // namespace vieta::systems
