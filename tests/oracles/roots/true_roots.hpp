#pragma once

#include "oracles/roots/ball_oracle.hpp"
#include "oracles/roots/balls.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::test {

// Roots in balls, each as many times as its multiplicity says.
struct true_root {
  complex_ball z;
  std::int64_t multiplicity = 1;
};

// All roots by FLINT's own certified finders, to about so many bits. Trouble goes to `found`.
std::vector<true_root> true_roots(const polynomial& p, slong bits, complaints& found);

// FLINT's finders start near the unit circle, and take forever when roots lie far from it or are many. Complex multiple
// roots are not for them either.
bool is_beyond_the_finders(const polynomial& p, const roots_result& result);

}  // namespace vieta::test

#endif
