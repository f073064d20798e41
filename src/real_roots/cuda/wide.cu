#include "real_roots/cuda/launch.cuh"
#include "real_roots/cuda/low/low_degree_in_unit.cuh"
#include "real_roots/cuda/unit_kernels.cuh"
#include "real_roots/cuda/wide.hpp"

namespace vieta::cuda {
namespace {

template <class T, int N>
void launch_low_degree_in_unit(const problem<T>& given, const problem<T>& in_unit, const cells<T>& where,
                               cudaStream_t stream) {
  if constexpr (N <= largest_low_degree) {
    if (given.degree > N) return launch_low_degree_in_unit<T, N + 1>(given, in_unit, where, stream);
    const unsigned blocks = (given.count - 1) / low_degree_threads + 1;
    low_degree_in_unit_kernel<T, N><<<blocks, low_degree_threads, 0, stream>>>(given, in_unit, where);
  }
}

}  // namespace

template <class T>
void launch_wide(const problem<T>& given, const unit_cells<T>& unit, launcher<T> launch, void* copies, int processors,
                 CUstream_st* stream) {
  problem<T> in_unit = given;
  in_unit.lo = unit.lo;
  in_unit.hi = unit.hi;
  in_unit.wanted.absolute = 0;  // each polynomial would have another one
  if (given.degree <= largest_low_degree) {
    forget_lists(given, stream);
    launch_low_degree_in_unit<T, 1>(given, in_unit, unit.where, stream);
  } else {
    unit_copy<T> copy{static_cast<T*>(copies), nullptr};
    copy.exponents = reinterpret_cast<std::int16_t*>(copy.coefficients + (given.degree + 1) * std::size_t{given.count});
    in_unit.coefficients = copy.coefficients;
    in_unit.polynomial_step = 1;
    in_unit.coefficient_step = given.count;
    const unsigned blocks = (given.count - 1) / unit_threads + 1;
    to_unit_kernel<T><<<blocks, unit_threads, 0, stream>>>(given, copy);
    launch(in_unit, &unit.where, processors, stream);
    forget_lists(given, stream);
    from_unit_kernel<T><<<blocks, unit_threads, 0, stream>>>(given, copy.exponents);
  }
  launch(given, nullptr, processors, stream);
}

template void launch_wide(const problem<float>&, const unit_cells<float>&, launcher<float>, void*, int, CUstream_st*);
template void launch_wide(const problem<double>&, const unit_cells<double>&, launcher<double>, void*, int,
                          CUstream_st*);

}  // namespace vieta::cuda
