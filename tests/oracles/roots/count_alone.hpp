#pragma once

#include "oracles/roots/ball_oracle.hpp"

namespace vieta::test {

// Discs that are disjoint (about_form), hold at least their multiplicity each, and add up to the degree hold exactly
// that. Each disc by itself, by Newton and Pellet's test.
complaints one_by_one(const polynomial& p, const roots_result& result);

}  // namespace vieta::test
