#pragma once

#include "roots/answer/certificate.hpp"
#include "roots/session.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// Shrinks a proven disc of m roots until its radius is at most 10^-digits times the modulus of its centre: Newton's
/// method on the (m-1)st derivative, in ball arithmetic of rising precision, then a proof that m roots lie in the small
/// disc:
///   |c_m| r^m > sum_{k != m} |c_k| r^k for the Taylor coefficients c_k at the centre (Pellet 1881, a case of Rouche).
/// With m = 1 a root is within n |p/p'| of the centre, or interval Newton says so, at O(n) per step; with m > 1 a
/// Taylor shift. Returns false, and leaves the disc alone, when the roots are not that close together or time is up.
bool sharpen(const polynomial& p, proven_disc& disc, int digits, const session& context);

/// Whether exactly one root of p, and a simple one, lies in the disc of some other polynomial: by interval Newton at
/// its centre. "No" tells nothing.
bool proves_one_root(const polynomial& p, const proven_disc& disc);

/// Whether the disc is as small as `digits` ask for.
bool is_sharp(const proven_disc& disc, int digits);

/// Sharpens all discs that are larger than asked for, in parallel.
void sharpen_all(const polynomial& p, std::vector<proven_disc>& discs, int digits, const session& context);

}  // namespace vieta
