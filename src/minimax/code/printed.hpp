#pragma once

#include <functional>

#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// The error in real arithmetic of a form whose numbers are those that a text holds.
struct printed_error {
  double largest;  ///< over many points
  double bound;    ///< proven; infinite where that could not be done, or was not asked for
};

/// Literals are floats, or halves: where coefficients or constants of the form are others, the error is looked at
/// again, and proven again if that of the result was.
printed_error error_as_printed(const minimax_result& result, bool half, const std::function<bool()>& must_stop);

}  // namespace vieta::approximation
