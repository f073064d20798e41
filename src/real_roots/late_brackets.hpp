#pragma once

#include "real_roots/block.hpp"
#include "real_roots/bracketed_newton.hpp"
#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace {

/// Brackets that are nearly alone in their row, and those that need more steps than the others in theirs. They are
/// collected from the whole block and fill vectors of their own. Every bracket goes through the same steps as it would
/// in a full row, so its root has the same bits.
template <class P, int N>
struct late_brackets {
  using number = scalar_t<P>;
  static constexpr int lanes = P::size, packs = 2, at_once = packs * lanes;
  static constexpr int steps_together = 4;  // of a row; then few lanes still move
  static constexpr int first_proof = 3;     // before, few rows have all their roots
  const block_plan<number>& plan;
  const block_memory<number>& memory;
  int alone = 0, slow = 0;  // numbers of them in memory.alone and memory.slow

  /// Of a row that starts at this place.
  VT_HD void add_alone(int place, unsigned which) { append(memory.alone, alone, place, which); }
  VT_HD void add_slow(int place, unsigned which) { append(memory.slow, slow, place, which); }
  static VT_HD void append(std::uint32_t* list, int& count, int place, unsigned which) {
    for (unsigned rest = which; rest != 0; rest &= rest - 1) {
      list[count++] = static_cast<std::uint32_t>(place + __builtin_ctz(rest));
    }
  }

  VT_HD void finish() {
    for (int first = 0; first < alone; first += at_once) {
      refine(memory.alone + first, at_most(alone - first), 0, steps_together);
    }
    for (int first = 0; first < slow; first += at_once) {
      refine(memory.slow + first, at_most(slow - first), steps_together, bracketed_newton<P, packs>::most_steps);
    }
  }
  static VT_HD int at_most(int n) { return n < at_once ? n : at_once; }

  VT_HD void refine(const std::uint32_t* list, int n, int first_step, int end) {
    number c[N + 1][at_once], lo[at_once], hi[at_once], x[at_once], at_lo[at_once], curvature[at_once];
    for (int i = 0; i < at_once; ++i) {
      const int place = static_cast<int>(list[i < n ? i : 0]), polynomial = place % plan.block_size;
      VT_UNROLL
      for (int k = 0; k <= N; ++k) c[k][i] = memory.coefficients[k * plan.block_size + polynomial];
      lo[i] = memory.lower[place];
      hi[i] = memory.upper[place];
      x[i] = memory.root[place];
      at_lo[i] = memory.at_lower[place];
      curvature[i] = memory.curvature[polynomial];
    }
    bracketed_newton<P, packs> newton;
    VT_UNROLL
    for (int s = 0; s < packs; ++s) {
      newton.lo[s] = P::load(lo + s * lanes);
      newton.hi[s] = P::load(hi + s * lanes);
      newton.x[s] = P::load(x + s * lanes);
      newton.negative[s] = P::load(at_lo + s * lanes) < P(number(0));
      newton.curvature[s] = P::load(curvature + s * lanes);
      newton.active[s] = newton.lo[s] <= newton.hi[s];
    }
    newton.iterate([&](int s, int k) { return P::load(c[k] + s * lanes); }, N, plan.absolute, plan.relative,
                   {first_step, end, first_proof});
    VT_UNROLL
    for (int s = 0; s < packs; ++s) {
      select(newton.active[s], newton.x[s], newton.found[s]).store(x + s * lanes);
      newton.lo[s].store(lo + s * lanes);
      newton.hi[s].store(hi + s * lanes);
    }
    for (int i = 0; i < n; ++i) {
      const int place = static_cast<int>(list[i]);
      memory.root[place] = x[i];
      if (!newton.active[i / lanes][i % lanes]) continue;
      if (first_step > 0) {
        memory.attention[place % plan.block_size] = block_attention::left_over;
      } else {
        memory.lower[place] = lo[i];
        memory.upper[place] = hi[i];
        memory.slow[slow++] = list[i];
      }
    }
  }
};

}  // namespace
}  // namespace vieta::VIETA_ISA
