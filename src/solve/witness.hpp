#pragma once

#include "solve/tape/terms.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Looks for a set of solutions through singular ends, and marks those that have one with membership::on_a_set.
///
/// A set of positive dimension meets almost every hyperplane close to one of its points. So a random hyperplane through
/// the end is moved off it, by up to four distances; where the Gauss-Newton method finds a zero of f on each, ever
/// nearer, to 34 digits, f vanishes beside the end (the witness sets of Sommese and Wampler 2005, chapter 13, with a
/// slice of codimension one, or more where the Jacobian has lost more of its rank). At an isolated zero of multiplicity
/// m the residual there is about the distance to the power m. That is a measurement and no proof. `they_decide`:
/// nothing else about the answer is open, so more ends are looked at. Returns of how many this cannot tell anything:
/// they are not known well enough, or are of a multiplicity that makes residuals nothing all around them. Where all
/// `isolated_ones_are_known` no other end is one: of what a hyperplane tells nothing lies on a set as well.
std::size_t find_sets(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
                      std::vector<solve_solution>& solutions, bool they_decide, bool isolated_ones_are_known,
                      const std::function<bool()>& must_stop);

}  // namespace vieta::tracking
