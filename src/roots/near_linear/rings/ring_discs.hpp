#pragma once

#include <cstdint>
#include <vector>

#include "roots/near_linear/cell_search.hpp"
#include "roots/near_linear/root_discs.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

/// The roots of one ring as discs of the plane. Where rounding errors of the transforms leave a relative radius above
/// `tolerance`, p is evaluated at the centre once more, with 106 bits: O(terms of the ring) for each such root.
std::vector<located_root> locate(const std::vector<cell_root>& roots, const ring& r, const ring_terms& terms,
                                 const fourier_plan& plan, const coefficients& a, double tolerance,
                                 const session& context, int threads, bool& used_residuals);

}  // namespace vieta::near_linear
