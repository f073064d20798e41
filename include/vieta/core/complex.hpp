#pragma once

#include <complex>
#include <concepts>

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

namespace vieta {

/// A complex number over any real type: double, float, pack, double_double, quad_double. Unlike std::complex it repairs
/// no NaN, so it has no branches. u below is the relative error bound of one real operation; the bounds are normwise,
/// |computed - exact| <= bound * |exact|, and hold while nothing overflows or underflows.
template <class T>
struct complex {
  T re, im;

  friend VT_HD complex operator+(const complex& a, const complex& b) { return {a.re + b.re, a.im + b.im}; }
  friend VT_HD complex operator-(const complex& a, const complex& b) { return {a.re - b.re, a.im - b.im}; }
  friend VT_HD complex operator-(const complex& a) { return {-a.re, -a.im}; }

  /// Bound sqrt(5) u for T = double, float or a pack of them: Brent, Percival, Zimmermann, Math. Comp. 76 (2007).
  friend VT_HD complex operator*(const complex& a, const complex& b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }

  /// Smith's division (Comm. ACM 5 (1962) 435), its branch made a selection: |b|^2 is never formed, so that it cannot
  /// overflow. Bound (4 + sqrt(2)) u + O(u^2): with b scaled to 1 + ri, 0 <= r <= 1, the denominator 1 + r^2 carries
  /// 2 u, the numerator (1 + sqrt(2)) u, the last division u.
  friend VT_HD complex operator/(const complex& a, const complex& b) {
    const auto steep = abs(b.re) < abs(b.im);
    const T major = select(steep, b.im, b.re), minor = select(steep, b.re, b.im);
    const T x = select(steep, a.im, a.re), y = select(steep, a.re, a.im);
    const T r = minor / major;
    const T denominator = major + minor * r;
    const T across = (y - x * r) / denominator;
    return {(x + y * r) / denominator, select(steep, -across, across)};
  }

  // With a real number b: anything that converts to T; T chooses the cheapest operation for it.
  template <std::convertible_to<T> S>
  friend VT_HD complex operator+(const complex& a, const S& b) {
    return {a.re + b, a.im};
  }
  template <std::convertible_to<T> S>
  friend VT_HD complex operator+(const S& a, const complex& b) {
    return b + a;
  }
  template <std::convertible_to<T> S>
  friend VT_HD complex operator-(const complex& a, const S& b) {
    return {a.re - b, a.im};
  }
  template <std::convertible_to<T> S>
  friend VT_HD complex operator-(const S& a, const complex& b) {
    return {a - b.re, -b.im};
  }
  template <std::convertible_to<T> S>
  friend VT_HD complex operator*(const complex& a, const S& b) {
    return {a.re * b, a.im * b};
  }
  template <std::convertible_to<T> S>
  friend VT_HD complex operator*(const S& a, const complex& b) {
    return b * a;
  }
  template <std::convertible_to<T> S>
  friend VT_HD complex operator/(const complex& a, const S& b) {
    return {a.re / b, a.im / b};
  }

  template <class B>
  VT_HD complex& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  VT_HD complex& operator-=(const B& b) {
    return *this = *this - b;
  }
  template <class B>
  VT_HD complex& operator*=(const B& b) {
    return *this = *this * b;
  }
  template <class B>
  VT_HD complex& operator/=(const B& b) {
    return *this = *this / b;
  }

  friend VT_HD auto operator==(const complex& a, const complex& b) -> mask_t<T> {
    return both(a.re == b.re, a.im == b.im);
  }

  friend VT_HD complex select(const mask_t<T>& m, const complex& a, const complex& b) {
    return {select(m, a.re, b.re), select(m, a.im, b.im)};
  }

  friend VT_HD complex conj(const complex& z) { return {z.re, -z.im}; }

  /// re^2 + im^2, as std::norm. Bound 2 u. Overflows from |z| about 2^512 on; loses digits below 2^-485.
  friend VT_HD T norm(const complex& z) { return z.re * z.re + z.im * z.im; }

  /// 1 / z by one real division. Bound 5 u. Only for |z| within 2^-485 .. 2^511, since it forms norm(z).
  friend VT_HD complex inverse(const complex& z) { return conj(z) * (T(1) / norm(z)); }

  /// |z|, scaled by its larger part so that it overflows only where |z| does. Bound 4 u.
  friend VT_HD T abs(const complex& z) {
    const T x = abs(z.re), y = abs(z.im);
    const T greater = max(x, y), lesser = min(x, y);
    const T q = lesser / select(greater == T(0), T(1), greater);
    return greater * sqrt(T(1) + q * q);
  }
};

/// The parts converted one by one, as static_cast does it.
template <class To, class From>
VT_HD complex<To> complex_cast(const complex<From>& z) {
  return {static_cast<To>(z.re), static_cast<To>(z.im)};
}

template <std::floating_point T>
inline __attribute__((always_inline)) complex<T> from_std(const std::complex<T>& z) {
  return {z.real(), z.imag()};
}
template <std::floating_point T>
inline __attribute__((always_inline)) std::complex<T> to_std(const complex<T>& z) {
  return {z.re, z.im};
}

}  // namespace vieta
