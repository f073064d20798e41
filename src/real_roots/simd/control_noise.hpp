#pragma once

#include "real_roots/block.hpp"
#include "real_roots/noise_run.hpp"
#include "real_roots/simd/lane_bits.hpp"
#include "vieta/core/real_roots.hpp"

// Control points within the noise of a group of polynomials, whose lanes are bits of an integer here.

namespace vieta::VIETA_ISA {
namespace {

/// The noise of a group of polynomials c with the control points b on one or two pieces, and sum |c_k|.
template <class P, int N>
struct control_noise {
  using number = scalar_t<P>;
  const block_plan<number>& plan;
  const P (&c)[N + 1];
  const P (&b)[2][N + 1];
  const P& sum;

  /// Where some control point may be within the noise: no weight is above 1.
  VT_HD unsigned may_matter() const {
    P least[4] = {sum, sum, sum, sum};  // a minimum waits for the one before: four chains are quicker
    VT_UNROLL
    for (int j = 0; j <= N; ++j) least[j % 2] = min(least[j % 2], abs(b[0][j]));
    if (plan.pieces == 2) {
      VT_UNROLL
      for (int j = 0; j <= N; ++j) least[2 + j % 2] = min(least[2 + j % 2], abs(b[1][j]));
    }
    least[0] = min(min(least[0], least[1]), min(least[2], least[3]));
    return bits(least[0] <= P(core::detail::noise_factor<number>(N)) * sum);
  }

  /// How far rounding the coefficients can move b[q][j].
  VT_HD P of(int q, int j) const {
    const double* weight = plan.piece[q].to_bernstein + j * (N + 1);
    P magnitude(number(0));
    for (int k = 0; k <= N; ++k) magnitude = multiply_add(abs(c[k]), abs(P(number(*weight++))), magnitude);
    return magnitude * P(core::detail::noise_factor<number>(N));
  }

  /// Of the polynomials in `which`: where a sign is not known, and with it the number of sign variations (at high
  /// degrees away from zero). Halving would look for roots in the noise.
  VT_HD unsigned unknown_signs(unsigned which) const {
    unsigned result = 0;
    for (int q = 0; q < plan.pieces; ++q)
      for (int j = 0; j <= N; ++j) result |= which & bits(abs(b[q][j]) <= of(q, j));
    return result;
  }

  /// Of the polynomials in `which`: where two complex roots may be within the noise of the real line although no
  /// variation counts them, as they lie near an end of a piece (two-circle theorem of Obreshkoff, as told by
  /// Eigenwillig 2008).
  VT_HD unsigned uncounted_roots(unsigned which) const {
    unsigned result = 0;
    for (int q = 0; q < plan.pieces; ++q) {
      P noise[N + 1];
      for (int j = 0; j <= N; ++j) noise[j] = of(q, j);
      for (unsigned rest = which; rest != 0; rest &= rest - 1) {
        const int i = __builtin_ctz(rest);
        number points[N + 1];
        for (int j = 0; j <= N; ++j) points[j] = b[q][j][i];
        const auto is_noise = [&](int j) { return abs(points[j]) <= noise[j][i]; };
        const auto is_negative = [&](int j) { return points[j] < 0; };
        if (next_noise_run(N, 0, is_noise, is_negative).first <= N) result |= 1u << i;
      }
    }
    return result;
  }
};

}  // namespace
}  // namespace vieta::VIETA_ISA
