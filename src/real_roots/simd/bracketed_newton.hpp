#pragma once

#include "real_roots/simd/near_quotient.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace {

template <class T>
VT_HD T nothing() {
  return __builtin_nanf("");
}

/// Newton's iteration, kept in a bracket, for K packs at once: while one waits for its results the others compute.
///
/// It ends when the root is proven to be within the tolerance of the next point g = x - p/p': with |p''| <= M there is
/// exactly one root within 2|p/p'| of x if h = 2 M |p| / p'^2 <= 1, and |g - root| <= h |p/p'| (Kantorovich). Or when
/// the bracket is that narrow; where M is too large for the proof, points just beyond the promised root see to that.
template <class P, int K>
struct bracketed_newton {
  using number = scalar_t<P>;
  static constexpr int most_steps = 160;
  P lo[K], hi[K], x[K];
  P curvature[K];         // M
  mask_t<P> negative[K];  // sign of p at lo
  mask_t<P> active[K];    // in the end: not converged
  P found[K];             // NaN where nothing was to be done

  /// Which steps to take: iterations can be interrupted and go on elsewhere. Before first_proof steps it does not look
  /// for proofs, which would be in vain.
  struct steps {
    int first = 0, end = most_steps, first_proof = 2;
  };

  /// coefficient(s, k): that of x^k in pack s.
  template <class Coefficient>
  VT_HD void iterate(const Coefficient& coefficient, int degree, number absolute_tolerance, number relative_tolerance,
                     const steps& range) {
    const P absolute(absolute_tolerance), relative(relative_tolerance), half(number(0.5)), zero(number(0));
    VT_UNROLL
    for (int s = 0; s < K; ++s) {
      if (range.first == 0) x[s] = min(max(x[s], lo[s]), hi[s]);
      curvature[s] = curvature[s] + curvature[s];
      found[s] = P(nothing<number>());
    }
    VT_UNROLL_NOT
    for (int step = range.first; step < range.end; ++step) {
      P value[K], slope[K];
      VT_UNROLL
      for (int s = 0; s < K; ++s) {
        slope[s] = coefficient(s, degree);
        value[s] = multiply_add(slope[s], x[s], coefficient(s, degree - 1));
      }
      for (int k = degree - 2; k >= 0; --k) {
        VT_UNROLL
        for (int s = 0; s < K; ++s) {
          slope[s] = multiply_add(slope[s], x[s], value[s]);
          value[s] = multiply_add(value[s], x[s], coefficient(s, k));
        }
      }
      mask_t<P> some(false);
      VT_UNROLL
      for (int s = 0; s < K; ++s) {
        const mask_t<P> root_is_right = !((value[s] < zero) ^ negative[s]);
        lo[s] = select(root_is_right, x[s], lo[s]);
        hi[s] = select(root_is_right, hi[s], x[s]);
        const P middle = half * (lo[s] + hi[s]);
        const P move = near_quotient(value[s], slope[s]);
        const P newton = x[s] - move;
        const mask_t<P> inside = (newton >= lo[s]) & (newton <= hi[s]);
        const P best = select(inside, newton, middle);
        const P from = x[s];
        x[s] = best;
        if (step < range.first_proof) continue;
        const P enough = max(absolute, relative * abs(best));
        const P bend = curvature[s] * abs(value[s]), squared = slope[s] * slope[s];
        // Less, not equal: both sides may vanish by underflow. And from - move is rounded as well: far from a root near
        // zero that is too much.
        const mask_t<P> proven = inside & (bend <= squared) & (bend * abs(move) < enough * squared) &
                                 (abs(from) * P(2 * float_format<number>::unit_roundoff) <= enough);
        const mask_t<P> done = active[s] & (proven | (hi[s] - lo[s] <= enough));
        found[s] = select(done, best, found[s]);
        active[s] &= !done;
        some |= active[s];
        if (step >= 3) {
          const P beyond = select(root_is_right, enough, -enough) * P(number(0.25));
          x[s] = select(inside & (abs(move) < half * enough), newton + beyond, best);
          if (step > 10 && step % 2 == 1) x[s] = middle;
        }
      }
      if (step < range.first_proof) continue;
      if (none(some)) break;
    }
  }
};

}  // namespace
}  // namespace vieta::VIETA_ISA
