#pragma once

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/device_array.hpp"
#include "newton/cuda/cusolver.hpp"
#include "newton/cuda/inverse_schedule.hpp"

// The inverse of a matrix in double by cuSOLVER: its LU with partial pivoting, then as many right sides as rows.

namespace vieta::systems {

namespace device {

/// Two planes as pairs, one behind the other; and back.
__global__ void interleave(std::size_t size, const double* re, const double* im, double* pairs) {
  const std::size_t k = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (k < size) pairs[2 * k] = re[k], pairs[2 * k + 1] = im[k];
}
__global__ void separate(std::size_t size, const double* pairs, double* re, double* im) {
  const std::size_t k = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (k < size) re[k] = pairs[2 * k], im[k] = pairs[2 * k + 1];
}
/// Ones on the diagonal of n x n numbers of `width` doubles.
__global__ void set_diagonal(std::size_t n, std::size_t width, double* numbers) {
  const std::size_t k = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (k < n) numbers[(k * n + k) * width] = 1;
}

}  // namespace device

/// 8/3 n^3 operations (32/3 n^3 for complex matrices). An object serves matrices of one size on the device that was
/// current when it was made.
template <bool Complex>
class cusolver_inverse {
 public:
  enum class outcome { done, singular, failed };

  /// Null where the library is not installed or does not start.
  static std::unique_ptr<cusolver_inverse> make(std::size_t n) {
    if (cusolver() == nullptr) return nullptr;
    cusolverDnHandle_t handle = nullptr;
    if (cusolver()->create(&handle) != CUSOLVER_STATUS_SUCCESS) return nullptr;
    return std::unique_ptr<cusolver_inverse>(new cusolver_inverse(n, handle));
  }
  cusolver_inverse(const cusolver_inverse&) = delete;
  cusolver_inverse& operator=(const cusolver_inverse&) = delete;
  ~cusolver_inverse() { cusolver()->destroy(handle_); }

  /// The matrix on the device, row after row, becomes its inverse. `failed`: the library did not do its work (for want
  /// of memory, say), and what the matrix is then means nothing.
  outcome invert(double* re, double* im) {
    const double_matrix a{re, im, n_};
    norm_ = largest_row_sum<Complex>(a, sums_);
    const std::size_t bytes = n_ * n_ * sizeof(double);
    if constexpr (Complex) {
      device::interleave<<<blocks(n_ * n_), 256>>>(n_ * n_, re, im, factors_.get());
    } else {
      check(cudaMemcpyAsync(factors_.get(), re, bytes, cudaMemcpyDeviceToDevice, nullptr), "copy");
    }
    // Row after row is the transpose, column after column; and so is its inverse.
    const auto n = static_cast<std::int64_t>(n_);
    if (cusolver()->getrf(handle_, nullptr, n, n, type, factors_.get(), n, pivots_.get(), type, work_.get(),
                          work_.size(), host_work_.data(), host_work_.size(), info_.get()) != CUSOLVER_STATUS_SUCCESS)
      return outcome::failed;
    int info = 0;
    info_.copy_to(&info, 1);
    if (info > 0) return outcome::singular;
    double* const unit = Complex ? pairs_.get() : re;
    check(cudaMemsetAsync(unit, 0, width * bytes, nullptr), "clearing");
    device::set_diagonal<<<blocks(n_), 256>>>(n_, width, unit);
    if (cusolver()->getrs(handle_, nullptr, CUBLAS_OP_N, n, n, type, factors_.get(), n, pivots_.get(), type, unit, n,
                          info_.get()) != CUSOLVER_STATUS_SUCCESS)
      return outcome::failed;
    if constexpr (Complex) device::separate<<<blocks(n_ * n_), 256>>>(n_ * n_, unit, re, im);
    check(cudaGetLastError(), "the inverse of a matrix");
    inverse_norm_ = largest_row_sum<Complex>(a, sums_);
    return std::isfinite(condition()) ? outcome::done : outcome::singular;
  }

  /// |A| |A^-1| in the maximum norm.
  [[nodiscard]] double condition() const { return norm_ * inverse_norm_; }

 private:
  static constexpr cudaDataType type = Complex ? CUDA_C_64F : CUDA_R_64F;
  static constexpr std::size_t width = Complex ? 2 : 1;

  cusolver_inverse(std::size_t n, cusolverDnHandle_t handle)
      : n_(n), handle_(handle), factors_(width * n * n), pairs_(Complex ? 2 * n * n : 0), pivots_(n), info_(1) {
    const auto size = static_cast<std::int64_t>(n);
    std::size_t on_device = 0, on_host = 0;
    if (cusolver()->getrf_buffer_size(handle_, nullptr, size, size, type, factors_.get(), size, type, &on_device,
                                      &on_host) == CUSOLVER_STATUS_SUCCESS)
      work_.resize(on_device), host_work_.resize(on_host);
    sums_.resize(n);
  }
  static unsigned blocks(std::size_t items) { return static_cast<unsigned>((items + 255) / 256); }
  static void check(cudaError_t code, const char* what) { vieta::cuda::check(code, what); }

  std::size_t n_;
  cusolverDnHandle_t handle_;
  cuda::device_array<double> factors_, pairs_;
  cuda::device_array<std::int64_t> pivots_;
  cuda::device_array<int> info_;
  cuda::device_array<unsigned char> work_;
  std::vector<unsigned char> host_work_;
  memory<double> sums_;
  double norm_ = 0, inverse_norm_ = 0;
};

}  // namespace vieta::systems
