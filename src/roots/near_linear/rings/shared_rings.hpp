#pragma once

#include "base/team/call.hpp"
#include "roots/near_linear/rings/ring_search.hpp"

namespace vieta::near_linear {

/// `search_parts` by all members of a team. The passes of a ring go round the members; a ring of few passes goes to the
/// member with the least work.
std::vector<pass_searched> search_shared(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                                         const std::vector<ring_part>& parts, double density, const session& context,
                                         const search_turn& turn);
/// For the others.
shared::bytes rings_share(const shared::share& mine);

}  // namespace vieta::near_linear
