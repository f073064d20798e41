#pragma once

#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Whether paths begin at solutions that are given, or that loops find.
inline bool begins_at_points(const solve_options& options) {
  return !options.from.points.empty() || options.start == start_kind::monodromy;
}

/// `solve` of as many equations as variables that way: as an instance of the family a f + b g with the start system g,
/// or of that of all systems with the monomials of f.
solve_result solve_embedded(const polynomial_system& system, const solve_options& options);

}  // namespace vieta::tracking
