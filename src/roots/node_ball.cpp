#include "roots/node_ball.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta {
namespace {

void set_part(arb_t out, const qd& x) {
  arf_t limb;
  arf_init(limb);
  arb_zero(out);
  for (const double value : {x.x0, x.x1, x.x2, x.x3}) {
    arf_set_d(limb, value);
    arf_add(arb_midref(out), arb_midref(out), limb, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  arf_clear(limb);
}

qd get_part(const arb_t ball, std::int64_t exponent) {
  arf_t rest, limb;
  arf_init(rest);
  arf_init(limb);
  arf_mul_2exp_si(rest, arb_midref(ball), static_cast<slong>(-exponent));
  double limbs[4];
  for (double& value : limbs) {
    value = arf_get_d(rest, ARF_RND_NEAR);
    arf_set_d(limb, value);
    arf_sub(rest, rest, limb, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
  arf_clear(limb);
  arf_clear(rest);
  return {limbs[0], limbs[1], limbs[2], limbs[3]};
}

}  // namespace

void set_point(acb_t out, const complex<qd>& mantissa, std::int64_t exponent) {
  set_part(acb_realref(out), mantissa.re);
  set_part(acb_imagref(out), mantissa.im);
  acb_mul_2exp_si(out, out, static_cast<slong>(exponent));
}

complex<qd> get_point(const acb_t ball, std::int64_t exponent) {
  return {get_part(acb_realref(ball), exponent), get_part(acb_imagref(ball), exponent)};
}

}  // namespace vieta

#endif
