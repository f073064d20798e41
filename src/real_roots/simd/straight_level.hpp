#pragma once

#include "real_roots/simd/near_quotient.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/level.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/real_roots.hpp"

// One level of the derivative chain at low degrees (core/level.hpp), a polynomial in each lane. Break points that no
// root of the derivative takes are set where they narrow the brackets: any point may separate roots.

namespace vieta::VIETA_ISA {
namespace {

template <class P, int D>
struct straight_level {
  using number = scalar_t<P>;
  P c[D + 1];
  P end[D + 1], at[D + 1];  // lo, break points, hi, ascending; and the values there
  P reach[D + 1];           // how far the zeros of the parabola at an extremum are from it; large for other points
  P x[D];                   // a root, in the brackets that are `crossing`
  mask_t<P> flat[D + 1];    // whether end[i] is an extremum, nearly
  mask_t<P> crossing[D];    // whether the ends of bracket i have different signs

  VT_HD void find_crossings() {
    VT_UNROLL
    for (int i = 0; i < D; ++i) crossing[i] = (at[i] < P(number(0))) ^ (at[i + 1] < P(number(0)));
  }

  /// Values at the ends, and reaches. Vague are those that rounding may account for, and those at break points so far
  /// from their extrema that the signs may differ; before the last level the latter alone. On the last one the sum of
  /// |c_k x^k| is below 2.
  template <bool last>
  VT_HD void evaluate(mask_t<P> (&vague)[D + 1]) {
    constexpr number noise = last ? core::detail::noise_factor<number>(D) : number(0);
    const P far(number(0x1p100f));
    VT_UNROLL
    for (int i = 0; i <= D; ++i) {
      if (i == 0 || i == D) {
        at[i] = core::horner(c, D, end[i]);
        reach[i] = far;
        vague[i] = mask_t<P>(last) & !(abs(at[i]) > P(2 * noise));
      } else {
        const core::detail::near_extremum<P> here = core::detail::look_at<near_arithmetic, D>(c, end[i]);
        at[i] = here.value;
        reach[i] = select(flat[i], here.template reach<near_arithmetic>(), far);
        P doubt = here.doubt();
        if constexpr (last) doubt = max(doubt, P(noise) * core::horner_magnitude(c, D, end[i]));
        vague[i] = flat[i] & !(abs(here.at_extremum()) > doubt);  // true for NaN
      }
    }
    find_crossings();
  }

  /// Looks at vague values once more, those of float polynomials in double. Whether something stays unclear: then, and
  /// where there may be a touch, the careful path decides.
  VT_HD mask_t<P> look_closer(const mask_t<P> (&vague)[D + 1]) {
    mask_t<P> certain[D + 1], small[D + 1], unclear(false);
    VT_UNROLL
    for (int i = 0; i <= D; ++i) {
      if (none(vague[i])) continue;
      const close_look here = look_in_double(end[i]);
      const mask_t<P> at_end(i == 0 || i == D);
      const P value = select(at_end, here.value, here.at_extremum), doubt = select(at_end, P(number(0)), here.doubt);
      const P magnitude = core::horner_magnitude(c, D, end[i]);
      certain[i] = abs(value) > max(doubt, P(number(0x1p-48)) * magnitude);
      small[i] = !(max(abs(value), doubt) > P(core::detail::noise_factor<number>(D)) * magnitude);
      at[i] = select(vague[i], here.value, at[i]);  // whatever the neighbours are
    }
    find_crossings();
    VT_UNROLL
    for (int i = 0; i <= D; ++i) {
      if (none(vague[i])) continue;
      mask_t<P> known = certain[i];
      // At an end there may be an extremum beside it that the derivative's sign there, noise as well, has hidden.
      known &= i > 0 && i < D ? crossing[i - 1] | crossing[i] | !small[i] : !small[i];
      unclear |= vague[i] & !known;
    }
    return unclear;
  }

  /// The value at an end, nearly that at the extremum there, and the error of that.
  struct close_look {
    P value, at_extremum, doubt;
  };
  VT_HD close_look look_in_double(const P& e) const {
    if constexpr (sizeof(number) == 8) {
      const auto here = core::detail::look_at<near_arithmetic, D>(c, e);
      return {here.value, here.at_extremum(), here.doubt()};
    } else {
      using wide = pack<double, P::size / 2>;
      core::detail::near_extremum<wide> half[2];
      VT_UNROLL
      for (int h = 0; h < 2; ++h) {
        wide wide_c[D + 1];
        VT_UNROLL
        for (int k = 0; k <= D; ++k) wide_c[k] = widen(c[k], h);
        half[h] = core::detail::look_at<near_arithmetic, D>(wide_c, widen(e, h));
      }
      return {narrow(half[0].value, half[1].value), narrow(half[0].at_extremum(), half[1].at_extremum()),
              narrow(half[0].doubt(), half[1].doubt())};
    }
  }

  VT_HD P step_from(const P& from) const {
    return core::detail::halley<near_arithmetic>(core::detail::differentiate<D>(c, from), from);
  }

  /// A guess and two of Halley's steps. Moving are the brackets where the last one was not `small`.
  VT_HD void approach(const P& small, mask_t<P> (&moving)[D]) {
    VT_UNROLL
    for (int i = 0; i < D; ++i)
      x[i] = core::detail::guess_in_bracket<near_arithmetic, P>({end[i], end[i + 1]}, {at[i], at[i + 1]},
                                                                {reach[i], reach[i + 1]});
    VT_UNROLL
    for (int i = 0; i < D; ++i) x[i] = step_from(x[i]);
    VT_UNROLL
    for (int i = 0; i < D; ++i) {
      const P before = x[i];
      x[i] = min(max(step_from(before), end[i]), end[i + 1]);
      moving[i] = crossing[i] & !(abs(x[i] - before) < small);
    }
  }

  /// Halley's iteration in bracket i, kept inside, for the lanes that still move.
  VT_HD void go_on(int i, mask_t<P> moving, const P& small) {
    P lo = end[i], hi = end[i + 1];
    const mask_t<P> negative = at[i] < P(number(0));
    for (int step = 0; step < 8 && !none(moving); ++step) {
      const auto p = core::detail::differentiate<D>(c, x[i]);
      const mask_t<P> root_is_right = !((p.value < P(number(0))) ^ negative);
      lo = select(root_is_right, x[i], lo);
      hi = select(root_is_right, hi, x[i]);
      P next = core::detail::halley<near_arithmetic>(p, x[i]);
      next = select((next >= lo) & (next <= hi), next, P(number(0.5)) * (lo + hi));
      const P step_taken = abs(next - x[i]);
      x[i] = select(moving, next, x[i]);
      moving &= !(step_taken < small);
    }
  }
};

}  // namespace
}  // namespace vieta::VIETA_ISA
