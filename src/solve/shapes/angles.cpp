#include "solve/shapes/angles.hpp"

#include <cmath>
#include <complex>
#include <limits>

#include "exact/arb.hpp"

namespace vieta::tracking {

namespace {

/// A complex number, and how far it may be from what is meant.
struct near_number {
  complex<qd> value;
  double error = 0;
};

#ifdef VIETA_HAVE_ARB

void set_exactly(arb_t out, const qd& x) {
  exact::big_float limb;
  arb_zero(out);
  for (const double part : {x.x0, x.x1, x.x2, x.x3}) {
    arf_set_d(limb.x, part);
    arb_add_arf(out, out, limb.x, ARF_PREC_EXACT);
  }
}

/// The four doubles nearest to the middle; what is beyond, and the radius, go to `error`.
qd nearest(const arb_t x, double& error) {
  exact::big_float rest, limb;
  arf_set(rest.x, arb_midref(x));
  double limbs[4];
  for (double& part : limbs) {
    part = arf_get_d(rest.x, ARF_RND_NEAR);
    arf_set_d(limb.x, part);
    arf_sub(rest.x, rest.x, limb.x, ARF_PREC_EXACT, ARF_RND_NEAR);
  }
  error += std::fabs(arf_get_d(rest.x, ARF_RND_UP)) * (1 + 0x1p-50) + mag_get_d(arb_radref(x));
  return qd(limbs[0], limbs[1], limbs[2], limbs[3]);
}

/// -i log(c + i s), or i log(c - i s) where that number is the larger one: e^(i x) is tiny where Im x is large.
near_number angle_of(const complex<qd>& c, const complex<qd>& s, bool is_real, int sign) {
  constexpr slong precision = 320;
  exact::complex_ball cosine, sine, e;
  set_exactly(acb_realref(cosine.z), c.re), set_exactly(acb_realref(sine.z), s.re);
  if (!is_real) set_exactly(acb_imagref(cosine.z), c.im), set_exactly(acb_imagref(sine.z), s.im);
  acb_mul_onei(sine.z, sine.z);
  if (sign < 0) acb_neg(sine.z, sine.z);
  acb_add(e.z, cosine.z, sine.z, precision);
  acb_log(e.z, e.z, precision);
  acb_div_onei(e.z, e.z);
  if (sign < 0) acb_neg(e.z, e.z);
  if (is_real) arb_zero(acb_imagref(e.z));
  near_number result;
  double of_re = 0, of_im = 0;
  result.value = {nearest(acb_realref(e.z), of_re), nearest(acb_imagref(e.z), of_im)};
  result.error = of_re + of_im;
  return result;
}

qd two_pi() {
  exact::real_ball pi;
  arb_const_pi(pi.x, 320);
  arb_mul_2exp_si(pi.x, pi.x, 1);
  double error = 0;
  return nearest(pi.x, error);
}

#else

/// The same in double.
near_number angle_of(const complex<qd>& c, const complex<qd>& s, bool is_real, int sign) {
  constexpr double of_rounding = 1e-14;
  const std::complex<double> i(0, sign), cosine(c.re.x0, is_real ? 0 : c.im.x0), sine(s.re.x0, is_real ? 0 : s.im.x0);
  const std::complex<double> x = std::log(cosine + i * sine) / i;
  near_number result;
  result.value = {qd(x.real()), qd(is_real ? 0 : x.imag())};
  result.error = of_rounding * (1 + std::abs(x));
  return result;
}

qd two_pi() { return qd(6.283185307179586, 2.4492935982947064e-16, -5.989539619436679e-33, 2.2249084417267306e-49); }

#endif

angle_value angle_at(const angle_unknown& angle, const newton_solution& s) {
  const complex<qd>&c = s.x[angle.cosine], &sine = s.x[angle.sine];
  const bool is_real = s.real == realness::real;
  const std::complex<double> cosine(c.re.x0, c.im.x0), i_sine(-sine.im.x0, sine.re.x0);
  const double plus = std::abs(cosine + i_sine), minus = std::abs(cosine - i_sine);
  const int sign = plus >= minus ? 1 : -1;
  // (c + i s) (c - i s) = 1, so the larger one is at least 1 in modulus, nearly so as computed; a relative change d of
  // it changes the logarithm by -log(1 - |d|) at most.
  const double change = 2 * s.radius / std::max(plus, minus) * (1 + 0x1p-40);
  angle_value result;
  near_number near = angle_of(c, sine, is_real, sign);
  result.radius =
      change < 0.5 ? (near.error - std::log1p(-change)) * (1 + 0x1p-40) : std::numeric_limits<double>::infinity();
  // Of -pi and pi, which may both be meant, the second.
  const qd turn = two_pi();
  if (near.value.re.x0 < 0 && (near.value.re + turn * qd(0.5)).x0 <= std::min(result.radius, 1e-6)) {
    near.value.re = near.value.re + turn;
    result.radius += 0x1p-195;
  }
  const auto parts = static_cast<double>(angle.parts);
  result.value = {near.value.re * qd(parts), near.value.im * qd(parts)};
  result.radius = result.radius * parts + std::hypot(result.value.re.x0, result.value.im.x0) * 0x1p-195;
  return result;
}

}  // namespace

void set_angles(const rational_system& system, solve_result& result) {
  if (system.angles.empty()) return;
  for (const angle_unknown& angle : system.angles) result.report.angles.push_back(angle.name);
  for (solve_solution& s : result.solutions)
    for (const angle_unknown& angle : system.angles) s.angles.push_back(angle_at(angle, s.point));
}

}  // namespace vieta::tracking
