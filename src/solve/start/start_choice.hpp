#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "solve/start/multihomogeneous.hpp"
#include "solve/start/polyhedral_start.hpp"
#include "solve/start/start_system.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Which start a system gets, and what it was chosen from.
struct start_choice {
  start_kind kind = start_kind::total_degree;
  start_counts counts;
  double paths = 0;
  /// No system with these supports has more isolated solutions, each with its multiplicity (Bernshtein 1975; Li, Wang
  /// 1996; Morgan, Sommese 1987); NaN where nothing was counted.
  double bound = std::numeric_limits<double>::quiet_NaN();
  bound_theorem bound_kind = bound_theorem::none;
  variable_groups groups;                   ///< for a multi-homogeneous start
  std::unique_ptr<generic_system> generic;  ///< for a polyhedral one; not solved yet
  bool stopped = false;                     ///< before a start that was asked for was found
};

/// `wanted`, or the start with the least work. Throws vieta::error where the start that was asked for cannot be had, or
/// has more than `max_paths` paths.
start_choice choose_start(const std::vector<std::vector<plain_term>>& equations, std::size_t variables,
                          const solve_options& options, const std::function<bool()>& must_stop);

/// The start system for these equations, which have the supports of those that it was chosen for.
std::unique_ptr<start_system> make_start(const start_choice& choice,
                                         const std::vector<std::vector<plain_term>>& equations, std::uint64_t seed);

}  // namespace vieta::tracking
