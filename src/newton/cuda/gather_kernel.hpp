#pragma once

#include "newton/cuda/gather_plan.hpp"
#include "newton/cuda/linear/matrix_view.hpp"

// Derivatives, gathered: one thread for one entry of the Jacobian. A loop of a `block`, so that tests run it on the
// host.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// Entry (e, v) = sum over the terms of equation e of c_t prefix suffix. A warp has 32 columns of a few rows, whose
/// terms the warps of a block share. Rows that follow one another (gather_plan::follows) go together: of each term they
/// need one prefix, and one new suffix, for the others were read for the terms before. Other rows go one by one.
template <int N, bool Complex>
struct gather_derivatives {
  static constexpr int threads = 256, columns = 32;
  /// Rows of a thread, as many as its registers hold sums of; warps that share the terms of a row.
  static constexpr int rows_of_thread = N == 1 ? 4 : N == 2 ? 2 : 1, shares = N <= 2 ? 2 : 1;
  static constexpr int rows_together = threads / columns / shares * rows_of_thread;
  /// Terms of one chunk of the lazy sums, a multiple of `rows_of_thread`.
  static constexpr std::uint32_t chunk = lazy_chunk / (Complex ? 2 : 1);
  using X = device::number<N, Complex>;

  system_view s;
  const gather_plan::term* terms = nullptr;
  const std::uint16_t* place = nullptr;
  const std::uint32_t* rows = nullptr;
  const unsigned char* follows = nullptr;
  std::size_t row_count = 0;
  const_planes values, prefixes, suffixes;
  planes out;  ///< row after row

  static constexpr std::size_t shared() { return threads * rows_of_thread * sizeof(X) + 64; }

  VT_HD void operator()(const block& where) const {
    shared_arena arena{where.shared};
    X* const sums = arena.array<X>(threads * rows_of_thread);
    const std::size_t row0 = static_cast<std::size_t>(where.y) * rows_together,
                      column0 = static_cast<std::size_t>(where.x) * columns;
    where.for_each(threads, [&](int thread) {
      const auto v = static_cast<std::uint32_t>(column0) + static_cast<std::uint32_t>(thread % columns);
      const int warp = thread / columns;
      X total[rows_of_thread];
      add_share(row0 + static_cast<std::size_t>(warp / shares * rows_of_thread), v,
                static_cast<std::uint32_t>(warp % shares), total);
      VT_UNROLL
      for (int r = 0; r < rows_of_thread; ++r) sums[r * threads + thread] = total[r];
    });
    where.for_each(threads / shares * rows_of_thread, [&](int entry) {
      const int lane = entry % columns, r = entry / columns % rows_of_thread, of = entry / columns / rows_of_thread;
      const std::size_t k = row0 + static_cast<std::size_t>(of * rows_of_thread + r);
      const std::size_t v = column0 + static_cast<std::size_t>(lane);
      if (k >= row_count || v >= s.variables) return;
      const X* const from = sums + r * threads + of * shares * columns + lane;
      X total = from[0];
      for (int share = 1; share < shares; ++share) total = total + from[share * columns];
      total.store(out, rows[k] * std::size_t{s.variables} + v);
    });
  }

  /// Share `share` of the terms of rows k, k + 1, ... of the order of work, for column v.
  VT_HD void add_share(std::size_t k, std::uint32_t v, std::uint32_t share, X (&total)[rows_of_thread]) const {
    std::uint32_t begin[rows_of_thread], count[rows_of_thread];
    bool all_follow = true;
    VT_UNROLL
    for (int r = 0; r < rows_of_thread; ++r) {
      total[r] = X::zero();
      begin[r] = count[r] = 0;
      const std::size_t row = k + static_cast<std::size_t>(r);
      if (row < row_count && v < s.variables) {
        const std::size_t e = rows[row];
        begin[r] = static_cast<std::uint32_t>(s.term_begin[s.group_begin[e]]);
        count[r] = static_cast<std::uint32_t>(s.term_begin[s.group_begin[e + 1]]) - begin[r];
      }
      all_follow = all_follow && (rows_of_thread == 1 || (row < row_count && (r == 0 || follows[row] != 0)));
    }
    const auto from = [&](std::uint32_t terms_of_row) {
      const std::uint32_t part = (terms_of_row + shares - 1) / shares;
      return share * part < terms_of_row ? share * part : terms_of_row;
    };
    const auto to = [&](std::uint32_t terms_of_row) {
      const std::uint32_t part = (terms_of_row + shares - 1) / shares;
      return share * part + part < terms_of_row ? share * part + part : terms_of_row;
    };
    if (rows_of_thread > 1 && all_follow) return add_together(begin, from(count[0]), to(count[0]), v, total);
    VT_UNROLL
    for (int r = 0; r < rows_of_thread; ++r) total[r] = add_row(begin[r] + from(count[r]), begin[r] + to(count[r]), v);
  }

  /// Terms first .. end - 1 of rows that follow one another.
  VT_HD void add_together(const std::uint32_t (&begin)[rows_of_thread], std::uint32_t first, std::uint32_t end,
                          std::uint32_t v, X (&total)[rows_of_thread]) const {
    if (first >= end) return;
    const auto place_on = [&](const gather_plan::term& m) {
      return std::uint32_t{place[m.path * std::size_t{s.variables} + v]};
    };
    // Row r needs the suffix that was new for row 0 r terms ago: a ring.
    X ring[rows_of_thread];
    gather_plan::term next = terms[begin[0] + first];
    std::uint32_t next_place = place_on(next);
    ring[0] = X::zero();
    VT_UNROLL
    for (int r = 1; r < rows_of_thread; ++r) {
      ring[rows_of_thread - r] = X::zero();
      const gather_plan::term m = terms[begin[r] + first];
      const std::uint32_t length = m.length & gather_plan::length_mask;
      if (next_place < length) ring[rows_of_thread - r] = X::load(suffixes, m.suffix + length - 1 - next_place);
    }
    for (std::uint32_t t = first; t < end;) {
      product_sum<N, Complex> sums[rows_of_thread];
      VT_UNROLL
      for (int r = 0; r < rows_of_thread; ++r) sums[r].clear();
      VT_UNROLL_NOT
      for (const std::uint32_t stop = t + chunk < end ? t + chunk : end; t < stop; t += rows_of_thread) {
        VT_UNROLL
        for (int u = 0; u < rows_of_thread; ++u) {
          if (u > 0 && t + u >= stop) continue;
          const gather_plan::term m = next;
          const std::uint32_t i = next_place, length = m.length & gather_plan::length_mask;
          if (t + u + 1 < end) next = terms[begin[0] + t + u + 1], next_place = place_on(next);
          if (i >= length) continue;
          const X prefix = X::load(prefixes, m.prefix + i);
          ring[u] = X::load(suffixes, m.suffix + length - 1 - i);
          VT_UNROLL
          for (int r = 0; r < rows_of_thread; ++r)
            if (r == 0 || i + r < length)
              sums[r].template add<false>(prefix, ring[(u - r + rows_of_thread) % rows_of_thread]);
        }
      }
      VT_UNROLL
      for (int r = 0; r < rows_of_thread; ++r) total[r] = total[r] + sums[r].value();
    }
  }

  /// Terms t .. end - 1, of one row.
  VT_HD X add_row(std::uint32_t t, std::uint32_t end, std::uint32_t v) const {
    X total = X::zero();
    while (t < end) {
      product_sum<N, Complex> part;
      part.clear();
      VT_UNROLL_NOT
      for (const std::uint32_t stop = t + chunk < end ? t + chunk : end; t < stop; t += together) add(t, stop, v, part);
      total = total + part.value();
    }
    return total;
  }

  /// Terms looked at together, so that what they read is on its way at the same time.
  static constexpr int together = N == 1 ? 4 : N == 2 ? 2 : 1;

  /// The terms from t on, below `stop` and `together` at most.
  VT_HD void add(std::size_t t, std::size_t stop, std::size_t v, product_sum<N, Complex>& sum) const {
    gather_plan::term m[together];
    std::uint32_t i[together], k[together];
    bool any = false;
    VT_UNROLL
    for (int u = 0; u < together; ++u) m[u] = terms[t + u < stop ? t + u : t];
    VT_UNROLL
    for (int u = 0; u < together; ++u) {
      k[u] = t + u < stop ? m[u].length & gather_plan::length_mask : 0;
      i[u] = k[u] < 2 ? (m[u].path == v ? 0 : gather_plan::nowhere) : place[m[u].path * std::size_t{s.variables} + v];
      any = any || i[u] < k[u];
    }
    if (!any) return;
    X prefix[together], suffix[together];
    VT_UNROLL
    for (int u = 0; u < together; ++u) {
      const bool active = i[u] < k[u];
      prefix[u] = active ? X::load(prefixes, m[u].prefix + i[u]) : X::zero();
      suffix[u] = active ? X::load(suffixes, m[u].suffix + k[u] - 1 - i[u]) : X::zero();
    }
    VT_UNROLL
    for (int u = 0; u < together; ++u) {
      if ((m[u].length & (gather_plan::unit | gather_plan::powers)) == gather_plan::unit)
        sum.template add<false>(prefix[u], suffix[u]);
      else if (i[u] < k[u])
        sum.template add<false>(prefix[u] * suffix[u] * power(m[u], t + u, i[u], k[u]), coefficient(t + u));
    }
  }

  /// e x^(e-1) for atom i of k of a term.
  VT_HD X power(const gather_plan::term& m, std::size_t t, std::uint32_t i, std::uint32_t k) const {
    if ((m.length & gather_plan::powers) == 0) return X::one();
    const std::uint32_t atom = k == 1 ? s.inner[t] : s.path_atom[m.prefix - m.path + i];
    return s.exponent[atom] > 1 ? X::load(values, s.lower[atom]).times(static_cast<double>(s.exponent[atom]))
                                : X::one();
  }
  [[nodiscard]] VT_HD X coefficient(std::size_t t) const {
    X c = X::zero();
    c.re = X::part(s.coefficients.re, t);
    if constexpr (Complex) c.im = X::part(s.coefficients.im, t);
    return c;
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
