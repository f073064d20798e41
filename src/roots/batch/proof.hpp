#pragma once

#include "roots/batch/lane.hpp"
#include "roots/sweep/compensated.hpp"
#include "vieta/core/exponent.hpp"

// The proof for one root of one polynomial, in every lane of T. Derivations: docs/method/root_batches.md.

namespace vieta::root_batches {

inline constexpr double u = 0x1p-53;
inline constexpr double up = 1 + 0x1p-44;  ///< more than the rounding of the few operations it stands behind
/// Distances between nodes are at least so many times the sum of their Gerschgorin radii, or nothing is proven.
inline constexpr double separation = 256;

/// z times the power of two that brings its larger part into [1, 2); its exponent is added to `exponent`. NaN or zero
/// makes no sense, and is found out by the caller.
VT_HD complex<double> normalised(const complex<double>& z, double& exponent) {
  const std::uint64_t biased = __builtin_bit_cast(std::uint64_t, max(abs(z.re), abs(z.im))) >> 52;
  exponent += static_cast<double>(static_cast<int>(biased) - 1023);
  const double factor = __builtin_bit_cast(double, (2046 - biased) << 52);
  return {z.re * factor, z.im * factor};
}

/// 2^e for whole numbers e within +-1000; NaN for others.
VT_HD double power_of_two_of(double e) {
  return abs(e) <= 1000 ? power_of_two<double>(static_cast<int>(e)) : __builtin_nan("");
}

#if !defined(__CUDACC__)
template <int N>
VT_HD complex<pack<double, N>> normalised(const complex<pack<double, N>>& z, pack<double, N>& exponent) {
  using real = pack<double, N>;
  using integers = typename detail::simd_vector<std::int64_t, N>::type;
  const integers biased = reinterpret_cast<integers>(max(abs(z.re), abs(z.im)).v) >> 52;
  // A whole number below 2^52 becomes a double when its bits are those of a fraction of 2^52.
  const integers shifted = biased | reinterpret_cast<integers>(real(0x1p52).v);
  exponent += real(reinterpret_cast<typename real::vector>(shifted)) - real(0x1p52 + 1023);
  const real factor(reinterpret_cast<typename real::vector>((2046 - biased) << 52));
  return {z.re * factor, z.im * factor};
}

template <int N>
VT_HD pack<double, N> power_of_two_of(const pack<double, N>& e) {
  using real = pack<double, N>;
  using integers = typename detail::simd_vector<std::int64_t, N>::type;
  const mask_t<real> usable = abs(e) <= real(1000.0);
  const real biased = select(usable, e, real(0.0)) + real(0x1p52 + 1023);
  const real power(reinterpret_cast<typename real::vector>(reinterpret_cast<integers>(biased.v) << 52));
  return select(usable, power, real(__builtin_nan("")));
}
#endif

/// What is known about the root near node z_i.
template <class T>
struct proven_root {
  complex<T> centre;  ///< z_i - W_i, rounded
  T radius;           ///< of a disc about `centre` that holds the root; only if `alone`
  T reach;            ///< Gerschgorin's radius about z_i; infinite where a number left the range
  T gap;              ///< no two roots that are proven alone are closer; only if `alone`
  mask_t<T> alone;    ///< if it holds for all nodes of a polynomial, each disc holds one root and touches no other
  mask_t<T> nearly;   ///< far enough from the others for another correction
};

/// In place of the difference of a node to itself: it changes a product by an exponent, and no distance that matters.
inline constexpr double no_difference = 4;

/// The Weierstrass correction of the node z with its error, and Smith's disc. `difference(j)` is z - z_j for the
/// `degree` nodes, `no_difference` for z itself.
template <class T, class Difference>
VT_HD proven_root<T> prove(const coefficient_arrays& b, int degree, const complex<T>& z, const Difference& difference) {
  const double n = degree;
  // q(z) with 106 bits.
  const T modulus = sqrt(norm(z));
  const complex<T> none = {T(0.0), T(0.0)};
  complex<T> value = {load<T>(b.re, degree), load<T>(b.im, degree)}, error = none;
  T sum = load<T>(b.modulus, degree);
  VT_UNROLL_NOT
  for (int k = degree - 1; k >= 0; --k) {
    compensated_step(value, error, z, {load<T>(b.re, k), load<T>(b.im, k)}, none);
    sum = multiply_add(sum, modulus, load<T>(b.modulus, k));
  }
  value = value + error;
  const T uncertain = T(60 * u * u * (n + 4) * (n + 4)) * sum + T(1.01 * u) * (abs(value.re) + abs(value.im));

  // b_n prod (z - z_j), and the least distance. Four differences multiplied stay in range.
  complex<T> below = {load<T>(b.re, degree), load<T>(b.im, degree)};
  T exponent(-2.0), nearest(64.0);
  below = normalised(below, exponent);
  mask_t<T> in_range = modulus < T(4.0);
  VT_UNROLL_NOT
  for (int j = 0; j < degree; ++j) {
    const complex<T> d = difference(j);
    const T squared = multiply_add(d.re, d.re, d.im * d.im);
    nearest = min(squared, nearest);
    below = product(below, d);
    if ((j & 3) == 3) {
      in_range = both(in_range, max(abs(below.re), abs(below.im)) > T(0x1p-960));
      below = normalised(below, exponent);
    }
  }
  in_range = both(in_range, max(abs(below.re), abs(below.im)) > T(0x1p-960));
  below = normalised(below, exponent);
  nearest = sqrt(nearest) * T(1 - 0x1p-44);

  const T inverse = T(1.0) / norm(below);
  const T scale = power_of_two_of(T(-exponent));
  const complex<T> correction = product(value, complex<T>{below.re * inverse, -(below.im * inverse)}) * scale;
  const T size = sqrt(norm(correction));
  // 1 / |below| = |below| / |below|^2.
  const T off = (T((4 * n + 20) * u) * size + uncertain * scale * (sqrt(norm(below)) * inverse)) * T(up);
  const T bound = (size + off) * T(up);

  proven_root<T> root;
  const T reach = (T(n) * bound + T(2 * u) * modulus) * T(up);  // Gerschgorin's radius, with room for rounding
  root.reach = select(in_range, reach, T(__builtin_inf()));
  root.alone = both(in_range, both(T(2 * separation) * reach < nearest, T(0x1p-900) < off));
  root.nearly = both(in_range, T(4.0) * reach < nearest);
  root.centre = {z.re - correction.re, z.im - correction.im};
  root.radius = (bound * T(1 / (separation - 2)) + off + T(u) * sqrt(norm(root.centre))) * T(up);
  root.gap = nearest * T(1 - 2 / separation);
  return root;
}

}  // namespace vieta::root_batches
