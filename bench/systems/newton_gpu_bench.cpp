// The full QR factorisations in multiple doubles of Verschelde and Yu (2014) on a GPU, in its own right: `newton`
// climbs to it only where factors in double do not contract.
//
//   newton_gpu_bench [n]      default: 4096
//
// First the parts of a Newton step, in milliseconds of wall time, copies from and to the host included. Then whole
// solutions with factors in double, and least squares, by our kernels and by cuSOLVER. Then the QR:
// the problem, seconds on the device (factorisation and solution, best of three), what of b is left in the first rows,
// what the paper printed for one of its six or seven iterations.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "newton/cuda/linear/qr.hpp"
#include "newton/cuda/make_evaluator.hpp"
#include "newton/iteration.hpp"
#include "newton/linear/dense.hpp"
#include "vieta/newton.hpp"
#include "vieta/target.hpp"

namespace {

using namespace vieta;
using systems::multi_array;

/// max |A x - b| over the first rows, relative to sum |a| |x|, in quad-double.
double residual(const multi_array& matrix, const multi_array& right, const multi_array& x) {
  double most = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(8, right.size()); ++i) {
    complex<qd> sum = -right.get(i);
    double size = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const complex<qd> a = matrix.get(i * x.size() + j), z = x.get(j);
      sum += a * z;
      size += std::hypot(a.re.x0, a.im.x0) * std::hypot(z.re.x0, z.im.x0);
    }
    most = std::max(most, std::hypot(sum.re.x0, sum.im.x0) / size);
  }
  return most;
}

void qr(std::size_t n, bool is_complex, int parts, const char* published,
        systems::qr_method method = systems::qr_method::householder) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> part(-1, 1);
  multi_array matrix(n * n, parts, is_complex), right(n, parts, is_complex), x;
  for (std::size_t k = 0; k < n * n; ++k) matrix.set(k, {qd(part(random)), qd(part(random))});
  for (std::size_t k = 0; k < n; ++k) right.set(k, {qd(part(random)), qd(part(random))});
  double best = HUGE_VAL;
  bool solved = true;
  for (int repeat = 0; repeat < 3; ++repeat) {
    double seconds = 0;
    solved = systems::solve_least_squares_on_device(matrix, n, n, right, x, &seconds, method).solved && solved;
    best = std::min(best, seconds);
  }
  const double size = static_cast<double>(n);
  std::printf("QR n=%zu, %s, %d doubles, %s: %.4f s, %.3g real multiply-adds/s, residual %.1e%s; published: %s\n", n,
              is_complex ? "complex" : "real", parts,
              method == systems::qr_method::householder ? "Householder" : "modified Gram-Schmidt", best,
              (is_complex ? 4 : 1) * 2.0 / 3 * size * size * size / best, residual(matrix, right, x),
              solved ? "" : " (singular)", published);
  std::fflush(stdout);
}

/// The shortest of three times of `work`.
template <class Work>
void time_of(const char* what, const Work& work) {
  double best = HUGE_VAL;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::printf("  %-48s %9.3f ms\n", what, best * 1e3);
  std::fflush(stdout);
}

void parts_of_a_step(const char* title, const polynomial_system& system, int parts) {
  std::printf("%s, complex\n", title);
  const auto& data = system.data();
  const std::size_t n = system.variables().size();
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angle(0, 6.283185307179586);
  multi_array x(n, 4, true), f, j;
  for (std::size_t v = 0; v < n; ++v) {
    const double a = angle(random);
    x.set(v, {qd(std::cos(a)), qd(std::sin(a))});
  }
  std::unique_ptr<systems::evaluator> gpu;
  time_of("system to the device", [&] { gpu = systems::make_cuda_evaluator(data, 1, 0); });
  for (const int p : {1, parts, 4}) {
    time_of(("f, parts: " + std::to_string(p)).c_str(), [&] {
      gpu->set_point(x, p, true);
      gpu->equations(f);
    });
  }
  gpu->set_point(x, 1, true);
  time_of("Jacobian in double, rows scaled", [&] { gpu->prepare_jacobian(); });
  std::vector<std::complex<double>> b(n, 1.0), y;
  time_of("GMRES, at most 30 steps", [&] {
    y = b;
    gpu->solve_by_gmres(y, 1e-14, 30);
  });
  if (n <= 1024) {
    time_of("Jacobian in double, to the host", [&] {
      gpu->prepare_jacobian();
      gpu->scaled_jacobian();
    });
    bool done = true;
    double condition = 0;
    time_of("Jacobian in double, and its factors", [&] {
      gpu->prepare_jacobian();
      done = gpu->factor() && done;
    });
    time_of("a solution by them", [&] {
      y = b;
      gpu->solve_by_factors(y);
    });
    condition = gpu->condition();
    std::printf("  condition number %.2e%s\n", condition, done ? "" : " (singular)");
    systems::lu_factors lu;
    time_of("LU on one core of the host", [&] { done = lu.factor(gpu->scaled_jacobian(), n, 1) && done; });
    time_of("its condition number", [&] { condition = lu.condition(); });
    multi_array right(n, 1, true), solution;
    for (std::size_t v = 0; v < n; ++v) right.set(v, {qd(1.0), qd(0.0)});
    time_of("QR in double on the device",
            [&] { systems::solve_least_squares_on_device(gpu->scaled_jacobian(), n, n, right, solution); });
  }
  systems::evaluator cpu(data, 1);
  time_of("f, parts: 4, on one core of the host", [&] {
    cpu.set_point(x, 4, true);
    cpu.equations(f);
  });
}

/// Newton's method with factors in double at each step: our inverse beside cuSOLVER's, which is loaded in the first run
/// where it is installed.
void whole_solution(std::size_t n, bool is_complex, int parts) {
  const polynomial_system system = families::chandrasekhar(static_cast<int>(n));
  const std::vector<complex<qd>> start(n, {qd(1.0), qd(is_complex ? 1e-3 : 0.0)});
  newton_options options;
  options.solver = newton_solver::factor;
  systems::session session{.system = system.data(), .options = options};
  session.parts = parts, session.digits = parts == 2 ? 30 : 60;
  std::printf("Chandrasekhar n=%zu, %s, %d doubles, factors at each step\n", n, is_complex ? "complex" : "real", parts);
  for (const bool library : {false, true}) {
    const auto gpu = systems::make_cuda_evaluator(system.data(), 1, 0, library ? 1 : std::size_t(-1));
    for (const char* what : {"first", "again"}) {
      systems::newton_iteration iteration(session, *gpu);
      const auto begin = std::chrono::steady_clock::now();
      const newton_solution s = iteration.run(start);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      std::printf("  %s, %s: %.3f s, %d iterations, %s\n", library ? "cuSOLVER" : "our inverse", what, seconds,
                  s.iterations, name(s.status));
      std::fflush(stdout);
    }
  }
}

/// Least squares in double, as each step of Gauss-Newton has it, copies to and from the device included.
void least_squares(std::size_t rows, std::size_t columns, bool is_complex) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> part(-1, 1);
  multi_array matrix(rows * columns, 1, is_complex), right(rows, 1, is_complex), x[2];
  for (std::size_t k = 0; k < rows * columns; ++k) matrix.set(k, {qd(part(random)), qd(part(random))});
  for (std::size_t k = 0; k < rows; ++k) right.set(k, {qd(part(random)), qd(part(random))});
  std::printf("least squares in double, %zu x %zu, %s\n", rows, columns, is_complex ? "complex" : "real");
  for (const int library : {0, 1}) {
    double best = HUGE_VAL;
    time_of(library == 1 ? "by cuSOLVER where it is installed" : "by our kernels", [&] {
      double seconds = 0;
      systems::solve_least_squares_on_device(matrix, rows, columns, right, x[library], &seconds,
                                             systems::qr_method::householder, library == 1 ? 1 : std::size_t(-1));
      best = std::min(best, seconds);
    });
    std::printf("    %.3f ms of them on the device\n", best * 1e3);
  }
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < columns; ++k) {
    const complex<qd> a = x[0].get(k), b = x[1].get(k);
    difference = std::max(difference, std::hypot(a.re.x0 - b.re.x0, a.im.x0 - b.im.x0));
    size = std::max(size, std::hypot(a.re.x0, a.im.x0));
  }
  std::printf("  the solutions differ by %.1e\n", difference / size);
}

}  // namespace

int main(int count, char** values) {
  const int n = count > 1 ? std::atoi(values[1]) : 4096;
  if (n < 64) return 1;
  if (cuda_devices().empty()) {
    std::puts("no CUDA device");
    return 0;
  }
  parts_of_a_step("Chandrasekhar", families::chandrasekhar(n), 2);
  parts_of_a_step("cyclic-512", families::cyclic(512), 2);
  const auto size = static_cast<std::size_t>(n);
  whole_solution(size, true, 2);
  whole_solution(size - 32, false, 4);
  whole_solution(size / 2, true, 2);
  for (const bool is_complex : {false, true}) {
    least_squares(size / 2, size / 4, is_complex);
    least_squares(size, size / 2, is_complex);
    least_squares(2 * size, size, is_complex);
  }
  qr(size, true, 2, "194 s for n=4096 on a K20C (table 3, a sixth)");
  qr(size - 32, false, 4, "363 s for n=4064 on a K20C (table 4, a seventh)");
  qr(size, false, 2, "-");
  qr(size / 4, true, 2, "-");
  qr(size, true, 2, "194 s for n=4096 on a K20C (table 3, a sixth)", systems::qr_method::gram_schmidt);
  qr(size - 32, false, 4, "363 s for n=4064 on a K20C (table 4, a seventh)", systems::qr_method::gram_schmidt);
  return 0;
}
