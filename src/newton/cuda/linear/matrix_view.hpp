#pragma once

#include <cstddef>

#include "cuda/block.hpp"
#include "newton/cuda/number.cuh"

// What the kernels for matrices of multiple doubles share. They are written as loops of a `block`, as those of the
// near-linear method are, so that tests run them on the host.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

using near_linear::block;
using near_linear::shared_arena;

/// A part of a matrix of N-fold numbers, column after column: entry (i, j) is number at + j * stride + i of the planes.
template <int N, bool Complex>
struct matrix_view {
  using X = device::number<N, Complex>;
  planes p;
  std::size_t at = 0, stride = 0;

  [[nodiscard]] VT_HD std::size_t index(std::size_t i, std::size_t j) const { return at + j * stride + i; }
  [[nodiscard]] VT_HD X load(std::size_t i, std::size_t j) const { return X::load(p, index(i, j)); }
  VT_HD void store(std::size_t i, std::size_t j, const X& x) const { x.store(p, index(i, j)); }
  /// What begins at row i, column j.
  [[nodiscard]] VT_HD matrix_view from(std::size_t i, std::size_t j) const { return {p, index(i, j), stride}; }

  static constexpr int plane_count = N * (Complex ? 2 : 1);
  /// Plane k of all: real parts first.
  [[nodiscard]] VT_HD double* plane(int k) const { return k < N ? p.re[k] : p.im[k - N]; }
};

/// What a thread keeps from one loop of its block to the next: one value for each thread, here or, on the host where
/// one thread does the work of all, in an array.
template <class State, int Threads>
struct kept {
#if defined(__CUDA_ARCH__)
  static constexpr int slots = 1;
#else
  static constexpr int slots = Threads;
#endif
  State state[slots];
  /// body(thread, its state), without a barrier.
  template <class Body>
  VT_HD void for_each_thread(const block& b, const Body& body) {
    for (int slot = 0; slot < slots; ++slot) body(b.thread + slot, state[slot]);
  }
};

/// A lazy sum that begins with x.
VT_HD void begin_with(lazy_sum<double, 1>& sum, double x) { sum.s = x; }
VT_HD void begin_with(lazy_sum<double, 2>& sum, const dd& x) { sum.s0 = x.hi, sum.s1 = x.lo; }
VT_HD void begin_with(lazy_sum<double, 3>& sum, const td& x) { sum.s0 = x.x0, sum.s1 = x.x1, sum.s2 = x.x2; }
VT_HD void begin_with(lazy_sum<double, 4>& sum, const qd& x) {
  sum.s0 = x.x0, sum.s1 = x.x1, sum.s2 = x.x2, sum.s3 = x.x3;
}

/// A sum of products conj(a) b, or a b, in chunks that the caller ends by `flush`.
template <int N, bool Complex>
struct product_sum {
  using X = device::number<N, Complex>;
  lazy_sum<double, N> re, im;

  VT_HD void clear() {
    re.clear();
    if constexpr (Complex) im.clear();
  }
  VT_HD void begin(const X& x) {
    begin_with(re, x.re);
    if constexpr (Complex) begin_with(im, x.im);
  }
  template <bool Conjugate>
  VT_HD void add(const X& a, const X& b) {
    re.add_product(a.re, b.re);
    if constexpr (Complex) {
      re.add_product(Conjugate ? a.im : -a.im, b.im);
      im.add_product(a.re, b.im);
      im.add_product(Conjugate ? -a.im : a.im, b.re);
    }
  }
  [[nodiscard]] VT_HD X value() const {
    X x = X::zero();
    x.re = re.value();
    if constexpr (Complex) x.im = im.value();
    return x;
  }
};

/// x + a b, as accurate as the rounded product and sum.
template <int N, bool Complex>
VT_HD device::number<N, Complex> plus_product(const device::number<N, Complex>& x, const device::number<N, Complex>& a,
                                              const device::number<N, Complex>& b) {
  product_sum<N, Complex> sum;
  sum.begin(x);
  sum.template add<false>(a, b);
  return sum.value();
}

/// sum conj?(a(k)) b(k), k = begin, begin + step, ... below end; a and b give numbers.
template <bool Conjugate, int N, bool Complex, class A, class B>
VT_HD device::number<N, Complex> sum_of_products(std::size_t begin, std::size_t end, std::size_t step, const A& a,
                                                 const B& b) {
  auto total = device::number<N, Complex>::zero();
  product_sum<N, Complex> part;
  for (std::size_t k = begin; k < end;) {
    part.clear();
    for (int chunk = 0; chunk < lazy_chunk && k < end; ++chunk, k += step) part.template add<Conjugate>(a(k), b(k));
    total = total + part.value();
  }
  return total;
}

template <int N, bool Complex>
VT_HD device::number<N, Complex> negative(const device::number<N, Complex>& x) {
  if constexpr (Complex)
    return {-x.re, -x.im};
  else
    return {-x.re, x.im};
}

template <int N, bool Complex>
VT_HD device::number<N, Complex> conjugate(const device::number<N, Complex>& x) {
  if constexpr (Complex)
    return {x.re, -x.im};
  else
    return x;
}

/// |x|^2.
template <int N, bool Complex>
VT_HD mf<double, N> squared_modulus(const device::number<N, Complex>& x) {
  if constexpr (Complex)
    return x.re * x.re + x.im * x.im;
  else
    return x.re * x.re;
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
