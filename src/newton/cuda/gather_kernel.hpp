#pragma once

#include "newton/cuda/gather_plan.hpp"
#include "newton/cuda/matrix_view.hpp"

// Derivatives, gathered: one thread for one entry of the Jacobian. A loop of a `block`, so that tests run it on the
// host.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// Entry (e, v) = sum over the terms of equation e of c_t prefix suffix. A warp has 32 columns and goes through the
/// terms of a few rows at once: what two of them need is read once. That is the prefix where their terms lie on one
/// path, and a suffix of one row that the next one needs in the following term, as neighbouring windows of a circle do.
/// The terms of a row are shared by the warps of a block.
template <int N, bool Complex>
struct gather_derivatives {
  static constexpr int threads = 256, columns = 32;
  /// Rows of a thread, as many as its registers hold sums of; warps that share the terms of a row.
  static constexpr int rows_of_thread = N == 1 ? 4 : N == 2 ? 2 : 1, shares = 4;
  static constexpr int rows_together = threads / columns / shares * rows_of_thread;
  /// Terms of one chunk of the lazy sums.
  static constexpr std::uint32_t chunk = lazy_chunk / (Complex ? 2 : 1);
  using X = device::number<N, Complex>;

  system_view s;
  const gather_plan::term* terms = nullptr;
  const std::uint16_t* place = nullptr;
  const std::uint32_t* rows = nullptr;
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

  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// Where the factors of one term in each row of a thread are; `none` where the term does not hold the variable.
  struct factors {
    std::uint32_t prefix[rows_of_thread], suffix[rows_of_thread];
    unsigned plain;  ///< bit r: nothing but these two
  };
  /// The suffixes of the terms before, and where they were read.
  struct read_suffixes {
    X x[rows_of_thread];
    std::uint32_t at[rows_of_thread];
  };
  /// The terms of the rows of a thread: the first ones, and how many.
  struct term_ranges {
    std::uint32_t begin[rows_of_thread], count[rows_of_thread];
  };

  /// Share `share` of the terms of rows k, k + 1, ... of the order of work, for column v.
  VT_HD void add_share(std::size_t k, std::uint32_t v, std::uint32_t share, X (&total)[rows_of_thread]) const {
    term_ranges range;
    std::uint32_t most = 0;
    read_suffixes kept;
    VT_UNROLL
    for (int r = 0; r < rows_of_thread; ++r) {
      total[r] = kept.x[r] = X::zero();
      kept.at[r] = none;
      range.begin[r] = range.count[r] = 0;
      if (k + static_cast<std::size_t>(r) < row_count && v < s.variables) {
        const std::size_t e = rows[k + static_cast<std::size_t>(r)];
        range.begin[r] = static_cast<std::uint32_t>(s.term_begin[s.group_begin[e]]);
        range.count[r] = static_cast<std::uint32_t>(s.term_begin[s.group_begin[e + 1]]) - range.begin[r];
      }
      if (range.count[r] > most) most = range.count[r];
    }
    const std::uint32_t part = (most + shares - 1) / shares;
    const std::uint32_t end = share * part + part < most ? share * part + part : most;
    factors next = look(range, share * part, v);
    for (std::uint32_t t = share * part; t < end;) {
      product_sum<N, Complex> sums[rows_of_thread];
      VT_UNROLL
      for (int r = 0; r < rows_of_thread; ++r) sums[r].clear();
      VT_UNROLL_NOT
      for (const std::uint32_t stop = t + chunk < end ? t + chunk : end; t < stop; ++t) {
        const factors now = next;
        next = look(range, t + 1, v);  // on its way while `now` is added
        add(now, range, t, v, kept, sums);
      }
      VT_UNROLL
      for (int r = 0; r < rows_of_thread; ++r) total[r] = total[r] + sums[r].value();
    }
  }

  /// The place of variable v among the atoms of a term.
  [[nodiscard]] VT_HD std::uint32_t place_of(const gather_plan::term& m, std::uint32_t v) const {
    if ((m.length & gather_plan::length_mask) > 1) return place[m.path * std::size_t{s.variables} + v];
    return (m.length & gather_plan::length_mask) == 1 && m.path == v ? 0 : gather_plan::nowhere;
  }

  VT_HD factors look(const term_ranges& range, std::uint32_t t, std::uint32_t v) const {
    gather_plan::term m[rows_of_thread];
    VT_UNROLL
    for (int r = 0; r < rows_of_thread; ++r) {
      m[r] = {};
      if (t < range.count[r]) m[r] = terms[range.begin[r] + t];
    }
    factors f;
    f.plain = 0;
    std::uint32_t i = 0;
    VT_UNROLL
    for (int r = 0; r < rows_of_thread; ++r) {
      const std::uint32_t length = m[r].length & gather_plan::length_mask;
      const bool same_path =
          r > 0 && length > 1 && m[r].path == m[r - 1].path && (m[r - 1].length & gather_plan::length_mask) > 1;
      if (!same_path) i = place_of(m[r], v);
      f.prefix[r] = i < length ? m[r].prefix + i : none;
      f.suffix[r] = i < length ? m[r].suffix + length - 1 - i : none;
      if ((m[r].length & (gather_plan::unit | gather_plan::powers)) == gather_plan::unit) f.plain |= 1U << r;
    }
    return f;
  }

  VT_HD void add(const factors& f, const term_ranges& range, std::uint32_t t, std::uint32_t v, read_suffixes& kept,
                 product_sum<N, Complex> (&sums)[rows_of_thread]) const {
    X prefix[rows_of_thread];
    VT_UNROLL
    for (int r = 0; r < rows_of_thread; ++r) {
      prefix[r] = X::zero();
      if (r > 0 && f.prefix[r] == f.prefix[r - 1])
        prefix[r] = prefix[r - 1];
      else if (f.prefix[r] != none)
        prefix[r] = X::load(prefixes, f.prefix[r]);
    }
    // From the last row on: row r - 1 still has what it read for the term before.
    VT_UNROLL
    for (int r = rows_of_thread - 1; r >= 0; --r) {
      if (r > 0 && f.suffix[r] == kept.at[r - 1])
        kept.x[r] = kept.x[r - 1];
      else if (f.suffix[r] != none)
        kept.x[r] = X::load(suffixes, f.suffix[r]);
      kept.at[r] = f.suffix[r];
    }
    VT_UNROLL
    for (int r = 0; r < rows_of_thread; ++r) {
      if (f.suffix[r] == none) continue;
      if ((f.plain >> r & 1U) != 0) {
        sums[r].template add<false>(prefix[r], kept.x[r]);
      } else {
        const std::uint32_t at = range.begin[r] + t;
        const gather_plan::term& m = terms[at];
        sums[r].template add<false>(
            prefix[r] * kept.x[r] * power(m, at, place_of(m, v), m.length & gather_plan::length_mask), coefficient(at));
      }
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
