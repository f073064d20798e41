#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "solve/parameter_family.hpp"
#include "solve/track/track_all.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Where the paths to the instances of a family begin.
struct family_start {
  std::vector<std::complex<double>> at;  ///< the parameters of the generic instance
  std::vector<projective_point> points;  ///< its simple solutions, proven
  bool missing = true;                   ///< it may have others
  solve_report report;                   ///< of the generic instance
};

/// What a search for starts has to do with.
struct start_work {
  const polynomial_system& system;  ///< in unknowns and parameters
  const std::vector<std::string>& parameters;
  const parameter_family& family;
  const homotopy_tape& tape;
  const solve_options& options;
  /// Parameters of no special position, another set for each number; farther from each other by so many powers of two.
  std::function<std::vector<std::complex<double>>(std::uint64_t, double)> generic;
  /// All equations have a monomial with a coefficient for itself, which vanishes nowhere where solutions are looked
  /// for: proven by whoever made the family.
  bool one_family = false;
  /// The points are solutions of the instance that all paths begin at: no detour.
  bool direct = false;
  workers by;
  std::function<bool()> must_stop;
};

/// By `options.from`, and loops where `options.start` asks for them.
family_start starts_of(const start_work& work);

/// Different solutions, each proven to be one.
class proven_points {
 public:
  /// True where it is none of those that are there. What is not certified is not taken.
  bool add(newton_solution&& point);
  [[nodiscard]] const std::vector<newton_solution>& all() const { return all_; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] std::vector<system_point> points() const;

 private:
  std::vector<newton_solution> all_;
};

/// The points, refined and proven as solutions of the instance with these parameters.
std::vector<newton_solution> solutions_at(const start_work& work, const std::vector<std::complex<double>>& at,
                                          const std::vector<system_point>& points);

/// Where the points come to when the parameters go along a straight line; those that arrive at simple solutions.
std::vector<system_point> moved(const start_work& work, const std::vector<system_point>& points,
                                const std::vector<std::complex<double>>& from,
                                const std::vector<std::complex<double>>& to);

/// One solution of an instance, which becomes `at`: Newton's method in unknowns and parameters together, with the
/// shortest steps. Where equations are linear in the parameters one step solves for these. Empty where none was found.
std::vector<newton_solution> find_seed(const start_work& work, std::vector<std::complex<double>>& at);

/// The trace test of all solutions of the instance `at`, with what else the curve through them holds.
struct trace_outcome {
  double trace = 0;
  bool linear = false;
  std::size_t points = 0, loops = 0;
  std::vector<system_point> solutions;  ///< of the instance, where the points of the slice lead to
};
trace_outcome trace_of(const start_work& work, const std::vector<std::complex<double>>& at,
                       const std::vector<system_point>& points);

}  // namespace vieta::tracking
