#include "roots/values/ball_step.hpp"

#ifdef VIETA_HAVE_ARB

#include <cmath>
#include <limits>

namespace vieta::values {
namespace {

void set_part(arb_t out, const dd& x) {
  exact::big_float low;
  arf_set_d(low.x, x.lo);
  arf_set_d(arb_midref(out), x.hi);
  arf_add(arb_midref(out), arb_midref(out), low.x, ARF_PREC_EXACT, ARF_RND_NEAR);
  mag_zero(arb_radref(out));
}

// The middle as two doubles, which leaves the ball with what they lose as its middle.
dd take_middle(arb_t x) {
  const double high = arf_get_d(arb_midref(x), ARF_RND_NEAR);
  exact::big_float part;
  arf_set_d(part.x, high);
  arb_sub_arf(x, x, part.x, ARF_PREC_EXACT);
  const double low = arf_get_d(arb_midref(x), ARF_RND_NEAR);
  arf_set_d(part.x, low);
  arb_sub_arf(x, x, part.x, ARF_PREC_EXACT);
  return dd(two_sum(high, low));
}

}  // namespace

void set_point(acb_t out, const complex<dd>& z) {
  set_part(acb_realref(out), z.re);
  set_part(acb_imagref(out), z.im);
}

proven_step step_of(acb_t p, acb_t slope, slong precision) {
  proven_step out{{dd(0.0), dd(0.0)}, std::numeric_limits<double>::infinity()};
  if (acb_contains_zero(slope)) return out;
  acb_div(p, p, slope, precision);
  if (!acb_is_finite(p)) return out;
  exact::big_float bound;
  acb_get_abs_ubound_arf(bound.x, p, 64);
  if (!(arf_get_d(bound.x, ARF_RND_CEIL) < 0x1p1000)) return out;
  out.step = {take_middle(acb_realref(p)), take_middle(acb_imagref(p))};
  acb_get_abs_ubound_arf(bound.x, p, 64);
  out.error = arf_get_d(bound.x, ARF_RND_CEIL);
  return out;
}

}  // namespace vieta::values

#endif
