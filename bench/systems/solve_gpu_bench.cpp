// `solve` on a GPU: paths from start to end, and many instances of one system; tables in Markdown. "tracking" is the
// time from start points in host memory to ends in host memory, of the second of two calls (the first wakes the
// device). Operations are those of complex multiply-adds, counted from the homotopy with two corrections a step; the
// ceiling is that of double precision without tensor cores, from the device's clock.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "solve/start/start_choice.hpp"
#include "solve/tape/terms.hpp"
#include "solve/track/track_all.hpp"
#include "solve/validate.hpp"
#include "vieta/solve.hpp"
#include "vieta/solve_parameters.hpp"
#include "vieta/system_io.hpp"

namespace {

using namespace vieta;

/// Operations of a step: series to order 4, two factorisations, two corrections.
double operations(const tracking::tape_view& h) {
  const auto n = static_cast<double>(h.variables), terms = static_cast<double>(h.terms);
  const auto entries = static_cast<double>(h.entry_begin[h.variables * h.variables]);
  const double multiply_adds =
      11 * terms + 24.0 * h.products + 2.0 * h.derivatives + 2 * entries + 2 * n * n * n / 3 + 6 * n * n;
  return 8 * multiply_adds;
}

/// Operations per second: 64 fused multiply-adds a clock in each processor of compute capability 8.0 and 9.0.
double ceiling() {
  int processors = 0, kilohertz = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0);
  return 2.0 * 64 * processors * kilohertz * 1e3;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

solve_options on(const char* place) {
  solve_options options;
  options.on = parse_target(place);
  options.max_paths = 1e7;
  return options;
}

void line(const char* name, const char* what, const std::string& target, const tracking::homotopy_tape& tape,
          std::size_t paths, std::size_t steps, double seconds) {
  const double rate = operations(tape.view()) * static_cast<double>(steps) / seconds;
  std::printf("| %s | %s | %s | %zu | %zu | %.2f ms | %.3g | %.2f %% |\n", name, what, target.c_str(), paths, steps,
              1e3 * seconds, rate, 100 * rate / ceiling());
  std::fflush(stdout);
}

void row(const char* name, const polynomial_system& system) {
  const auto never = [] { return false; };
  const auto equations = tracking::terms_of(system.data());
  for (const char* place : {"cpu", "cuda"}) {
    const solve_options options = on(place);
    const auto choice = tracking::choose_start(equations, system.variables().size(), options, never);
    for (int time = 0; time < 3; ++time) {  // the first wakes the device
      const bool shown = time == 2;
      if (choice.generic) {
        const auto tape = choice.generic->tape();
        const auto by = tracking::choose_workers(options, choice.paths, tape.view());
        const auto begin = std::chrono::steady_clock::now();
        const auto r = choice.generic->solve(tracking::settings_of_attempt, by, never, {});
        if (shown)
          line(name, "toric", tracking::target_name(by), tape, choice.generic->solutions(), r.steps + r.rejected,
               seconds_since(begin));
      }
      const auto start = tracking::make_start(choice, equations, 1);
      const auto by = tracking::choose_workers(options, choice.paths, start->tape().view());
      std::vector<std::size_t> which(static_cast<std::size_t>(start->paths()));
      std::iota(which.begin(), which.end(), std::size_t{0});
      const auto begin = std::chrono::steady_clock::now();
      const auto ends = tracking::track_all(start->tape(), which, [&](std::size_t k) { return start->solution(k); }, {},
                                            by, never, {});
      const double seconds = seconds_since(begin);
      std::size_t steps = 0;
      for (const auto& e : ends) steps += static_cast<std::size_t>(e.steps + e.rejected);
      if (shown) line(name, "straight", tracking::target_name(by), start->tape(), which.size(), steps, seconds);
    }
    const solve_result r = solve(system, options);
    std::printf("| %s | whole call, %zu certified, %zu failed | %s | %zu | %zu | %.2f ms | | |\n", name,
                r.report.certified, r.report.paths.failed, r.report.target.c_str(), r.report.paths.total,
                r.report.steps + r.report.rejected, 1e3 * r.report.seconds);
    std::fflush(stdout);
  }
}

parameter_values random_values(const std::vector<std::string>& names, std::size_t rows) {
  parameter_values values{names, {}};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.5, 3);
  for (std::size_t k = 0; k < rows * names.size(); ++k) {
    // (c, s) of the four-bar linkages are cosine and sine.
    const char kind = names[k % names.size()].size() > 1 ? names[k % names.size()][0] : ' ';
    const double turn = uniform(random);
    values.values.emplace_back(kind == 'c'   ? std::cos(2 * turn)
                               : kind == 's' ? std::sin(std::acos(values.values.back().real()))
                                             : turn);
  }
  return values;
}

void instances(const char* name, const std::vector<std::string>& equations, const std::vector<std::string>& names,
               std::size_t count) {
  const polynomial_system system = polynomial_system::parse(equations);
  const parameter_values values = random_values(names, count);
  for (const char* place : {"cpu", "cuda"}) {
    std::size_t seen = 0;
    const auto done = [&](solved_instance&&) { return ++seen > 0; };
    solve_options options = on(place);
    (void)solve_parameters(system, random_values(names, 1000), options, done);
    const parameters_report r = solve_parameters(system, values, options, done);
    std::printf("| %s | %s | %zu | %zu | %zu | %zu | %.3f s | %.3f s | %.3f s | %.0f | %.0f |\n", name,
                r.target.c_str(), r.instances, r.paths.total, r.certified, r.paths.failed, r.seconds_tracking,
                r.seconds_proving, r.seconds, static_cast<double>(r.paths.total) / r.seconds_tracking,
                static_cast<double>(r.certified) / r.seconds);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int arguments, char** argument) {
  if (cuda_devices().empty()) return std::printf("SKIPPED: no CUDA device\n"), 0;
  const std::size_t count = arguments > 1 ? std::strtoull(argument[1], nullptr, 10) : 100'000;
  std::printf("%s, ceiling %.3g operations per second\n\n", cuda_devices()[0].c_str(), ceiling());
  std::printf("| system | homotopy | target | paths | steps | tracking | operations/s | of the ceiling |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  row("cyclic-7", families::cyclic(7));
  row("katsura-12", families::katsura(12));
  std::printf(
      "\n| family | target | instances | paths | certified | failed | tracking | proofs | whole call | "
      "paths/s tracked | certified solutions/s |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|---|\n");
  instances("3RPR",
            {"u^2 + v^2 - 1", "x^2 + y^2 - l", "(x + d*u - a)^2 + (y + d*v)^2 - m",
             "(x + e*u - f*v - b)^2 + (y + e*v + f*u - c)^2 - n"},
            {"a", "b", "c", "d", "e", "f", "l", "m", "n"}, count);
  std::vector<std::string> positions, names;
  for (const char k : {'1', '2', '3', '4'}) {
    std::string equation =
        "(p#^2 + q#^2)/2 + (p# - x)*(c#*u - s#*v) + (q# - y)*(s#*u + c#*v) - p#*x - q#*y + u*x + v*y";
    std::replace(equation.begin(), equation.end(), '#', k);
    positions.push_back(equation);
    for (const char* name : {"p", "q", "c", "s"}) names.push_back(name + std::string(1, k));
  }
  instances("four-bar", positions, names, count);
  return 0;
}
