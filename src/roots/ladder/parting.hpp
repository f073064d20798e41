#pragma once

#include <cstdint>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/session.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// Takes a disc of m > 1 roots apart into m discs of one root each, with as many bits as that takes: simultaneous
/// iteration (Ehrlich 1967, Aberth 1973) on the Taylor polynomial about its centre, from the places that its Newton
/// polygon tells. The proof: the disc of radius n |p(z) / p'(z)| about z holds a root; m such discs that are disjoint,
/// and disjoint from all `others`, which hold the n - m other roots of p, hold one each. Sound for any polynomial; it
/// comes to an end for sure only when the roots in the disc differ, and gives up at `most_bits` (0: no limit) or when
/// time is up: empty then.
std::vector<proven_disc> part(const polynomial& p, const proven_disc& disc, const std::vector<proven_disc>& others,
                              std::int64_t most_bits, const session& context);

/// The same for the disc of several roots at `k`, in place: `k` comes to the last of its parts. Those that it meets,
/// as it may hold their roots, too, are taken apart with it. False: nothing has changed.
bool part_among(const polynomial& p, std::vector<proven_disc>& discs, std::size_t& k, std::int64_t most_bits,
                const session& context);

}  // namespace vieta
