#pragma once

#include <optional>

#include "minimax/problem.hpp"

namespace vieta::approximation {

/// A place where a relative error has no bound, whatever the coefficients are, but for those that happen to cancel.
struct unbounded_place {
  long double x = 0;
  bool form_vanishes = false;  ///< but not as fast as the function
};

/// Zeros of the function, of any order, at ends, at singular points, where its sign changes and where it only touches
/// 0, beside which the form does not fall as fast as the function does. They are known to 1e-60, and orders are those
/// that values show from there on. None is a proof that there is none: the function is looked at in many places.
std::optional<unbounded_place> unbounded_relative_error(const problem& p);

}  // namespace vieta::approximation
