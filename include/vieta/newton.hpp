#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/target.hpp"

namespace vieta {

/// How linear systems are solved. Residuals are always computed in the precision that the step needs; what is solved in
/// double only costs digits per step, never digits of the result.
enum class newton_solver {
  automatic,     ///< the cheapest of the following that contracts, beginning with the first
  gmres,         ///< GMRES in double, preconditioned by the diagonal; square systems
  factor,        ///< LU (square) or QR (overdetermined) in double, after scaling by powers of two
  householder,   ///< Householder QR in the target precision
  gram_schmidt,  ///< modified Gram-Schmidt QR in the target precision (Verschelde, Yu 2014)
};
template <>
inline constexpr auto names_of<newton_solver> =
    std::to_array<enum_name<newton_solver>>({{newton_solver::automatic, "auto"},
                                             {newton_solver::gmres, "gmres"},
                                             {newton_solver::factor, "factor"},
                                             {newton_solver::householder, "householder"},
                                             {newton_solver::gram_schmidt, "gram-schmidt"}});

/// "d", "dd", "td", "qd": numbers of 1 to 4 doubles.
VIETA_API const char* precision_name(int doubles);

struct newton_progress {
  std::size_t solved = 0, total = 0;  ///< starting points
  int iteration = 0;
  double step = 0;  ///< relative size of the last step
  double seconds = 0;
};

struct newton_options {
  /// Doubles in a number: 1, 2, 3, 4 for double, double-double, triple-double, quad-double. 0: as few as `digits` need.
  int precision = 0;
  /// Decimal digits asked for, relative to the largest coordinate of a solution (to 2^-66 where that is larger). 0:
  /// what `precision` holds (14, 30, 45, 60), or 15 when that is 0 as well. At most 60.
  int digits = 0;
  int max_iterations = 60;
  bool damping = false;  ///< halve a step while it does not make the residual smaller
  bool prove = true;     ///< each solution
  newton_solver solver = newton_solver::automatic;
  target on;
  double max_seconds = 0;                     ///< 0: no limit. When time is up the result so far is returned.
  const std::atomic<bool>* cancel = nullptr;  ///< set it to true (from a signal handler, say) to stop early
  std::function<void(const newton_progress&)> progress;  ///< called now and then from the calling thread
};

enum class newton_status {
  converged,  ///< to the digits asked for
  singular,   ///< the Jacobian is singular there to working accuracy: a multiple solution, or one of a curve of them
  stagnated,  ///< steps stopped shrinking at the accuracy limit, before the digits asked for
  diverged,   ///< the iteration ran away or left the range of doubles
  iteration_limit,  ///< neither of these within `max_iterations`
  stopped,          ///< time or cancellation ended it
  bad_start,        ///< a coordinate of the start is not a finite number
};
template <>
inline constexpr auto names_of<newton_status> =
    std::to_array<enum_name<newton_status>>({{newton_status::converged, "converged"},
                                             {newton_status::singular, "singular"},
                                             {newton_status::stagnated, "stagnated"},
                                             {newton_status::diverged, "diverged"},
                                             {newton_status::iteration_limit, "iteration_limit"},
                                             {newton_status::stopped, "stopped"},
                                             {newton_status::bad_start, "bad_start"}});

/// Whether a solution is real; only what is proven is said.
enum class realness { undecided, real, not_real };

/// What is proven about the neighbourhood of x, within `radius` in every coordinate. Whether all of more equations than
/// variables vanish at one point cannot be decided with rounded numbers; that they do not can.
enum class newton_proof {
  none,
  solution,  ///< exactly one solution: m = n
  /// m > n: exactly one point where sum |f_i|^2 is stationary (J^H f = 0), so at most one solution. Of a real system at
  /// a real point: exactly one real point, and at most one solution, real or complex (J^T f = 0 at each).
  stationary_point,
  no_solution,  ///< the same, and there some equation does not vanish: least squares, and no solution
  /// m > n, in `solve`: exactly one zero of n combinations of the equations. Whether it is one of all is not proven.
  of_combinations,
};
template <>
inline constexpr auto names_of<newton_proof> =
    std::to_array<enum_name<newton_proof>>({{newton_proof::none, "none"},
                                            {newton_proof::solution, "solution"},
                                            {newton_proof::stationary_point, "stationary_point"},
                                            {newton_proof::no_solution, "no_solution"},
                                            {newton_proof::of_combinations, "of_combinations"}});

/// One iteration, as it went.
struct newton_step {
  double residual = 0;   ///< largest |f_i(x)| before the step
  double step = 0;       ///< largest coordinate of the step, relative to the largest one of x
  double condition = 0;  ///< estimate for the scaled Jacobian, 1-norm; 0 where none was made
  int precision = 1;     ///< of the residual, in doubles
  newton_solver solver = newton_solver::factor;
  bool reused = false;  ///< the Jacobian of an earlier step was used again
};

struct newton_solution {
  system_point x;
  /// A true solution lies within this distance of x in every coordinate, and no other one within six times it: proven
  /// when `certified`. With more equations than variables it belongs to what `proof` says. Infinite where nothing is
  /// proven.
  double radius = std::numeric_limits<double>::infinity();
  bool certified = false;
  newton_proof proof = newton_proof::none;
  realness real = realness::undecided;  ///< when `real`, all imaginary parts of x are exactly 0
  /// Largest |f_i(x)|, with at least twice the precision of x where Arb is there; infinite where it was not computed:
  /// where the iteration ran away, or did not begin.
  double residual = std::numeric_limits<double>::infinity();
  int iterations = 0;
  newton_status status = newton_status::iteration_limit;
  int digits = 0;  ///< decimal digits reached: proven ones where there is a proof, else estimated from the last step
  double condition = 0;  ///< estimate for the scaled Jacobian at x
  std::vector<newton_step> steps;
};

/// What was done: for people (`print`) and for bug reports.
struct newton_report {
  std::size_t equations = 0, variables = 0, terms = 0;
  std::size_t products = 0;  ///< multiplications for all monomials, with all that their derivatives need
  int precision = 0, digits = 0;
  bool real_arithmetic = false;
  std::size_t converged = 0, certified = 0, singular = 0;
  std::string target;  ///< "cpu avx512, 2 threads"
  double seconds = 0;
  std::string stopped_by;  ///< empty, "time", "cancelled"
};

struct newton_result {
  std::vector<newton_solution> solutions;  ///< one for each start, in their order
  newton_report report;
};

/// Newton's method (m = n equations and variables) or the Gauss-Newton method (m > n) from each of the starting points.
///
/// Values f(x) are computed with as many doubles as the digits of the next iterate need; the Jacobian and its
/// factorisation in double, with rows scaled by powers of two. Where that does not contract, the linear algebra climbs
/// to the target precision. Each solution of a square system comes with a proof, where it can be proven, that exactly
/// one true solution lies within its radius; with m > n, up to 1000 variables, that exactly one stationary point of
/// sum |f_i|^2 does. One step costs the evaluation, linear in the number of terms and of
/// derivatives, and O(n^3) double operations, or O(n^2) where GMRES converges.
///
/// Throws vieta::error for impossible options, fewer equations than variables, and starts of the wrong length.
/// Numerical outcomes are statuses. Method and proofs: docs/method/newton.md.
VIETA_API newton_result newton(const polynomial_system& system, std::span<const system_point> starts,
                               const newton_options& options = {});

struct homotopy_options {
  double until = 0;             ///< where to stop, 0 <= until < 1
  double first_step = 0.05;     ///< in t
  double smallest_step = 1e-9;  ///< below it, and below first_step / 1024, the path counts as lost
  int max_steps = 10000;
};

struct homotopy_result {
  newton_solution solution;  ///< at `t`; certified only when t is 0
  double t = 1;              ///< how far the path was followed
  int steps = 0, rejected = 0;
  double seconds = 0;
  std::string target;
};

/// The Newton homotopy f(x) - t f(z) = 0 from x = z at t = 1 to t = 0 (or `until`): a solution without a good start.
///
/// Euler's predictor along the tangent J(x) x' = f(z), Newton's corrector in double to 8 digits, steps in t that grow
/// while the corrector needs little and halve when it fails; then Newton's method as `newton` does it. A path that runs
/// into a singular Jacobian ends there, with status `singular`: a complex z of no special position avoids most of them.
/// One that `max_steps` steps and failed attempts do not bring to `until` is `iteration_limit`. Stopped before t = 0,
/// `residual` is that of f at x, not of the homotopy.
/// For square systems. Throws as `newton` does.
VIETA_API homotopy_result newton_homotopy(const polynomial_system& system, const system_point& z,
                                          const newton_options& options = {}, const homotopy_options& path = {});

/// The same from many starts z, one after the other, as one result.
VIETA_API newton_result newton_homotopies(const polynomial_system& system, std::span<const system_point> starts,
                                          const newton_options& options = {}, const homotopy_options& path = {});

/// A table of the solutions and the report, for people. `digits` of each coordinate are shown (0: those that are
/// known).
VIETA_API void print(std::ostream& out, const polynomial_system& system, const newton_result& result, int digits = 0);

}  // namespace vieta
