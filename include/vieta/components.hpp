#pragma once

#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/solve.hpp"
#include "vieta/target.hpp"

namespace vieta {

struct rational_system;

struct components_progress {
  std::size_t dimension = 0;        ///< that is looked at
  std::size_t done = 0, total = 0;  ///< paths
  double seconds = 0;
};

struct components_options {
  int digits = 0;              ///< of witness points, as in newton_options
  int least_dimension = 0;     ///< sets of a lower dimension are not looked for
  int largest_dimension = -1;  ///< sets of a higher dimension are not looked for; -1: all
  std::uint64_t seed = 1;      ///< of the random numbers; the same seed gives the same answer
  double max_paths = 1e6;      ///< of one dimension; more than that is refused
  target on;
  double max_seconds = 0;                     ///< 0: no limit. When time is up the result so far is returned.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to stop early
  std::function<void(const components_progress&)> progress;  ///< now and then, from any of the threads, one at a time
};

/// What is known of points that belong together.
enum class component_status : std::uint8_t {
  irreducible,  ///< measured, not proven: moved slices join the points, and the trace of them all is linear
  unsplit,      ///< the trace is not linear, or was not computed: part of a component, or parts of several
};
template <>
inline constexpr auto names_of<component_status> = std::to_array<enum_name<component_status>>(
    {{component_status::irreducible, "irreducible"}, {component_status::unsplit, "unsplit"}});

/// A component and its witness set: where it meets as many random hyperplanes as its dimension.
struct solution_set {
  std::size_t dimension = 0;
  std::size_t degree = 0;  ///< the number of witness points
  /// Paths that ended at each point: the multiplicity in as many random combinations of the equations as the set's
  /// codimension, which is no less than that in all of them.
  std::size_t multiplicity = 1;
  bool reduced = true;  ///< the Jacobian of the system has full rank at the witness points
  component_status status = component_status::unsplit;
  /// How far the sum of the points is from a linear function of a slice that moves, relative to their size; NaN where
  /// that was not computed.
  double trace = std::numeric_limits<double>::quiet_NaN();
  /// Each solves the equations, or random combinations of them, and the slices: `certified` where that is proven. With
  /// `proof` newton_proof::solution it is proven to solve all equations, with of_combinations the combinations.
  std::vector<newton_solution> points;
  std::size_t certified = 0;  ///< points
  /// One row for each hyperplane: the coefficients of all variables, then the constant.
  std::vector<std::vector<std::complex<double>>> slices;

  struct carrier;  ///< private to the library
  std::shared_ptr<const carrier> carried_by;
  std::vector<system_point> carried_points;
};

/// What was done for one dimension.
struct dimension_account {
  std::size_t dimension = 0;
  std::size_t paths = 0, failed = 0, stopped = 0;
  std::size_t witness = 0;    ///< points of components of this dimension
  std::size_t spurious = 0;   ///< solutions of combinations of the equations, and not of all
  std::size_t on_larger = 0;  ///< points of components of a higher dimension
  std::size_t undecided = 0;  ///< singular points of which none of these could be told
  /// No path was followed, as algebra modulo a prime says that random hyperplanes leave no solution: there is no
  /// component of this dimension or a larger one (all but certain).
  bool empty = false;
  double seconds = 0;
};

enum class components_status {
  solved,        ///< every path has an end that is accounted for, and every component is irreducible as measured
  incomplete,    ///< the work was stopped, or points are undecided, or a set is not split: components may be missing
  inconsistent,  ///< an equation is a number that is not 0: no solutions
  unproven,      ///< as solved, but witness points are not proven to solve their equations
};
template <>
inline constexpr auto names_of<components_status> =
    std::to_array<enum_name<components_status>>({{components_status::solved, "solved"},
                                                 {components_status::incomplete, "incomplete"},
                                                 {components_status::inconsistent, "inconsistent"},
                                                 {components_status::unproven, "unproven"}});

struct components_report {
  components_status status = components_status::solved;
  /// `proven`: degrees add up to the product of the degrees of the equations, and no component can be missing
  /// (Bezout's inequality); `paths`: every path has an end that is accounted for; `no`: otherwise.
  completeness complete = completeness::no;
  double bound = std::numeric_limits<double>::quiet_NaN();  ///< for the sum of the degrees of all components
  std::size_t equations = 0, variables = 0, terms = 0;
  std::vector<dimension_account> dimensions;  ///< from the highest on
  std::size_t points = 0, certified = 0;      ///< witness points of all components, and isolated solutions
  std::size_t left_out = 0;                   ///< components and solutions on which a denominator is 0
  std::uint64_t seed = 0;
  int digits = 0;
  std::string target;
  double seconds = 0;
  std::string stopped_by;  ///< empty, "time", "cancelled"
};

struct decomposition {
  std::vector<solution_set> components;   ///< of dimension 1 or more: by dimension, from the highest on, then by degree
  std::vector<solve_solution> isolated;   ///< solutions on none of them, in the order of `solve`
  std::vector<solve_solution> undecided;  ///< singular points of which it is not known whether they are isolated
  components_report report;
};

/// The irreducible components of the complex solutions of any number of polynomial equations: a numerical irreducible
/// decomposition (Sommese, Verschelde, Wampler 2001).
///
/// For each dimension d, from the highest one on that algebra modulo a prime leaves open, n - d random combinations of
/// the equations and d random hyperplanes are solved by `solve`. Of the ends of paths those go that do not solve all
/// equations, or lie on components of a higher dimension: slices are moved through them. What remains are points of
/// components of dimension d, and each is proven to solve its combinations and slices. Loops in the space of slices
/// tell which points lie on one component, and the trace test when all of its points are together. Sets along which the
/// Jacobian loses rank are deflated. All of this is measured and not proven, except what is `certified`.
///
/// Throws vieta::error for impossible options, coefficients that are not known exactly, more than `max_paths` paths.
/// Numerical outcomes are statuses. Method: docs/method/components.md.
VIETA_API decomposition decompose(const polynomial_system& system, const components_options& options = {});

/// The same of the numerators, without the components on which a denominator is 0 everywhere: all others are the
/// closures of solutions, since a denominator is proven not to be 0 at one of their points (that it is 0 everywhere is
/// measured). Angles are found as their cosines and sines, the variables of `system.equations`. Throws vieta::error for
/// roots of unknowns: components have all branches.
VIETA_API decomposition decompose(const rational_system& system, const components_options& options = {});

/// Where a point lies.
enum class containment : std::uint8_t { no, yes, undecided };
template <>
inline constexpr auto names_of<containment> = std::to_array<enum_name<containment>>(
    {{containment::no, "no"}, {containment::yes, "yes"}, {containment::undecided, "undecided"}});

/// Whether a point lies on a component, as measured: the slices of its witness set are moved through the point, and one
/// of the points that move along comes to it within `tolerance`, relative to the largest coordinate (to 1 where that is
/// larger).
VIETA_API containment contains(const solution_set& set, const system_point& point, double tolerance = 1e-6,
                               const components_options& options = {});

/// Points of a component: where slices meet it that are moved to random places. Each is refined and proven as the
/// witness points are. Fewer than `count` where paths failed, or time was up.
VIETA_API std::vector<newton_solution> sample(const solution_set& set, std::size_t count,
                                              const components_options& options = {});

/// Real points of a component, at most `count`: each is proven to be real, and to solve the equations or combinations
/// of them. First those nearest to a random point, of which every connected part of the real points has one, where
/// these take few paths and the Jacobian has full rank; then others, on real hyperplanes past them. Where none is found
/// there may be none: that is not proven.
VIETA_API std::vector<newton_solution> real_points(const solution_set& set, std::size_t count,
                                                   const components_options& options = {});

/// As many random hyperplanes beside the equations as variables are left without one: the system that `solve --slice`
/// solves. Its regular solutions are points of components of dimension n - m.
VIETA_API polynomial_system sliced(const polynomial_system& system, std::uint64_t seed = 1);

/// A table of the components and the account, for people. `digits` of each coordinate are shown (0: those that are
/// known).
VIETA_API void print(std::ostream& out, const polynomial_system& system, const decomposition& result, int digits = 0);

}  // namespace vieta
