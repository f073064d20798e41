#include "roots/series/domain.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "exact/arithmetic.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/error.hpp"

namespace vieta::own_basis {
namespace {

exact::real end_of(double value, const std::string& text) {
  exact::real x;
  if (text.empty()) {
    if (!std::isfinite(value)) throw error("domain: found an end that is not finite, expected two finite numbers");
    return exact::from_double(value);
  }
  if (!exact::parse_real(text, x)) throw error("domain: found '" + text + "', expected numbers such as 0.5, 1/3, 1e-3");
  return x;
}

exact::real halved(exact::real x) {
  --x.binary_exponent;
  return x;
}

}  // namespace

bool domain::is_standard() const {
  const exact::real one{1, 1, 0, 0};
  return exact::compare(end, one) == 0 && exact::compare(exact::negate(begin), one) == 0;
}

domain domain_of(const series& s) {
  domain on{end_of(s.begin, s.exact_begin), end_of(s.end, s.exact_end)};
  if (exact::compare(on.begin, on.end) == 0) throw error("domain: found two ends alike, expected an interval");
  return on;
}

domain_map::domain_map(const domain& on) {
  const exact::expansion middle = exact::to_expansion(halved(exact::add(on.begin, on.end))),
                         half = exact::to_expansion(halved(exact::subtract(on.end, on.begin)));
  exponent_ = middle.limb[0] == 0 ? half.exponent : std::max(middle.exponent, half.exponent);
  const auto number = [&](const exact::expansion& x) {
    const double factor = scale_by(1.0, std::max<std::int64_t>(x.exponent - exponent_, -700));
    return qd(x.limb[0] * factor, x.limb[1] * factor, x.limb[2] * factor, x.limb[3] * factor);
  };
  middle_ = number(middle);
  half_ = number(half);
}

proven_disc domain_map::to_x(const values::root_disc& disc) const {
  const qd re(disc.centre.re.hi, disc.centre.re.lo, 0.0, 0.0), im(disc.centre.im.hi, disc.centre.im.lo, 0.0, 0.0);
  proven_disc out;
  out.centre = {middle_ + half_ * re, half_ * im};
  out.exponent = exponent_;
  const double size = std::fabs(middle_.x0) + std::fabs(half_.x0) * (std::fabs(re.x0) + std::fabs(im.x0));
  out.radius = (std::fabs(half_.x0) * disc.radius * (1 + 0x1p-50) + 0x1p-198 * size + 0x1p-600) * (1 + 0x1p-50);
  out.bits = 106;
  out.multiplicity = disc.multiplicity;
  out.is_one_root = disc.multiplicity > 1 && disc.is_one_root;
  return out;
}

}  // namespace vieta::own_basis
