#pragma once

#include <cuda_runtime_api.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/device_array.hpp"
#include "newton/cuda/linear/cusolver.hpp"
#include "newton/cuda/linear/qr_kernels.hpp"
#include "newton/cuda/pairs.cuh"

namespace vieta::systems {

namespace device {

/// Zeros below the diagonal of n columns, `stride` numbers of `width` doubles apart.
template <class T>
__global__ void clear_below_diagonal(std::size_t n, std::size_t stride, std::size_t width, T* numbers) {
  const std::size_t k = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x, i = k % n, j = k / n;
  if (k >= n * n || i <= j) return;
  for (std::size_t w = 0; w < width; ++w) numbers[(j * stride + i) * width + w] = 0;
}

}  // namespace device

/// Least squares in double by cuSOLVER, from planes on the device, row after row, to x there: a Householder QR, Q^H b,
/// and R x = Q^H b by the substitution for LU factors, L being one. `diagonal`: moduli of R's diagonal. False where the
/// library does not do its work.
template <bool Complex>
bool solve_by_cusolver(const const_planes& matrix, std::size_t rows, std::size_t columns, const const_planes& b,
                       const planes& x, std::vector<double>& diagonal) {
  using number = std::conditional_t<Complex, cuDoubleComplex, double>;
  constexpr cudaDataType type = Complex ? CUDA_C_64F : CUDA_R_64F;
  constexpr std::size_t width = Complex ? 2 : 1;
  const auto done = [](cusolverStatus_t status) { return status == CUSOLVER_STATUS_SUCCESS; };
  const cusolver_handle handle = make_cusolver_handle();
  if (!handle) return false;
  const cusolver_functions& library = *cusolver();
  const cuda::device_array<double> a(rows * columns * width), right(rows * width), tau(columns * width);
  {
    cuda::device_array<double> re(rows * columns), im(Complex ? rows * columns : 0);
    planes by_columns;
    by_columns.re[0] = re.get(), by_columns.im[0] = im.get();
    using kernel = transpose<1, Complex>;
    near_linear::launch(kernel{matrix, {by_columns, 0, rows}, rows, columns},
                        static_cast<int>((columns + kernel::side - 1) / kernel::side),
                        static_cast<int>((rows + kernel::side - 1) / kernel::side), kernel::threads,
                        sizeof(double) * kernel::side * (kernel::side + 1));
    device::pack<Complex>(rows * columns, re.get(), im.get(), a.get());
  }
  device::pack<Complex>(rows, b.re[0], b.im[0], right.get());

  const auto m = static_cast<std::int64_t>(rows), n = static_cast<std::int64_t>(columns);
  const cuda::device_array<int> info(1);
  std::size_t on_device = 0, on_host = 0;
  if (!done(library.geqrf_buffer_size(handle.get(), nullptr, m, n, type, a.get(), m, type, tau.get(), type, &on_device,
                                      &on_host)))
    return false;
  const cuda::device_array<unsigned char> work(on_device);
  std::vector<unsigned char> host_work(on_host);
  if (!done(library.geqrf(handle.get(), nullptr, m, n, type, a.get(), m, type, tau.get(), type, work.get(), on_device,
                          host_work.data(), on_host, info.get())))
    return false;

  const auto multiply = [&](auto size_of_room, auto by_q, cublasOperation_t adjoint) {
    const auto* const v = reinterpret_cast<const number*>(a.get());
    const auto* const t = reinterpret_cast<const number*>(tau.get());
    auto* const c = reinterpret_cast<number*>(right.get());
    const int r = static_cast<int>(rows), k = static_cast<int>(columns);
    int length = 0;
    if (!done(size_of_room(handle.get(), CUBLAS_SIDE_LEFT, adjoint, r, 1, k, v, r, t, c, r, &length))) return false;
    const cuda::device_array<number> room(static_cast<std::size_t>(length));
    return done(by_q(handle.get(), CUBLAS_SIDE_LEFT, adjoint, r, 1, k, v, r, t, c, r, room.get(), length, info.get()));
  };
  bool multiplied = false;
  if constexpr (Complex)
    multiplied = multiply(library.unmqr_buffer_size, library.unmqr, CUBLAS_OP_C);
  else
    multiplied = multiply(library.ormqr_buffer_size, library.ormqr, CUBLAS_OP_T);
  if (!multiplied) return false;

  std::vector<double> entries(columns * width);
  cuda::check(cudaMemcpy2D(entries.data(), width * sizeof(double), a.get(), (rows + 1) * width * sizeof(double),
                           width * sizeof(double), columns, cudaMemcpyDeviceToHost),
              "copy from the device");
  diagonal.resize(columns);
  for (std::size_t k = 0; k < columns; ++k)
    diagonal[k] = Complex ? std::hypot(entries[2 * k], entries[2 * k + 1]) : std::fabs(entries[k]);
  device::clear_below_diagonal<<<device::blocks_of_256(columns * columns), 256>>>(columns, rows, width, a.get());
  std::vector<std::int64_t> in_place(columns);
  std::iota(in_place.begin(), in_place.end(), std::int64_t{1});
  const cuda::device_array<std::int64_t> pivots(in_place);
  if (!done(library.getrs(handle.get(), nullptr, CUBLAS_OP_N, n, 1, type, a.get(), m, pivots.get(), type, right.get(),
                          m, info.get())))
    return false;
  device::unpack<Complex>(columns, right.get(), x.re[0], x.im[0]);
  cuda::check(cudaDeviceSynchronize(), "least squares");
  return true;
}

}  // namespace vieta::systems
