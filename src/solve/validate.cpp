#include "solve/validate.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

#include "base/cpu_target.hpp"
#include "base/parallel_for.hpp"
#include "base/words.hpp"
#include "cuda/devices.hpp"
#include "solve/track/device_tracker.hpp"
#include "solve/track/kernels.hpp"
#include "systems/precision.hpp"
#include "systems/variables_found.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

/// Work, as step_cost() counts it, that takes a thread about as long as it takes to wake a device.
constexpr double worth_the_trip = 5e6;
/// An H200 follows paths about as fast as so many threads with AVX-512 (docs/benchmarks.md).
constexpr int threads_of_a_device = 16;

}  // namespace

void check_options(const solve_options& options) {
  check_precision(options);
  if (!(options.max_paths >= 1 && options.max_paths <= 1e12))
    refuse_option("max_paths", options.max_paths, "1 to 1e12");
  if (options.start == start_kind::given && options.from.points.empty())
    throw error("start: found given, expected points in `from`");
  if (options.from.values.size() != options.from.names.size())
    throw error("start: found " + std::to_string(options.from.values.size()) + " values for " +
                std::to_string(options.from.names.size()) + " parameters, expected as many");
  if (options.on.place == where::cuda) static_cast<void>(device_name(options.on));  // throws where there is none
}

void check_shape(const polynomial_system& system) {
  const std::size_t n = system.variables().size(), m = system.equations();
  if (n == 0) throw error("system: found no variable, expected at least one");
  const auto counted = [](std::size_t count, const std::string& thing) {
    return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
  };
  const std::string found = "system: found " + counted(m, "equation") + " in " + variables_found(system.variables());
  if (m < n)
    throw error(found + ", expected as many: its solutions are not isolated: see decompose and sliced; or give " +
                counted(n - m, "equation") + " more, or numbers for as many variables: parameters");
}

std::pair<int, int> precision_of(const solve_options& options) { return vieta::precision_of(options); }

double step_cost(std::size_t variables, double terms) {
  const auto n = static_cast<double>(variables);
  return n * n * n + 8 * terms;
}

workers choose_workers(const solve_options& options, double paths, const tape_view& tape) {
  workers by{thread_count(options.on.threads), options.on.place == where::cuda, options.on};
  if (options.on.place != where::automatic) return by;
  const double work = paths * step_cost(tape.variables, static_cast<double>(tape.terms));
  const bool large = by.threads < threads_of_a_device && work > worth_the_trip * by.threads;
  by.device = large && !cuda_devices().empty();
  note_unusable_gpu(by.note, options.on, large);
  return by;
}

std::string target_name(const workers& by) {
  return (by.device ? device_name(by.on) + ", " : "") + target_name(by.threads) + by.note;
}

std::string target_name(int threads) { return cpu_target(vieta::name(kernels().level), threads); }

solve_status look_at(const std::vector<std::vector<plain_term>>& equations, std::size_t variables) {
  std::vector<bool> occurs(variables, false);
  bool zero = false;
  for (const auto& equation : equations) {
    unsigned degree = 0;
    for (const plain_term& t : equation) {
      degree = std::max(degree, t.degree());
      for (const auto& [v, e] : t.exponents) occurs[v] = true;
    }
    if (!equation.empty() && degree == 0) return solve_status::inconsistent;
    zero = zero || equation.empty();
  }
  const bool all = std::all_of(occurs.begin(), occurs.end(), [](bool o) { return o; });
  return zero || !all ? solve_status::not_isolated : solve_status::solved;
}

void check_values(const parameter_values& values) {
  const std::size_t q = values.names.size();
  if (q == 0) throw error("parameters: found no name, expected one at least");
  if (values.values.size() % q != 0)
    throw error("values: found " + std::to_string(values.values.size()) + " numbers, expected rows of " +
                std::to_string(q));
  for (std::size_t k = 0; k < values.values.size(); ++k) {
    const std::complex<double>& z = values.values[k];
    if (!std::isfinite(z.real()) || !std::isfinite(z.imag()))
      throw error("values: row " + std::to_string(k / q + 1) + ": found NaN or infinity for '" + values.names[k % q] +
                  "', expected a finite number");
  }
}

void check_unknowns(const polynomial_system& system, const parameter_family& family) {
  const std::size_t m = system.equations(), n = family.unknowns().size();
  if (m == n) return;
  std::string all;
  for (const std::string& name : family.unknowns()) all += (all.empty() ? "" : ", ") + name;
  throw error("system: found " + report::counted(m, "equation", "equations") + " and " +
              report::counted(n, "unknown", "unknowns") + " beside the parameters (" + all +
              "), expected as many of both");
}

}  // namespace vieta::tracking
