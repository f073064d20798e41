#pragma once

#include "real_roots/block.hpp"
#include "real_roots/noise_run.hpp"
#include "real_roots/simd/lane_bits.hpp"
#include "vieta/core/real_roots.hpp"

// Control points within the noise: of a group of polynomials, whose lanes are bits of an integer here; and of one,
// where two variations vanish. The latter is rare, so the degree is known at run time only: one function for all
// kernels.

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

/// How far rounding the coefficients can move values where |t| <= r.
template <class T>
[[gnu::noinline]] T noise_of_any(const T* c, int between, int degree, T r) {
  T magnitude = abs(c[degree * between]);
  VT_UNROLL_NOT
  for (int k = degree - 1; k >= 0; --k) magnitude = multiply_add(magnitude, r, abs(c[k * between]));
  return magnitude * core::detail::noise_factor<T>(degree);
}

/// Whether the control points b of two halves are within the noise beside an end of one, in this run, with their
/// neighbours there: then which one is, next to its noise, the smallest.
template <class T>
bool may_hide_at_end(const T* c, int between, int degree, const T* b, const noise_run& run, T start, T width, T& near) {
  T least = 1;
  bool found = false;
  for (int end = 0; end <= 2; ++end) {
    const int j = end * degree;
    if (j < run.first || j > run.last) continue;
    const T beside = min(abs(b[j > 0 ? j - 1 : 1]), abs(b[j < 2 * degree ? j + 1 : 2 * degree - 1]));
    const T noise = noise_of_any(c, between, degree, abs(start + width * static_cast<T>(end)));
    const T share = max(abs(b[j]), beside) / noise;
    if (!(share <= least)) continue;
    found = true, least = share, near = static_cast<T>(j);
  }
  return found;
}

/// Lists where a polynomial c may touch zero between `start` and two widths on, and returns in how many places, at most
/// `free`. b: the 2 degree + 1 control points of both halves; `item`: the whole, of whose slots `kept` are taken.
template <class T>
[[gnu::noinline]] int list_hidden_touches(const T* c, int between, int degree, const T* b, int item, int kept, int free,
                                          T start, T width, doubtful_interval<T>* list) {
  const int polynomial = item >> work_item::polynomial_shift;
  const int slot = (item >> work_item::slot_shift & work_item::slot_mask) + kept;
  const T end = start + 2 * width;
  const T noise = noise_of_any(c, between, degree, max(abs(start), abs(end)));
  int used = 0;
  const auto is_noise = [&](int j) { return abs(b[j]) <= noise; };
  const auto is_negative = [&](int j) { return b[j] < 0; };
  // What neither half counts lies beside an end of one (two-circle theorem); all else is less likely.
  for (const bool beside_an_end : {true, false}) {
    for (noise_run run{0, -1}; used < free;) {
      run = next_noise_run(2 * degree, run.last + 1, is_noise, is_negative);
      if (run.first > 2 * degree) break;
      // Beside an end there may be several extrema on the way from the middle of the run.
      T near = run.first == 0           ? T(0)
               : run.last == 2 * degree ? static_cast<T>(2 * degree)
                                        : static_cast<T>(run.first + run.last) / 2;
      if (may_hide_at_end(c, between, degree, b, run, start, width, near) != beside_an_end) continue;
      const int beside = run.first > 0 ? run.first - 1 : run.last < 2 * degree ? run.last + 1 : run.last;
      list[used] = {start,       end,  start + width * near / static_cast<T>(degree), b[beside], polynomial,
                    slot + used, false};
      ++used;
    }
  }
  return used;
}

}  // namespace
}  // namespace vieta::VIETA_ISA
