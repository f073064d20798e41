#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/bracketed_newton.hpp"
#include "real_roots/simd/control_noise.hpp"
#include "real_roots/simd/extrema.hpp"
#include "real_roots/simd/lane_bits.hpp"
#include "real_roots/simd/late_brackets.hpp"
#include "real_roots/simd/load_block.hpp"
#include "real_roots/simd/write_block.hpp"
#include "vieta/core/bernstein.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/real_roots.hpp"

// The fast path on one SIMD level. No inline function of the standard library here: see HACKING.md, VT_HD.

namespace vieta::VIETA_ISA {
namespace {

/// Whether a float polynomial has the sign at t that halving found: in double, so that an exact double root is no pair.
[[gnu::noinline]] inline bool has_sign_at(const float* c, int between, int degree, double t, bool negative) {
  double value = static_cast<double>(c[degree * between]), magnitude = abs(value);
  VT_UNROLL_NOT
  for (int k = degree - 1; k >= 0; --k) {
    const double c_k = static_cast<double>(c[k * between]);
    value = multiply_add(value, t, c_k);
    magnitude = multiply_add(magnitude, abs(t), abs(c_k));
  }
  return abs(value) > 0x1p-48 * magnitude && (value < 0) == negative;
}

/// One block on its way from coefficients to roots.
template <class P, int N>
struct bernstein_block {
  using number = scalar_t<P>;
  using lanes_t = P;
  using lanes_mask = mask_t<P>;
  using lane_counts = lane_integers<P>;  // an integer in each lane
  static constexpr int lanes = P::size;
  static constexpr unsigned every_lane = (1u << (lanes - 1) << 1) - 1;

  const block_plan<number>& plan;
  const block_memory<number>& memory;
  int count;
  int work = 0;      // intervals on the stack
  int doubtful = 0;  // intervals in memory.doubtful
  int rows = 0;      // rows of brackets in memory.rows

  VT_HD int size() const { return plan.block_size; }

  /// Intervals of some polynomials, one in each lane.
  struct intervals {
    lane_counts item;
    P start, width;
  };

  VT_HD void list_crossing(int place, number lo, number hi, number from, number at_lo) {
    memory.lower[place] = lo;
    memory.upper[place] = hi;
    memory.root[place] = from;
    memory.at_lower[place] = at_lo;
  }

  /// Nothing, a bracket, a doubtful interval or more work, for the lanes in `which`.
  VT_HD void classify(const P (&b)[N + 1], const lane_counts& variations, unsigned which, const intervals& at) {
    const unsigned some = which & bits(less<P>(in_all_lanes<P>(0), variations));
    unsigned more = which & bits(less<P>(in_all_lanes<P>(1), variations));
    const unsigned one = some & ~more;
    if (more != 0) {
      const unsigned deep = more & bits(less<P>(in_all_lanes<P>(plan.deepest - 1), at.item & work_item::level_mask));
      if (deep != 0) {
        // Three or more so near together are for the careful path.
        list_doubtful(b, deep & bits(lanes_mask(variations == 2)), at);
        leave_over(deep & bits(lanes_mask(variations > 2)), at);
        more &= ~deep;
      }
      if (more != 0) push(b, variations, more, at);
    }
    if (one == 0) return;
    const lane_counts place =
        (at.item >> work_item::slot_shift & work_item::slot_mask) * size() + (at.item >> work_item::polynomial_shift);
    const P end = at.start + at.width;
    const P guess = at.start + at.width * first_guess(b);
    for (unsigned rest = one; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      list_crossing(static_cast<int>(place[i]), at.start[i], end[i], guess[i], b[0][i]);
    }
  }

  /// Where in [0, 1] the only root may be: where the chord is zero, but held near the segment of the control polygon
  /// that changes sign, which is closer to the curve by a factor of the degree; and away from the ends, because a root
  /// there belongs to the neighbour as well.
  static VT_HD P first_guess(const P (&b)[N + 1]) {
    const P before = last_before_change<N>(b), n(static_cast<number>(N));
    const P chord = near_quotient(b[0], b[0] - b[N]);
    const P within = min(max((chord * n - before) * P(number(0.5)) + P(number(0.25)), P(number(0))), P(number(1)));
    return min(max((before + within) * P(number(1) / N), P(number(0.03125))), P(number(0.96875)));
  }

  VT_HD void push(const P (&b)[N + 1], const lane_counts& variations, unsigned which, const intervals& at) {
    VT_UNROLL
    for (int j = 0; j <= N; ++j) compress_store(memory.work + j * memory.capacity + work, which, b[j]);
    compress_store(memory.work_start + work, which, at.start);
    compress_store(memory.work_width + work, which, at.width);
    const lane_counts item = (at.item & ~(work_item::variations_mask << work_item::variations_shift)) |
                             variations << work_item::variations_shift;
    compress_store(reinterpret_cast<number*>(memory.items) + work, which,
                   P(reinterpret_cast<typename P::vector>(item)));
    work += __builtin_popcount(which);
  }

  VT_HD void leave_over(unsigned which, const intervals& at) {
    for (unsigned rest = which; rest != 0; rest &= rest - 1) {
      memory.attention[at.item[__builtin_ctz(rest)] >> work_item::polynomial_shift] = block_attention::left_over;
    }
  }

  VT_HD void list_doubtful(const P (&b)[N + 1], unsigned which, const intervals& at) {
    for (unsigned rest = which; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      const int item = static_cast<int>(at.item[i]);
      memory.doubtful[doubtful++] = {
          at.start[i], at.start[i] + at.width[i],           at.start[i] + at.width[i] / 2,
          b[0][i],     item >> work_item::polynomial_shift, item >> work_item::slot_shift & work_item::slot_mask,
          true};
    }
  }

  /// Monomial coefficients to Bernstein coefficients on the left piece (or the only one), b[0], and the right one,
  /// b[1]. The basis change cancels where the roots lie dense near the ends of the interval; done in double, a float
  /// polynomial loses none of them, and halving keeps what is there.
  VT_HD void convert(const P (&c)[N + 1], P (&b)[2][N + 1]) {
    if constexpr (sizeof(number) == 8) {
      convert_lanes(c, b);
    } else {
      using wide = pack<double, lanes / 2>;
      wide low[2][N + 1], high[2][N + 1], part[N + 1];
      VT_UNROLL
      for (int k = 0; k <= N; ++k) part[k] = widen(c[k], 0);
      convert_lanes(part, low);
      VT_UNROLL
      for (int k = 0; k <= N; ++k) part[k] = widen(c[k], 1);
      convert_lanes(part, high);
      VT_UNROLL
      for (int j = 0; j <= N; ++j) b[0][j] = narrow(low[0][j], high[0][j]);
      if (plan.pieces == 2) {
        VT_UNROLL
        for (int j = 0; j <= N; ++j) b[1][j] = narrow(low[1][j], high[1][j]);
      }
    }
  }

  template <class W>
  VT_HD void convert_lanes(const W (&c)[N + 1], W (&b)[2][N + 1]) {
    if (plan.symmetric) {
      const double* const weights = plan.piece[1].to_bernstein;
      VT_UNROLL
      for (int j = 0; j <= N; ++j) {
        W even = c[0] * W(weights[j * (N + 1)]), odd(0.0);
        VT_UNROLL
        for (int k = 1; k <= j; ++k) {
          const W weight(weights[j * (N + 1) + k]);
          if (k % 2 == 0)
            even = multiply_add(c[k], weight, even);
          else
            odd = multiply_add(c[k], weight, odd);
        }
        b[1][j] = even + odd;
        b[0][N - j] = even - odd;
      }
    } else {
      convert_piece(plan.piece[0].to_bernstein, c, b[0]);
      if (plan.pieces == 2) convert_piece(plan.piece[1].to_bernstein, c, b[1]);
    }
  }

  template <class W>
  VT_HD void convert_piece(const double* weights, const W (&c)[N + 1], W (&b)[N + 1]) {
    VT_UNROLL_NOT
    for (int j = 0; j <= N; ++j) {
      W value(0.0);
      VT_UNROLL
      for (int k = 0; k <= N; ++k) value = multiply_add(c[k], W(weights[j * (N + 1) + k]), value);
      b[j] = value;
    }
  }

  /// Bernstein coefficients of a group of polynomials on the pieces, and what they say.
  VT_HD void start(int group) {
    const int first = group * lanes;
    const unsigned there = first + lanes <= count ? every_lane : (1u << (count - first)) - 1;
    P c[N + 1], sum(number(0)), curvature(number(0));
    VT_UNROLL
    for (int k = 0; k <= N; ++k) {
      c[k] = P::load(memory.coefficients + k * size() + first);
      sum += abs(c[k]);
    }
    lanes_mask regular = (sum > P(plan.least)) & (sum < P(plan.most));  // false for NaN
    const P unit = reciprocal_power_of_two(sum);
    sum = sum * unit;
    VT_UNROLL
    for (int k = 0; k <= N; ++k) {
      c[k] = c[k] * unit;
      c[k].store(memory.coefficients + k * size() + first);
      if (k > 1) curvature = multiply_add(abs(c[k]), P(static_cast<number>(k * (k - 1))), curvature);
    }
    curvature.store(memory.curvature + first);
    (sum * P(core::detail::noise_factor<number>(N))).store(memory.noise + first);

    P b[2][N + 1];
    convert(c, b);
    // A root exactly at an end of a piece has no sign to show.
    lane_counts variations[2] = {sign_variations<N>(b[0]), {}};
    const P least(least_value<number>);
    regular &= (abs(b[0][0]) > least) & (abs(b[0][N]) > least);
    if (plan.pieces == 2) {
      variations[1] = sign_variations<N>(b[1]);
      regular &= b[1][N] != P(number(0));
    }
    // A root at an end of the whole interval, within rounding: by one step of Newton's iteration from there.
    const auto clear_of_end = [](const P& at_end, const P& next, number margin) {
      return abs(at_end) > abs(next - at_end) * P(margin);
    };
    regular &= clear_of_end(b[0][0], b[0][1], plan.end_margin[0]);
    regular &= plan.pieces == 2 ? clear_of_end(b[1][N], b[1][N - 1], plan.end_margin[1])
                                : clear_of_end(b[0][N], b[0][N - 1], plan.end_margin[1]);
    lane_counts total = variations[0] + variations[1];
    regular &= !lanes_mask(total > plan.degree);  // noise may show more roots than there can be
    unsigned usable = bits(regular) & there;
    const control_noise<P, N> noise{plan, c, b, sum};
    if (unsigned unsure = usable & noise.may_matter(); unsure != 0) {
      if constexpr (sizeof(number) == 8) {
        usable &= ~noise.unknown_signs(unsure);
      } else {  // control points are made in double, and say more; where they count all roots there are no others
        unsure &= bits(less<P>(total, in_all_lanes<P>(plan.degree - 1)));
        if (unsure != 0) usable &= ~noise.uncounted_roots(unsure);
      }
    }
    for (unsigned rest = every_lane & ~usable; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      memory.attention[first + i] = block_attention::left_over;
      total[i] = 0;
    }
    __builtin_memcpy(memory.slots + first, &total, sizeof total);
    for (int s = 0; any(lanes_mask(total > s)); ++s) {
      P(nothing<number>()).store(memory.lower + s * size() + first);
      P(nothing<number>()).store(memory.root + s * size() + first);
      memory.rows[rows++] = static_cast<std::uint32_t>(s * size() + first);
    }
    if (usable == 0) return;

    lane_counts item{};
    for (int i = 0; i < lanes; ++i) item[i] = (first + i) << work_item::polynomial_shift;
    classify(b[0], variations[0], usable, {item, P(plan.piece[0].start), P(plan.piece[0].width)});
    if (plan.pieces == 2) {
      item += variations[0] << work_item::slot_shift;
      classify(b[1], variations[1], usable, {item, P(plan.piece[1].start), P(plan.piece[1].width)});
    }
  }

  /// Halves up to `lanes` intervals from the top of the stack.
  VT_HD void halve_some() {
    const int n = work < lanes ? work : lanes;
    const unsigned there = (1u << (n - 1) << 1) - 1;
    work -= n;
    P b[N + 1], left[N + 1];
    VT_UNROLL
    for (int j = 0; j <= N; ++j) b[j] = P::load(memory.work + j * memory.capacity + work);
    core::halve<N>(b, left);
    VT_UNROLL
    for (int j = 0; j <= N; ++j) {
      left[j] = left[j] * P(power_of_two<number>(-j));
      b[j] = b[j] * P(power_of_two<number>(j - N));
    }
    const lane_counts left_variations = sign_variations<N>(left), right_variations = sign_variations<N>(b);
    intervals at;
    __builtin_memcpy(&at.item, memory.items + work, sizeof at.item);
    at.start = P::load(memory.work_start + work);
    at.width = P::load(memory.work_width + work) * P(number(0.5));

    // Halving cannot add variations, but rounding can; and a root in the middle, to within rounding, shows no sure
    // sign.
    const lane_counts before = at.item >> work_item::variations_shift & work_item::variations_mask;
    const lane_counts after = left_variations + right_variations;
    P around = abs(left[N - 1]) + abs(b[1]);
    if constexpr (N > 1) around += abs(left[N - 2]) + abs(b[2]);  // a double root makes the nearest ones vanish too
    const lanes_mask unsure = abs(b[0]) <= around * P(64 * N * float_format<number>::unit_roundoff);
    unsigned bad = there & bits(less<P>(before, after) | unsure);
    if constexpr (sizeof(number) == 8)
      bad |= in_noise(b[0], there & ~bad, at);
    else
      bad |= of_wrong_sign(b[0], there & ~bad, at);
    leave_over(bad, at);
    const unsigned lost = there & ~bad & bits(less<P>(after + 1, before));
    if (lost != 0) look_for_touches(left, b, after, before, lost, at);
    at.item += 1;  // one level down
    classify(left, left_variations, there & ~bad, at);
    at.start += at.width;
    at.item += left_variations << work_item::slot_shift;
    classify(b, right_variations, there & ~bad, at);
  }

  /// Where the sign in the middle, behind half an interval, is an effect of rounding. (Float polynomials know more in
  /// this form than their values do, by the change of basis in double.)
  VT_HD unsigned in_noise(const P& middle, unsigned which, const intervals& half) const {
    // The sum of a polynomial's |c[k]| is below 2.
    const P most(2 * core::detail::noise_factor<number>(N));
    unsigned result = 0;
    for (unsigned rest = which & bits(abs(middle) <= most); rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest), polynomial = static_cast<int>(half.item[i] >> work_item::polynomial_shift);
      const number noise = noise_within(polynomial, abs(half.start[i] + half.width[i]));
      if (abs(middle[i]) <= noise) result |= 1u << i;
    }
    return result;
  }

  /// Where the sign in the middle of a float polynomial may be an effect of rounding, and is not that of p.
  VT_HD unsigned of_wrong_sign(const P& middle, unsigned which, const intervals& half) const {
    const P most(2 * core::detail::noise_factor<number>(N));  // the sum of a polynomial's |c[k]| is below 2
    unsigned result = 0;
    for (unsigned rest = which & bits(abs(middle) <= most); rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest), polynomial = static_cast<int>(half.item[i] >> work_item::polynomial_shift);
      const double t = static_cast<double>(half.start[i]) + static_cast<double>(half.width[i]);
      if (!has_sign_at(memory.coefficients + polynomial, size(), N, t, middle[i] < 0)) result |= 1u << i;
    }
    return result;
  }

  /// Two sign variations that vanish when an interval is halved are two complex roots. If these are so near to the real
  /// line that rounding the coefficients could put them there, control points are within the noise, and the extremum
  /// decides.
  VT_HD void look_for_touches(const P (&left)[N + 1], const P (&right)[N + 1], const lane_counts& kept,
                              const lane_counts& before, unsigned which, const intervals& half) {
    P least = abs(left[0]);
    VT_UNROLL
    for (int j = 1; j <= N; ++j) least = min(least, min(abs(left[j]), abs(right[j])));
    for (unsigned rest = which; rest != 0; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      const int item = static_cast<int>(half.item[i]), polynomial = item >> work_item::polynomial_shift;
      if (!(least[i] <= memory.noise[polynomial])) continue;
      number b[2 * N + 1];
      for (int j = 0; j <= N; ++j) b[j] = left[j][i], b[N + j] = right[j][i];
      doubtful += list_hidden_touches(memory.coefficients + polynomial, size(), N, b, item, static_cast<int>(kept[i]),
                                      static_cast<int>(before[i] - kept[i]), half.start[i], half.width[i],
                                      memory.doubtful + doubtful);
    }
  }

  /// How far rounding the coefficients of a polynomial can move its values where |t| <= r.
  VT_HD number noise_within(int polynomial, number r) const {
    const number* const c = memory.coefficients + polynomial;
    if constexpr (N >= first_shared_degree) return noise_of_any(c, size(), N, r);
    number magnitude = abs(c[N * size()]);
    VT_UNROLL
    for (int k = N - 1; k >= 0; --k) magnitude = multiply_add(magnitude, r, abs(c[k * size()]));
    return magnitude * core::detail::noise_factor<number>(N);
  }

  static constexpr int steps_together = 4;        // then few lanes still move
  static constexpr int most_extremum_steps = 30;  // convergence is linear where p is flat

  /// Touch, two crossings or nothing, for n intervals from memory.doubtful, one in each lane.
  VT_HD void decide_some(const doubtful_interval<number>* d, int n) {
    number c[N + 1][lanes], lo[lanes], near[lanes], hi[lanes], at_lo[lanes];
    for (int i = 0; i < lanes; ++i) {
      const doubtful_interval<number>& one = d[i < n ? i : 0];
      VT_UNROLL
      for (int k = 0; k <= N; ++k) c[k][i] = memory.coefficients[k * size() + one.polynomial];
      lo[i] = one.lo, near[i] = one.near, hi[i] = one.hi, at_lo[i] = one.at_lo;
    }
    P columns[N + 1];
    VT_UNROLL
    for (int k = 0; k <= N; ++k) columns[k] = P::load(c[k]);
    const mask_t<P> negative = P::load(at_lo) < P(number(0)), all(true);
    extrema<P> e;
    if constexpr (N >= first_shared_degree)
      e = find_extrema_of_any<P>(columns, N, P::load(lo), P::load(near), P::load(hi), negative, all,
                                 most_extremum_steps);
    else
      e = find_extrema<P>(columns, N, P::load(lo), P::load(near), P::load(hi), negative, all, most_extremum_steps);
    const unsigned known = bits(e.sign_known), opposite = bits((e.value < P(number(0))) ^ negative);
    const unsigned touches = bits(e.touches), stationary = bits(e.stationary);
    for (int i = 0; i < n; ++i) {
      const bool crosses = (known & opposite) >> i & 1, is_extremum = stationary >> i & 1;
      if (memory.attention[d[i].polynomial] != block_attention::left_over)
        decide(d[i], e.x[i], e.value[i], crosses, touches >> i & 1, is_extremum);
    }
  }

  VT_HD void decide(const doubtful_interval<number>& d, number x, number value, bool crosses, bool touches,
                    bool is_extremum) {
    const int place = d.slot * size() + d.polynomial;
    if (d.must_decide && crosses) {
      list_crossing(place, d.lo, x, d.lo + (x - d.lo) / 2, d.at_lo);
      list_crossing(place + size(), x, d.hi, x + (d.hi - x) / 2, value);
    } else if (touches && is_extremum) {
      list_crossing(place, x, x, x, d.at_lo);
      memory.touching[d.polynomial] |= std::uint64_t{1} << d.slot;
      memory.attention[d.polynomial] = block_attention::unsorted;
    } else if (d.must_decide || !is_extremum) {  // or it lies a little beyond an end, as far as the noise reaches
      memory.attention[d.polynomial] = block_attention::left_over;
    }
  }

  VT_HD void run(const block_input<number>& in, const block_output<number>& out) {
    load_block<P, N>(plan, in, memory);
    const int groups = (count + lanes - 1) / lanes;
    const auto all = static_cast<std::size_t>(groups * lanes);
    __builtin_memset(memory.attention, block_attention::none, all);
    __builtin_memset(memory.touching, 0, all * sizeof *memory.touching);
    for (int next = 0; next < groups || work > 0;) {
      if (work >= lanes || next == groups) {
        halve_some();
      } else {
        fetch_coefficients(in, next * lanes, lanes);
        fetch_answers(out, next * lanes, lanes);
        start(next++);
      }
    }
    for (int i = 0; i < doubtful; i += lanes)
      decide_some(memory.doubtful + i, doubtful - i < lanes ? doubtful - i : lanes);
    refine_all();
  }

  VT_HD void refine_all() {
    if constexpr (N >= first_shared_degree) {
      refine_all_of_any<P>(plan, memory, N, rows);
    } else {
      late_brackets<P, N> others{plan, memory};
      refine_all_rows(others, rows);
    }
  }
};

template <class P, int N>
void bernstein_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                      const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  bernstein_block<P, N>{plan, memory, in.count}.run(in, out);
  write_block<P, N>(plan, memory, out, in.count);
}

}  // namespace
}  // namespace vieta::VIETA_ISA
