#include "roots/ladder/node_ball.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta {
namespace {

void set_part(arb_t out, const qd& x) {
  exact::big_float limb;
  arb_zero(out);
  for (const double value : {x.x0, x.x1, x.x2, x.x3}) {
    arf_set_d(limb.x, value);
    arf_add(arb_midref(out), arb_midref(out), limb.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
}

qd get_part(const arb_t ball, std::int64_t exponent) {
  exact::big_float rest, limb;
  arf_mul_2exp_si(rest.x, arb_midref(ball), static_cast<slong>(-exponent));
  double limbs[4];
  for (double& value : limbs) {
    value = arf_get_d(rest.x, ARF_RND_NEAR);
    arf_set_d(limb.x, value);
    arf_sub(rest.x, rest.x, limb.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  }
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
