#pragma once

#include <vector>

#include "vieta/polynomial.hpp"

namespace vieta {

/// A whole number that is a root, and how often.
struct whole_root {
  int value = 0, multiplicity = 1;
};

/// All roots of p where each of them is a whole number of at most 64 in modulus, as in many examples and in Wilkinson's
/// polynomial of degree 20; else nothing. Exact: p is divided by their linear factors in integers of 128 bits. For
/// degrees to 24. O(1) where the last coefficient is no multiple of the first one, else O(degree) for each divisor of
/// it.
std::vector<whole_root> whole_roots_if_all(const polynomial& p);

}  // namespace vieta
