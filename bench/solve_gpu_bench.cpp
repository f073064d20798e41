// `solve` on a GPU: paths from start to end, and many instances of one system; tables in Markdown. "tracking" is the
// time from start points in host memory to ends in host memory, of the second of two calls (the first wakes the
// device). Operations are those of complex multiply-adds, counted from the homotopy with two corrections a step; the
// ceiling is that of double precision without tensor cores, from the device's clock.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "solve/start_choice.hpp"
#include "solve/terms.hpp"
#include "vieta/solve.hpp"
#include "vieta/solve_parameters.hpp"
#include "vieta/system_io.hpp"

namespace {

using namespace vieta;

/// Operations of a step: series to order 4, two factorisations, two corrections.
double operations(const tracking::tape_view& h) {
  const auto n = static_cast<double>(h.variables), terms = static_cast<double>(h.terms);
  const auto entries = static_cast<double>(h.entry_begin[h.variables * h.variables]);
  const double multiply_adds = 11 * terms + 24.0 * h.products + 2.0 * h.derivatives + 2 * entries +
                               2 * n * n * n / 3 + 6 * n * n;
  return 8 * multiply_adds;
}

/// Operations per second: 64 fused multiply-adds a clock in each processor of compute capability 8.0 and 9.0.
double ceiling() {
  int processors = 0, kilohertz = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0);
  return 2.0 * 64 * processors * kilohertz * 1e3;
}

solve_options on(const char* place) {
  solve_options options;
  options.on = parse_target(place);
  options.max_paths = 1e7;
  return options;
}

void row(const char* name, const polynomial_system& system) {
  for (const char* place : {"cpu", "cuda"}) {
    (void)solve(system, on(place));
    const solve_result r = solve(system, on(place));
    const auto& report = r.report;
    // What is tracked; for a polyhedral start the generic system beside it, with about as many terms.
    const auto equations = tracking::terms_of(system.data());
    solve_options plain = on(place);
    const auto choice = tracking::choose_start(equations, report.variables, plain, [] { return false; });
    double work = 0;
    if (choice.kind != start_kind::polyhedral)
      work = operations(tracking::make_start(choice, equations, 1)->tape().view()) *
             static_cast<double>(report.steps + report.rejected);
    std::printf("| %s | %s | %zu | %zu | %.1f ms | %.1f ms | %.1f ms | %.3g | %.2f %% |\n", name, report.target.c_str(),
                report.paths.total, report.certified, 1e3 * report.seconds_start, 1e3 * report.seconds_tracking,
                1e3 * report.seconds, work / report.seconds_tracking,
                100 * work / report.seconds_tracking / ceiling());
    std::fflush(stdout);
  }
}

parameter_values random_values(const std::vector<std::string>& names, std::size_t rows) {
  parameter_values values{names, {}};
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.5, 3);
  for (std::size_t k = 0; k < rows * names.size(); ++k) values.values.emplace_back(uniform(random));
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
  std::printf("| system | target | paths | certified | start | tracking | whole call | operations/s | of the ceiling |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|\n");
  row("cyclic-7", families::cyclic(7));
  row("katsura-12", families::katsura(12));
  std::printf("\n| family | target | instances | paths | certified | failed | tracking | proofs | whole call | "
              "paths/s tracked | certified solutions/s |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|---|\n");
  instances("3RPR", {"u^2 + v^2 - 1", "x^2 + y^2 - l", "(x + d*u - a)^2 + (y + d*v)^2 - m",
                     "(x + e*u - f*v - b)^2 + (y + e*v + f*u - c)^2 - n"},
            {"a", "b", "c", "d", "e", "f", "l", "m", "n"}, count);
  return 0;
}
