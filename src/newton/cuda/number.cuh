#pragma once

#include <cstddef>
#include <cstdint>

#include "newton/kernels.hpp"
#include "vieta/core/accumulator.hpp"
#include "vieta/core/mf.hpp"

// Real and complex numbers of N doubles as device code keeps them: in registers, and in memory as one plane for each
// part.

namespace vieta::systems::device {

template <int N, bool Complex>
struct number {
  using real = mf<double, N>;
  real re, im;

  static VT_HD number zero() { return {real(0.0), real(0.0)}; }
  static VT_HD number one() { return {real(1.0), real(0.0)}; }

  static VT_HD real part(const double* const* plane, std::size_t at) {
    const auto limb_at = [&](int k) { return k < N && plane[k] != nullptr ? plane[k][at] : 0.0; };
    return from_limbs<double, N>(limb_at(0), limb_at(1), limb_at(2), limb_at(3));
  }
  template <class Planes>
  static VT_HD number load(const Planes& p, std::size_t at) {
    number x;
    x.re = part(p.re, at);
    if constexpr (Complex) x.im = part(p.im, at);
    return x;
  }
  VT_HD void store(const planes& p, std::size_t at) const {
    put(p.re, at, re);
    if constexpr (Complex) put(p.im, at, im);
  }

  friend VT_HD number operator*(const number& a, const number& b) {
    if constexpr (Complex)
      return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    else
      return {a.re * b.re, a.im};
  }
  friend VT_HD number operator+(const number& a, const number& b) {
    if constexpr (Complex)
      return {a.re + b.re, a.im + b.im};
    else
      return {a.re + b.re, a.im};
  }
  VT_HD number times(double factor) const {
    if constexpr (Complex)
      return {re * factor, im * factor};
    else
      return {re * factor, im};
  }

 private:
  static VT_HD void put(double* const* plane, std::size_t at, const real& x) {
    plane[0][at] = limb<0>(x);
    if constexpr (N > 1) plane[1][at] = limb<1>(x);
    if constexpr (N > 2) plane[2][at] = limb<2>(x);
    if constexpr (N > 3) plane[3][at] = limb<3>(x);
  }
};

}  // namespace vieta::systems::device
