#pragma once

#include <vector>

#include "minimax/function/tree.hpp"

namespace vieta::approximation {

/// A place where an expression is not smooth, or may not be.
struct singular_point {
  long double x = 0;
  bool of_divisor = false;  ///< a zero of a divisor: there may be a jump, a pole or a removable 0/0
  tree zero_of;             ///< x is a zero of this less `value`
  long double value = 0;
};

/// Those in [lo, hi], ascending, found from the expression: zeros of what stands in abs, roots and logarithms, of the
/// bases of powers that are no whole numbers and of divisors; branch points of asin, acos and the like. Zeros are found
/// by changes of sign and touching minima between many places: no proof that there are no more of them.
std::vector<singular_point> singular_points(const tree& t, long double lo, long double hi);

/// Each c in [lo, hi] of which the expression has x - c, c - x or x + -c: where 0/0 may stand, and zeros of even order.
std::vector<tree> shifts_of(const tree& t, long double lo, long double hi);

/// The expression of x + c, with x in the place of x - c, and -x in that of c - x: in balls 0.1 + x - 0.1 is not x.
tree shifted(const tree& t, const tree& c);

}  // namespace vieta::approximation
