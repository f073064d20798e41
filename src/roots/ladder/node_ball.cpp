#include "roots/ladder/node_ball.hpp"

#include "exact/arithmetic.hpp"

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
  exact::mul_2exp(rest.x, arb_midref(ball), -exponent);
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
  exact::mul_2exp(out, out, exponent);
}

complex<qd> get_point(const acb_t ball, std::int64_t exponent) {
  return {get_part(acb_realref(ball), exponent), get_part(acb_imagref(ball), exponent)};
}

void set_disc(acb_t centre, arb_t radius, const proven_disc& disc) {
  if (!disc.sharp) {
    set_point(centre, disc.centre, disc.exponent);
    arb_set_d(radius, disc.radius);
    exact::mul_2exp(radius, radius, disc.exponent);
    return;
  }
  const sharp_disc& sharp = *disc.sharp;
  const auto bits = [](const exact::real& x) { return static_cast<slong>(exact::bit_length(x.numerator)) + 2; };
  exact::set_arb(acb_realref(centre), sharp.re, bits(sharp.re));
  exact::set_arb(acb_imagref(centre), sharp.im, bits(sharp.im));
  arb_set_d(radius, sharp.radius);
  exact::mul_2exp(radius, radius, sharp.radius_exponent);
}

void round_up(arb_t r) {
  exact::big_float upper;
  arb_get_ubound_arf(upper.x, r, 30);
  arb_set_arf(r, upper.x);
}

// A part that is nothing beside the radius: Newton's method squares it with each step, until its exponent is beyond all
// bounds (and exact sums beyond all memory).
bool is_noise(const arb_t part, const arb_t r) {
  exact::big_float least;
  exact::mul_2exp(least.x, arb_midref(r), -64);
  return arb_is_zero(part) == 0 && arf_is_normal(least.x) != 0 && arf_cmpabs(arb_midref(part), least.x) < 0;
}

void shrink_to(proven_disc& disc, const acb_t given, const arb_t least, int digits) {
  exact::complex_ball centre;
  exact::real_ball radius;
  acb_ptr const z = centre.z;
  arb_ptr const r = radius.x;
  acb_set(z, given);
  arb_set(r, least);
  for (arb_ptr const part : {acb_realref(z), acb_imagref(z)}) {
    if (!is_noise(part, r)) continue;
    arb_zero(part);
    exact::real_ball more;
    arb_mul_2exp_si(more.x, least, -60);
    arb_add(r, r, more.x, 64);
    round_up(r);
  }
  sharp_disc sharp;
  sharp.re = exact::get_real(arb_midref(acb_realref(z)));
  sharp.im = exact::get_real(arb_midref(acb_imagref(z)));
  sharp.digits = digits;
  exact::big_float upper;
  arf_set(upper.x, arb_midref(r));
  sharp.radius_exponent = arf_is_zero(upper.x) ? 0 : exact::get_exponent(upper.x);
  exact::mul_2exp(upper.x, upper.x, -sharp.radius_exponent);
  sharp.radius = arf_get_d(upper.x, ARF_RND_UP);
  disc.centre = get_point(z, disc.exponent);
  // Four doubles hold the centre to 2^-200.
  disc.radius = (scale_by(sharp.radius, sharp.radius_exponent - disc.exponent) + 0x1p-200) * (1 + 0x1p-40);
  disc.sharp = std::make_shared<const sharp_disc>(std::move(sharp));
}

}  // namespace vieta

#endif
