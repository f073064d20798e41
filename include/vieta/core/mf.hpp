#pragma once

#include <type_traits>

#include "vieta/core/config.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/core/scalar.hpp"
#include "vieta/core/td.hpp"

// One name for numbers made of N = 1, 2, 3 or 4 plain ones (about 16, 32, 47, 63 decimal digits): mf<T, N>, for
// templates that take the precision as a number. There is no mf<T, 8>: its known algorithms have no proof.

namespace vieta {

namespace detail {
template <class T, int N>
struct multiple;
template <class T>
struct multiple<T, 1> {
  using type = T;
};
template <class T>
struct multiple<T, 2> {
  using type = double_double<T>;
};
template <class T>
struct multiple<T, 3> {
  using type = triple_double<T>;
};
template <class T>
struct multiple<T, 4> {
  using type = quad_double<T>;
};

template <class X>
inline constexpr int limb_count_of = 1;
template <class T>
inline constexpr int limb_count_of<double_double<T>> = 2;
template <class T>
inline constexpr int limb_count_of<triple_double<T>> = 3;
template <class T>
inline constexpr int limb_count_of<quad_double<T>> = 4;
}  // namespace detail

template <class T, int N>
using mf = typename detail::multiple<T, N>::type;

/// How many plain numbers an X is made of.
template <class X>
inline constexpr int limb_count = detail::limb_count_of<std::remove_cv_t<X>>;

/// A bound of the relative error of one product, quotient or root, and of a sum relative to |a| + |b|, as the headers
/// state them: 2^-53, 2^-102, 2^-152, 2^-204 for N = 1, 2, 3, 4. (Double-double division has 15 u^2, the largest.)
template <int N>
inline constexpr double unit_roundoff = N == 1   ? 0x1p-53
                                        : N == 2 ? 0x1p-102
                                        : N == 3 ? 0x1p-152
                                                 : 0x1p-204;

/// Part k of a number, the leading one first; 0 beyond its last part.
template <int K, class T>
VT_HD T limb(const T& x) {
  return K == 0 ? x : T(0);
}
template <int K, class T>
VT_HD T limb(const double_double<T>& x) {
  return K == 0 ? x.hi : K == 1 ? x.lo : T(0);
}
template <int K, class T>
VT_HD T limb(const triple_double<T>& x) {
  return K == 0 ? x.x0 : K == 1 ? x.x1 : K == 2 ? x.x2 : T(0);
}
template <int K, class T>
VT_HD T limb(const quad_double<T>& x) {
  return K == 0 ? x.x0 : K == 1 ? x.x1 : K == 2 ? x.x2 : K == 3 ? x.x3 : T(0);
}

/// A number from its parts as they stand; the caller vouches that they are normalised. Parts beyond N are not used.
template <class T, int N>
VT_HD mf<T, N> from_limbs(const T& x0, const T& x1, const T& x2, const T& x3) {
  if constexpr (N == 1)
    return x0;
  else if constexpr (N == 2)
    return {x0, x1};
  else if constexpr (N == 3)
    return {x0, x1, x2};
  else
    return {x0, x1, x2, x3};
}

/// A number with M parts cut or filled up to N: exact when N >= M, else off by at most 2^-53N relative.
template <int N, class X>
VT_HD auto resized(const X& x) {
  using T = std::remove_cvref_t<decltype(limb<0>(x))>;
  return from_limbs<T, N>(limb<0>(x), limb<1>(x), limb<2>(x), limb<3>(x));
}

/// x^n by repeated squaring, n >= 1; for any type that multiplies, complex ones too. At most 2 log2(n) products, and
/// the relative error is at most about n times that of one product.
template <class X>
VT_HD X power(X x, unsigned n) {
  X result = x;
  for (n -= 1; n != 0; n >>= 1) {
    if (n & 1) result = result * x;
    if (n > 1) x = x * x;
  }
  return result;
}

}  // namespace vieta
