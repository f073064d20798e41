#pragma once

#include <cstdint>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/region/exact_place.hpp"
#include "roots/session.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// Throws vieta::error, naming the argument, for a region with NaN, an empty one, or one beyond what doubles can bound.
/// Doubles beside texts are the nearest ones.
void validate(const roots_region& region);

/// Where all points within radius 2^exponent of centre 2^exponent lie. `is_real`: only the real ones of them are meant.
/// What is unclear meets the border, or lies beyond 2^+-900 and comes closer to it than 2^-190 relative. `borders`:
/// what all of it is known to lie on. `sharp`: a smaller disc, to be looked at exactly where the other one tells
/// nothing.
membership place_of(const roots_region& region, const complex<qd>& centre, std::int64_t exponent, double radius,
                    bool is_real, unsigned borders = 0, const sharp_disc* sharp = nullptr);
membership place_of(const roots_region& region, const proven_disc& disc, bool is_real);

/// Refines discs that meet the border of the region: more digits, as many as four doubles hold, then exact arithmetic
/// at the double next to the centre. Discs that cross the real axis alone are left as they are if p is real: symmetry
/// decides better. What is still unclear afterwards may be a root on the border.
void refine_at_border(const polynomial& p, std::vector<proven_disc>& discs, const session& context);

/// Makes discs in the region smaller whose radius is larger than asked for, if there are only a few.
void sharpen_in_region(const polynomial& p, std::vector<proven_disc>& discs, const session& context);

/// Whether z is a root of p with exactly this multiplicity, by exact arithmetic; false where that would take too long
/// (degree above 2000, or numbers of more than some thousand bits).
bool is_exact_root(const polynomial& p, std::complex<double> z, std::int64_t multiplicity);

}  // namespace vieta
