#pragma once

#include "real_roots/cuda/low_degree_kernel.cuh"

// Polynomials that have as many sign variations as roots: likely all of these are real and in the interval, and so are
// those of all derivatives. One thread per polynomial goes up the chain with a fixed number of Newton's steps in each
// bracket and no look at how good its break points are. What it ends with is a proof all the same: N changes of sign
// are N roots, and nothing else can be there. Without them the polynomial goes to the list of the unclear.

namespace vieta::cuda {

/// Beyond, too few polynomials keep all their roots when their coefficients are rounded.
template <class T>
inline constexpr int largest_crowded_degree = sizeof(T) == 4 ? 14 : 0;

constexpr int crowded_threads = 64;

template <class T, int N>
class crowded_solver {
 public:
  /// `points`: N places, crowded_threads apart.
  __device__ __forceinline__ crowded_solver(T* points, const problem<T>& given, const cells<T>& where)
      : points_(points), given_(given), where_(where) {}

  __device__ __forceinline__ bool solve(std::size_t id) {
    const T* from = given_.coefficients + id * given_.polynomial_step;
    T p[N + 1], size = 0;
    VT_UNROLL
    for (int k = 0; k <= N; ++k) {
      p[k] = __ldg(from + static_cast<std::size_t>(k) * given_.coefficient_step);
      size = fma(abs(p[k]), where_.largest_powers[k], size);
    }
    fine_ = size > where_.least && size < where_.most && p[0] != 0;
    least_ = N <= 8 ? 2 * float_format<T>::unit_roundoff * size : T(0);
    out_ = given_.roots + id * given_.root_polynomial_step;
    T c[3];
    core::detail::derivative<N, 2>(p, c);
    const T half_b = T(0.5) * c[1], root = rough_root(fma(half_b, half_b, -c[0] * c[2]));  // NaN: not real
    const T q = -(half_b < 0 ? half_b - root : half_b + root);
    const T x = q * rough_reciprocal(c[2]), y = c[0] * rough_reciprocal(q);
    point(0) = min(x, y);
    point(1) = max(x, y);
    fine_ = fine_ && x > given_.lo && x < given_.hi && y > given_.lo && y < given_.hi;
    levels<3>(p);
    return fine_;
  }

 private:
  __device__ __forceinline__ T& point(int i) { return points_[i * crowded_threads]; }

  template <int D>
  __device__ __forceinline__ void levels(const T (&p)[N + 1]) {
    T c[D + 1];
    core::detail::derivative<N, D>(p, c);
    T end = given_.lo, at = core::horner(c, D, end);
    if (D == N) fine_ = fine_ && abs(at) > least_;
    VT_UNROLL_NOT
    for (int i = 0; i + 1 < D; i += 2) brackets<D, 2>(c, i, end, at);
    if constexpr (D % 2 == 1) brackets<D, 1>(c, D - 1, end, at);
    if constexpr (D < N) {
      if (!fine_) return;
      levels<D + 1>(p);
    } else {
      look_again(c);
    }
  }

  /// Where no change of sign showed. Lanes do this together, each for brackets of its own.
  __device__ __forceinline__ void look_again(const T (&c)[N + 1]) {
    const core::tolerance<T> half{given_.wanted.absolute / 2, given_.wanted.relative / 2};
    VT_UNROLL_NOT
    for (unsigned rest = fine_ ? unseen_ : 0; rest != 0; rest &= rest - 1) {
      const int i = __ffs(rest) - 1;
      const T a = i > 0 ? point(i - 1) : given_.lo, b = i + 1 < N ? point(i) : given_.hi;
      T& x = out_[static_cast<std::size_t>(i) * given_.root_step];
      x = find_root<N, true>(c, a, b, core::horner(c, N, a), x, half, T(0), T(0), fine_);
    }
  }

  /// Brackets i ... i + Many - 1, which begin at `end`, where the value is `at`.
  template <int D, int Many>
  __device__ __forceinline__ void brackets(const T (&c)[D + 1], int i, T& end, T& at) {
    constexpr bool last = D == N;
    constexpr int steps = last ? 3 : 2;
    T bound[Many + 1] = {end}, value_at[Many + 1] = {at}, x[Many];
    VT_UNROLL
    for (int s = 0; s < Many; ++s) {
      bound[s + 1] = i + s + 1 < D ? point(i + s) : given_.hi;
      value_at[s + 1] = core::horner(c, D, bound[s + 1]);
      x[s] = guess_root<D>(c, bound[s], bound[s + 1], value_at[s], value_at[s + 1], i + s > 0, i + s + 1 < D);
      fine_ = fine_ && (sign_word(value_at[s]) ^ sign_word(value_at[s + 1])) >> 31 != 0;
      if (last) fine_ = fine_ && abs(value_at[s + 1]) > least_;
    }
    VT_UNROLL
    for (int step = 0; step < steps; ++step) {
      VT_UNROLL
      for (int s = 0; s < Many; ++s) {
        T slope = c[D], value = fma(c[D], x[s], c[D - 1]);
        VT_UNROLL
        for (int k = D - 2; k >= 0; --k) {
          slope = fma(slope, x[s], value);
          value = fma(value, x[s], c[k]);
        }
        x[s] = min(max(fma(-value, rough_reciprocal(slope), x[s]), bound[s]), bound[s + 1]);
      }
    }
    VT_UNROLL
    for (int s = 0; s < Many; ++s) {
      if constexpr (last) {
        const core::tolerance<T> half{given_.wanted.absolute / 2, given_.wanted.relative / 2};
        const unsigned sign = sign_word(value_at[s]);
        const T enough = sufficient<true>(bound[s], bound[s + 1], half, T(0), T(0));
        const T below = x[s] - enough, above = x[s] + enough;
        const bool seen = (below <= bound[s] || static_cast<int>(sign_word(core::horner(c, D, below)) ^ sign) >= 0) &&
                          (above >= bound[s + 1] || static_cast<int>(sign_word(core::horner(c, D, above)) ^ sign) < 0);
        if (!seen) unseen_ |= 1u << (i + s);
        out_[static_cast<std::size_t>(i + s) * given_.root_step] = x[s];
      } else {
        point(i + s) = x[s];
      }
    }
    end = bound[Many];
    at = value_at[Many];
  }

  T* points_;
  const problem<T>& given_;
  const cells<T>& where_;
  T* out_ = nullptr;
  T least_ = 0;
  unsigned unseen_ = 0;
  bool fine_ = false;
};

template <class T, int N>
__global__ void __launch_bounds__(crowded_threads)
    crowded_kernel(const __grid_constant__ problem<T> given, const __grid_constant__ cells<T> where) {
  __shared__ T points[N * crowded_threads];
  const unsigned count = *given.crowded_count;
  for (unsigned i = blockIdx.x * crowded_threads + threadIdx.x; i < count; i += gridDim.x * crowded_threads) {
    const unsigned id = given.crowded[i];
    crowded_solver<T, N> solver(points + threadIdx.x, given, where);
    if (!solver.solve(id)) {
      given.unclear[atomicAdd(given.unclear_count, 1u)] = id;
      continue;
    }
    given.counts[id] = N;
    given.statuses[id] = real_roots_status::ok;
    if (given.touching) given.touching[id] = 0;
  }
}

}  // namespace vieta::cuda
