#include "newton/iteration.hpp"

#include <algorithm>
#include <cmath>

#include "systems/largest.hpp"
#include "systems/precision.hpp"
#include "vieta/core/mf.hpp"

namespace vieta::systems {

namespace {

constexpr double bits_of_parts[4] = {53, 104, 157, 208};  // that a value of a well-conditioned system has

/// From this number of variables on an iterative solver may be cheaper than a factorisation.
constexpr std::size_t gmres_from = 200;
constexpr int gmres_steps = 30;
/// What GMRES has not halved after so many steps it will hardly solve.
constexpr int gmres_first_steps = 10;
constexpr double gmres_hope = 0.5;
/// Where factors in double do not contract, GMRES with them as preconditioner: below this QR in multiple doubles is as
/// fast.
constexpr std::size_t refine_from = 200;
constexpr int refinement_steps = 60;
constexpr double refinement_tolerance = 1e-8;
/// A Jacobian is kept for further steps when the last step was as small as this, and it is expensive.
constexpr double reuse_below = 1e-7;
constexpr std::size_t reuse_from = 64;

double largest(const multi_array& a) {
  double most = 0;
  const const_planes v = a.view();
  for (std::size_t k = 0; k < a.size(); ++k) {
    keep_largest(most, a.is_complex() ? std::hypot(v.re[0][k], v.im[0][k]) : std::fabs(v.re[0][k]));
  }
  return most;
}

}  // namespace

/// As few doubles as give the next iterate all the digits that it can have.
int newton_iteration::parts_for(double error) const {
  const double next = std::max(error * error, error * 0x1p-52);
  const double bits = -std::log2(std::max(next, 1e-300)) + std::log2(std::max(1.0, condition_)) + 8;
  int parts = 1;
  while (parts < session_.parts && bits_of_parts[parts - 1] < bits) ++parts;
  return parts;
}

/// f at x into `residual_`; returns its largest modulus.
double newton_iteration::evaluate(int parts) {
  evaluator_.set_point(x_, parts, complex_);
  evaluator_.equations(residual_);
  for (std::size_t e = 0; e < shift_.size(); ++e) residual_.set(e, residual_.get(e) - shift_[e]);
  return largest(residual_);
}

bool newton_iteration::prepare_jacobian() {
  have_jacobian_ = true, have_factors_ = false;
  return finite_jacobian_ = evaluator_.prepare_jacobian();
}

void newton_iteration::choose_first_rung() {
  switch (session_.options.solver) {
    case newton_solver::gmres:
      rung_ = rung::gmres;
      return;
    case newton_solver::householder:
    case newton_solver::gram_schmidt:
      rung_ = rung::multiple;
      return;
    case newton_solver::factor:
      rung_ = rung::factor;
      return;
    case newton_solver::automatic:
      rung_ = square_ && session_.system.variables.size() >= gmres_from ? rung::gmres : rung::factor;
  }
}

bool newton_iteration::solve_in_double(newton_step& record) {
  const std::size_t n = session_.system.variables.size(), m = session_.system.equations();
  if (!have_jacobian_ && !prepare_jacobian()) return false;
  if (!square_) {
    // No row scaling: it would weigh the equations. QR in one part, with the residual rounded to double.
    multi_array plain, right(m, 1, complex_);
    evaluator_.jacobian(plain, 1);
    for (std::size_t e = 0; e < m; ++e) right.set(e, residual_.get(e));
    const qr_outcome outcome = evaluator_.solve_least_squares(plain, right, qr_method::householder, step_);
    record.condition = condition_ = outcome.condition;
    record.solver = newton_solver::factor;
    stopped_ = outcome.stopped;
    return outcome.solved;
  }
  std::vector<std::complex<double>> x(n);
  const const_planes r = static_cast<const multi_array&>(residual_).view();
  const std::vector<double>& row_scale = evaluator_.row_scale();
  for (std::size_t e = 0; e < n; ++e) x[e] = {r.re[0][e] * row_scale[e], complex_ ? r.im[0][e] * row_scale[e] : 0.0};
  if (rung_ == rung::gmres) {
    std::vector<std::complex<double>> y = x;
    const bool automatic = session_.options.solver == newton_solver::automatic;
    gmres_outcome outcome = evaluator_.solve_by_gmres(y, gmres_tolerance_, automatic ? gmres_first_steps : gmres_steps);
    if (automatic && !outcome.converged && outcome.residual < gmres_hope) {
      y = x;
      outcome = evaluator_.solve_by_gmres(y, gmres_tolerance_, gmres_steps);
    }
    record.solver = newton_solver::gmres;
    if (outcome.converged || outcome.residual < 1e-11 || session_.options.solver == newton_solver::gmres) {
      x = std::move(y);
    } else {
      rung_ = rung::factor;
    }
  }
  if (rung_ == rung::factor) {
    if (!have_factors_) {
      if (must_stop()) return false;
      if (!evaluator_.factor()) {
        condition_ = HUGE_VAL;
        record.condition = condition_;
        return false;
      }
      have_factors_ = true;
      condition_ = evaluator_.condition();
    }
    evaluator_.solve_by_factors(x);
    record.solver = newton_solver::factor;
    record.condition = condition_;
  }
  step_.resize(n, 1, complex_);
  const planes s = step_.view();
  for (std::size_t v = 0; v < n; ++v) {
    s.re[0][v] = x[v].real();
    if (complex_) s.im[0][v] = x[v].imag();
  }
  return true;
}

/// False where GMRES does not converge, or a pivot is zero.
bool newton_iteration::solve_by_refinement(newton_step& record) {
  const std::size_t n = session_.system.variables.size();
  lu_factors factors;
  if (!prepare_jacobian() || !factors.factor(evaluator_.scaled_jacobian(), n, session_.threads)) return false;
  multi_array matrix, right = residual_;
  evaluator_.jacobian(matrix, 2);
  const std::vector<double> factor = scale_rows(matrix, n, n);
  for (std::size_t e = 0; e < n; ++e) {
    const complex<qd> z = right.get(e);
    right.set(e, {scale(z.re, factor[e]), scale(z.im, factor[e])});
  }
  std::vector<std::complex<double>> x;
  const gmres_outcome outcome =
      gmres_with_factors(matrix, n, factors, right, x, refinement_tolerance, refinement_steps, session_.threads);
  if (!(outcome.residual <= 1e-3) && !outcome.converged) return false;
  record.solver = newton_solver::gmres;
  record.condition = condition_ = factors.condition();
  step_.resize(n, 1, complex_);
  for (std::size_t v = 0; v < n; ++v) step_.set(v, {qd(x[v].real()), qd(x[v].imag())});
  return true;
}

bool newton_iteration::solve_in_multiple(newton_step& record) {
  const std::size_t n = session_.system.variables.size(), m = session_.system.equations();
  const bool gram_schmidt = session_.options.solver == newton_solver::gram_schmidt;
  multi_array matrix, right;
  const int parts = residual_.parts();
  evaluator_.jacobian(matrix, parts);
  right = residual_;
  if (square_) {
    const std::vector<double> factor = scale_rows(matrix, m, n);
    for (std::size_t e = 0; e < m; ++e) {
      const complex<qd> z = right.get(e);
      right.set(e, {scale(z.re, factor[e]), scale(z.im, factor[e])});
    }
  }
  const qr_outcome outcome = evaluator_.solve_least_squares(
      matrix, right, gram_schmidt ? qr_method::gram_schmidt : qr_method::householder, step_);
  record.solver = gram_schmidt ? newton_solver::gram_schmidt : newton_solver::householder;
  record.condition = condition_ = outcome.condition;
  stopped_ = outcome.stopped;
  return outcome.solved;
}

/// Asked before each rung of the ladder: the next one may take much longer than a whole iteration did so far.
bool newton_iteration::must_stop() { return stopped_ = session_.must_stop(); }

bool newton_iteration::solve(newton_step& record) {
  if (rung_ == rung::refined) {
    if (solve_by_refinement(record)) return std::isfinite(largest(step_));
    if (must_stop()) return false;
    rung_ = rung::multiple;
  }
  if (rung_ != rung::multiple) {
    if (solve_in_double(record)) return std::isfinite(largest(step_));
    if (stopped_ || session_.options.solver != newton_solver::automatic || session_.parts == 1 || must_stop())
      return false;
    rung_ = rung::multiple;
    record.precision = session_.parts;
    evaluate(session_.parts);
  }
  return solve_in_multiple(record) && std::isfinite(largest(step_));
}

/// x -= factor * step.
void newton_iteration::apply(double factor, bool forget) {
  for (std::size_t v = 0; v < x_.size(); ++v) {
    const complex<qd> d = step_.get(v);
    x_.set(v, x_.get(v) - complex<qd>{d.re * factor, d.im * factor});
  }
  if (forget) have_jacobian_ = have_factors_ = false;
}

namespace {

/// While it lives, the evaluator asks the session whether to stop; not longer, whichever way `run` ends.
class asking {
 public:
  asking(evaluator& f, const session& with) : f_(f) {
    f_.must_stop = [&with] { return with.must_stop(); };
  }
  ~asking() { f_.must_stop = nullptr; }
  asking(const asking&) = delete;
  asking& operator=(const asking&) = delete;

 private:
  evaluator& f_;
};

}  // namespace

newton_solution newton_iteration::run(const system_point& start) {
  const polynomial_system::representation& system = session_.system;
  const std::size_t n = system.variables.size();
  square_ = system.equations() == n;
  complex_ = !system.is_real();
  newton_solution result;
  for (const complex<qd>& z : start) {
    if (!std::isfinite(z.re.x0) || !std::isfinite(z.im.x0)) {
      result.status = newton_status::bad_start;
      result.x = start;
      return result;
    }
    complex_ = complex_ || z.im.x0 != 0;
  }
  for (const complex<qd>& z : shift_) complex_ = complex_ || z.im.x0 != 0;
  x_.resize(n, session_.parts, complex_);
  for (std::size_t v = 0; v < n; ++v) x_.set(v, start[v]);
  const double start_size = std::max(1.0, largest(x_));
  choose_first_rung();
  have_jacobian_ = have_factors_ = false;
  finite_jacobian_ = true;
  condition_ = 0;
  stopped_ = false;
  const asking may_stop(evaluator_, session_);

  const double goal = std::pow(10.0, -session_.digits);
  double error = 1, ratio = 1;
  int slow = 0, at_limit = 0;
  result.status = newton_status::iteration_limit;
  for (int iteration = 1; iteration <= session_.options.max_iterations; ++iteration) {
    if (session_.must_stop()) {
      result.status = newton_status::stopped;
      break;
    }
    newton_step record;
    // Steps that do not shrink as they should may lack precision.
    record.precision = rung_ >= rung::refined || at_limit > 0 ? session_.parts : parts_for(error);
    record.residual = evaluate(record.precision);
    if (!std::isfinite(record.residual)) {
      result.status = newton_status::diverged;
      break;
    }
    // No better than the next iterate can use: its error will be about error^2.
    gmres_tolerance_ = std::clamp(error * 1e-2, 1e-14, 1e-3);
    const bool expensive = n >= reuse_from || rung_ == rung::gmres;
    record.reused = have_jacobian_ && expensive && rung_ < rung::refined && square_;
    if (!record.reused) have_jacobian_ = have_factors_ = false;
    result.iterations = iteration;
    if (!solve(record)) {
      if (stopped_) {
        result.iterations = iteration - 1;  // this one was not made
        result.status = newton_status::stopped;
        break;
      }
      result.steps.push_back(record);
      result.status = finite_jacobian_ ? newton_status::singular : newton_status::diverged;
      break;
    }
    double factor = 1;
    if (session_.options.damping && error > 1e-3) {
      const multi_array before = x_, step = step_;
      for (int halving = 0; halving < 12; ++halving, factor /= 2) {
        x_ = before;
        apply(factor, false);
        if (evaluate(record.precision) < record.residual) break;
      }
      x_ = before, step_ = step;
    }
    apply(factor, false);
    const double size = largest(x_);
    record.step = largest(step_) * factor / std::max(size, smallest_scale);
    result.steps.push_back(record);
    if (progress) progress(iteration, record.step);
    if (!std::isfinite(size) || size > 1e12 * start_size) {
      result.status = newton_status::diverged;
      break;
    }
    ratio = record.step / error;
    error = record.step;
    // What least squares leaves of f does not vanish, so its rounding to double would stay: full precision at the end.
    if (!square_ && error < 1e-4 && session_.parts > 1 && session_.options.solver == newton_solver::automatic)
      rung_ = rung::multiple;
    if (!(error < reuse_below) || ratio > 1e-3) have_jacobian_ = have_factors_ = false;

    const bool full = record.precision == session_.parts;
    // What is left is about error * ratio; the proof needs some room.
    if (16 * error * std::min(1.0, ratio) <= goal && (full || error <= goal)) {
      result.status = newton_status::converged;
      if (full) break;
    }
    if (error == 0 && full) {
      result.status = newton_status::converged;
      break;
    }
    // Near the solution every step should shrink. If it does not: more precision, then the next rung, then it is the
    // limit.
    if (error < 1e-3 && ratio > 0.2) {
      ++slow;
      if (!full) {
        at_limit = 1;
      } else if (slow >= 2 && rung_ != rung::multiple && session_.options.solver == newton_solver::automatic &&
                 (condition_ > 1e10 || !square_) && session_.parts > 1) {
        rung_ = square_ && n >= refine_from && rung_ < rung::refined ? rung::refined : rung::multiple;
        slow = 0;
      } else if (slow >= 3 && ratio > 0.8) {
        result.status = error <= goal ? newton_status::converged : newton_status::stagnated;
        break;
      }
    } else {
      slow = 0;
    }
  }

  result.condition = condition_;
  result.digits =
      decimal_digits(error * std::min(1.0, ratio), static_cast<int>(bits_of_parts[session_.parts - 1] * 0.30103));
  result.x.resize(n);
  for (std::size_t v = 0; v < n; ++v) result.x[v] = x_.get(v);
  return result;
}

}  // namespace vieta::systems
