#pragma once

#include "solve/tape/terms.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Looks for a set of solutions through singular ends, and marks those that have one with membership::on_a_set.
///
/// A set of positive dimension meets almost every hyperplane close to one of its points. So a random hyperplane through
/// the end is moved off it, by two distances; where the Gauss-Newton method finds a zero of f on each, to forty digits,
/// f vanishes beside the end (the witness sets of Sommese and Wampler 2005, chapter 13, with a slice of codimension
/// one). At an isolated zero of multiplicity m the residual there is about the distance to the power m. That is a
/// measurement and no proof. Sets along which f vanishes to a higher order are not seen.
void find_sets(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
               std::vector<solve_solution>& solutions, const std::function<bool()>& must_stop);

}  // namespace vieta::tracking
