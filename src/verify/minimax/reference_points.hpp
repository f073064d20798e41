#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <functional>
#include <vector>

#include "minimax/problem.hpp"

namespace vieta::checking {

/// Points from which a lower bound may be proven where errors of the best p need not alternate, since its powers are no
/// Chebyshev system: some of them have no part in the bound, and a result names those alone where errors are largest.
/// They are looked for anew as the solver does; nothing depends on how good they are but whether a proof is found.
std::vector<double> reference_points(const approximation::problem& p, const std::vector<double>& also,
                                     const std::function<bool()>& must_stop);

}  // namespace vieta::checking

#endif
