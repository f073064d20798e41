#pragma once

#include <optional>
#include <vector>

#include "roots/session.hpp"
#include "roots/values/discs.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::own_basis {

/// All roots u of sum c_k T_k(u), as those w of sum c_|k| w^(n+k)/2, k = -n .. n, with u = (w + 1/w)/2: a polynomial in
/// powers of w, whose roots near the unit circle are as well conditioned as those of the series near [-1, 1]. What else
/// it took is added to the report. Nothing where that polynomial's roots are not all proven.
std::optional<std::vector<values::root_disc>> roots_by_circle(const polynomial& c, const session& context,
                                                              roots_report& report);

}  // namespace vieta::own_basis
