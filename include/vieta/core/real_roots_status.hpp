#pragma once

#include <cstdint>

namespace vieta {

/// What is known of one polynomial's roots.
enum class real_roots_status : std::uint8_t {
  ok,               ///< all roots in the interval are listed, each with a change of sign within the tolerance
  touching,         ///< the same, but some are marked in the touching mask: there the polynomial comes as close to zero
                    ///< as rounding its coefficients can tell, without a change of sign (a root of even multiplicity,
                    ///< two roots closer than rounding resolves, or a root at an end of the interval)
  unresolved,       ///< something between the listed roots could not be decided
  zero_polynomial,  ///< every number is a root; none is listed
  bad_input,        ///< NaN or infinite coefficient, NaN in the interval, or lo > hi; no root is listed
  clustered,        ///< as ok or touching, but some root is three or more as far as rounding can tell (one of odd
                    ///< multiplicity above 1, or a cluster): it may be off by more than the tolerance, and its
                    ///< multiplicity is not known. A GPU says it of touches beside another root alone
};
}  // namespace vieta
