#include "verify/roots/count/disc.hpp"

#ifdef VIETA_HAVE_ARB

#include <cmath>

namespace vieta::checking {

std::optional<disc> read_disc(const roots_result& result, std::size_t k) {
  disc out;
  if (!result.decimal.empty()) {
    const decimal_root& d = result.decimal[k];
    const bool is_readable = exact::parse_real(d.re, out.re) && exact::parse_real(d.im, out.im) &&
                             exact::parse_real(d.radius, out.radius) && out.radius.numerator >= 0;
    return is_readable ? std::optional(out) : std::nullopt;
  }
  const root& z = result.roots[k];
  if (!std::isfinite(z.value.real()) || !std::isfinite(z.value.imag()) || !std::isfinite(z.radius) || z.radius < 0)
    return std::nullopt;
  return disc{exact::from_double(z.value.real()), exact::from_double(z.value.imag()), exact::from_double(z.radius)};
}

void set_centre(acb_t out, const disc& d, slong precision) {
  exact::set_arb(acb_realref(out), d.re, precision);
  exact::set_arb(acb_imagref(out), d.im, precision);
}

}  // namespace vieta::checking

#endif
