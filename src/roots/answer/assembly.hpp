#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// Turns proven discs into the roots that a caller sees: rounded values with radii that allow for the rounding, exact
/// zeros, exactly real roots and exact conjugates for a real polynomial, discs that rounding made overlap merged,
/// sorted. `are_disjoint`: no two of the discs touch, which need not be looked at again. Where nothing is proven, or
/// all roots ended in one disc, `all_roots` is asked for a disc around all roots that are not exact zeros; it takes the
/// place of what is there if it is smaller.
void assemble(roots_result& result, const std::vector<proven_disc>& discs, bool are_disjoint, std::int64_t zero_roots,
              bool is_real, const roots_options& options, const std::function<std::optional<proven_disc>()>& all_roots,
              int threads);

}  // namespace vieta
