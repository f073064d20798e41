#pragma once

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/device_array.hpp"
#include "newton/cuda/linear/cusolver.hpp"
#include "newton/cuda/linear/inverse_schedule.hpp"
#include "newton/cuda/pairs.cuh"

namespace vieta::systems {

namespace device {

/// Ones on the diagonal of n x n numbers of `width` doubles.
template <class T>
__global__ void set_diagonal(std::size_t n, std::size_t width, T* numbers) {
  const std::size_t k = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x;
  if (k < n) numbers[(k * n + k) * width] = 1;
}

}  // namespace device

/// The inverse of a matrix in double by cuSOLVER: its LU with partial pivoting, then as many right sides as rows, 8/3
/// n^3 operations (32/3 n^3 for complex matrices). An object serves matrices of one size on the device that was current
/// when it was made.
template <bool Complex>
class cusolver_inverse {
 public:
  enum class outcome { done, singular, failed };

  /// Null where the library is not installed or does not start.
  static std::unique_ptr<cusolver_inverse> make(std::size_t n) {
    cusolver_handle handle = make_cusolver_handle();
    if (!handle) return nullptr;
    return std::unique_ptr<cusolver_inverse>(new cusolver_inverse(n, std::move(handle)));
  }

  /// The matrix on the device, row after row, becomes its inverse. `failed`: the library did not do its work (for want
  /// of memory, say), and what the matrix is then means nothing.
  outcome invert(double* re, double* im) {
    const double_matrix a{re, im, n_};
    norm_ = largest_row_sum<Complex>(a, sums_);
    device::pack<Complex>(n_ * n_, re, im, factors_.get());
    // Row after row is the transpose, column after column; and so is its inverse.
    const auto n = static_cast<std::int64_t>(n_);
    if (cusolver()->getrf(handle_.get(), nullptr, n, n, type, factors_.get(), n, pivots_.get(), type, work_.get(),
                          work_.size(), host_work_.data(), host_work_.size(), info_.get()) != CUSOLVER_STATUS_SUCCESS)
      return outcome::failed;
    int info = 0;
    info_.copy_to(&info, 1);
    if (info > 0) return outcome::singular;
    check(cudaMemsetAsync(solution_.get(), 0, solution_.size() * sizeof(double), nullptr), "clearing");
    device::set_diagonal<<<device::blocks_of_256(n_), 256>>>(n_, width, solution_.get());
    if (cusolver()->getrs(handle_.get(), nullptr, CUBLAS_OP_N, n, n, type, factors_.get(), n, pivots_.get(), type,
                          solution_.get(), n, info_.get()) != CUSOLVER_STATUS_SUCCESS)
      return outcome::failed;
    device::unpack<Complex>(n_ * n_, solution_.get(), re, im);
    check(cudaGetLastError(), "the inverse of a matrix");
    inverse_norm_ = largest_row_sum<Complex>(a, sums_);
    return std::isfinite(condition()) ? outcome::done : outcome::singular;
  }

  /// |A| |A^-1| in the maximum norm.
  [[nodiscard]] double condition() const { return norm_ * inverse_norm_; }

 private:
  static constexpr cudaDataType type = Complex ? CUDA_C_64F : CUDA_R_64F;
  static constexpr std::size_t width = Complex ? 2 : 1;

  cusolver_inverse(std::size_t n, cusolver_handle handle)
      : n_(n), handle_(std::move(handle)), factors_(width * n * n), solution_(width * n * n), pivots_(n), info_(1) {
    const auto size = static_cast<std::int64_t>(n);
    std::size_t on_device = 0, on_host = 0;
    if (cusolver()->getrf_buffer_size(handle_.get(), nullptr, size, size, type, factors_.get(), size, type, &on_device,
                                      &on_host) == CUSOLVER_STATUS_SUCCESS)
      work_.resize(on_device), host_work_.resize(on_host);
    sums_.resize(n);
  }
  static void check(cudaError_t code, const char* what) { vieta::cuda::check(code, what); }

  std::size_t n_;
  cusolver_handle handle_;
  cuda::device_array<double> factors_, solution_;
  cuda::device_array<std::int64_t> pivots_;
  cuda::device_array<int> info_;
  cuda::device_array<unsigned char> work_;
  std::vector<unsigned char> host_work_;
  memory<double> sums_;
  double norm_ = 0, inverse_norm_ = 0;
};

}  // namespace vieta::systems
