#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/bracketed_newton.hpp"
#include "real_roots/simd/chain_group.hpp"
#include "real_roots/simd/lane_bits.hpp"
#include "real_roots/simd/late_brackets.hpp"
#include "real_roots/simd/load_block.hpp"
#include "real_roots/simd/write_block.hpp"
#include "vieta/core/binomial.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/real_roots.hpp"

// The derivative chain on one SIMD level, the roots of each derivative for all lanes at once. core/real_roots.hpp has
// the same for one polynomial, with all the care that this one leaves over.

namespace vieta::VIETA_ISA {
namespace {

/// `groups` packs of polynomials at once: while one waits for its results the others compute.
template <class P, int N, int groups>
struct chain_block {
  using number = scalar_t<P>;
  static constexpr int lanes = P::size;
  static constexpr int each = std::min(N, 4);  // brackets of one polynomial at once

  chain_block(const block_plan<number>& p, const block_memory<number>& m, late_brackets<P, N>& l)
      : plan(p), memory(m), late(l) {}
  const block_plan<number>& plan;
  const block_memory<number>& memory;
  late_brackets<P, N>& late;
  chain_group<P, N> group[groups];
  int first_polynomial = 0;

  VT_HD void find_roots(int degree) {
    const P zero(number(0));
    const number share = degree < N ? finer<number> : number(1);
    const number relative = max(share * plan.relative, 8 * float_format<number>::unit_roundoff);
    VT_UNROLL_NOT
    for (int first = 0; first < degree; first += each) {
      bracketed_newton<P, groups * each> newton;
      VT_UNROLL
      for (int s = 0; s < groups * each; ++s) {
        const chain_group<P, N>& g = group[s / each];
        const bool there = first + s % each < degree;
        const int i = there ? first + s % each : degree - 1;
        newton.lo[s] = g.point[i];
        newton.hi[s] = g.point[i + 1];
        newton.x[s] = g.first_guess(degree, i);
        newton.curvature[s] = g.curvature;
        newton.negative[s] = g.value[i] < zero;
        newton.active[s] = newton.negative[s] ^ (g.value[i + 1] < zero);
        if constexpr (decides_touches<N>) {
          if (degree == N) newton.active[s] &= !(g.touches(i) | g.touches(i + 1));
        }
        if (!there) newton.active[s] = mask_t<P>(false);
      }
      // The guesses for lines and parabolas are roots already.
      newton.iterate([&](int s, int k) { return group[s / each].d[k]; }, degree, share * plan.absolute, relative,
                     {0, degree == N ? late.steps_together : newton.most_steps, degree <= 2 ? 0 : 2});
      VT_UNROLL
      for (int s = 0; s < groups * each; ++s) {
        const int i = first + s % each;
        if (i >= degree) continue;
        chain_group<P, N>& g = group[s / each];
        g.root[i] = newton.found[s];
        if constexpr (decides_touches<N>) {
          if (degree == N) g.root[i] = select(g.touches(i + 1), g.point[i + 1], g.root[i]);
        }
        if (none(newton.active[s])) continue;
        if (degree < N) {
          g.bad |= newton.active[s];
        } else {
          const int place = i * plan.block_size + first_polynomial + s / each * lanes;
          newton.lo[s].store(memory.lower + place);
          newton.hi[s].store(memory.upper + place);
          g.value[i].store(memory.at_lower + place);
          g.root[i] = select(newton.active[s], newton.x[s], g.root[i]);
          late.add_slow(place, bits(newton.active[s]));
        }
      }
    }
  }

  /// The last level for tolerances that are no concern of rounding: a few steps without a look at the brackets, which
  /// seldom matter from such guesses, then a look for the change of sign. What shows none goes on as elsewhere.
  VT_HD void find_last_roots() {
    constexpr int all = groups * N;
    const int steps_if_near = plan.absolute > number(1e-7) ? 1 : 2;
    const P zero(number(0)), absolute(plan.absolute), relative(plan.relative), half(number(0.5));
    P x[all];
    mask_t<P> negative[all], near[groups];
    bool all_near = true;
    VT_UNROLL
    for (int q = 0; q < groups; ++q) {
      P roots[N] = {};
      near[q] = mask_t<P>(false);
      if constexpr (N == 3) near[q] = group[q].guess_three_roots(roots);
      all_near &= none(!near[q]);
      VT_UNROLL
      for (int i = 0; i < N; ++i) x[q * N + i] = roots[i];
    }
    const int end = all_near ? steps_if_near : 4;
    VT_UNROLL
    for (int s = 0; s < all; ++s) {
      const chain_group<P, N>& g = group[s / N];
      negative[s] = g.value[s % N] < zero;
      if (!all_near) x[s] = select(near[s / N], x[s], g.first_guess(N, s % N));
      x[s] = min(max(x[s], g.point[s % N]), g.point[s % N + 1]);
    }
    VT_UNROLL_NOT
    for (int step = 0; step < end; ++step) {
      VT_UNROLL
      for (int s = 0; s < all; ++s) {
        const chain_group<P, N>& g = group[s / N];
        const auto at = core::horner_with_slope(g.c, N, x[s]);
        const P next = min(max(x[s] - near_quotient(at.value, at.slope), g.point[s % N]), g.point[s % N + 1]);
        x[s] = step < steps_if_near ? next : select(near[s / N], x[s], next);
      }
    }
    VT_UNROLL
    for (int s = 0; s < all; ++s) {
      chain_group<P, N>& g = group[s / N];
      const int i = s % N;
      const P &lo = g.point[i], &hi = g.point[i + 1], enough = max(absolute, relative * abs(x[s])) * half;
      const P below = x[s] - enough, above = x[s] + enough;
      const mask_t<P> left = (below <= lo) | !((core::horner(g.c, N, below) < zero) ^ negative[s]);
      const mask_t<P> right = (above >= hi) | ((core::horner(g.c, N, above) < zero) ^ negative[s]);
      const mask_t<P> touch = g.touches(i + 1);
      const mask_t<P> active = (negative[s] ^ (g.value[i + 1] < zero)) & !(touch | g.touches(i));
      const mask_t<P> late_ones = active & !(left & right);
      g.root[i] = select(touch, hi, select(active, x[s], P(nothing<number>())));
      if (none(late_ones)) continue;
      const int place = i * plan.block_size + first_polynomial + s / N * lanes;
      lo.store(memory.lower + place);
      hi.store(memory.upper + place);
      g.value[i].store(memory.at_lower + place);
      late.add_slow(place, bits(late_ones));
    }
  }

  VT_HD void level(int degree, const number* weights) {
    for (chain_group<P, N>& g : group) g.take_derivative(degree, weights, P(plan.hi));
    if constexpr (decides_touches<N>) {
      if (degree == N)
        for (chain_group<P, N>& g : group) g.decide_touches(plan);
    }
    if (degree == 1 && N > 1) {
      for (chain_group<P, N>& g : group) g.solve_linear();
    } else if (degree == 2 && N > 2) {
      if constexpr (N > 2)
        for (chain_group<P, N>& g : group) g.solve_quadratic();
    } else if (decides_touches<N> && degree == N && plan.absolute > 256 * float_format<number>::unit_roundoff) {
      if constexpr (decides_touches<N>) find_last_roots();
    } else {
      find_roots(degree);
    }
    if (degree == N) return;
    for (chain_group<P, N>& g : group) g.advance(degree);
  }

  VT_HD void solve(int first, int count) {
    first_polynomial = first;
    for (int q = 0; q < groups; ++q) {
      chain_group<P, N>& g = group[q];
      g.sum = P(number(0));
      VT_UNROLL
      for (int k = 0; k <= N; ++k) {
        g.c[k] = P::load(memory.coefficients + k * plan.block_size + first + q * lanes);
        g.sum += abs(g.c[k]);
      }
      const P unit = reciprocal_power_of_two(g.sum), unscaled = g.sum;
      g.sum = g.sum * unit;
      VT_UNROLL
      for (int k = 0; k <= N; ++k) {
        g.c[k] = g.c[k] * unit;
        g.c[k].store(memory.coefficients + k * plan.block_size + first + q * lanes);
      }
      g.point[0] = P(plan.lo);
      g.bad = !((unscaled > P(plan.least)) & (unscaled < P(plan.most)));  // true for NaN
      g.bad |= abs(g.c[0]) < P(least_value<number>);                      // a root at zero is exactly zero
    }
    if constexpr (N == 2) {
      for (chain_group<P, N>& g : group) g.solve_as_quadratic(plan);
    } else {
      const number* weights = plan.derivative_weights;
      const auto next = [&](int degree) {
        level(degree, weights);
        weights += degree + 1;
      };
      if constexpr (N <= 3) {
        core::detail::static_for<1, N + 1>(next);
      } else {
        VT_UNROLL_NOT
        for (int degree = 1; degree <= N; ++degree) next(degree);
      }
    }
    for (int q = 0; q < groups; ++q) finish(group[q], first + q * lanes, count);
  }

  VT_HD void list_touches(const chain_group<P, N>& g, int first) {
    VT_UNROLL
    for (int i = 1; i < N; ++i) {
      for (unsigned rest = bits(g.touch[i]); rest != 0; rest &= rest - 1) {
        const int polynomial = first + __builtin_ctz(rest);
        memory.touching[polynomial] |= std::uint64_t{1} << (i - 1);
        memory.attention[polynomial] = block_attention::unsorted;
      }
    }
  }

  VT_HD void finish(const chain_group<P, N>& g, int first, int count) {
    VT_UNROLL
    for (int i = 0; i < N; ++i) g.root[i].store(memory.root + i * plan.block_size + first);
    g.curvature.store(memory.curvature + first);
    if constexpr (decides_touches<N>) list_touches(g, first);
    leave_over<P>(g.bad | g.is_doubtful(plan), first, count, memory);
  }
};

template <class P, int N>
void chain_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                  const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  load_for_chain<P, N>(plan, in, memory);
  late_brackets<P, N> late{plan, memory};
  int first = 0;
  if constexpr (N <= 3) {
    for (; first + P::size < in.count; first += 2 * P::size) {
      fetch_coefficients(in, first, 2 * P::size);
      fetch_answers(out, first, 2 * P::size);
      chain_block<P, N, 2>(plan, memory, late).solve(first, in.count);
    }
  }
  for (; first < in.count; first += P::size) chain_block<P, N, 1>(plan, memory, late).solve(first, in.count);
  late.finish();
  write_block<P, N>(plan, memory, out, in.count);
}

}  // namespace
}  // namespace vieta::VIETA_ISA
