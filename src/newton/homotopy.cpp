#include "newton/homotopy.hpp"

#include <algorithm>
#include <cmath>

namespace vieta::systems {

namespace {

using scalar = std::complex<double>;

class path_tracker {
 public:
  path_tracker(const session& with, evaluator& f, const system_point& z)
      : f_(f), complex_(!with.system.is_real()), x_(z) {
    for (const complex<qd>& c : z) complex_ = complex_ || c.im.x0 != 0;
    multi_array value;
    set_point(4);
    f_.equations(value);
    for (std::size_t e = 0; e < value.size(); ++e) target_.push_back(value.get(e));
  }

  /// Whether f(z) is within the range of doubles.
  [[nodiscard]] bool has_finite_target() const {
    return std::all_of(target_.begin(), target_.end(),
                       [](const complex<qd>& c) { return std::isfinite(c.re.x0) && std::isfinite(c.im.x0); });
  }
  /// t f(z), which f(x(t)) equals.
  [[nodiscard]] std::vector<complex<qd>> shift(double t) const {
    std::vector<complex<qd>> s;
    for (const complex<qd>& c : target_) s.push_back({c.re * t, c.im * t});
    return s;
  }

  /// The tangent x' with J(x) x' = f(z), in double; false at a singular Jacobian.
  bool tangent() {
    set_point(1);
    if (!f_.prepare_jacobian()) return false;
    direction_.resize(x_.size());
    for (std::size_t e = 0; e < x_.size(); ++e)
      direction_[e] = scalar(target_[e].re.x0, target_[e].im.x0) * f_.row_scale()[e];
    if (!f_.factor()) return false;
    f_.solve_by_factors(direction_);
    return std::all_of(direction_.begin(), direction_.end(),
                       [](const scalar& d) { return std::isfinite(d.real()) && std::isfinite(d.imag()); });
  }

  /// x(t - step) along the tangent.
  [[nodiscard]] system_point predicted(double step) const {
    system_point p = x_;
    for (std::size_t v = 0; v < p.size(); ++v)
      p[v] = {p[v].re - qd(step * direction_[v].real()), p[v].im - qd(complex_ ? step * direction_[v].imag() : 0.0)};
    return p;
  }

  system_point& point() { return x_; }

 private:
  void set_point(int parts) {
    multi_array at(x_.size(), parts, complex_);
    for (std::size_t v = 0; v < x_.size(); ++v) at.set(v, x_[v]);
    f_.set_point(at, parts, complex_);
  }

  evaluator& f_;
  bool complex_;
  system_point x_;
  std::vector<complex<qd>> target_;
  std::vector<scalar> direction_;
};

}  // namespace

homotopy_result follow_path(const session& with, evaluator& f, const system_point& z, const homotopy_options& path) {
  homotopy_result result;
  result.solution.x = z;
  for (const complex<qd>& c : z)
    if (!std::isfinite(c.re.x0) || !std::isfinite(c.im.x0)) {
      result.solution.status = newton_status::bad_start;
      return result;
    }
  path_tracker tracker(with, f, z);
  if (!tracker.has_finite_target()) {
    result.solution.status = newton_status::diverged;
    return result;
  }

  // The corrector: few steps, to eight digits; a start that needs more was too far away.
  newton_options corrector_options = with.options;
  corrector_options.max_iterations = 4;
  corrector_options.damping = false;
  session corrector_session{.system = with.system, .options = corrector_options};
  corrector_session.digits = 8, corrector_session.parts = 1, corrector_session.threads = with.threads;
  corrector_session.limits = with.limits;
  newton_iteration corrector(corrector_session, f);

  const auto ended = [&](newton_status status) {
    result.solution.x = tracker.point();
    result.solution.status = status;
    return result;
  };
  double step = std::min(path.first_step, 1 - path.until);
  const double smallest_step = std::min(path.smallest_step, step / 1024);
  while (result.t > path.until) {
    if (with.must_stop()) return ended(newton_status::stopped);
    if (result.steps + result.rejected >= path.max_steps) return ended(newton_status::iteration_limit);
    if (!tracker.tangent()) return ended(newton_status::singular);
    for (;;) {
      const double t = std::max(path.until, result.t - step);
      corrector.set_shift(tracker.shift(t));
      newton_solution at = corrector.run(tracker.predicted(result.t - t));
      // The first correction measures the predictor's error; a large one may lead to another path.
      const bool near = !at.steps.empty() && at.steps.front().step < 0.05;
      if (at.status == newton_status::converged && near) {
        tracker.point() = std::move(at.x);
        if (at.steps.front().step < 0.005) step *= 2;
        result.t = t;
        ++result.steps;
        break;
      }
      ++result.rejected;
      step /= 2;
      // First of all: a corrector that was stopped did not fail, and the path is not lost.
      if (with.must_stop()) return ended(newton_status::stopped);
      if (step < smallest_step) return ended(newton_status::singular);
      if (result.steps + result.rejected >= path.max_steps) return ended(newton_status::iteration_limit);
    }
  }
  newton_iteration last(with, f);
  if (result.t > 0) last.set_shift(tracker.shift(result.t));
  result.solution = last.run(tracker.point());
  return result;
}

}  // namespace vieta::systems
