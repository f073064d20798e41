#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/lane_bits.hpp"
#include "real_roots/simd/late_brackets.hpp"
#include "real_roots/simd/load_block.hpp"
#include "real_roots/simd/straight_level.hpp"
#include "real_roots/simd/write_block.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/real_roots.hpp"

// The derivative chain of degrees 4 and 5, a polynomial in each lane, with hardly a branch. As on a GPU
// (real_roots/cuda/low_degree_kernel.cuh); what is not clear is left over.

namespace vieta::VIETA_ISA {
namespace {

/// Cubics have formulas for their guesses (chain_kernel.hpp), and higher degrees too many brackets for the registers.
template <int N>
inline constexpr bool goes_straight = N == 4 || N == 5;

template <class P, int N>
struct straight_chain {
  using number = scalar_t<P>;
  static constexpr int lanes = P::size;
  const block_plan<number>& plan;
  const block_memory<number>& memory;
  late_brackets<P, N>& late;
  const int first;  // polynomial of the pack

  P p[N + 1];         // their |p[k]| add up to 1 to 2
  P point[N];         // break points of the next level, and in the end roots; NaN: none
  mask_t<P> real[N];  // whether they are roots; the others are any numbers between their neighbours
  mask_t<P> unsure;   // needs more care

  /// Roots of p^(N-2) / (N-2)!.
  VT_HD void solve_quadratic(const number* weights) {
    P c[3];
    VT_UNROLL
    for (int j = 0; j <= 2; ++j) c[j] = p[N - 2 + j] * P(weights[j]);
    const auto roots = core::detail::spread_quadratic_roots<near_arithmetic>(c, P(plan.lo), P(plan.hi));
    VT_UNROLL
    for (int i = 0; i < 2; ++i) point[i] = roots.x[i], real[i] = roots.real[i];
  }

  /// From the roots of p^(N-D+1) to those of p^(N-D).
  template <int D>
  VT_HD void next_level(const number* weights) {
    straight_level<P, D> l;
    VT_UNROLL
    for (int j = 0; j <= D; ++j) l.c[j] = D == N ? p[j] : p[N - D + j] * P(weights[j]);
    l.end[0] = P(plan.lo), l.end[D] = P(plan.hi);
    l.flat[0] = l.flat[D] = mask_t<P>(false);
    VT_UNROLL
    for (int i = 1; i < D; ++i) l.end[i] = point[i - 1], l.flat[i] = real[i - 1];
    const P small(number(0x1p-6) * (plan.hi - plan.lo));
    mask_t<P> vague[D + 1], moving[D];
    l.template evaluate<D == N>(vague);
    if constexpr (D == N) {
      unsure |= l.look_closer(vague);
      l.approach(small, moving);
      finish(l);
    } else {
      VT_UNROLL
      for (int i = 1; i < D; ++i) unsure |= vague[i];
      l.approach(small, moving);
      VT_UNROLL
      for (int i = 0; i < D; ++i) {
        if (!none(moving[i])) l.go_on(i, moving[i], small);
        point[i] = select(l.crossing[i], l.x[i], P(number(0.5)) * (l.end[i] + l.end[i + 1]));
        real[i] = l.crossing[i];
      }
    }
  }

  /// A root is one where p changes its sign within the tolerance; what shows none goes on as elsewhere.
  VT_HD void finish(const straight_level<P, N>& l) {
    const P zero(number(0)), half(number(0.5));
    VT_UNROLL
    for (int i = 0; i < N; ++i) {
      const P enough = max(P(plan.absolute), P(plan.relative) * abs(l.x[i])) * half;
      const P below = max(l.x[i] - enough, l.end[i]), above = min(l.x[i] + enough, l.end[i + 1]);
      const mask_t<P> negative = l.at[i] < zero, below_zero = core::horner(l.c, N, below) < zero,
                      above_zero = core::horner(l.c, N, above) < zero;
      const mask_t<P> late_ones = l.crossing[i] & ((below_zero ^ negative) | !(above_zero ^ negative));
      point[i] = select(l.crossing[i], l.x[i], P(nothing<number>()));
      if (none(late_ones)) continue;
      const int place = i * plan.block_size + first;
      l.end[i].store(memory.lower + place);
      l.end[i + 1].store(memory.upper + place);
      l.at[i].store(memory.at_lower + place);
      late.add_slow(place, bits(late_ones));
    }
  }

  VT_HD void solve(int count) {
    P sum(number(0)), curvature(number(0));
    VT_UNROLL
    for (int k = 0; k <= N; ++k) {
      p[k] = P::load(memory.coefficients + k * plan.block_size + first);
      sum += abs(p[k]);
    }
    const P unit = reciprocal_power_of_two(sum);
    VT_UNROLL
    for (int k = 0; k <= N; ++k) {
      p[k] = p[k] * unit;
      p[k].store(memory.coefficients + k * plan.block_size + first);
      if (k > 1) curvature = multiply_add(abs(p[k]), P(static_cast<number>(k * (k - 1))), curvature);
    }
    curvature.store(memory.curvature + first);
    unsure = !((sum > P(plan.least)) & (sum < P(plan.most)));  // true for NaN
    // The sum is near 1, so that in a small interval all values are as small as p[0]. Halley's steps square them.
    unsure |= abs(p[0]) < P(sizeof(number) == 4 ? number(0x1p-63f) : number(0x1p-600));
    // Weights of degree D stand behind those of all lower ones, D + 1 of each.
    const number* const weights = plan.derivative_weights;
    solve_quadratic(weights + 2);
    next_level<3>(weights + 5);
    next_level<4>(weights + 9);
    if constexpr (N == 5) next_level<5>(weights + 14);
    VT_UNROLL
    for (int i = 0; i < N; ++i) point[i].store(memory.root + i * plan.block_size + first);
    leave_over<P>(unsure, first, count, memory);
  }
};

template <class P, int N>
void straight_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                     const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  load_for_chain<P, N>(plan, in, memory);
  late_brackets<P, N> late{plan, memory};
  for (int first = 0; first < in.count; first += P::size) {
    fetch_coefficients(in, first, P::size);
    fetch_answers(out, first, P::size);
    straight_chain<P, N>{plan, memory, late, first, {}, {}, {}, {}}.solve(in.count);
  }
  late.finish();
  write_block<P, N>(plan, memory, out, in.count);
}

}  // namespace
}  // namespace vieta::VIETA_ISA
