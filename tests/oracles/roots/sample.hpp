#pragma once

#include <cstddef>

#include "oracles/roots/ball_oracle.hpp"

namespace vieta::test {

/// For high degrees: about `count` of the isolated discs, evenly spread over the list, each proven to hold one root by
/// interval Newton in ball arithmetic, and its value compared with the root to 60 digits: within the radius.
complaints about_sample(const polynomial& p, const roots_result& result, std::size_t count);

/// Newton's identities: the sum of all roots, of their squares and of their reciprocals, as far as radii allow to tell.
/// A root that is missing or there twice shows, however close it is to others.
complaints about_power_sums(const polynomial& p, const roots_result& result);

}  // namespace vieta::test
