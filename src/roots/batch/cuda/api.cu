#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/float_environment.hpp"
#include "cuda/check.hpp"
#include "roots/batch/cuda/group_kernel.cuh"
#include "roots/batch/cuda/kernel.cuh"
#include "roots/batch/rows.hpp"
#include "roots/batch/validate.hpp"
#include "vieta/root_batches_cuda.hpp"

namespace vieta {
namespace {

using namespace root_batches;
using cuda::check;

template <class T>
using device_number = std::conditional_t<std::is_same_v<T, double>, double, complex<double>>;

template <class T>
device_problem<device_number<T>> describe(const polynomial_batch<T>& in, const root_batch_output& out, int digits) {
  const steps from = steps_of(in.order, in.stride, static_cast<std::size_t>(in.degree) + 1, in.count);
  const steps to = steps_of(in.order, out.stride, static_cast<std::size_t>(in.degree), in.count);
  return {reinterpret_cast<const device_number<T>*>(in.coefficients),
          reinterpret_cast<complex<double>*>(out.roots),
          out.radii,
          out.root_statuses,
          out.counts,
          out.statuses,
          in.count,
          from.place,
          from.polynomial,
          to.place,
          to.polynomial,
          std::pow(10.0, -digits),
          in.degree};
}

template <class T>
void solve(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
           cudaStream_t stream) {
  validate(in, out, options);
  if (in.count == 0) return;
  const auto given = describe(in, out, options.digits);
  const auto kernel = solve_batch<device_number<T>>;
  const int threads = std::max(1, (in.degree + 1) / 2);
  const std::size_t in_block = warps_in_block * (warp_size / static_cast<unsigned>(threads));
  const std::size_t bytes = in_block * static_cast<std::size_t>(shared_layout{in.degree}.numbers()) * sizeof(double);
  int device = 0, processors = 0, resident = 0;
  check(cudaGetDevice(&device), "device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "device");
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "shared memory for roots");
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared),
        "shared memory for roots");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, warp_size * warps_in_block, bytes),
        "occupancy of roots");
  const std::size_t most = static_cast<std::size_t>(std::max(1, resident) * processors);
  const auto blocks = static_cast<unsigned>(std::min((in.count - 1) / in_block + 1, most));
  kernel<<<blocks, warp_size * warps_in_block, bytes, stream>>>(given);
  check(cudaGetLastError(), "start of roots");
  const auto looks = static_cast<unsigned>(std::min<std::size_t>((in.count - 1) / warp_size + 1, 8UL * processors));
  group_roots<<<looks, warp_size, shared_layout{in.degree}.numbers() * sizeof(double), stream>>>(given);
  check(cudaGetLastError(), "start of roots in clusters");
}

}  // namespace

void roots_cuda(const polynomial_batch<double>& polynomials, const root_batch_output& out,
                const root_batch_options& options, CUstream_st* stream) {
  const float_environment floats;
  solve(polynomials, out, options, stream);
}
void roots_cuda(const polynomial_batch<std::complex<double>>& polynomials, const root_batch_output& out,
                const root_batch_options& options, CUstream_st* stream) {
  const float_environment floats;
  solve(polynomials, out, options, stream);
}

}  // namespace vieta
