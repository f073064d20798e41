#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>

#include "exact/arithmetic.hpp"
#include "verify/roots/count/disc.hpp"
#include "vieta/roots.hpp"

/// Where exactly known points lie, with no rounding at all.
namespace vieta::checking {

inline exact::real times_power_of_two(exact::real x, std::int64_t exponent) {
  if (!x.is_zero()) x.binary_exponent += exponent;
  return x;
}
inline exact::real half(const exact::real& x) { return times_power_of_two(x, -1); }
inline bool is_negative(const exact::real& x) { return x.numerator < 0; }
inline exact::real absolute(const exact::real& x) { return is_negative(x) ? exact::negate(x) : x; }
inline exact::real square_of_distance(const exact::real& x, const exact::real& y) {
  return exact::add(exact::multiply(x, x), exact::multiply(y, y));
}

/// All points at most so far from the centre to the sides, and up and down.
struct rectangle {
  exact::real re, im, half_width, half_height;
};

// A border of the region that is known in part (a ball) stands where that makes the answer certain for all its numbers.

/// No point of the rectangle belongs to the region. False where that takes more than a look.
bool is_outside(const roots_region& region, const rectangle& r);
/// All points of the disc belong to the region; with `real_only`, all its real points.
bool is_inside(const roots_region& region, const disc& d);
/// Some point of both, for some number of each ball of the region.
bool may_meet(const roots_region::disc& region, const disc& d);
/// All points of the rectangle belong to the disc.
bool holds(const disc& d, const rectangle& r);
/// All points of the disc belong to the rectangle.
bool holds(const rectangle& r, const disc& d);
bool are_apart(const rectangle& r, const disc& d);

}  // namespace vieta::checking

#endif
