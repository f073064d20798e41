#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solve/components/carrier.hpp"
#include "solve/tape/terms.hpp"
#include "vieta/components.hpp"

namespace vieta::decomposing {

/// A point that is made simple by deflation is the same point: within this, relatively, or its own accuracy.
inline constexpr double same_after_deflation = 1e-4;
/// Relative residuals: regular ends, and points that were made simple, solve all equations where these hold to so much.
inline constexpr double holds_at_regular = 1e-9;

/// What is known where singular points are looked at.
struct surroundings {
  const std::vector<std::string>& variables;
  const std::vector<exact_equation>& equations;                    ///< by degree
  const std::vector<std::vector<tracking::plain_term>>& as_given;  ///< the same as they are given
  const numeric_equations& numeric;                                ///< of `equations`
  const std::vector<solution_set>& components;
  const followers& with;
  std::uint64_t seed = 0;
  newton_options proof;
  const carrier* combinations = nullptr;  ///< what was solved, where these are combinations of the equations
};

/// Of singular points, where each lies: on a set of positive dimension, or isolated; unknown where nothing tells. Those
/// that deflation makes simple are known to many digits then; it makes embedded points of sets simple, too, and where
/// sets meet. What they are the dual space tells: it is no larger than the paths that end at an isolated point, and
/// without end on a set, however near to it a point is. What is a zero of the combinations alone has
/// newton_proof::no_solution then.
void find_places(const surroundings& at, std::vector<solve_solution>& points);

/// Those that lie on components of a higher dimension go. Of the others, whether they are near to one.
std::vector<bool> leave_out_larger(const surroundings& at, std::vector<solve_solution>& singular,
                                   dimension_account& account);

}  // namespace vieta::decomposing
