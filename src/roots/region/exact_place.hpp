#pragma once

#include "exact/exact_real.hpp"
#include "vieta/roots.hpp"

namespace vieta {

enum class membership { inside, outside, unclear };

/// A part of the plane is left, kept, or neither can be said.
membership both(membership a, membership b);

/// A disc without any rounding.
struct exact_disc {
  exact::real re, im, radius;
};

/// Where all points of the disc lie, without any rounding: a root next to 0 and a border through 0 differ by less than
/// any fixed number of bits tells. What meets the ball of a border that is known in part is unclear. `is_real`: only
/// the real points are meant; `borders`: what all of it is known to lie on.
membership exactly_in_region(const roots_region& region, const exact_disc& disc, bool is_real, unsigned borders);
membership exactly_in_disc(const exact_disc& own, const roots_region::disc& d);

}  // namespace vieta
