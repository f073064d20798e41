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
        for (const std::size_t stop = t + chunk < end ? t + chunk : end; t < stop; ++t) add(t, v, part);
        total = total + part.value();
      }
      total.store(out, e * s.variables + v);
    });
  }

  VT_HD void add(std::size_t t, std::size_t v, product_sum<N, Complex>& sum) const {
    const gather_plan::term m = terms[t];
    const std::uint32_t k = m.length & gather_plan::length_mask;
    const std::uint32_t i = k == 1   ? (m.path == v ? 0 : gather_plan::nowhere)
                            : k == 0 ? gather_plan::nowhere
                                     : place[m.path * std::size_t{s.variables} + v];
    if (i >= k) return;
    const X prefix = X::load(prefixes, m.prefix + i), suffix = X::load(suffixes, m.suffix + k - 1 - i);
    if ((m.length & gather_plan::unit) != 0 && (m.length & gather_plan::powers) == 0) {
      sum.template add<false>(prefix, suffix);
      return;
    }
    X d = prefix * suffix;
    if ((m.length & gather_plan::powers) != 0) {
      const std::uint32_t atom = k == 1 ? s.inner[t] : s.path_atom[m.prefix - m.path + i];
      if (s.exponent[atom] > 1) d = d * X::load(values, s.lower[atom]).times(static_cast<double>(s.exponent[atom]));
    }
    X c = X::zero();
    c.re = X::part(s.coefficients.re, t);
    if constexpr (Complex) c.im = X::part(s.coefficients.im, t);
    sum.template add<false>(d, c);
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
