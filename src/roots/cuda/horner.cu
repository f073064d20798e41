// Horner's rule in fixed point, a warp for each node.
#include <cuda_runtime_api.h>

#include "cuda/check.hpp"
#include "roots/cuda/device_horner.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {
namespace {

constexpr int threads = 128;

__global__ void __launch_bounds__(threads)
    cut(digit_rows rows, std::int64_t row_count, int length, std::int32_t slices, double* re, double* im) {
  const std::int64_t all = row_count * length * slices;
  for (std::int64_t place = blockIdx.x * std::int64_t{threads} + threadIdx.x; place < all;
       place += std::int64_t{gridDim.x} * threads) {
    const std::int64_t plane = place / slices, k = plane / length;
    const auto j = static_cast<std::int32_t>((place % slices) * length + plane % length);
    re[place] = digit_of(rows, rows.re, k, j);
    if (im != nullptr) im[place] = digit_of(rows, rows.im, k, j);
  }
}

template <int K>
__global__ void __launch_bounds__(threads)
    horner(const slice_rows* rows, const device_point* points, device_sum* sums, std::int64_t count) {
  const std::int64_t at = (blockIdx.x * std::int64_t{threads} + threadIdx.x) / warp::lanes;
  if (at >= count) return;  // the whole warp
  const device_point point = points[at];
  horner_in_warp<K>(rows[point.chart], point, sums[at]);
}

template <int K>
void start(const slice_rows* rows, const device_point* points, device_sum* sums, std::int64_t count,
           cudaStream_t stream) {
  constexpr std::int64_t in_block = threads / warp::lanes;
  horner<K>
      <<<static_cast<unsigned>((count + in_block - 1) / in_block), threads, 0, stream>>>(rows, points, sums, count);
}

}  // namespace

void cut_into_slices(const digit_rows& rows, std::int64_t row_count, int length, std::int32_t slices, double* re,
                     double* im) {
  constexpr unsigned blocks = 132 * 16;
  cut<<<blocks, threads>>>(rows, row_count, length, slices, re, im);
  cuda::check(cudaGetLastError(), "launch");
}

void horner_at(int length, const slice_rows* rows, const device_point* points, device_sum* sums, std::int64_t count,
               CUstream_st* stream) {
  switch (length) {
    case 1:
      start<1>(rows, points, sums, count, stream);
      break;
    case 2:
      start<2>(rows, points, sums, count, stream);
      break;
    case 3:
      start<3>(rows, points, sums, count, stream);
      break;
    case 4:
      start<4>(rows, points, sums, count, stream);
      break;
    case 6:
      start<6>(rows, points, sums, count, stream);
      break;
    case 8:
      start<8>(rows, points, sums, count, stream);
      break;
    default:
      start<16>(rows, points, sums, count, stream);
      break;
  }
  cuda::check(cudaGetLastError(), "launch");
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
