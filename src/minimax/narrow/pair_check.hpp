#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "minimax/check/float_check.hpp"

namespace vieta::approximation {

/// Where the two arguments of a function are taken from.
struct pair_domain {
  bool power = false;  ///< x^y, of (x, y); else atan2, of (y, x)
  bool relative = true;
  bool positive = false;  ///< both arguments of atan2 are; x of x^y is a normal number
};

/// "of x^y between 2^-126 and 2^127": the pairs that check_pairs looks at.
std::string pairs_text(const pair_domain& domain);

/// The largest errors over pairs, as check_floats finds them over single numbers: half of the pairs have arguments, or
/// an angle or a power, that are spread evenly, half have bits that are. No number of pairs is a bound: 2^64 are too
/// many. `most` 0: as many as take a second.
float_checks check_pairs(const program& p, const std::vector<machine>& machines, const pair_domain& domain,
                         std::uint64_t most, const check_control& control = {});

}  // namespace vieta::approximation
