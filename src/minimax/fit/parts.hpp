#pragma once

#include <vector>

#include "minimax/problem.hpp"

namespace vieta::approximation {

/// An end of a part: `sign` times an expression without variable, or times a number. It may be a zero of an expression
/// less `value`; a number is known by that. `side`: it is a little beside that zero, `zero`, where the problem jumps.
struct part_end {
  tree exact, zero_of;
  int sign = 1;
  long double x = 0, value = 0;
  int side = 0;
  long double zero = 0;
  [[nodiscard]] long double in_long_double() const { return exact ? sign * evaluate(exact, 0) : sign * x; }
};

struct part {
  part_end from, to;
};

/// What the exchange looks at: the intervals, cut where the problem's expressions are not smooth, so that every part is
/// looked at closely towards both of its ends. Neighbours may share an end; beside a jump they do not.
struct parts {
  std::vector<part> list;
  bool folded = false;  ///< x stands for -x too
};

/// Folded where f, the form's part without p and all its powers are even or odd alike, and where that matters: on a set
/// of intervals with mirror images in it the powers would be no Chebyshev system.
parts parts_of(const problem& p);

/// Between two of the intervals there is room.
bool has_gaps(const problem& p);

/// What was found folded is put into the intervals: x or -x, with the sign that the error has there, points of
/// alternation ascending.
void unfold(const problem& p, minimax_result& found);

}  // namespace vieta::approximation
