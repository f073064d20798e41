#pragma once

#include "real_roots/block.hpp"
#include "real_roots/bracketed_newton.hpp"
#include "real_roots/lane_bits.hpp"
#include "real_roots/late_brackets.hpp"
#include "real_roots/load_block.hpp"
#include "real_roots/write_block.hpp"
#include "vieta/core/binomial.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/real_roots.hpp"

// The derivative chain on one SIMD level, the roots of each derivative for all lanes at once. core/real_roots.hpp has
// the same for one polynomial, with all the care that this one leaves over.

namespace vieta::VIETA_ISA {
namespace {

/// How much finer than what was asked for the roots of derivatives are: two roots may stand as close as a coarse
/// tolerance, and the value between them must be known.
template <class T>
constexpr T finer = T(0.0625);

/// One pack of polynomials on its way down the chain.
template <class P, int N>
struct chain_group {
  P c[N + 1];
  P sum;           // of |c[k]|
  P d[N + 1];      // the derivative of this level, over a factorial
  P curvature;     // a bound of its second derivative
  P point[N + 2];  // break points, ascending; where a root is missing the one before is repeated
  P value[N + 1];  // of d there
  P root[N + 1];   // roots of d between them; NaN: none
  mask_t<P> bad;   // needs more care

  VT_HD void take_derivative(int degree, const scalar_t<P>* weights, const P& hi) {
    curvature = P(scalar_t<P>(0));
    VT_UNROLL
    for (int j = 0; j <= degree; ++j) {
      d[j] = c[N - degree + j] * P(weights[j]);
      if (j > 1) curvature = multiply_add(abs(d[j]), P(static_cast<scalar_t<P>>(j * (j - 1))), curvature);
    }
    point[degree] = hi;
    VT_UNROLL
    for (int i = 0; i <= degree; ++i) value[i] = core::horner(d, degree, point[i]);
  }

  /// Roots become break points.
  VT_HD void advance(int degree) {
    P before = point[0];
    VT_UNROLL
    for (int i = 0; i < degree; ++i) {
      const P here = select(root[i] == root[i], root[i], before);
      before = point[i + 1];
      point[i + 1] = here;
    }
  }

  /// Where bracket i of this level may have its root. A monotonic polynomial between two of its extrema is nearly a
  /// cubic with vanishing slope at both ends, and beside one of them a parabola.
  VT_HD P first_guess(int degree, int i) const {
    using number = scalar_t<P>;
    const P half(number(0.5));
    if (degree == 1) return -d[0] / d[1];
    if constexpr (N >= 2) {
      if (degree == 2) {
        const P x = quadratic_root(false), y = quadratic_root(true);
        return i == 0 ? min(x, y) : max(x, y);
      }
    }
    const P a = point[i], b = point[i + 1];
    const mask_t<P> flat_a = mask_t<P>(i > 0) & (a > point[0]);
    const mask_t<P> flat_b = mask_t<P>(i + 1 < degree) & (b > point[0]);
    const P chord = near_quotient(value[i], value[i] - value[i + 1]);
    const mask_t<P> nearer_a = flat_a & ((chord < half) | !flat_b);
    const P part = select(nearer_a, chord, P(number(1)) - chord), square_root = sqrt(part);
    // Two flat ends: 3 t^2 - 2 t^3 = part, to a hundredth.
    const P along =
        select(flat_a & flat_b, square_root * multiply_add(part, P(number(0.26)), P(number(0.577))), square_root);
    const P t = select(flat_a | flat_b, select(nearer_a, along, P(number(1)) - along), chord);
    return multiply_add(t, b - a, a);
  }

  /// The linear level, by division.
  VT_HD void solve_linear() {
    const P x = near_quotient(-d[0], d[1]);
    root[0] = select((x > point[0]) & (x < point[1]), x, P(nothing<scalar_t<P>>()));
  }

  /// A root of the quadratic level without cancellation (Higham 2002, section 1.8); NaN if it is not real.
  VT_HD P quadratic_root(bool nearer_zero) const {
    using number = scalar_t<P>;
    const P half_b = d[1] * P(number(0.5));
    const P discriminant = multiply_add(half_b, half_b, -(d[2] * d[0]));
    const P s = sqrt(discriminant);
    const P q = -(half_b + select(half_b < P(number(0)), -s, s));
    return nearer_zero ? near_quotient(d[0], q) : near_quotient(q, d[2]);
  }

  /// The quadratic level; the break points are not needed.
  VT_HD void solve_quadratic() {
    using number = scalar_t<P>;
    const P nowhere(nothing<number>()), x = quadratic_root(false), y = quadratic_root(true);
    const P lo = point[0], hi = point[2];
    const P first = select((x > lo) & (x < hi), x, nowhere), second = select((y > lo) & (y < hi), y, nowhere);
    root[0] = select(second < first, second, first);
    root[1] = select(second < first, first, second);
    const mask_t<P> alone = root[1] != root[1];  // then it stands behind the gap: break points must ascend
    root[1] = select(alone, root[0], root[1]);
    root[0] = select(alone, nowhere, root[0]);
  }

  /// A zero, or nearly one, at an end of the interval or at an extremum needs more care.
  VT_HD mask_t<P> is_doubtful(const block_plan<scalar_t<P>>& plan) const {
    using number = scalar_t<P>;
    // Extrema are known to within this, so values there are off by as much as the square of it allows.
    const P enough = max(P(plan.absolute), P(plan.relative)) * P(finer<number>);
    const P error = curvature * enough * enough;
    mask_t<P> result(false);
    VT_UNROLL
    for (int i = 1; i < N; ++i) {
      const P noise = core::horner_magnitude(c, N, point[i]) * P(core::detail::noise_factor<number>(N));
      result |= (abs(value[i]) <= error + noise) & (point[i] > point[0]);
    }
    for (const int end : {0, N}) {
      const auto at = core::horner_with_slope(c, N, point[end]);
      result |= abs(at.value) <= abs(at.slope) * P(64 * float_format<number>::unit_roundoff);
    }
    return result;
  }
};

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
        if (!there) newton.active[s] = mask_t<P>(false);
      }
      // The guesses for lines and parabolas are roots already.
      newton.iterate([&](int s, int k) { return group[s / each].d[k]; }, degree, share * plan.absolute,
                     share * plan.relative,
                     {0, degree == N ? late.steps_together : newton.most_steps, degree <= 2 ? 0 : 2});
      VT_UNROLL
      for (int s = 0; s < groups * each; ++s) {
        const int i = first + s % each;
        if (i >= degree) continue;
        chain_group<P, N>& g = group[s / each];
        g.root[i] = newton.found[s];
        if (none(newton.active[s])) continue;
        if (degree < N) {
          g.bad |= newton.active[s];
        } else {
          const int place = i * plan.block_size + first_polynomial + s / each * lanes;
          newton.lo[s].store(memory.lower + place);
          newton.hi[s].store(memory.upper + place);
          g.value[i].store(memory.at_lower + place);
          g.root[i] = select(newton.active[s], newton.x[s], newton.found[s]);
          late.add_slow(place, bits(newton.active[s]));
        }
      }
    }
  }

  VT_HD void level(int degree, const number* weights) {
    for (chain_group<P, N>& g : group) g.take_derivative(degree, weights, P(plan.hi));
    if (degree == 1 && N > 1) {
      for (chain_group<P, N>& g : group) g.solve_linear();
    } else if (degree == 2 && N > 2) {
      if constexpr (N > 2)
        for (chain_group<P, N>& g : group) g.solve_quadratic();
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
      g.bad |= g.c[0] == P(number(0));                                    // a root at zero is exactly zero
    }
    const number* weights = plan.derivative_weights;
    const auto next = [&](int degree) {
      level(degree, weights);
      weights += degree + 1;
    };
    if constexpr (N <= 5) {
      core::detail::static_for<1, N + 1>(next);
    } else {
      VT_UNROLL_NOT
      for (int degree = 1; degree <= N; ++degree) next(degree);
    }
    for (int q = 0; q < groups; ++q) finish(group[q], first + q * lanes, count);
  }

  VT_HD void finish(const chain_group<P, N>& g, int first, int count) {
    VT_UNROLL
    for (int i = 0; i < N; ++i) g.root[i].store(memory.root + i * plan.block_size + first);
    g.curvature.store(memory.curvature + first);
    for (unsigned rest = bits(g.bad | g.is_doubtful(plan)); rest != 0; rest &= rest - 1) {
      const int i = first + __builtin_ctz(rest);
      if (i < count) memory.attention[i] = block_attention::left_over;
    }
  }
};

template <class P, int N>
void chain_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                  const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  load_block<P, N>(plan, in, memory);
  const auto size = static_cast<std::size_t>(plan.block_size);
  __builtin_memset(memory.attention, block_attention::none, size);
  __builtin_memset(memory.touching, 0, size * sizeof *memory.touching);
  for (int i = 0; i < plan.block_size; ++i) memory.slots[i] = N;
  late_brackets<P, N> late{plan, memory};
  int first = 0;
  if constexpr (N <= 5) {
    for (; first + P::size < in.count; first += 2 * P::size)
      chain_block<P, N, 2>(plan, memory, late).solve(first, in.count);
  }
  for (; first < in.count; first += P::size) chain_block<P, N, 1>(plan, memory, late).solve(first, in.count);
  late.finish();
  block_writer<P, N>{plan, memory, out, in.count}.write();
}

}  // namespace
}  // namespace vieta::VIETA_ISA
