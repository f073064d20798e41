#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/target.hpp"

namespace vieta {

/// Numbers in fixed point: sums of digits[j] 2^(50 j), each digit a whole number of either sign in a double, about 2^49
/// at most. Products of a digit and a node's part are split without error by fused multiply-adds, and no carry runs
/// further than one place.
inline constexpr int digit_bits = 50;

/// The coefficients b_0 .. b_(rows-1): digit j of b_k is re[start[k] + j] for j < height[k], the others are 0.
/// `im` is null when all are real.
struct digit_rows {
  const double *re = nullptr, *im = nullptr;
  const std::size_t* start = nullptr;
  const std::int32_t* height = nullptr;
};

/// How w is written; all parts are whole multiples of 2^-50.
enum class short_form {
  real,        ///< w = a; real coefficients
  quadratic,   ///< w is a root of x^2 - 2 a x + b, and not real; real coefficients
  rectangular  ///< w = a + i b
};

/// As many points as the kernel has lanes, with |w| <= 1, of a polynomial's rows `highest` down to `lowest`.
struct short_points {
  short_form form = short_form::rectangular;
  const double *a = nullptr, *b = nullptr;
  std::int32_t base = 0;  ///< the digit where the sum ends
  double slope = 0;       ///< digits that a sum may end earlier for each power of w: |w| <= 2^(-50 slope)
  std::int64_t highest = 0, lowest = 0;
};

/// sum_(k >= lowest) b_k w^(k - lowest) for each lane: the real part is re 2^(50 re_digit). The imaginary part likewise
/// for `rectangular`; for `quadratic` it is that times Im w.
struct short_sums {
  double *re = nullptr, *im = nullptr;
  std::int32_t *re_digit = nullptr, *im_digit = nullptr;
};

struct fixed_point_kernel {
  std::size_t lanes;
  /// What comes out is the sum for coefficients b_k + e_k, where both parts of e_k are below
  /// 1.8 * 2^(50 (base + floor(k slope))): nothing else is lost, but relative errors of 2^-51 on the way to a double.
  /// `work` has 2 * capacity * lanes doubles. False when `capacity` digits do not suffice.
  bool (*horner)(const digit_rows& rows, const short_points& points, std::int32_t capacity, double* work,
                 const short_sums& sums);
};

const fixed_point_kernel& fixed_point_kernels(isa level);

}  // namespace vieta
