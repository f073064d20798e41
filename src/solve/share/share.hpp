#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "base/team/call.hpp"
#include "solve/track/batch.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta::tracking {

/// What is known of a family beside its equations, where paths begin at points; see start_work.
struct start_manner {
  bool one_family = false, direct = false;
};

/// The instance that all paths begin at, as it was solved.
struct generic_instance {
  std::vector<std::complex<double>> at;
  std::vector<projective_point> starts;
  bool starts_missing = false;
  solve_report report;
};

/// A part of the work after which members hand in what they have.
struct sweep_turn {
  double seconds = 0;                                   ///< after which no other rows are begun; 0: no limit
  const generic_instance* generic = nullptr;            ///< null: to be solved, and told
  std::function<void(const generic_instance&)> solved;  ///< of the generic instance
  std::function<void(const parameters_report&)> whole;  ///< of all rows so far, none of which was cut short
};

/// What `solve_parameters` does, for some of the rows, by one member alone. All values decide the generic instance, so
/// that each member that solves it has the same one.
parameters_report parameters_of_rows(const polynomial_system& system, const parameter_values& values,
                                     const solve_options& options, const team_share& rows,
                                     const std::function<bool(solved_instance&&)>& done, start_manner manner = {},
                                     const sweep_turn& turn = {});

/// For rank 0: rows dealt in ranges.
parameters_report parameters_shared(const polynomial_system& system, const parameter_values& values,
                                    const solve_options& options, const std::function<bool(solved_instance&&)>& done);
/// With a checkpoint: in turns, each of which deals the rows that are left.
parameters_report parameters_kept(const polynomial_system& system, const parameter_values& values,
                                  const solve_options& options, const std::function<bool(solved_instance&&)>& done);

/// Some of the rows, in their order.
struct sweep_part {
  team_share rows;             ///< those that were solved
  std::size_t whole = 0;       ///< as many of them were not cut short
  parameters_report of_whole;  ///< of these
  parameters_report of_all;
  std::vector<solved_instance> instances;
};
/// By one member alone, or dealt to all. Ranges in the order of rows.
std::vector<sweep_part> solve_in_turn(const polynomial_system& system, const parameter_values& values,
                                      const solve_options& options, const std::vector<team_share>& ranges,
                                      const generic_instance& generic, double seconds);
void add_up(parameters_report& to, const parameters_report& from);

/// For the others.
shared::bytes parameters_share(const shared::share& mine);

}  // namespace vieta::tracking
