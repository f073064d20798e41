#include "verify/roots/region_geometry.hpp"

#ifdef VIETA_HAVE_ARB

#include <cmath>
#include <optional>
#include <string>

#include "roots/region/border_number.hpp"

namespace vieta::checking {
namespace {

exact::real zero_if_negative(exact::real x) { return is_negative(x) ? exact::real{} : x; }

/// Squared, from the nearest point of the rectangle.
exact::real square_of_least_distance(const rectangle& r, const exact::real& re, const exact::real& im) {
  return square_of_distance(zero_if_negative(exact::subtract(absolute(exact::subtract(r.re, re)), r.half_width)),
                            zero_if_negative(exact::subtract(absolute(exact::subtract(r.im, im)), r.half_height)));
}

/// Some number of the ball is at least that, or at most; all are.
bool is_below(const exact::real& x, const border_number& bound) { return exact::compare(x, bound.least) < 0; }
bool is_above(const exact::real& x, const border_number& bound) { return exact::compare(x, bound.most) > 0; }
bool may_be_below(const exact::real& x, const border_number& bound) { return exact::compare(x, bound.most) < 0; }
bool may_be_above(const exact::real& x, const border_number& bound) { return exact::compare(x, bound.least) > 0; }

/// Nothing for an infinite side.
std::optional<border_number> side(double number, const std::string& text) {
  if (text.empty() && std::isinf(number)) return std::nullopt;
  return border_of(number, text);
}

/// The centre's ball as a rectangle, and the radius.
struct border_circle {
  rectangle centre;
  border_number radius;
};
border_circle circle_of(const roots_region::disc& d) {
  const border_number re = border_of(d.centre.real(), d.exact_re), im = border_of(d.centre.imag(), d.exact_im);
  return {{half(exact::add(re.least, re.most)), half(exact::add(im.least, im.most)),
           half(exact::subtract(re.most, re.least)), half(exact::subtract(im.most, im.least))},
          border_of(d.radius, d.exact_radius)};
}

}  // namespace

bool is_outside(const roots_region& region, const rectangle& r) {
  const exact::real low = exact::subtract(r.im, r.half_height), high = exact::add(r.im, r.half_height);
  if (region.real_only && (is_negative(high) || (!is_negative(low) && !low.is_zero()))) return true;
  if (const auto& b = region.in_box) {
    const auto left = side(b->re0, b->exact_re0), right = side(b->re1, b->exact_re1);
    const auto bottom = side(b->im0, b->exact_im0), top = side(b->im1, b->exact_im1);
    if ((left && is_below(exact::add(r.re, r.half_width), *left)) ||
        (right && is_above(exact::subtract(r.re, r.half_width), *right)) || (bottom && is_below(high, *bottom)) ||
        (top && is_above(low, *top)))
      return true;
  }
  if (!region.in_disc) return false;
  const border_circle c = circle_of(*region.in_disc);
  const rectangle wider = {r.re, r.im, exact::add(r.half_width, c.centre.half_width),
                           exact::add(r.half_height, c.centre.half_height)};
  return exact::compare(square_of_least_distance(wider, c.centre.re, c.centre.im),
                        exact::multiply(c.radius.most, c.radius.most)) > 0;
}

bool is_inside(const roots_region& region, const disc& d) {
  const exact::real low = region.real_only ? exact::real() : exact::subtract(d.im, d.radius);
  const exact::real high = region.real_only ? exact::real() : exact::add(d.im, d.radius);
  if (const auto& b = region.in_box) {
    const auto left = side(b->re0, b->exact_re0), right = side(b->re1, b->exact_re1);
    const auto bottom = side(b->im0, b->exact_im0), top = side(b->im1, b->exact_im1);
    if ((left && may_be_below(exact::subtract(d.re, d.radius), *left)) ||
        (right && may_be_above(exact::add(d.re, d.radius), *right)) || (bottom && may_be_below(low, *bottom)) ||
        (top && may_be_above(high, *top)))
      return false;
  }
  if (!region.in_disc) return true;
  const border_circle c = circle_of(*region.in_disc);
  const exact::real room = exact::subtract(c.radius.least, d.radius);
  return !is_negative(room) &&
         holds({c.centre.re, c.centre.im, room}, {d.re, d.im, c.centre.half_width, c.centre.half_height});
}

bool may_meet(const roots_region::disc& region, const disc& d) {
  const border_circle c = circle_of(region);
  const exact::real reach = exact::add(c.radius.most, d.radius);
  return exact::compare(square_of_least_distance(c.centre, d.re, d.im), exact::multiply(reach, reach)) <= 0;
}

bool holds(const disc& d, const rectangle& r) {
  const exact::real dx = exact::add(absolute(exact::subtract(r.re, d.re)), r.half_width);
  const exact::real dy = exact::add(absolute(exact::subtract(r.im, d.im)), r.half_height);
  return exact::compare(square_of_distance(dx, dy), exact::multiply(d.radius, d.radius)) <= 0;
}

bool holds(const rectangle& r, const disc& d) {
  return exact::compare(exact::add(absolute(exact::subtract(r.re, d.re)), d.radius), r.half_width) <= 0 &&
         exact::compare(exact::add(absolute(exact::subtract(r.im, d.im)), d.radius), r.half_height) <= 0;
}

bool are_apart(const rectangle& r, const disc& d) {
  return exact::compare(square_of_least_distance(r, d.re, d.im), exact::multiply(d.radius, d.radius)) > 0;
}

}  // namespace vieta::checking

#endif
