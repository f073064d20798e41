#pragma once

// The peer of the CUDA benchmark: the scheme of Christoph Peters, "Finding Real Polynomial Roots on GPUs" (Moments in
// Graphics, 31 October 2023), which brings the bracketed Newton bisection of Yuksel (2022) to shaders without register
// spilling. Ported from the GLSL in that text, which is under CC0 1.0: one thread for each polynomial, every derivative
// treated as though it had the full degree, factors multiplied up from level to level, the quadratic formula at the
// start. Products and sums are fused, as shader compilers do it.

namespace published {

constexpr float no_root = 3.4e38f;

__device__ __forceinline__ float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
__device__ __forceinline__ double fused(double a, double b, double c) { return __fma_rn(a, b, c); }
__device__ __forceinline__ float quotient(float a, float b) { return __fdividef(a, b); }
__device__ __forceinline__ double quotient(double a, double b) { return a / b; }
__device__ __forceinline__ float root(float a) { return sqrtf(a); }
__device__ __forceinline__ double root(double a) { return ::sqrt(a); }

template <int N, class T>
__device__ __forceinline__ bool newton_bisection(T& out_root, T& end_value, const T (&poly)[N + 1], T begin, T end,
                                                 T begin_value, T tolerance) {
  if (begin == end) {
    end_value = begin_value;
    return false;
  }
  end_value = poly[N];
#pragma unroll
  for (int i = N - 1; i >= 0; --i) end_value = fused(end_value, end, poly[i]);
  if (begin_value * end_value > 0) return false;
  T current = T(0.5) * (begin + end);
#pragma unroll 1
  for (int i = 0; i < 90; ++i) {
    T value = fused(poly[N], current, poly[N - 1]), derivative = poly[N];
#pragma unroll
    for (int j = N - 2; j >= 0; --j) {
      derivative = fused(derivative, current, value);
      value = fused(value, current, poly[j]);
    }
    const bool right = begin_value * value > 0;
    begin = right ? current : begin;
    end = right ? end : current;
    const T guess = current - quotient(value, derivative);
    const T middle = T(0.5) * (begin + end);
    const T next = guess >= begin && guess <= end ? guess : middle;
    const bool done = fabs(next - current) < tolerance;
    current = next;
    if (done) break;
  }
  out_root = current;
  return true;
}

/// All roots in [begin, end]; places without a root hold no_root. Columns, as everywhere in this benchmark.
template <int N, class T>
__global__ void find_roots(const T* __restrict__ coefficients, T* __restrict__ roots, unsigned count, T begin, T end) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  T poly[N + 1], derivative[N + 1], out[N + 1];
#pragma unroll
  for (int i = 0; i <= N; ++i) poly[i] = coefficients[static_cast<size_t>(i) * count + id];
  // The text has (end - begin) * 1e-4, which is 2e-4 on [-1, 1]; in double the same scheme gets double's tolerance.
  const T tolerance = (end - begin) * (sizeof(T) == 4 ? T(1e-4) : T(3e-7));
#pragma unroll
  for (int i = 0; i <= N; ++i) derivative[i] = 0;
  derivative[0] = poly[N - 2];
  derivative[1] = T(N - 1) * poly[N - 1];
  derivative[2] = T(0.5) * T((N - 1) * N) * poly[N];
  const T discriminant = fused(derivative[1], derivative[1], -4 * derivative[0] * derivative[2]);
#pragma unroll
  for (int i = 0; i < N; ++i) out[i] = begin;
  out[N] = end;
  if (discriminant >= 0) {
    const T s = root(discriminant);
    const T scaled = derivative[1] + (derivative[1] > 0 ? s : -s);
    const T root_0 = fmin(fmax(-2 * derivative[0] / scaled, begin), end);
    const T root_1 = fmin(fmax(T(-0.5) * scaled / derivative[2], begin), end);
    out[N - 2] = fmin(root_0, root_1);
    out[N - 1] = fmax(root_0, root_1);
  }
#pragma unroll 1
  for (int degree = 3; degree <= N; ++degree) {
    const T order = T(N + 1 - degree);
#pragma unroll
    for (int i = N; i > 0; --i) derivative[i] = derivative[i - 1] * (order * (T(1) / T(i)));
#pragma unroll
    for (int i = 0; i < N - 2; ++i) derivative[0] = degree == N - i ? poly[i] : derivative[0];
    T begin_value = derivative[N];
#pragma unroll
    for (int i = N - 1; i >= 0; --i) begin_value = fused(begin_value, begin, derivative[i]);
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if (i < N - degree) continue;
      T found, end_value;
      if (newton_bisection<N>(found, end_value, derivative, out[i], out[i + 1], begin_value, tolerance))
        out[i] = found;
      else if (degree < N)
        out[i] = i > 0 ? out[i - 1] : begin;
      else
        out[i] = T(no_root);
      begin_value = end_value;
    }
  }
#pragma unroll
  for (int i = 0; i < N; ++i) roots[static_cast<size_t>(i) * count + id] = out[i];
}

}  // namespace published
