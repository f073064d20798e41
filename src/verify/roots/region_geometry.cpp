#include "verify/roots/region_geometry.hpp"

#ifdef VIETA_HAVE_ARB

#include <cmath>

namespace vieta::checking {
namespace {

exact::real zero_if_negative(exact::real x) { return is_negative(x) ? exact::real{} : x; }

/// Squared, from the nearest point of the rectangle.
exact::real square_of_least_distance(const rectangle& r, const exact::real& re, const exact::real& im) {
  return square_of_distance(zero_if_negative(exact::subtract(absolute(exact::subtract(r.re, re)), r.half_width)),
                            zero_if_negative(exact::subtract(absolute(exact::subtract(r.im, im)), r.half_height)));
}

bool is_below(const exact::real& x, double bound) {
  return !std::isinf(bound) && exact::compare(x, exact::from_double(bound)) < 0;
}
bool is_above(const exact::real& x, double bound) {
  return !std::isinf(bound) && exact::compare(x, exact::from_double(bound)) > 0;
}

}  // namespace

bool is_outside(const roots_region& region, const rectangle& r) {
  const exact::real low = exact::subtract(r.im, r.half_height), high = exact::add(r.im, r.half_height);
  if (region.real_only && (is_below(high, 0) || is_above(low, 0))) return true;
  if (const auto& b = region.in_box)
    if (is_below(exact::add(r.re, r.half_width), b->re0) || is_above(exact::subtract(r.re, r.half_width), b->re1) ||
        is_below(high, b->im0) || is_above(low, b->im1))
      return true;
  if (!region.in_disc) return false;
  const exact::real radius = exact::from_double(region.in_disc->radius);
  return exact::compare(square_of_least_distance(r, exact::from_double(region.in_disc->centre.real()),
                                                 exact::from_double(region.in_disc->centre.imag())),
                        exact::multiply(radius, radius)) > 0;
}

bool is_inside(const roots_region& region, const disc& d) {
  const exact::real low = region.real_only ? exact::real() : exact::subtract(d.im, d.radius);
  const exact::real high = region.real_only ? exact::real() : exact::add(d.im, d.radius);
  if (const auto& b = region.in_box)
    if (is_below(exact::subtract(d.re, d.radius), b->re0) || is_above(exact::add(d.re, d.radius), b->re1) ||
        is_below(low, b->im0) || is_above(high, b->im1))
      return false;
  if (!region.in_disc) return true;
  const exact::real room = exact::subtract(exact::from_double(region.in_disc->radius), d.radius);
  const exact::real dx = exact::subtract(d.re, exact::from_double(region.in_disc->centre.real()));
  const exact::real dy = exact::subtract(d.im, exact::from_double(region.in_disc->centre.imag()));
  return !is_negative(room) && exact::compare(square_of_distance(dx, dy), exact::multiply(room, room)) <= 0;
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
