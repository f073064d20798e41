#pragma once

#include "vieta/roots.hpp"

namespace vieta::root_batches {

/// All roots of one polynomial of degree 1 to `most_degree` with coefficients in double by the steps of the batches, in
/// a small part of the time that `roots` takes for the whole of its questions; where these find roots together, of its
/// square-free factors. True where each root is proven to be the only one in its disc, and to lie off the axes or on
/// one of them. Then `result` has roots, in their order, and what the work was. Else nothing is changed, and `roots`
/// decides.
bool solve_alone(const polynomial& p, const roots_options& options, roots_result& result);

}  // namespace vieta::root_batches
