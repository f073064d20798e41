#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vieta/export.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/solve.hpp"

namespace vieta {

/// Values of parameters: one row for each instance, one column for each name.
struct parameter_values {
  std::vector<std::string> names;
  std::vector<std::complex<double>> values;  ///< row after row; values.size() = rows * names.size()

  [[nodiscard]] std::size_t rows() const { return names.empty() ? 0 : values.size() / names.size(); }
};

/// Reads rows of values; "-" is standard input. The content tells the format: lines of numbers ("1.5, 2+3i") below a
/// line of names, JSON ({"parameters": [...], "values": [[...], ...]}, or a list of rows or of objects by name), or a
/// NumPy array with a row for each instance. `expected` names the parameters, in their order, where the system declares
/// them: then values may come without names, and names in any order. Decimals become the nearest doubles. Throws
/// vieta::error "FILE:LINE: found ..., expected ...", or with the number of the row.
VIETA_API parameter_values read_parameter_values(const std::string& path, std::span<const std::string> expected = {});
/// The same from a text or the bytes of an array; `name` stands for the file in messages.
VIETA_API parameter_values read_parameter_values(std::string_view bytes, const std::string& name,
                                                 std::span<const std::string> expected);

/// Points that paths are to begin at (`solve_options::from`), with coordinates in the order of `unknowns`; "-" is
/// standard input. What `read_points` takes; or the JSON of `solve`, with the values of the parameters where it is of
/// instances (of several the one with the most solutions), as has {"parameters": [...], "values": [...], "solutions":
/// [...]}. Throws vieta::error.
VIETA_API start_solutions read_start_solutions(const std::string& path, const std::vector<std::string>& unknowns);
/// The same from a text; `name` stands for the file in messages.
VIETA_API start_solutions read_start_solutions(std::string_view text, const std::string& name,
                                               const std::vector<std::string>& unknowns);

/// One instance: the system with the values of one row for its parameters.
struct solved_instance {
  std::size_t row = 0;
  solve_status status = solve_status::solved;
  path_account paths;
  std::size_t regular = 0, certified = 0, singular = 0, on_a_set = 0, real = 0;  ///< solutions, as in solve_report
  std::vector<solve_solution> solutions;  ///< in the unknowns alone; in the order of `solve`
  /// Solved by itself: solutions that exact algebra has counted are not the ends of its paths, some of them failed, or
  /// ends at infinity or singular ones are not known well enough.
  bool solved_afresh = false;
  /// As in solve_report. Where all paths lead to different proven solutions there are no others if the generic
  /// instance has none: `proven` or `counted` as there.
  completeness complete = completeness::no;
  double infinite_beyond = std::numeric_limits<double>::quiet_NaN();
};

struct parameters_report {
  std::size_t equations = 0, variables = 0, parameters = 0, terms = 0;
  solve_report generic;           ///< of the instance that all paths begin at; its regular solutions are the starts
  std::size_t instances = 0;      ///< rows; those that were handed out when the work was stopped
  std::size_t solved = 0;         ///< instances whose status is not `incomplete`
  std::size_t inconsistent = 0;   ///< instances with an equation that is a number other than 0
  std::size_t not_isolated = 0;   ///< instances with an equation 0 = 0, or without one of the unknowns
  std::size_t solved_afresh = 0;  ///< instances that were solved by themselves
  path_account paths;             ///< of all instances together, as the next two
  std::size_t regular = 0, certified = 0, singular = 0, on_a_set = 0, real = 0;
  std::size_t proven_paths = 0;  ///< as in solve_report, of all instances
  std::size_t steps = 0, rejected = 0, higher_precision = 0, tracked_again = 0;
  int precision = 0, digits = 0;
  std::uint64_t seed = 0;
  std::string target;
  double seconds_generic = 0, seconds_tracking = 0, seconds_proving = 0, seconds = 0;
  std::string stopped_by;  ///< empty, "time", "cancelled"
};

/// The isolated complex solutions of many instances of one family of systems.
///
/// `system` has n equations in n unknowns and the parameters that `values` names: each is a polynomial in both. It is
/// solved once, by `solve`, for complex values of no special position (the seed decides them); from its N regular
/// solutions N paths lead to each instance, along the line in the space of parameters, all instances' in one batch.
/// Each isolated solution of an instance is the end of a path as long as the generic instance has only regular
/// solutions (parameter continuation; docs/method/solve.md). Where not every path leads to a regular solution, those of
/// the instance are counted modulo a prime, and an instance that lacks some is solved by itself. Every end is treated
/// and proven as in `solve`, for exactly the doubles given.
///
/// Where `options.from` has points, these are solutions of the instance with `from.values`, and paths begin there in
/// the place of `solve`'s: they are followed to the generic instance, and on. What is complete then is so as far as the
/// points are (`as_start`). With `options.start` = monodromy solutions of the generic instance are found by loops in
/// the space of parameters, from those points or from one that Newton's method finds, until they are as many as a
/// bound, or an exact count modulo a prime, or until the trace test says that loops join no others.
///
/// `done` gets the instances one after the other, in the order of rows, from the calling thread; what it returns false
/// for ends the work. Cost: O(n^3 + terms) operations for each step of each path. Memory does not grow with the
/// number of rows: about 100,000 paths are in work at a time. The
/// answer depends on the seed, and not on the number of threads.
///
/// Throws vieta::error for impossible options, names that the system does not have, a number of unknowns that is not
/// that of the equations, values that are not finite (with their row, from 1 on).
VIETA_API parameters_report solve_parameters(const polynomial_system& system, const parameter_values& values,
                                             const solve_options& options,
                                             const std::function<bool(solved_instance&&)>& done);

struct parameters_result {
  std::vector<solved_instance> instances;
  parameters_report report;
};
/// The same, with all instances at once: about a kilobyte for each solution.
VIETA_API parameters_result solve_parameters(const polynomial_system& system, const parameter_values& values,
                                             const solve_options& options = {});

/// What was done, for people; instances are printed by the one function, the report by the other.
VIETA_API void print(std::ostream& out, const std::vector<std::string>& unknowns, const solved_instance& instance,
                     int digits = 0);
VIETA_API void print(std::ostream& out, const parameters_report& report);

}  // namespace vieta
