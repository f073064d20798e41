#pragma once

#include "real_roots/cuda/numeric.cuh"
#include "real_roots/cuda/problem.cuh"
#include "vieta/core/bernstein.hpp"
#include "vieta/core/real_roots.hpp"

// From ascending coefficients to Bernstein coefficients on one or two pieces of the interval. Pieces end at 0, where
// b_j = sum_i C(j,i)/C(N,i) a_i w^i on [0, w] adds only what must be added; one conversion on all of [-1, 1] cancels
// and loses roots.

namespace vieta::cuda {

template <int N, int J, int I, class T>
constexpr T conversion_weight = static_cast<T>(binomial(J, I) / binomial(N, I));

/// On [0, 1]; b may have a narrower type, to which the sums are rounded in the end.
template <int N, class T, class U>
__device__ __forceinline__ void to_bernstein(const T (&c)[N + 1], U (&b)[N + 1]) {
  core::detail::static_for<0, N + 1>([&](auto row) {
    constexpr int j = decltype(row)::value;
    T sum = c[0];
    core::detail::static_for<1, j + 1>([&](auto column) {
      constexpr int i = decltype(column)::value;
      constexpr T weight = conversion_weight<N, j, i, T>;
      sum = fma(weight, c[i], sum);
    });
    b[j] = static_cast<U>(sum);
  });
}

/// On [-1, 0] and on [0, 1]: even and odd terms serve both.
template <int N, class T>
__device__ __forceinline__ void to_bernstein_both(const T (&c)[N + 1], T (&left)[N + 1], T (&right)[N + 1]) {
  core::detail::static_for<0, N + 1>([&](auto row) {
    constexpr int j = decltype(row)::value;
    T even = c[0], odd = 0;
    core::detail::static_for<1, j + 1>([&](auto column) {
      constexpr int i = decltype(column)::value;
      constexpr T weight = conversion_weight<N, j, i, T>;
      if constexpr (i == 1)
        odd = weight * c[1];
      else if constexpr (i % 2 == 1)
        odd = fma(weight, c[i], odd);
      else
        even = fma(weight, c[i], even);
    });
    right[j] = even + odd;
    left[N - j] = even - odd;
  });
}

template <int N, class T>
__device__ __forceinline__ void reverse(T (&b)[N + 1]) {
  VT_UNROLL
  for (int i = 0; i < (N + 1) / 2; ++i) {
    const T other = b[N - i];
    b[N - i] = b[i];
    b[i] = other;
  }
}

/// From [0, 1] to [t, 1], by de Casteljau.
template <int N, class T>
__device__ __forceinline__ void restrict_to_end(T (&b)[N + 1], T t) {
  VT_UNROLL
  for (int k = 1; k <= N; ++k) {
    VT_UNROLL
    for (int i = 0; i <= N - k; ++i) b[i] = fma(t, b[i + 1] - b[i], b[i]);
  }
}

/// Bernstein coefficients with t ascending, and the sum of the scaled coefficients' absolute values, which rounding
/// errors are relative to; those at the end that is nearer to 0 to `at_near_end`, if there is one piece. a is used up.
template <int N, class T>
__device__ __forceinline__ T convert(const cells<T>& where, T (&a)[N + 1], T (&left)[N + 1], T (&right)[N + 1],
                                     T& at_near_end) {
  T size = 0;
  at_near_end = 0;
  if (where.symmetric) {
    if (where.scaled) {
      VT_UNROLL
      for (int i = 0; i <= N; ++i) a[i] *= where.right_powers[i];
    }
    VT_UNROLL
    for (int i = 0; i <= N; ++i) size += abs(a[i]);
    to_bernstein_both<N>(a, left, right);
    return size;
  }
  {
    T c[N + 1];
    VT_UNROLL
    for (int i = 0; i <= N; ++i) {
      c[i] = a[i] * where.right_powers[i];
      size += abs(c[i]);
    }
    if (where.restriction != 0) at_near_end = core::horner_magnitude(c, N, where.restriction);
    to_bernstein<N>(c, right);
  }
  if (where.two_pieces) {
    VT_UNROLL
    for (int i = 0; i <= N; ++i) {
      a[i] *= where.left_powers[i];
      size += abs(a[i]);
    }
    to_bernstein<N>(a, left);
    reverse<N>(left);
    return size;
  }
  if (where.restriction != 0) restrict_to_end<N>(right, where.restriction);
  if (where.mirrored) reverse<N>(right);
  VT_UNROLL
  for (int i = 0; i <= N; ++i) left[i] = 1;
  return size;
}

}  // namespace vieta::cuda
