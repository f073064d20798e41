#pragma once

#include <algorithm>
#include <cmath>

#include "real_roots/cuda/problem.cuh"
#include "vieta/core/exponent.hpp"

namespace vieta::cuda {

/// With |x| up to this or its reciprocal, products of coefficients of low degrees stay in the range of T.
template <class T>
bool is_moderate(T farthest) {
  constexpr T most = sizeof(T) == 4 ? T(0x1p12) : T(0x1p90);
  return farthest < most && farthest > 1 / most;
}

/// The cells of [lo, hi] for polynomials of this degree; false if they are nothing for the fast kernels: an infinite or
/// empty interval, or one whose ends have powers near the limits of T.
template <class T>
bool make_cells(int degree, T lo, T hi, cells<T>& where) {
  using format = float_format<T>;
  if (!(lo < hi) || !std::isfinite(lo) || !std::isfinite(hi)) return false;
  const T far = std::abs(lo) > std::abs(hi) ? lo : hi, near = std::abs(lo) > std::abs(hi) ? hi : lo;
  if (std::abs(far) < power_of_two<T>(format::smallest / 2)) return false;
  if (degree <= largest_low_degree && !is_moderate(std::abs(far))) return false;
  where.two_pieces = lo < 0 && hi > 0;
  where.symmetric = where.two_pieces && lo == -hi;
  where.mirrored = !where.two_pieces && far == lo;
  where.start = where.two_pieces ? T(0) : lo;
  where.left_width = where.two_pieces ? -lo : T(0);
  where.right_width = where.two_pieces ? hi : hi - lo;
  where.restriction = where.two_pieces ? T(0) : near / far;
  const T right = where.two_pieces ? hi : far, left = where.two_pieces ? lo : T(0);
  double right_power = 1, left_power = 1;
  const double most = power_of_two<T>(format::largest * 7 / 8);
  for (int k = 0; k <= largest_degree; ++k) {
    const bool used = k <= degree;
    where.right_powers[k] = used ? static_cast<T>(right_power) : T(0);
    where.left_powers[k] = used ? static_cast<T>(left_power) : T(0);
    where.largest_powers[k] = std::max(std::abs(where.right_powers[k]), std::abs(where.left_powers[k]));
    if (used && !(std::abs(right_power) < most && std::abs(left_power) < most)) return false;
    if (used) right_power *= right, left_power *= left;
  }
  where.scaled = std::abs(right) != 1;
  // Halving multiplies by up to 2^degree before it scales back; and what is lost below the smallest number must be
  // noise.
  where.most = power_of_two<T>(format::largest - 4 - degree);
  where.least = power_of_two<T>(format::smallest + format::fraction_bits + 16);
  return true;
}

}  // namespace vieta::cuda
