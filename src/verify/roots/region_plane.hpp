#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <vector>

#include "verify/roots/region_cover.hpp"

namespace vieta::checking {

/// Looks for roots in a region that a result does not list. `plane`: disjoint discs that hold all roots, as many as
/// they are proven to; `listed`: the same of those in the region. Where discs of both kinds meet, and hold as many
/// roots of one kind as of the other, the roots are listed; all others have to be outside of the region.
region_cover::verdict compare_with_plane(const std::vector<counted_disc>& plane,
                                         const std::vector<counted_disc>& listed, const roots_region& region,
                                         bool real_coefficients);

/// Whether so many roots on the real axis are all there can be, by Descartes' rule of signs alone: for a polynomial
/// with real coefficients, each disc about a real point and with one root.
bool are_all_by_signs(const polynomial::representation& p, const std::vector<counted_disc>& listed);

}  // namespace vieta::checking

#endif
