#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <tuple>

#include "base/cpu_target.hpp"
#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "base/threads/refused.hpp"
#include "cuda/devices.hpp"
#include "newton/cuda/make_evaluator.hpp"
#include "newton/homotopy.hpp"
#include "newton/iteration.hpp"
#include "newton/proof/certificate.hpp"
#include "newton/share/share.hpp"
#include "systems/precision.hpp"
#include "systems/variables_found.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"

namespace vieta {

const char* precision_name(int doubles) {
  constexpr std::array names = {"d", "dd", "td", "qd"};
  return names[static_cast<std::size_t>(std::clamp(doubles, 1, 4) - 1)];
}

namespace {

void validate(const polynomial_system& system, std::span<const system_point> starts, const newton_options& options) {
  check_precision(options);
  if (options.max_iterations < 1) refuse_option("max_iterations", options.max_iterations, "at least 1");
  const std::size_t n = system.variables().size(), m = system.equations();
  if (n == 0) throw error("system: found no variable, expected at least one");
  if (m < n)
    throw error("system: found " + std::to_string(m) + (m == 1 ? " equation in " : " equations in ") +
                variables_found(system.variables()) + ", expected at least as many equations as variables");
  if (options.solver == newton_solver::gmres && m != n)
    throw error("solver: found gmres for " + std::to_string(m) + " equations in " + std::to_string(n) +
                " variables, expected a square system");
  for (std::size_t k = 0; k < starts.size(); ++k)
    if (starts[k].size() != n)
      throw error("start " + std::to_string(k + 1) + ": found " + std::to_string(starts[k].size()) +
                  " coordinates, expected " + std::to_string(n));
}

/// A Jacobian that is singular at the solution slows Newton's method down to a fixed ratio (1/2 for a double zero), and
/// leaves about half the digits.
bool looks_singular(const newton_solution& s) {
  if (s.status == newton_status::singular) return true;
  if (s.status == newton_status::stopped) return false;  // what is slow so far may yet converge
  if (s.proof != newton_proof::none || s.steps.size() < 4) return false;
  int slow = 0;
  for (std::size_t k = 1; k < s.steps.size(); ++k) {
    const double ratio = s.steps[k].step / s.steps[k - 1].step;
    if (s.steps[k - 1].step < 0.1 && ratio > 0.2 && ratio < 0.95) ++slow;
  }
  // The scaled condition number alone would not do: scaling hides rows that vanish at the solution.
  return slow >= 4 || s.condition > 1e13;
}

bool is_real(const system_point& x) {
  return std::all_of(x.begin(), x.end(), [](const complex<qd>& z) { return z.im.x0 == 0; });
}

/// Of a start that was not looked at.
newton_solution left_out(const system_point& start) {
  newton_solution left;
  left.x = start;
  left.status = newton_status::stopped;
  return left;
}

/// A proof that is still to come when time is up is left out, which is not to look like one that failed.
bool lacks_proof(const newton_solution& s, const newton_options& options) {
  return options.prove && s.status == newton_status::converged && s.proof == newton_proof::none;
}

/// Whether starts are dealt to several members.
bool is_dealt(std::span<const system_point> starts, const newton_options& options) {
  return starts.size() > 1 && (shared::is_shared(options.on) || options.on.devices.size() > 1);
}
newton_options of_rank_0(newton_options options) {
  options.on = shared::member_target(options.on).of(0);
  return options;
}

/// The machinery of one call.
struct machine {
  systems::session session;
  std::unique_ptr<systems::evaluator> cpu, gpu;
  std::string target;

  machine(const polynomial_system::representation& data, const newton_options& options)
      : session{.system = data, .options = options} {
    std::tie(session.parts, session.digits) = precision_of(options);
    session.threads = thread_count(options.on.threads);
    // A GPU is worth the trip for millions of terms, or of derivatives.
    const std::size_t work = data.terms() + data.graph.size() * data.variables.size() / 8;
    const bool large = work > 2'000'000;
    const bool on_gpu =
        options.on.place == where::cuda || (options.on.place == where::automatic && large && !cuda_devices().empty());
    cpu = std::make_unique<systems::evaluator>(data, session.threads);
    if (on_gpu) gpu = systems::make_cuda_evaluator(data, session.threads, options.on.device);
    target = cpu_target(name(systems::kernels().level), session.threads);
    if (on_gpu) target = "cuda:" + std::to_string(options.on.device) + ", " + target;
    note_unusable_gpu(target, options.on, large);
  }
  systems::evaluator& evaluator() { return gpu ? *gpu : *cpu; }
};

}  // namespace

newton_result newton(const polynomial_system& system, std::span<const system_point> starts,
                     const newton_options& options) {
  const float_environment floats;
  validate(system, starts, options);
  if (is_dealt(starts, options))
    return systems::newton_shared(system, starts, options, nullptr, [&](std::span<const system_point> own) {
      return newton(system, own, of_rank_0(options));
    });
  const polynomial_system::representation& data = system.data();
  machine m(data, options);
  const systems::session& session = m.session;
  const refused_threads refused;

  newton_result result;
  newton_report& report = result.report;
  report.equations = data.equations(), report.variables = data.variables.size(), report.terms = data.terms();
  report.products = data.graph.left.size();
  report.precision = session.parts, report.digits = session.digits;
  report.target = m.target;

  systems::newton_iteration iteration(session, m.evaluator());
  report.real_arithmetic = data.is_real();
  for (const system_point& start : starts) {
    report.real_arithmetic = report.real_arithmetic && is_real(start);
    if (options.progress)
      iteration.progress = [&](int number, double step) {
        options.progress({result.solutions.size(), starts.size(), number, step, session.seconds()});
      };
    newton_solution solution = iteration.run(start);
    bool cut_short = session.must_stop();
    if (solution.status != newton_status::bad_start && solution.status != newton_status::diverged)
      systems::certify(session, *m.cpu, solution, false, m.gpu.get());
    if (looks_singular(solution)) solution.status = newton_status::singular;
    if (report.equations > report.variables) cut_short = session.must_stop();  // that proof asks on its way
    if (solution.status == newton_status::stopped || (cut_short && lacks_proof(solution, options)))
      report.stopped_by = session.limits.stopped_by();
    report.converged += solution.status == newton_status::converged;
    report.certified += solution.certified;
    report.singular += solution.status == newton_status::singular;
    result.solutions.push_back(std::move(solution));
    if (session.must_stop() && result.solutions.size() < starts.size()) {
      report.stopped_by = session.limits.stopped_by();
      while (result.solutions.size() < starts.size())
        result.solutions.push_back(left_out(starts[result.solutions.size()]));
      break;
    }
  }
  report.seconds = session.seconds();
  refused.tell(report.target);
  return result;
}

homotopy_result newton_homotopy(const polynomial_system& system, const system_point& z, const newton_options& options,
                                const homotopy_options& path) {
  const float_environment floats;
  validate(system, std::span(&z, 1), options);
  if (system.equations() != system.variables().size())
    throw error("newton_homotopy: found " + std::to_string(system.equations()) + " equations in " +
                std::to_string(system.variables().size()) + " variables, expected as many");
  if (!(path.until >= 0 && path.until < 1))
    throw error("until: found " + report::shortest(path.until) + ", expected 0 <= until < 1");
  if (!(path.first_step > 0 && path.smallest_step > 0))
    throw error("first_step, smallest_step: found " + report::shortest(path.first_step) + " and " +
                report::shortest(path.smallest_step) + ", expected positive numbers");
  if (path.max_steps < 1) throw error("max_steps: found " + std::to_string(path.max_steps) + ", expected at least 1");
  const refused_threads refused;
  machine m(system.data(), options);
  homotopy_result result = systems::follow_path(m.session, m.evaluator(), z, path);
  newton_solution& solution = result.solution;
  if (solution.status != newton_status::diverged && solution.status != newton_status::bad_start) {
    if (result.t == 0)
      systems::certify(m.session, *m.cpu, solution, false, m.gpu.get());
    else  // a zero of another system: nothing to be proven
      solution.residual = systems::residual_at(m.session, *m.cpu, solution.x);
  }
  if (result.t == path.until && looks_singular(solution)) solution.status = newton_status::singular;
  result.target = m.target;
  refused.tell(result.target);
  result.seconds = m.session.seconds();
  return result;
}

newton_result newton_homotopies(const polynomial_system& system, std::span<const system_point> starts,
                                const newton_options& options, const homotopy_options& path) {
  const float_environment floats;
  if (is_dealt(starts, options))
    return systems::newton_shared(system, starts, options, &path, [&](std::span<const system_point> own) {
      return newton_homotopies(system, own, of_rank_0(options), path);
    });
  newton_result result;
  newton_report& r = result.report;
  r.equations = system.equations(), r.variables = system.variables().size(), r.terms = system.terms();
  r.products = system.data().graph.left.size();
  r.real_arithmetic = system.is_real();
  for (const system_point& z : starts) r.real_arithmetic = r.real_arithmetic && is_real(z);
  std::tie(r.precision, r.digits) = precision_of(options);
  // The limit is one for all starts: each gets what those before it left.
  newton_options rest = options;
  const run_limits limits(options);
  for (const system_point& z : starts) {
    if (limits.out_of_time() || (limits.cancelled() && !result.solutions.empty())) {
      r.stopped_by = limits.stopped_by();
      result.solutions.push_back(left_out(z));
      continue;
    }
    rest.max_seconds = limits.seconds_left();
    homotopy_result h = newton_homotopy(system, z, rest, path);
    r.converged += h.solution.status == newton_status::converged;
    r.certified += h.solution.certified;
    r.singular += h.solution.status == newton_status::singular;
    r.seconds += h.seconds;
    r.target = h.target;
    if (h.solution.status == newton_status::stopped ||
        (limits.must_stop() && h.t == 0 && lacks_proof(h.solution, options)))
      r.stopped_by = limits.stopped_by();
    result.solutions.push_back(std::move(h.solution));
  }
  return result;
}

}  // namespace vieta
