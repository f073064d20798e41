#pragma once

#include <cstddef>

#include "newton/kernels.hpp"

// What GMRES needs on a device, in double; complex numbers as two planes. Sums have a fixed order.

namespace vieta::systems::device {

/// Rows scaled by powers of two, so that the largest entry of each lies in [1, 2); a block for each row.
template <bool Complex>
__global__ void scale_rows(std::size_t columns, double* re, double* im, double* factors, int* not_finite) {
  __shared__ double room[256];
  const std::size_t at = blockIdx.x * columns;
  double largest = 0;
  bool finite = true;
  for (std::size_t j = threadIdx.x; j < columns; j += blockDim.x) {
    const double a = fabs(re[at + j]), b = Complex ? fabs(im[at + j]) : 0.0;
    finite = finite && isfinite(a) && isfinite(b);
    largest = fmax(largest, fmax(a, b));
  }
  if (!finite) *not_finite = 1;
  room[threadIdx.x] = largest;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) room[threadIdx.x] = fmax(room[threadIdx.x], room[threadIdx.x + half]);
    __syncthreads();
  }
  largest = room[0];
  int exponent = 0;
  if (largest > 0 && isfinite(largest)) frexp(largest, &exponent);
  const int down = exponent > 1001 ? -1000 : exponent < -999 ? 1000 : 1 - exponent;
  const double factor = largest > 0 && isfinite(largest) ? ldexp(1.0, down) : 1.0;
  for (std::size_t j = threadIdx.x; j < columns; j += blockDim.x) {
    re[at + j] *= factor;
    if (Complex) im[at + j] *= factor;
  }
  if (threadIdx.x == 0) factors[blockIdx.x] = factor;
}

/// 1 / diagonal, and 1 where it is 0.
template <bool Complex>
__global__ void inverse_diagonal(std::size_t n, const double* re, const double* im, double* out_re, double* out_im) {
  const std::size_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  const double a = re[k * n + k], b = Complex ? im[k * n + k] : 0.0, size = a * a + b * b;
  out_re[k] = size > 0 ? a / size : 1.0;
  if (Complex) out_im[k] = size > 0 ? -b / size : 0.0;
}

/// out = x * d, entry by entry.
template <bool Complex>
__global__ void times_diagonal(std::size_t n, const double* x_re, const double* x_im, const double* d_re,
                               const double* d_im, double* out_re, double* out_im) {
  const std::size_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  if (Complex) {
    const double a = x_re[k], b = x_im[k];
    out_re[k] = a * d_re[k] - b * d_im[k];
    out_im[k] = a * d_im[k] + b * d_re[k];
  } else {
    out_re[k] = x_re[k] * d_re[k];
  }
}

__device__ inline double warp_sum(double x) {
  for (int distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(0xffffffffu, x, distance);
  return x;
}

/// y = A x, a warp for each row; neighbouring lanes read neighbouring numbers.
template <bool Complex>
__global__ void matrix_times_vector(std::size_t n, const double* a_re, const double* a_im, const double* x_re,
                                    const double* x_im, double* y_re, double* y_im) {
  const std::size_t row = (blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x) / 32;
  if (row >= n) return;
  double re = 0, im = 0;
  for (std::size_t j = threadIdx.x % 32; j < n; j += 32) {
    const double a = a_re[row * n + j], p = x_re[j];
    re = __fma_rn(a, p, re);
    if (Complex) {
      const double b = a_im[row * n + j], q = x_im[j];
      re = __fma_rn(-b, q, re);
      im = __fma_rn(a, q, __fma_rn(b, p, im));
    }
  }
  re = warp_sum(re);
  if (Complex) im = warp_sum(im);
  if (threadIdx.x % 32 == 0) {
    y_re[row] = re;
    if (Complex) y_im[row] = im;
  }
}

/// h_k = v_k^H w for the rows v_k of a basis, a block of 256 threads for each.
template <bool Complex>
__global__ void dots(std::size_t n, const double* v_re, const double* v_im, const double* w_re, const double* w_im,
                     double* h_re, double* h_im) {
  __shared__ double room[2][8];
  const std::size_t at = blockIdx.x * n;
  double re = 0, im = 0;
  for (std::size_t j = threadIdx.x; j < n; j += blockDim.x) {
    const double a = v_re[at + j], p = w_re[j];
    re = __fma_rn(a, p, re);
    if (Complex) {
      const double b = v_im[at + j], q = w_im[j];
      re = __fma_rn(b, q, re);
      im = __fma_rn(a, q, __fma_rn(-b, p, im));
    }
  }
  re = warp_sum(re), im = warp_sum(im);
  if (threadIdx.x % 32 == 0) room[0][threadIdx.x / 32] = re, room[1][threadIdx.x / 32] = im;
  __syncthreads();
  if (threadIdx.x == 0) {
    re = im = 0;
    for (unsigned k = 0; k < blockDim.x / 32; ++k) re += room[0][k], im += room[1][k];
    h_re[blockIdx.x] = re;
    if (Complex) h_im[blockIdx.x] = im;
  }
}

/// w += sign * sum_k h_k v_k for `count` rows v_k.
template <bool Complex>
__global__ void add_combination(std::size_t n, int count, double sign, const double* v_re, const double* v_im,
                                const double* h_re, const double* h_im, double* w_re, double* w_im) {
  const std::size_t j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  double re = 0, im = 0;
  for (int k = 0; k < count; ++k) {
    const std::size_t at = static_cast<std::size_t>(k) * n + j;
    re = __fma_rn(h_re[k], v_re[at], re);
    if (Complex) {
      re = __fma_rn(-h_im[k], v_im[at], re);
      im = __fma_rn(h_re[k], v_im[at], __fma_rn(h_im[k], v_re[at], im));
    }
  }
  w_re[j] += sign * re;
  if (Complex) w_im[j] += sign * im;
}

/// out = factor * w.
template <bool Complex>
__global__ void scaled_copy(std::size_t n, double factor, const double* w_re, const double* w_im, double* out_re,
                            double* out_im) {
  const std::size_t j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;
  out_re[j] = factor * w_re[j];
  if (Complex) out_im[j] = factor * w_im[j];
}

}  // namespace vieta::systems::device
