// Sweeps of Ehrlich-Aberth on a GPU (Ghidouche et al., 2017): for bench/published/high_degree.py.
//
//   published_sweeps threads DEGREE...                   by the threads of a block of 256 nodes or more (figure 2)
//   published_sweeps evaluation DEGREE...                scaled numbers beside exponentials of logarithms (figure 3)
//   published_sweeps growth [full | sparse] DEGREE...    tables 1 to 3
//   published_sweeps methods [full | sparse] DEGREE...   Ehrlich-Aberth beside Durand-Kerner, one run each (4 and 5)
//
// Full (real Gaussian) and sparse (two circles) polynomials. Prints a line of JSON for each: seconds, the best of
// three below degree 200,000 where nothing else is said, from starting points in host memory to settled nodes there;
// nothing is proven.
#include "cuda/launch.cuh"
// What the schedule is launched with comes first.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/cuda_sweeps/schedule.hpp"
#include "roots/sweep/iteration.hpp"
#include "roots/sweep/newton_polygon.hpp"
#include "vieta/polynomial.hpp"

// A using directive out here would be one for CUDA's own headers as well, which call sqrt.
namespace vieta {
namespace {

polynomial gaussian(int degree) {
  std::mt19937_64 random(static_cast<std::uint64_t>(degree));
  std::normal_distribution<double> normal;
  std::vector<double> a(static_cast<std::size_t>(degree) + 1);
  for (double& x : a) x = normal(random);
  return polynomial::from_coefficients(a);
}

polynomial two_circles(int degree) {
  const std::string n1 = std::to_string(3 * degree / 5), n2 = std::to_string(degree - 3 * degree / 5);
  return polynomial::parse("(x^" + n1 + " - 2)*(x^" + n2 + " + 3)");
}

struct problem {
  const char* name;
  int degree;
  coefficients a;
  node_set start;
};

template <sweeps::correction Method, sweeps::evaluation Terms, int Threads>
void measure_method(const problem& of, int runs) {
  sweeps::sweep_options options;
  options.most_sweeps = 400;  // the work's Durand-Kerner takes some 100
  sweeps::sweep_report report;
  if (of.degree >= 200'000) runs = 1;
  double best = 1e300;
  for (int run = 0; run < runs; ++run) {
    node_set nodes = of.start;
    const auto begin = std::chrono::steady_clock::now();
    sweeps::sweeps_meeting alone(1);
    sweeps::device_sweeps<Method, Terms, Threads> all(nodes, of.a, options, alone, 0);
    report = all.run();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::printf(
      "{\"polynomials\": \"%s\", \"degree\": %d, \"method\": \"%s\", \"evaluation\": \"%s\", \"threads\": %d, "
      "\"seconds\": %.6f, \"sweeps\": %d, \"left\": %lld}\n",
      of.name, of.degree, Method == sweeps::correction::ehrlich_aberth ? "ehrlich-aberth" : "durand-kerner",
      Terms == sweeps::evaluation::exp_log ? "exp-log" : "scaled", Threads, best, report.sweeps,
      static_cast<long long>(report.left));
  std::fflush(stdout);
}

template <sweeps::evaluation Terms, int Threads>
void measure(const problem& of, int runs) {
  measure_method<sweeps::correction::ehrlich_aberth, Terms, Threads>(of, runs);
}

void measure_all(const std::string& mode, const char* name, int degree, const polynomial& p) {
  using sweeps::evaluation;
  problem of{name, degree, make_coefficients(p), {}};
  of.start = starting_points(newton_polygon(of.a));
  if (mode == "growth") return measure<evaluation::horner, 128>(of, 3);
  if (mode == "methods") {
    measure<evaluation::horner, 128>(of, 1);
    return measure_method<sweeps::correction::durand_kerner, evaluation::horner, 128>(of, 1);
  }
  measure<evaluation::horner, 128>(of, 3);
  if (mode == "evaluation") return measure<evaluation::exp_log, 128>(of, 1);
  if (degree < 200'000) measure<evaluation::horner, 16>(of, 1);  // its nodes do not fit in registers
  measure<evaluation::horner, 32>(of, 3);
  measure<evaluation::horner, 64>(of, 3);
  measure<evaluation::horner, 256>(of, 3);
  measure<evaluation::horner, 512>(of, 3);
  measure<evaluation::horner, 1024>(of, 3);
}

/// The first kernels of a process wait for the device, its clock and its memory.
void warm_up() {
  problem small{"full", 20'000, make_coefficients(gaussian(20'000)), {}};
  small.start = starting_points(newton_polygon(small.a));
  const sweeps::sweep_options options;
  for (int k = 0; k < 3; ++k) {
    node_set nodes = small.start;
    sweeps::run_sweeps(nodes, small.a, options);
  }
}

int run(int argc, char** argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("SKIPPED: no CUDA device\n");
    return 0;
  }
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode != "threads" && mode != "evaluation" && mode != "growth" && mode != "methods") {
    std::fprintf(stderr, "published_sweeps: found '%s', expected threads, evaluation, growth or methods\n",
                 mode.c_str());
    return 1;
  }
  warm_up();
  const std::string only = argc > 2 ? argv[2] : "";
  for (int i = 2; i < argc; ++i) {
    const int degree = std::atoi(argv[i]);
    if (degree < 10) continue;
    if (only != "sparse") measure_all(mode, "full", degree, gaussian(degree));
    if (only != "full") measure_all(mode, "sparse", degree, two_circles(degree));
  }
  return 0;
}

}  // namespace
}  // namespace vieta

int main(int argc, char** argv) { return vieta::run(argc, argv); }
