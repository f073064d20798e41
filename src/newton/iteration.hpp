#pragma once

#include <functional>
#include <vector>

#include "base/run_limits.hpp"
#include "newton/evaluator.hpp"
#include "newton/linear/dense.hpp"
#include "newton/linear/multiple_qr.hpp"
#include "vieta/newton.hpp"

namespace vieta::systems {

/// Sizes of steps and radii are relative to the largest coordinate of x, or to this where x is smaller: a solution may
/// be 0.
inline constexpr double smallest_scale = 0x1p-66;

/// What all starts of one call share.
struct session {
  const polynomial_system::representation& system;
  const newton_options& options;
  int parts = 1;    ///< target precision
  int digits = 15;  ///< asked for
  int threads = 1;
  double least_size = smallest_scale;  ///< what proofs in Arb take in its place
  run_limits limits = run_limits(options);

  [[nodiscard]] double seconds() const { return limits.seconds(); }
  [[nodiscard]] bool must_stop() const { return limits.must_stop(); }
};

/// The Newton or Gauss-Newton iteration from one start. Factor low, residual high (docs/decisions/0004): the residual
/// has as many doubles as the next iterate can use, the Jacobian is factored in double; a ladder of solvers for what
/// that does not contract. Solves f(x) = shift when there is a shift: a step of a homotopy.
class newton_iteration {
 public:
  newton_iteration(const session& with, evaluator& f) : session_(with), evaluator_(f) {}

  /// The right side f is to be brought to; empty for 0.
  void set_shift(std::vector<complex<qd>> shift) { shift_ = std::move(shift); }

  /// Called after each step with its number and size.
  std::function<void(int, double)> progress;

  newton_solution run(const system_point& start);

 private:
  /// Rungs of the ladder, in this order.
  enum class rung { gmres, factor, refined, multiple };

  bool prepare_jacobian();
  bool solve(newton_step& record);
  bool solve_in_double(newton_step& record);
  bool solve_by_refinement(newton_step& record);
  bool solve_in_multiple(newton_step& record);
  bool must_stop();
  void choose_first_rung();
  int parts_for(double error) const;
  double evaluate(int parts);
  void apply(double factor, bool forget);

  const session& session_;
  evaluator& evaluator_;
  std::vector<complex<qd>> shift_;

  bool complex_ = false, square_ = true;
  bool stopped_ = false;  ///< a step ended because it had to, not because it could not be made
  multi_array x_, residual_, step_;
  bool have_jacobian_ = false, have_factors_ = false, finite_jacobian_ = true;
  double condition_ = 0, gmres_tolerance_ = 1e-14;
  rung rung_ = rung::factor;
};

}  // namespace vieta::systems
