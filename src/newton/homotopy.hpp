#pragma once

#include "newton/iteration.hpp"

namespace vieta::systems {

/// Follows f(x) = t f(z) from (z, 1) to until, and ends with Newton's method to the digits that the session asks for.
homotopy_result follow_path(const session& session, evaluator& f, const system_point& z, const homotopy_options& path);

}  // namespace vieta::systems
