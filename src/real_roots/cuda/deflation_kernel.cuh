#pragma once

#include "real_roots/cuda/numeric.cuh"
#include "real_roots/cuda/problem.cuh"
#include "vieta/core/real_roots.hpp"

// Polynomials that may have all their roots in the interval: Descartes' count is their degree. One thread finds the
// roots of one of them from the upper end downwards, by Laguerre's iteration, which from there goes down to the largest
// root and not beyond it if all are real, and divides by each. In double precision, so that what dividing adds to the
// errors does not matter. It is proof enough that p changes its sign within the tolerance of as many numbers as its
// degree; a polynomial that does not is left over.

namespace vieta::cuda {

constexpr int deflation_threads = 128;

/// 1/sqrt(x) to 20 bits.
__device__ __forceinline__ double rough_inverse_root(double x) {
  double r;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  return r;
}

template <int N, class T>
__device__ __forceinline__ void read_doubles(const problem<T>& given, std::size_t id, double (&c)[N + 1]) {
  const T* from = given.coefficients + id * given.polynomial_step;
  VT_UNROLL
  for (int k = 0; k <= N; ++k) {
    c[k] = k < N || given.degree == N
               ? static_cast<double>(__ldg(from + static_cast<std::size_t>(k) * given.coefficient_step))
               : 0;
  }
}

/// From x to a root of d[0] + ... + d[M] x^M, which is real-rooted as far as anybody knows.
template <int M, int Size>
__device__ __forceinline__ bool laguerre(const double (&d)[Size], double enough, double& x) {
  constexpr int most_steps = 16;
  VT_UNROLL_NOT
  for (int step = 0; step < most_steps; ++step) {
    double value = fma(d[M], x, d[M - 1]), slope = d[M], half_second = 0;
    VT_UNROLL
    for (int k = M - 2; k >= 0; --k) {
      half_second = k == M - 2 ? slope : fma(half_second, x, slope);
      slope = fma(slope, x, value);
      value = fma(value, x, d[k]);
    }
    const double scaled = (M - 1) * slope;
    const double squared = fma(scaled, scaled, -(2.0 * M * (M - 1)) * value * half_second);
    if (!(squared >= 0)) return false;  // there are complex roots
    const double root = squared > 0 ? squared * rough_inverse_root(squared) : 0;
    const double by = M * value * rough_reciprocal(slope + (slope < 0 ? -root : root));
    x -= by;
    if (abs(by) < enough) return true;
  }
  return false;
}

template <int M, int Size>
__device__ __forceinline__ void divide(double (&d)[Size], double x) {
  double above = d[M];
  VT_UNROLL
  for (int k = M - 1; k >= 0; --k) {
    const double here = d[k];
    d[k] = above;
    above = fma(above, x, here);
  }
}

/// 1/x to nearly all bits.
__device__ __forceinline__ double near_reciprocal(double x) {
  const double r = rough_reciprocal(x);
  return fma(r, fma(-x, r, 1.0), r);
}

/// All roots of p, descending, deflation_threads apart in `mine`; false if that did not work.
template <int N, class T>
__device__ __forceinline__ bool find_descending(const problem<T>& given, std::size_t id, T* mine) {
  const double width = static_cast<double>(given.hi) - static_cast<double>(given.lo);
  double d[N + 1], x = static_cast<double>(given.hi);
  read_doubles<N>(given, id, d);
  bool real = true;
  int place = 0;
  core::detail::static_for<0, N - 2>([&](auto level) {
    constexpr int m = N - decltype(level)::value;
    if (m <= given.degree) {
      if (real) real = laguerre<m>(d, 0x1p-21 * width, x);
      divide<m>(d, x);
      mine[deflation_threads * place++] = static_cast<T>(x);
    }
  });
  const double discriminant = fma(d[1], d[1], -4 * d[0] * d[2]);
  if (!(discriminant > 0)) return false;
  const double inverse = rough_inverse_root(discriminant), rough = discriminant * inverse;
  const double root = fma(0.5 * inverse, fma(-rough, rough, discriminant), rough);
  const double q = -0.5 * (d[1] + (d[1] < 0 ? -root : root));
  const double first = q * near_reciprocal(d[2]), second = d[0] * near_reciprocal(q);
  mine[deflation_threads * place++] = static_cast<T>(max(first, second));
  mine[deflation_threads * place++] = static_cast<T>(min(first, second));
  return real;
}

/// Whether the signs of p on both sides of each root alternate, within half the tolerance and between neighbours.
template <int N, class T>
__device__ __forceinline__ bool signs_alternate(const problem<T>& given, std::size_t id, const T* mine) {
  constexpr T least = sizeof(T) == 4 ? T(0x1p-12) : T(0x1p-25);
  double c[N + 1];
  read_doubles<N>(given, id, c);
  const T apart = least * (given.hi - given.lo);
  T above = given.hi + apart, x = mine[0];
  unsigned sign = 0;
  bool alternate = true;
  VT_UNROLL_NOT
  for (int i = 0; i < given.degree; ++i) {
    const T below = i + 1 < given.degree ? mine[deflation_threads * (i + 1)] : given.lo - apart;
    const T enough = max(given.wanted.absolute / 2, given.wanted.relative / 2 * abs(x));
    const double over = static_cast<double>(min(x + min(enough, (above - x) / 2), given.hi));
    const double under = static_cast<double>(max(x - min(enough, (x - below) / 2), given.lo));
    alternate &= above - x >= apart && x - below >= apart;
    double at_over = c[N], at_under = c[N];
    VT_UNROLL
    for (int k = N - 1; k >= 0; --k) {
      at_over = fma(at_over, over, c[k]);
      at_under = fma(at_under, under, c[k]);
    }
    if (i == 0) sign = sign_word(at_over);
    alternate &= static_cast<int>(sign_word(at_over) ^ sign) >= 0 && static_cast<int>(sign_word(at_under) ^ sign) < 0;
    sign = ~sign;
    above = x;
    x = below;
  }
  return alternate;
}

template <int N, class T>
__device__ __forceinline__ bool solve_by_deflation(const problem<T>& given, std::size_t id, T* mine) {
  if (!find_descending<N>(given, id, mine) || !signs_alternate<N>(given, id, mine)) return false;
  T* const to = given.roots + id * given.root_polynomial_step;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    if (k < given.degree) {
      to[static_cast<std::size_t>(k) * given.root_step] = mine[deflation_threads * (given.degree - 1 - k)];
    }
  }
  given.counts[id] = static_cast<std::uint8_t>(given.degree);
  given.statuses[id] = real_roots_status::ok;
  if (given.touching) given.touching[id] = 0;
  return true;
}

/// One thread for each polynomial of the list.
template <class T, int N>
__global__ void __launch_bounds__(deflation_threads) deflation_kernel(const __grid_constant__ problem<T> given) {
  __shared__ T roots[N * deflation_threads];
  const unsigned count = *given.unclear_count;
  for (std::size_t i = blockIdx.x * deflation_threads + threadIdx.x; i < count;
       i += static_cast<std::size_t>(gridDim.x) * deflation_threads) {
    const std::size_t id = given.unclear[i];
    if (!solve_by_deflation<N>(given, id, roots + threadIdx.x))
      given.left_over[atomicAdd(given.left_over_count, 1u)] = static_cast<unsigned>(id);
  }
}

}  // namespace vieta::cuda
