#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <optional>
#include <vector>

#include "minimax/problem.hpp"

namespace vieta::checking {

/// A quotient to start from: p over q, and the size of its errors.
struct known_quotient {
  std::vector<double> p, q;
  double level = 0;
};

/// No p/q of these degrees, whose q has no zero on the intervals and changes its sign between the same ones as the
/// given one, has a largest error below this. At m + n + 2 points errors of some p/q, with a q of such signs there,
/// alternate once the sign of what stands before p/q is taken off, so the smallest of them is such a bound (de la
/// Vallee-Poussin; Powell, Approximation Theory and Methods, 1981, section 10.1). Which p/q that is does not matter:
/// Newton's method looks for one whose errors there are of one size, and balls tell what its errors are. From below;
/// nothing where the powers are not all of 0 ... m, or no such p/q is found. `p` has the known q as a part of its
/// factor.
std::optional<double> quotient_bound_below(const approximation::problem& p, const known_quotient& start,
                                           const std::vector<double>& points);

}  // namespace vieta::checking

#endif
