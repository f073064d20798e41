#pragma once

#include "newton/cuda/gather_plan.hpp"
#include "newton/cuda/matrix_view.hpp"

// Derivatives, gathered: one thread for one entry of the Jacobian. A loop of a `block`, so that tests run it on the
// host.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// Entry (e, v) = sum over the terms of equation e of c_t prefix suffix. A warp has 32 columns of one row, a block
/// eight rows with similar terms, whose prefixes or suffixes it thus reads from the memory it shares.
template <int N, bool Complex>
struct gather_derivatives {
  static constexpr int threads = 256, columns = 32, rows_together = threads / columns;
  /// Terms of one chunk of the lazy sums.
  static constexpr std::size_t chunk = lazy_chunk / (Complex ? 2 : 1);
  using X = device::number<N, Complex>;

  system_view s;
  const gather_plan::term* terms = nullptr;
  const std::uint16_t* place = nullptr;
  const std::uint32_t* rows = nullptr;
  std::size_t row_count = 0;
  const_planes values, prefixes, suffixes;
  planes out;  ///< row after row

  /// Terms looked at together, so that what they read is on its way at the same time.
  static constexpr int together = N == 1 ? 4 : N == 2 ? 2 : 1;

  VT_HD void operator()(const block& where) const {
    where.for_each(threads, [&](int thread) {
      const std::size_t k =
          static_cast<std::size_t>(where.y) * rows_together + static_cast<std::size_t>(thread / columns);
      const std::size_t v = static_cast<std::size_t>(where.x) * columns + static_cast<std::size_t>(thread % columns);
      if (k >= row_count || v >= s.variables) return;
      const std::size_t e = rows[k], end = s.term_begin[s.group_begin[e + 1]];
      X total = X::zero();
      for (std::size_t t = s.term_begin[s.group_begin[e]]; t < end;) {
        product_sum<N, Complex> part;
        part.clear();
        for (const std::size_t stop = t + chunk < end ? t + chunk : end; t < stop; t += together) add(t, stop, v, part);
        total = total + part.value();
      }
      total.store(out, e * s.variables + v);
    });
  }

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
