#pragma once

#include "vieta/polynomial_system.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// How much is done for ends of paths that are not simple solutions.
enum class care {
  all,          ///< proofs with more digits, second looks, a search for sets
  isolated,     ///< many ends are expected to lie on sets, where no proof succeeds: only those that went away, or
                ///< failed, are looked at once more
  beside_sets,  ///< only those that failed: on random slices no solution is large, or close to others, unless all are
};

/// `solve` for as many equations as variables, some of whose solutions lie on sets: ends there are left singular, and
/// the clock is kept while ends are proven, too. Beside sets solutions are not counted by exact algebra.
solve_result solve_beside_sets(const polynomial_system& system, const solve_options& options, care how);

}  // namespace vieta::tracking
