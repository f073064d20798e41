#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <string>
#include <vector>

#include "minimax/problem.hpp"
#include "verify/work_limits.hpp"
#include "vieta/minimax.hpp"

namespace vieta::checking {

/// Whether a result says that it is about samples: "20 samples" stands in the place of its function.
bool is_of_samples(const minimax_result& r);

/// What is wrong with errors that a result claims at samples, and what is not known.
struct sample_errors {
  std::vector<std::string> complaints, open;
  bool bound = false;  ///< every error is at most the proven bound
};

/// The error at each sample as a ball, with the coefficients as printed: none may exceed `proven_bound`, the largest
/// has to be `max_error` and be at `worst_at`, and those of the best coefficients at the points of alternation, which
/// are samples, have to be what is said of them.
sample_errors check_sample_errors(const approximation::problem& p, const minimax_result& r, const work_limits& limits);

}  // namespace vieta::checking

#endif
