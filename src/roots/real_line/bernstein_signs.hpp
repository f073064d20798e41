#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vieta::real_line {

/// Bernstein coefficients of a polynomial on an interval in fixed point: integers in two's complement with so many
/// limbs each, two of whose bits are left free. Each is off by at most `error` of its units.
struct bernstein_integers {
  std::size_t size = 0, limbs = 0;
  std::uint64_t error = 0;
  std::vector<std::uint64_t> s;  ///< coefficient i from i * limbs on, the lowest limb first
};

enum class signs {
  all_the_same,  ///< the polynomial has no root in the interval
  odd_changes,   ///< it has one
  others,        ///< nothing is known, or a coefficient may have either sign
};

/// By Descartes' rule in the interval, its halves, quarters and so on, up to as many divisions by de Casteljau's
/// algorithm: degree^2 / 2 sums for each. A half has no more limbs than its largest coefficient needs.
signs signs_of_parts(bernstein_integers f, int divisions);

}  // namespace vieta::real_line
