#pragma once

#include <array>
#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "vieta/checkpoint.hpp"
#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/target.hpp"

namespace vieta {

struct solve_progress {
  std::size_t done = 0, total = 0;  ///< paths; solutions when `proving`
  bool proving = false;
  double seconds = 0;
};

/// Where paths begin. The first four find every isolated solution; they differ in how many paths that takes.
enum class start_kind {
  automatic,          ///< the one with the least work
  total_degree,       ///< the product of the degrees
  multi_homogeneous,  ///< a Bezout number for groups of variables: products of linear forms
  polyhedral,         ///< the mixed volume of the supports: a generic system with the same monomials is solved first
  monodromy,          ///< loops in the space of parameters, or of coefficients, from one solution
  given,              ///< `solve_options::from`
};
template <>
inline constexpr auto names_of<start_kind> =
    std::to_array<enum_name<start_kind>>({{start_kind::automatic, "auto"},
                                          {start_kind::total_degree, "total-degree"},
                                          {start_kind::multi_homogeneous, "multi-homogeneous"},
                                          {start_kind::polyhedral, "polyhedral"},
                                          {start_kind::monodromy, "monodromy"},
                                          {start_kind::given, "given"}});

/// Solutions that paths begin at: of one instance of a family with parameters, or of a start system.
struct start_solutions {
  std::vector<system_point> points;  ///< in the order of the unknowns
  /// With parameters: those of the instance that the points solve.
  std::vector<std::string> names;
  std::vector<std::complex<double>> values;
  /// Without: the system that they solve, in the variables of the one that is to be solved.
  std::optional<polynomial_system> system = {};
};

/// How paths are followed.
enum class track_kind {
  usual,      ///< steps by estimates of errors
  certified,  ///< each step is proven to stay on its path, as far as that goes; up to ten unknowns
};
template <>
inline constexpr auto names_of<track_kind> =
    std::to_array<enum_name<track_kind>>({{track_kind::usual, "usual"}, {track_kind::certified, "certified"}});

/// Which solutions are wanted. Of each solution it is proven that it meets all of these, or that it does not, or it is
/// undecided.
struct solution_conditions {
  bool real_only = false;
  bool positive = false;  ///< real, and every coordinate is larger than 0
  /// Real, and lower[v] <= x_v <= upper[v] for each variable in the system's order; infinite bounds are none. Empty:
  /// no box. These doubles are taken as the numbers that they store: 0.3 is a little less than 3/10.
  std::vector<double> lower, upper;
  /// The same as texts, which are exact: "0.3", "1e-20", "1/3". Where a text is not empty it takes the place of the
  /// double.
  std::vector<std::string> exact_lower, exact_upper;

  [[nodiscard]] bool any() const {
    return real_only || positive || !lower.empty() || !upper.empty() || !exact_lower.empty() || !exact_upper.empty();
  }
};

struct solve_options {
  int precision = 0;       ///< doubles in a number of the answer, as in newton_options; paths take what they need
  int digits = 0;          ///< as in newton_options
  bool prove = true;       ///< each regular solution
  std::uint64_t seed = 1;  ///< of the random numbers; the same seed gives the same answer
  start_kind start = start_kind::automatic;
  start_solutions from;  ///< where there are points, paths begin there, or loops with `monodromy`
  track_kind track = track_kind::usual;
  double max_paths = 1e6;    ///< more than that is refused
  solution_conditions only;  ///< solutions that are proven not to meet them are left out of the list
  target on;
  double max_seconds = 0;                               ///< 0: no limit. When time is up the result so far is returned.
  const std::atomic<bool>* cancel = nullptr;            ///< set it to true (from a signal handler, say) to stop early
  std::function<void(const solve_progress&)> progress;  ///< now and then, from any of the threads, one at a time
  /// Of `solve_parameters`: instances that are solved are kept in a file, and a later call goes on from there. Refused
  /// by the others.
  checkpoint_options checkpoint = {};
};

/// Whether a solution lies on a set of solutions of positive dimension.
enum class membership : std::uint8_t {
  unknown,   ///< a singular solution, or one without a proof
  on_a_set,  ///< measured, not proven: the system vanishes to forty digits beside the solution, wherever that was tried
  isolated,  ///< it is simple, which is proven; or solutions are finitely many, by exact algebra modulo a prime
};
template <>
inline constexpr auto names_of<membership> = std::to_array<enum_name<membership>>({{membership::unknown, "unknown"},
                                                                                   {membership::on_a_set, "on_a_set"},
                                                                                   {membership::isolated, "isolated"}});

/// An angle of which the cosine and sine are unknowns, modulo full turns; see rational_system.
struct angle_value {
  complex<qd> value;  ///< real part in (-pi, pi], or in (-n pi, n pi] where its n-th part is what sines are taken of
  /// The angle of the solution is within this of `value`, and real where the solution is; infinite where nothing is
  /// proven of the solution.
  double radius = std::numeric_limits<double>::infinity();
};

/// One solution, and how many paths ended there.
struct solve_solution {
  newton_solution point;         ///< as `newton` gives it; `certified` for a regular one that is proven
  bool regular = false;          ///< the Jacobian is regular there: a simple solution
  std::size_t multiplicity = 1;  ///< paths that ended there: the multiplicity of a solution that is isolated
  std::size_t winding = 1;       ///< loops about the end until a path closed; more than 1 only at singular solutions
  double accuracy = 0;           ///< of a singular solution, estimated, relative to the largest coordinate
  membership on_a_set = membership::unknown;
  bool undecided = false;                ///< whether it meets the conditions of `solve_options::only` is not proven
  std::vector<angle_value> angles = {};  ///< as many as `solve_report::angles`
};

/// Every path is in exactly one of the last five.
struct path_account {
  std::size_t total = 0;
  std::size_t regular = 0, singular = 0, infinite = 0, failed = 0, stopped = 0;
};

/// How many paths each start has; NaN where that was not needed.
struct start_counts {
  double total_degree = std::numeric_limits<double>::quiet_NaN();
  double multi_homogeneous = std::numeric_limits<double>::quiet_NaN();
  double mixed_volume = std::numeric_limits<double>::quiet_NaN();
  std::size_t cells = 0;  ///< mixed cells found
};

/// Upper bounds for the number of isolated solutions, each with its multiplicity.
enum class bound_theorem { none, total_degree, multi_homogeneous, mixed_volume };
template <>
inline constexpr auto names_of<bound_theorem> =
    std::to_array<enum_name<bound_theorem>>({{bound_theorem::none, "none"},
                                             {bound_theorem::total_degree, "total-degree"},
                                             {bound_theorem::multi_homogeneous, "multi-homogeneous"},
                                             {bound_theorem::mixed_volume, "mixed-volume"}});

/// What is known about solutions that are not in the answer.
enum class completeness {
  no,        ///< paths failed or were stopped, or solutions that were counted were not found
  paths,     ///< every path has an end that is accounted for: none seems to be missing
  counted,   ///< there are as many solutions as exact algebra modulo a random prime has counted, which is no proof
  proven,    ///< there are as many proven solutions as there can be isolated ones: none is missing
  as_start,  ///< every path from the given solutions has an end: complete if these were
  traced,    ///< all that loops join to the first solution are there, as the trace test says, which is a measurement
};
template <>
inline constexpr auto names_of<completeness> =
    std::to_array<enum_name<completeness>>({{completeness::no, "no"},
                                            {completeness::paths, "paths"},
                                            {completeness::counted, "counted"},
                                            {completeness::proven, "proven"},
                                            {completeness::as_start, "as_start"},
                                            {completeness::traced, "traced"}});

/// What is known of the solutions that paths began at, with `given` and `monodromy`.
struct start_account {
  std::size_t given = 0;   ///< points
  std::size_t proven = 0;  ///< of these, different ones that are proven to be solutions of their instance or system
  std::size_t found = 0;   ///< simple solutions of the generic instance, proven: those given, and what loops found
  std::size_t loops = 0;   ///< in the space of parameters, and of slices
  /// The second difference of the sum of all points of a slice that moves parallel, relative to their sizes: 0 up to
  /// what is unknown of the points where the trace test holds. NaN where it was not made.
  double trace = std::numeric_limits<double>::quiet_NaN();
  std::size_t traced = 0;  ///< points of that slice
  /// Proven: loops join all simple solutions of generic instances, since each equation has a parameter for itself.
  bool one_family = false;
};

/// How many solutions a system has, by exact algebra modulo a random prime of 62 bits: wrong for finitely many primes.
struct solution_count {
  bool counted = false;               ///< false: not needed, or too long, or coefficients are not known exactly
  bool finite = false;                ///< there is no set of positive dimension
  std::size_t simple = 0;             ///< solutions at which the Jacobian is regular
  std::size_t multiple = 0;           ///< others, each counted once, where there are finitely many
  std::size_t with_multiplicity = 0;  ///< all, each as often as its multiplicity says, where there are finitely many
};

enum class solve_status {
  solved,        ///< every path has an end that is accounted for, or all solutions are proven or counted to be there
  incomplete,    ///< some paths failed or were stopped: solutions may be missing; or solutions that were counted are;
                 ///< or nothing but the paths tells of solutions, and they were not followed beyond a size of 1e8,
                 ///< or a hundred times that which large coefficients give to zeros.
                 ///< With parameters also: a coefficient of the instance is not known to any digit, or beyond the range
                 ///< of doubles
  inconsistent,  ///< an equation, or a linear combination of equations, is a number that is not 0: no solutions
  not_isolated,  ///< an equation is 0 = 0, or an unknown does not occur: no solution is isolated
  unproven,      ///< as solved, but something about a solution in the list is not proven: that all of more equations
                 ///< than variables hold; that it meets the conditions; whether it is isolated, where it is singular;
                 ///< or that there is a radius, where coordinates differ by more than 1e60 or so in size
};
template <>
inline constexpr auto names_of<solve_status> =
    std::to_array<enum_name<solve_status>>({{solve_status::solved, "solved"},
                                            {solve_status::incomplete, "incomplete"},
                                            {solve_status::inconsistent, "inconsistent"},
                                            {solve_status::not_isolated, "not_isolated"},
                                            {solve_status::unproven, "unproven"}});

struct solve_report {
  solve_status status = solve_status::solved;
  std::size_t equations = 0, variables = 0, terms = 0;
  std::size_t products = 0;  ///< multiplications for all monomials of the homotopy
  int precision = 0, digits = 0;
  std::uint64_t seed = 0;
  start_kind start = start_kind::total_degree;  ///< the one that was taken
  start_counts counts;
  start_account from;
  std::size_t proven_paths = 0;  ///< with `track_kind::certified`: paths that are proven to lead to their end
  double bound = std::numeric_limits<double>::quiet_NaN();  ///< the least of the counts that are known
  bound_theorem bound_kind = bound_theorem::none;
  completeness complete = completeness::no;
  solution_count counted;
  path_account paths;
  /// Where `complete` is `paths`: a solution that hides among the paths to infinity has a coordinate that is larger
  /// than this, as measured along the paths; NaN where there are no such paths, or it is not needed.
  double infinite_beyond = std::numeric_limits<double>::quiet_NaN();
  /// Of the paths to infinity, where `complete` is `paths`: those at whose end the equations of their face have a
  /// solution, to forty digits. Up to 512 are looked at; none counts as infinite of which it is proven that these
  /// equations have no solution near the path.
  std::size_t at_infinity = 0;
  /// Pairs of variables x, y, by number, in whose place paths were followed in the linear factors of a quadratic form,
  /// such as x + i y and x - i y, because the bound is smaller for these: it counts the same solutions.
  std::vector<std::array<std::size_t, 2>> isotropic;
  /// For each of these pairs the quadratic form whose linear factors took their place: "x^2+y^2" for x + i y, x - i y;
  /// "x^2+2*y^2" for x + i sqrt(2) y, x - i sqrt(2) y.
  std::vector<std::string> isotropic_forms;
  /// Equations were replaced by linear combinations of those of their degree, for the same reason.
  bool combined = false;
  std::size_t regular = 0, certified = 0, singular = 0;  ///< solutions
  std::size_t on_a_set = 0;                              ///< singular ones beside which others were measured
  std::size_t real = 0;                                  ///< proven real
  /// More equations than variables: ends of paths that are proven not to solve all of them, and are not in the list
  /// (with `prove` off: that do not seem to).
  std::size_t spurious = 0;
  std::size_t of_combinations = 0;  ///< in the list; see newton_proof
  /// In the list, and proven to be no solutions; but all equations miss 0 by less than 1e-12 there, relative to their
  /// terms, as they do when coefficients were rounded. Points of least squares.
  std::size_t approximate = 0;
  std::size_t denominators = 0;  ///< of a rational system: that none of them is 0 is one of the conditions
  std::size_t roots = 0;  ///< unknowns of a rational system that stand for roots: that they are the principal ones
                          ///< is one of the conditions
  std::vector<std::string> angles = {};  ///< unknowns that occur in sines and cosines; see solve_solution
  std::size_t left_out = 0;  ///< solutions that are proven not to meet the conditions, and are not in the list
  /// Not in the list, too: zeros of the numerators of which it was undecided whether a denominator is 0. There are as
  /// many solutions without them as exact algebra modulo a prime has counted, which is no proof.
  std::size_t left_out_as_counted = 0;
  std::size_t undecided = 0;            ///< in the list, but whether they meet the conditions is not proven
  std::size_t steps = 0, rejected = 0;  ///< of all paths
  std::size_t higher_precision = 0;     ///< paths that needed more than double
  std::size_t tracked_again = 0;        ///< paths that seemed to have jumped
  std::string target;
  double seconds_start = 0;  ///< choosing the start, and solving the generic system of a polyhedral one
  double seconds_tracking = 0, seconds = 0;
  std::string stopped_by;  ///< empty, "time", "cancelled"
};

/// Whether points of sets of positive dimension are all that was found: the program's exit code is 2 then. Of a
/// solve_report or a solved_instance.
template <class Counts>
bool found_only_sets(const Counts& r) {
  return r.on_a_set > 0 && r.regular == 0 && r.singular == r.on_a_set;
}

struct solve_result {
  std::vector<solve_solution> solutions;  ///< regular ones first; real ones first among them
  solve_report report;
};

/// All isolated complex solutions of at least as many polynomial equations as variables.
///
/// Homotopy continuation in projective space from a start system with at least as many solutions: along as many paths
/// as the product of the degrees, or a multi-homogeneous Bezout number, or the mixed volume; in SIMD lanes and on
/// threads, or on a CUDA device. Paths take two or four doubles where one does not do. Each regular end is refined and
/// proven by the certificate of `newton`, and proven to differ from all others; where two paths meet in one simple
/// solution they are followed again with smaller steps. Ends at singular solutions, from Cauchy's integral, are not
/// proven. Where the proven solutions are as many as a Bezout number or the mixed volume permits, none is missing: that
/// is a proof. Where they are fewer, solutions are counted by exact algebra modulo a prime, as far as that does not
/// take too long; and where the count is not reached, or not known, paths that seem to end at infinity or in singular
/// points are followed once more, in up to four doubles. Cost: O(n^3 + terms) operations for each step of each path.
/// Memory: a few hundred bytes per path and variable.
///
/// More equations than variables: n random combinations of them are solved, and their solutions sorted. Where an
/// enclosure of one of all equations excludes 0, it is spurious. Of the others it is proven by exact algebra that all
/// equations vanish, where coefficients are real and the solutions few: substitution into a rational univariate
/// representation, or rational coordinates; then they are `certified`. Where that fails, `proof` is `of_combinations`
/// and the status `unproven`; `residual` says how well all equations hold. Needs Arb.
///
/// With conditions (`only`) the list holds the solutions that meet them, and those that are undecided; all others are
/// proven not to, and counted. What the report says of completeness is about all solutions.
///
/// Throws vieta::error for impossible options, fewer equations than variables, more than `max_paths` paths. Numerical
/// outcomes are statuses. Method: docs/method/solve.md.
VIETA_API solve_result solve(const polynomial_system& system, const solve_options& options = {});

/// A table of the solutions and the account, for people. `digits` of each coordinate are shown (0: those that are
/// known).
VIETA_API void print(std::ostream& out, const polynomial_system& system, const solve_result& result, int digits = 0);

}  // namespace vieta
