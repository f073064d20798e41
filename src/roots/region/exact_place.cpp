#include "roots/region/exact_place.hpp"

#include <cmath>
#include <string>

#include "exact/arithmetic.hpp"
#include "roots/answer/certificate.hpp"
#include "roots/region/border_number.hpp"

namespace vieta {
namespace {

using exact::compare, exact::multiply, exact::real, exact::subtract;

bool is_negative(const real& x) { return x.numerator < 0; }
const real& larger(const real& a, const real& b) { return compare(a, b) < 0 ? b : a; }

// Of |x - y| for the numbers y of the border.
struct distance_range {
  real least, most;
};
distance_range distances(const real& x, const border_number& y) {
  real below = subtract(x, y.most), above = subtract(x, y.least);
  if (is_negative(above)) return {exact::negate(std::move(above)), exact::negate(std::move(below))};
  if (!is_negative(below)) return {std::move(below), std::move(above)};
  return {{}, larger(exact::negate(std::move(below)), above)};
}

// Where all of the interval about x lies relative to {x >= border}, or {x <= border}.
membership beside(const real& x, const real& radius, const border_number& border, bool is_least) {
  // The far end of a ball is what all of the interval has to be beyond.
  const real inward = is_least ? subtract(x, border.most) : subtract(border.least, x);
  if (compare(inward, radius) >= 0) return membership::inside;
  const real outward = is_least ? subtract(border.least, x) : subtract(x, border.most);
  return compare(outward, radius) > 0 ? membership::outside : membership::unclear;
}

}  // namespace

membership both(membership a, membership b) {
  if (a == membership::outside || b == membership::outside) return membership::outside;
  return a == membership::inside && b == membership::inside ? membership::inside : membership::unclear;
}

membership exactly_in_disc(const exact_disc& own, const roots_region::disc& d) {
  const distance_range dx = distances(own.re, border_of(d.centre.real(), d.exact_re)),
                       dy = distances(own.im, border_of(d.centre.imag(), d.exact_im));
  const border_number wanted = border_of(d.radius, d.exact_radius);
  // A point, whose distance is known as the root of a fraction, too.
  if (wanted.square && own.radius.is_zero() && compare(dx.least, dx.most) == 0 && compare(dy.least, dy.most) == 0)
    return compare(exact::add(multiply(dx.least, dx.least), multiply(dy.least, dy.least)), *wanted.square) <= 0
               ? membership::inside
               : membership::outside;
  const real more = exact::add(wanted.most, own.radius), less = subtract(wanted.least, own.radius);
  if (compare(exact::add(multiply(dx.least, dx.least), multiply(dy.least, dy.least)), multiply(more, more)) > 0)
    return membership::outside;
  const bool fits = !is_negative(less) && compare(exact::add(multiply(dx.most, dx.most), multiply(dy.most, dy.most)),
                                                  multiply(less, less)) <= 0;
  return fits ? membership::inside : membership::unclear;
}

membership exactly_in_region(const roots_region& region, const exact_disc& disc, bool is_real, unsigned borders) {
  membership place = membership::inside;
  const real none;
  if (region.real_only && !is_real) {
    const border_number axis;
    place = both(beside(disc.im, disc.radius, axis, true), beside(disc.im, disc.radius, axis, false));
  }
  if (region.in_box) {
    const roots_region::box& b = *region.in_box;
    const auto side = [&](unsigned known, bool is_vertical, bool is_least, double number, const std::string& text) {
      if ((borders & known) != 0) return;
      if (text.empty() && std::isinf(number)) {
        if ((number < 0) != is_least) place = membership::outside;
        return;
      }
      place = both(place, beside(is_vertical ? disc.re : disc.im, is_vertical || !is_real ? disc.radius : none,
                                 border_of(number, text), is_least));
    };
    side(on_left, true, true, b.re0, b.exact_re0);
    side(on_right, true, false, b.re1, b.exact_re1);
    side(on_bottom, false, true, b.im0, b.exact_im0);
    side(on_top, false, false, b.im1, b.exact_im1);
  }
  if (region.in_disc && (borders & on_circle) == 0) place = both(place, exactly_in_disc(disc, *region.in_disc));
  return place;
}

}  // namespace vieta
