#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/chain_group.hpp"
#include "real_roots/simd/chain_kernel.hpp"
#include "real_roots/simd/lane_bits.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/real_roots.hpp"

// What the fast kernels left over, on one SIMD level: the careful path of core/real_roots.hpp with a polynomial in each
// lane up to the roots of p', which is most of the work; what p does between them core's last level decides.

namespace vieta::VIETA_ISA {

/// Crossings and touches of p between its m extrema, which are in answer.roots. False where noise shows more of them
/// than there can be, or out of order. Compiled once for each type, unrolled less (kernels_far.cpp).
template <class T>
bool solve_last_level(const block_plan<T>& plan, const T* c, int m, left_over_answer<T>& answer);

namespace {

/// Degrees up to N. Columns of coefficients as given, one polynomial in each lane; returns, as bits, which ones are
/// answered. The others are beyond the range where underflow does no harm, have a root at zero, a derivative that
/// vanishes at a root of the next one, or something undecided.
template <class P, int N>
unsigned left_over_kernel(const block_plan<scalar_t<P>>& plan, const scalar_t<P>* columns,
                          left_over_answer<scalar_t<P>>* answers) {
  using number = scalar_t<P>;
  constexpr int lanes = P::size;
  const int n = plan.degree;
  if (n <= 3) return 0;  // by themselves (core/quadratic.hpp, core/cubic.hpp), with what exponents they take
  const block_memory<number> not_needed{};
  late_brackets<P, N> no_late_ones{plan, not_needed};
  chain_block<P, N, 1> chain(plan, not_needed, no_late_ones);
  chain_group<P, N>& g = chain.group[0];
  // Derivatives are made of the coefficients at the end; those in front, if n < N, are not touched.
  P* const p = g.c + (N - n);
  P sum(number(0));
  VT_UNROLL_NOT
  for (int k = 0; k <= n; ++k) {
    p[k] = P::load(columns + k * lanes) * P(plan.scale ? plan.scale[k] : number(1));
    sum += abs(p[k]);
  }
  const P unit = reciprocal_power_of_two(sum);
  g.bad = !((sum > P(plan.least)) & (sum < P(plan.most)));  // true for NaN
  VT_UNROLL_NOT
  for (int k = 0; k <= n; ++k) p[k] = p[k] * unit;
  g.bad |= abs(p[0]) < P(power_of_two<number>(float_format<number>::smallest / 2));
  if (none(!g.bad)) return 0;
  g.point[0] = P(plan.lo);
  const number* weights = plan.left_over_weights;
  VT_UNROLL_NOT
  for (int degree = 1; degree < n; ++degree) {
    chain.level(degree, weights);
    weights += degree + 1;
    VT_UNROLL_NOT
    for (int i = 0; i <= degree; ++i) g.bad |= g.value[i] == P(number(0));
  }

  unsigned answered = bits(!g.bad);
  for (unsigned rest = answered; rest != 0; rest &= rest - 1) {
    const int i = __builtin_ctz(rest);
    number c[N + 1], before = plan.lo;
    for (int k = 0; k <= n; ++k) c[k] = p[k][i];
    int m = 0;
    for (int k = 1; k < n; ++k) {
      const number x = g.point[k][i];
      if (x > before) answers[i].roots[m++] = before = x;  // repeated where a root of p' is missing
    }
    if (!solve_last_level(plan, c, m, answers[i])) answered &= ~(1u << i);
  }
  return answered;
}

}  // namespace
}  // namespace vieta::VIETA_ISA
