#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/bracketed_newton.hpp"
#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace {

template <class P>
[[gnu::noinline]] void finish_of_any(const block_plan<scalar_t<P>>& plan, const block_memory<scalar_t<P>>& memory,
                                     int degree, int alone, int slow);

/// Brackets that are nearly alone in their row, and those that need more steps than the others in theirs. They are
/// collected from the whole block and fill vectors of their own. Every bracket goes through the same steps as it would
/// in a full row, so its root has the same bits.
template <class P, int N>
struct late_brackets {  // N = 0: known at run time only, up to 64
  using number = scalar_t<P>;
  static constexpr int lanes = P::size, packs = 2, at_once = packs * lanes;
  static constexpr int steps_together = 4;  // of a row; then few lanes still move
  static constexpr int first_proof = 3;     // before, few rows have all their roots
  const block_plan<number>& plan;
  const block_memory<number>& memory;
  int alone = 0, slow = 0;  // numbers of them in memory.alone and memory.slow
  int any_degree = 0;       // where N = 0
  VT_HD int degree() const { return N == 0 ? any_degree : N; }

  /// Of a row that starts at this place.
  VT_HD void add_alone(int place, unsigned which) { append(memory.alone, alone, place, which); }
  VT_HD void add_slow(int place, unsigned which) { append(memory.slow, slow, place, which); }
  static VT_HD void append(std::uint32_t* list, int& count, int place, unsigned which) {
    for (unsigned rest = which; rest != 0; rest &= rest - 1) {
      list[count++] = static_cast<std::uint32_t>(place + __builtin_ctz(rest));
    }
  }

  VT_HD void finish() {
    if constexpr (N >= first_shared_degree) {
      finish_of_any<P>(plan, memory, N, alone, slow);
      return;
    }
    for (int first = 0; first < alone; first += at_once) {
      refine(memory.alone + first, at_most(alone - first), 0, steps_together);
    }
    for (int first = 0; first < slow; first += at_once) {
      refine(memory.slow + first, at_most(slow - first), steps_together, bracketed_newton<P, packs>::most_steps);
    }
  }
  static VT_HD int at_most(int n) { return n < at_once ? n : at_once; }

  VT_HD void refine(const std::uint32_t* list, int n, int first_step, int end) {
    number c[(N == 0 ? 64 : N) + 1][at_once], lo[at_once], hi[at_once], x[at_once], at_lo[at_once], curvature[at_once];
    const int last = degree();
    for (int i = 0; i < at_once; ++i) {
      const int place = static_cast<int>(list[i < n ? i : 0]), polynomial = place % plan.block_size;
      VT_UNROLL
      for (int k = 0; k <= last; ++k) c[k][i] = memory.coefficients[k * plan.block_size + polynomial];
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
    newton.iterate([&](int s, int k) { return P::load(c[k] + s * lanes); }, degree(), plan.absolute, plan.relative,
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

template <class P>
void finish_of_any(const block_plan<scalar_t<P>>& plan, const block_memory<scalar_t<P>>& memory, int degree, int alone,
                   int slow) {
  late_brackets<P, 0>{plan, memory, alone, slow, degree}.finish();
}

/// Newton's iteration in K rows of brackets at once.
template <int K, class P, int N>
VT_HD void refine_rows(const std::uint32_t* row, late_brackets<P, N>& others) {
  using number = scalar_t<P>;
  const block_plan<number>& plan = others.plan;
  const block_memory<number>& memory = others.memory;
  const int size = plan.block_size;
  bracketed_newton<P, K> newton;
  const number* c[K];
  VT_UNROLL
  for (int s = 0; s < K; ++s) {
    const int place = static_cast<int>(row[s]), first = place % size;
    c[s] = memory.coefficients + first;
    newton.lo[s] = P::load(memory.lower + place);
    newton.hi[s] = P::load(memory.upper + place);
    newton.x[s] = P::load(memory.root + place);
    newton.negative[s] = P::load(memory.at_lower + place) < P(number(0));
    newton.curvature[s] = P::load(memory.curvature + first);
    newton.active[s] = newton.lo[s] <= newton.hi[s];  // not where NaN says that there is nothing
  }
  newton.iterate([&](int s, int k) { return P::load(c[s] + k * size); }, others.degree(), plan.absolute, plan.relative,
                 {0, others.steps_together, others.first_proof});
  VT_UNROLL
  for (int s = 0; s < K; ++s) {
    const int place = static_cast<int>(row[s]);
    const unsigned late = bits(newton.active[s]);
    if (late != 0) {
      newton.lo[s].store(memory.lower + place);
      newton.hi[s].store(memory.upper + place);
      newton.found[s] = select(newton.active[s], newton.x[s], newton.found[s]);
      others.add_slow(place, late);
    }
    newton.found[s].store(memory.root + place);
  }
}

template <class P, int N>
VT_HD void refine_all_rows(late_brackets<P, N>& others, int rows) {
  const block_memory<scalar_t<P>>& memory = others.memory;
  int full = 0;  // rows where most lanes have a bracket
  for (int i = 0; i < rows; ++i) {
    const P lower = P::load(memory.lower + memory.rows[i]);
    const unsigned there = bits(lower == lower);
    if (__builtin_popcount(there) * 2 > P::size)
      memory.rows[full++] = memory.rows[i];
    else
      others.add_alone(static_cast<int>(memory.rows[i]), there);
  }
  int row = 0;
  for (; full - row >= 4; row += 4) refine_rows<4>(memory.rows + row, others);
  if (full - row >= 2) refine_rows<2>(memory.rows + row, others), row += 2;
  if (full - row >= 1) refine_rows<1>(memory.rows + row, others);
  others.finish();
}
template <class P>
[[gnu::noinline]] void refine_all_of_any(const block_plan<scalar_t<P>>& plan, const block_memory<scalar_t<P>>& memory,
                                         int degree, int rows) {
  late_brackets<P, 0> others{plan, memory, 0, 0, degree};
  refine_all_rows(others, rows);
}

}  // namespace
}  // namespace vieta::VIETA_ISA
