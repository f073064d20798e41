#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/lane_bits.hpp"
#include "real_roots/simd/near_quotient.hpp"
#include "real_roots/simd/transpose.hpp"
#include "vieta/core/cluster.hpp"
#include "vieta/core/cubic.hpp"
#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace {

/// Those of the lanes whose polynomials, from `first` on, somebody else has to solve; lanes behind the block's last
/// polynomial hold nothing.
template <class P>
VT_HD void leave_over(const mask_t<P>& which, int first, int count, const block_memory<scalar_t<P>>& memory) {
  for (unsigned rest = bits(which); rest != 0; rest &= rest - 1) {
    const int i = first + __builtin_ctz(rest);
    if (i < count) memory.attention[i] = block_attention::left_over;
  }
}

/// The common case of what a block found: roots stand in their slots in order, some slots are empty. Polynomials that
/// need more are marked `unsorted`; what is written for them and for those left over counts for nothing.
template <class P, int N>
struct block_writer {  // N = 0: known at run time only, up to 64
  using number = scalar_t<P>;
  static constexpr int lanes = P::size;
  static constexpr int most = N == 0 ? 64 : N, places = (most + lanes - 1) / lanes * lanes;
  const block_plan<number>& plan;
  const block_memory<number>& memory;
  const block_output<number>& out;
  int count;
  int any_degree = 0;
  VT_HD int degree() const { return N == 0 ? any_degree : N; }

  VT_HD void write() const {
    for (int first = 0; first < count; first += lanes) write_group(first);
  }

  VT_HD void write_group(int first) const {
    const int here = count - first < lanes ? count - first : lanes;
    if constexpr (N == 3) improve_cubics(first);
    unsigned clusters = 0;
    if constexpr (N == 0 || N > 2) clusters = find_clusters(first);
    P root[most];  // without the empty slots
    const P number_of_roots = close_up(first, (1u << (here - 1) << 1) - 1, root);
    if (out.between_places == 1) {
      if (has_room_for_blocks(first))
        write_blocks(first, root);
      else if (N != 0 && plan.degree == N)
        write_rows<N>(first, here, root);
      else
        write_rows<0>(first, here, root);
    } else {
      write_columns(first, here, root);
    }
    static_assert(sizeof(real_roots_status) == 1 && real_roots_status{} == real_roots_status::ok);
    using bytes = typename detail::simd_vector<std::uint8_t, lanes>::type;
    const bytes counts = __builtin_convertvector(__builtin_convertvector(number_of_roots.v, lane_integers<P>), bytes);
    if (here == lanes)
      write_rest<lanes>(first, lanes, counts);
    else
      write_rest<0>(first, here, counts);
    for (unsigned rest = clusters & ((1u << (here - 1) << 1) - 1); rest != 0; rest &= rest - 1) {
      const int i = first + __builtin_ctz(rest);
      out.statuses[i] = real_roots_status::clustered;
      // In double they are few, and the careful path is less likely to list one root twice. In float, where all roots
      // of high degrees are real, they are many.
      if constexpr (sizeof(number) == 8) memory.attention[i] = block_attention::left_over;
    }
  }

  /// Counts, and that there is nothing else to say. All: number of polynomials, or 0 if that is known at run time only.
  template <int All, class Bytes>
  VT_HD void write_rest(int first, int here, const Bytes& counts) const {
    const auto n = static_cast<std::size_t>(All != 0 ? All : here);
    __builtin_memcpy(out.counts + first, &counts, n);
    __builtin_memset(out.statuses + first, 0, n);
    if (out.touching) __builtin_memset(out.touching + first, 0, n * sizeof(std::uint64_t));
  }

  /// Roots of cubics to two ulps, where no coarser tolerance is asked for; what a few steps do not vouch for, and
  /// polynomials with touches, are left over.
  VT_HD void improve_cubics(int first) const {
    constexpr number u = float_format<number>::unit_roundoff;
    if (plan.absolute > u || plan.relative > 8 * u) return;
    P c[4];
    VT_UNROLL
    for (int k = 0; k <= 3; ++k) c[k] = P::load(memory.coefficients + k * plan.block_size + first);
    lane_integers<P> slots;
    __builtin_memcpy(&slots, memory.slots + first, sizeof slots);
    const P used(__builtin_convertvector(slots, typename P::vector)), one(number(1));
    mask_t<P> unsure(false);
    VT_UNROLL
    for (int s = 0; s < 3; ++s) {
      number* const place = memory.root + s * plan.block_size + first;
      P x = P::load(place);
      const mask_t<P> there = (x <= one) & (used > P(static_cast<number>(s)));  // not NaN: an empty slot
      mask_t<P> moving = there;
      VT_UNROLL_NOT
      for (int step = 0; step < 3; ++step) {
        if (none(moving)) break;
        const core::improved_root<P> better =
            core::improve_cubic_root(c, x, [](const P& a, const P& b) { return near_quotient(a, b); });
        x = select(moving, better.x, x);
        moving &= !better.sure;
      }
      x.store(place);
      unsure |= moving;
    }
    leave_over<P>(unsure, first, count, memory);
    for (int i = first; i < first + lanes; ++i)
      if (memory.attention[i] == block_attention::unsorted) memory.attention[i] = block_attention::left_over;
  }

  /// Which polynomials have a root, no touch, that is several as far as rounding tells, as bits.
  VT_HD unsigned find_clusters(int first) const {
    const int n = degree();
    lane_integers<P> slots;
    __builtin_memcpy(&slots, memory.slots + first, sizeof slots);
    const P used(__builtin_convertvector(slots, typename P::vector)), one(number(1));
    P c[most + 1];
    VT_UNROLL
    for (int k = 0; k <= n; ++k) c[k] = P::load(memory.coefficients + k * plan.block_size + first);
    // The sum of the |c_k| is below 2, and the third derivative over 6 below n (n - 1) (n - 2) / 3: larger slopes have
    // nothing to ask.
    const number noise = core::detail::noise_factor<number>(n);
    const P cube_of_slope(number(256) * noise * noise * static_cast<number>(n * (n - 1) * (n - 2)) / 3);
    unsigned clusters = 0;
    for (int s = 0; s < n; ++s) {
      const mask_t<P> in_use = used > P(static_cast<number>(s));
      if (none(in_use)) break;
      const P t = P::load(memory.root + s * plan.block_size + first);
      P slope = c[n], value = multiply_add(slope, t, c[n - 1]);
      VT_UNROLL
      for (int k = n - 2; k > 0; --k) {
        slope = multiply_add(slope, t, value);
        value = multiply_add(value, t, c[k]);
      }
      slope = multiply_add(slope, t, value);
      const mask_t<P> flat = in_use & (t <= one) & (abs(slope) * slope * slope <= cube_of_slope);
      if (none(flat)) continue;
      unsigned here = bits(flat & core::detail::is_in_cluster(c, n, t, P(noise)));
      for (unsigned rest = here; rest != 0; rest &= rest - 1) {
        const int i = __builtin_ctz(rest);
        if ((memory.touching[first + i] >> s & 1) != 0) here &= ~(1u << i);
      }
      clusters |= here;
    }
    return clusters;
  }

  /// The roots of a group in order, behind them NaN; how many there are.
  VT_HD P close_up(int first, unsigned there, P (&root)[most]) const {
    const int n = degree();
    VT_UNROLL
    for (int k = 0; k < n; ++k) root[k] = P(nothing<number>());
    lane_integers<P> slots;
    __builtin_memcpy(&slots, memory.slots + first, sizeof slots);
    const P used(__builtin_convertvector(slots, typename P::vector)), unit(plan.unit), one(number(1));
    P last(number(-2)), total(number(0));
    mask_t<P> descends(false);  // or is the same number twice
    const auto put = [&](int s, const mask_t<P>& in_use) {
      const P t = P::load(memory.root + s * plan.block_size + first);
      const mask_t<P> found = (t <= one) & in_use;  // not NaN: an empty slot
      descends |= found & (t <= last);
      last = select(found, t, last);
      return found;
    };
    if constexpr (N != 0 && N <= 6) {  // in registers
      const auto place = [&](int s) { return P::load(memory.root + s * plan.block_size + first); };
      mask_t<P> full = (used == P(static_cast<number>(N))) & (place(N - 1) <= one);
      VT_UNROLL
      for (int s = 0; s < N; ++s) {
        if (s > 0) full &= place(s - 1) < place(s);
        root[s] = place(s) * unit;
      }
      if (none(!full)) return used;
      VT_UNROLL
      for (int s = 0; s < N; ++s) root[s] = P(nothing<number>());
      VT_UNROLL
      for (int s = 0; s < N; ++s) {
        const mask_t<P> found = put(s, used > P(static_cast<number>(s)));
        const P x = last * unit;
        VT_UNROLL
        for (int k = 0; k <= s; ++k) root[k] = select(found & (total == P(static_cast<number>(k))), x, root[k]);
        total += select(found, one, P(number(0)));
      }
    } else {
      for (int s = 0; s < n; ++s) {
        const mask_t<P> in_use = used > P(static_cast<number>(s));
        if (none(in_use)) break;
        const mask_t<P> found = put(s, in_use);
        const P x = last * unit;
        for (int k = 0; k <= s; ++k) root[k] = select(found & (total == P(static_cast<number>(k))), x, root[k]);
        total += select(found, one, P(number(0)));
      }
    }
    for (unsigned rest = there & bits(descends); rest != 0; rest &= rest - 1) {
      std::uint8_t& attention = memory.attention[first + __builtin_ctz(rest)];
      if (attention == block_attention::none) attention = block_attention::unsorted;
    }
    return total;
  }

  static constexpr int width = block_width<P>(most);  // of a row, rounded up

  /// Rows are written in blocks of that width; what reaches beyond a row must fall on rows that are written later.
  VT_HD bool has_room_for_blocks(int first) const {
    const int beyond = (width - 1) / degree();  // rows behind the last one
    return degree() <= width && plan.degree == degree() &&
           out.between_polynomials == static_cast<std::size_t>(degree()) && first + lanes + beyond <= count;
  }
  VT_HD void write_blocks(int first, const P (&root)[most]) const {
    if constexpr (N <= width) {
      P row[width];
      VT_UNROLL
      for (int k = 0; k < width; ++k) row[k] = k < degree() ? root[k] : P(nothing<number>());
      transpose(row);
      store_blocks(row, out.roots + static_cast<std::size_t>(first * degree()), static_cast<std::size_t>(degree()));
    }
  }

  /// Degree: of the polynomials as given, or 0 if that is known at run time only.
  template <int Degree>
  VT_HD void write_rows(int first, int here, const P (&root)[most]) const {
    number rows[lanes][places];
    const int used = N == 0 ? degree() : places;
    VT_UNROLL
    for (int k = 0; k < used; k += lanes) {
      P row[lanes];
      VT_UNROLL
      for (int i = 0; i < lanes; ++i) row[i] = k + i < degree() ? root[k + i] : P(nothing<number>());
      transpose(row);
      VT_UNROLL
      for (int i = 0; i < lanes; ++i) row[i].store(rows[i] + k);
    }
    number* to = out.roots + static_cast<std::size_t>(first) * out.between_polynomials;
    for (int i = 0; i < here; ++i, to += out.between_polynomials) {
      if constexpr (Degree != 0)
        __builtin_memcpy(to, rows[i], Degree * sizeof(number));
      else
        for (int k = 0; k < plan.degree; ++k) to[k] = rows[i][k];
    }
  }

  VT_HD void write_columns(int first, int here, const P (&root)[most]) const {
    for (int k = 0; k < degree() && k < plan.degree; ++k) {
      number* const to = out.roots + static_cast<std::size_t>(k) * out.between_places + first;
      if (here == lanes)
        root[k].store(to);
      else
        for (int i = 0; i < here; ++i) to[i] = root[k][i];
    }
  }
};

template <class P>
[[gnu::noinline]] void write_block_of_any(const block_plan<scalar_t<P>>& plan, const block_memory<scalar_t<P>>& memory,
                                          const block_output<scalar_t<P>>& out, int count, int degree) {
  block_writer<P, 0>{plan, memory, out, count, degree}.write();
}

template <class P, int N>
VT_HD void write_block(const block_plan<scalar_t<P>>& plan, const block_memory<scalar_t<P>>& memory,
                       const block_output<scalar_t<P>>& out, int count) {
  if constexpr (N >= first_shared_degree && block_width<P>(N) == P::size)
    write_block_of_any<P>(plan, memory, out, count, N);
  else
    block_writer<P, N>{plan, memory, out, count}.write();
}

}  // namespace
}  // namespace vieta::VIETA_ISA
