#pragma once

#include "roots/real_line/isolation.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::real_line {

/// y = a ball in [-1, 1] (that of the model at the root) with a root in it, the only one of f in a disc that is larger
/// by a twentieth about the same centre. False where the leaf has none, or too near to its end to tell. By one step of
/// interval Newton in f's model.
bool find_root(arb_t y, const leaf& in, double degree);

/// How far outside of the leaf the root seems to be, in halves of its length: 0 for one inside.
double distance_of_root(const leaf& in);

}  // namespace vieta::real_line

#endif
