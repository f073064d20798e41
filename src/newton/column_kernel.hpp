#pragma once

#include "newton/evaluation_kernel.hpp"

// Columns of matrices in N-fold precision: what a QR factorisation does. Compiled once for each instruction set.

namespace vieta::systems::VIETA_ISA {

template <class T, int N, bool Complex>
VT_HD number<T, N, Complex> conjugated_dot_of_range(std::size_t from, std::size_t to, const const_planes& a,
                                                    const const_planes& b) {
  using X = number<T, N, Complex>;
  dot_sum<T, N> re, im;
  for (std::size_t k = from; k < to; k += lane_count<T>) {
    const X x = X::load(a, k), y = X::load(b, k);
    re.add_product(x.re, y.re);
    if constexpr (Complex) {
      re.add_product(x.im, y.im);
      im.add_product(x.re, y.im);
      im.add_product(-x.im, y.re);
    }
  }
  X total;
  total.re = re.value();
  if constexpr (Complex) total.im = im.value();
  return total;
}

template <class P, int N, bool Complex>
void conjugated_dot(std::size_t n, const const_planes& a, const const_planes& b, const planes& out) {
  const std::size_t whole = n / lane_count<P> * lane_count<P>;
  auto total = conjugated_dot_of_range<double, N, Complex>(whole, n, a, b);
  if (whole > 0) total = total + sum_of_lanes<P, N, Complex>(conjugated_dot_of_range<P, N, Complex>(0, whole, a, b));
  total.store(out, std::size_t{0});
}

template <class P, int N, bool Complex>
void subtract_multiple(std::size_t n, const const_planes& factor, const const_planes& b, const planes& a) {
  using X = number<double, N, Complex>;
  using W = number<P, N, Complex>;
  X f = X::load(factor, std::size_t{0});
  f.re = -f.re;
  if constexpr (Complex) f.im = -f.im;
  const W wide = spread<P, N, Complex>(f);
  const const_planes old = read_only(a);
  std::size_t k = 0;
  for (; k + lane_count<P> <= n; k += lane_count<P>) (W::load(old, k) + wide * W::load(b, k)).store(a, k);
  for (; k < n; ++k) (X::load(old, k) + f * X::load(b, k)).store(a, k);
}

}  // namespace vieta::systems::VIETA_ISA
