#include "oracles/roots/balls.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <sstream>

namespace vieta::test {

disc disc_of(const roots_result& result, std::size_t k) {
  disc d;
  if (result.decimal.empty()) {
    const root& r = result.roots[k];
    d.infinite = !std::isfinite(r.radius) || !std::isfinite(r.value.real()) || !std::isfinite(r.value.imag());
    if (d.infinite) return d;
    d.re = exact::from_double(r.value.real());
    d.im = exact::from_double(r.value.imag());
    d.radius = exact::from_double(r.radius);
  } else {
    const decimal_root& r = result.decimal[k];
    d.infinite =
        !exact::parse_real(r.re, d.re) || !exact::parse_real(r.im, d.im) || !exact::parse_real(r.radius, d.radius);
  }
  return d;
}

slong precision_for(const roots_result& result) {
  std::size_t longest = 20;
  for (const decimal_root& r : result.decimal) longest = std::max({longest, r.re.size(), r.im.size()});
  return static_cast<slong>(4 * longest + 256);
}

ball_disc to_ball(const disc& d, slong precision) {
  ball_disc b;
  exact::set_arb(acb_realref(b.centre.z), d.re, precision);
  exact::set_arb(acb_imagref(b.centre.z), d.im, precision);
  exact::set_arb(b.radius.x, d.radius, precision);
  acb_abs(b.modulus.x, b.centre.z, precision);
  return b;
}

std::vector<ball_disc> to_balls(const roots_result& result, slong precision) {
  std::vector<ball_disc> balls;
  for (std::size_t k = 0; k < result.roots.size(); ++k) balls.push_back(to_ball(disc_of(result, k), precision));
  return balls;
}

bool claims_something(const roots_result& result, std::size_t k) {
  return result.roots[k].status != root_status::unproven;
}

std::string describe(const roots_result& result, std::size_t k) {
  const root& r = result.roots[k];
  std::ostringstream out;
  out.precision(17);
  out << "disc " << k << " [" << name(r.status) << ", multiplicity " << r.multiplicity;
  if (result.decimal.empty())
    out << ", (" << r.value.real() << ", " << r.value.imag() << ") +- " << r.radius;
  else
    out << ", (" << result.decimal[k].re << ", " << result.decimal[k].im << ") +- " << result.decimal[k].radius;
  out << "]: ";
  return out.str();
}

}  // namespace vieta::test

#endif
