#pragma once

#include "vieta/core/compensated_horner.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/real_roots.hpp"

namespace vieta::VIETA_ISA {
namespace {

/// core::detail::extremum in each lane.
template <class P>
struct extrema {
  P x, value;
  mask_t<P> touches, sign_known, stationary;
};

/// core::detail::find_extremum for one polynomial in each lane, by the same steps and with the same bits. Lanes in
/// `which` alone count.
template <class P>
VT_HD extrema<P> find_extrema(const P* c, int n, const P& lo, P x, const P& hi, const mask_t<P>& negative_around,
                              mask_t<P> which, int steps) {
  using number = scalar_t<P>;
  constexpr number u = float_format<number>::unit_roundoff;
  const P zero(number(0)), noise_factor(core::detail::noise_factor<number>(n));
  const mask_t<P> asked = which;
  extrema<P> found{x, zero, mask_t<P>(false), mask_t<P>(false), mask_t<P>(true)};
  VT_UNROLL_NOT
  for (int step = 0; step < steps; ++step) {
    P second = zero, slope = zero, value = c[n];
    P magnitude = abs(value), partial = zero;
    const P r = abs(x);
    VT_UNROLL
    for (int k = n - 1; k >= 0; --k) {
      second = multiply_add(second, x, slope);
      slope = multiply_add(slope, x, value);
      value = multiply_add(value, x, c[k]);
      magnitude = multiply_add(magnitude, r, abs(c[k]));
      partial = multiply_add(partial, r, abs(value));
    }
    const mask_t<P> touches = !(abs(value) > noise_factor * magnitude);
    const mask_t<P> sign_known = abs(value) > P(2 * u) * partial;
    // Away from a touch, where the slope is noise as well: this step does not count.
    which &= !(found.touches & (!touches) & (!((value < zero) ^ negative_around)));
    found.x = select(which, x, found.x);
    found.value = select(which, value, found.value);
    found.touches = (which & touches) | ((!which) & found.touches);
    found.sign_known = (which & sign_known) | ((!which) & found.sign_known);
    const P next = x - slope / (P(number(2)) * second);
    which &= next != x;
    const mask_t<P> leaves = which & (!((next > lo) & (next < hi)));
    if (any(leaves)) {
      P sum = zero;
      VT_UNROLL
      for (int k = n; k >= 1; --k) sum = multiply_add(sum, r, P(static_cast<number>(k)) * abs(c[k]));
      found.stationary &= !(leaves & (abs(core::horner_with_slope(c, n, x).slope) > noise_factor * sum));
      which &= !leaves;
    }
    if (none(which)) break;
    x = select(which, next, x);
  }
  const mask_t<P> doubtful = asked & !found.sign_known;
  if (any(doubtful)) {
    const core::value_and_doubt<P> closer = core::compensated_horner(c, n, found.x);
    found.value = select(doubtful, closer.value, found.value);
    found.sign_known |= doubtful & (abs(closer.value) > closer.doubt);
  }
  return found;
}
template <class P>
[[gnu::noinline]] extrema<P> find_extrema_of_any(const P* c, int n, const P& lo, const P& x, const P& hi,
                                                 const mask_t<P>& negative_around, const mask_t<P>& which, int steps) {
  return find_extrema(c, n, lo, x, hi, negative_around, which, steps);
}

}  // namespace
}  // namespace vieta::VIETA_ISA
