#pragma once

#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/session.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// Tells exactly which roots of a square-free polynomial lie on a border of the region asked for, or on the imaginary
/// axis, and refines the others until their side is clear. A root z on a border is a root of gcd(p, q), where q has the
/// mirror images of the roots of p; a root of that is on the border if the mirror image of its disc meets no disc but
/// itself. Discs of several roots are left alone, and all are where the degree makes it too costly: above 2000 for
/// circles and for lines that are no axes.
void decide_borders(const polynomial& p, std::vector<proven_disc>& discs, const session& context);

}  // namespace vieta
