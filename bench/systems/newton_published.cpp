// The problems of Verschelde and Yu (2014), tables 3 to 5 and the last example, on this machine.
//
//   newton_published [cpu|cuda] [n of Chandrasekhar] [n of cyclic]      default: cpu 4096 512
//
// One thread on the CPU. Each line: the problem, seconds, what the paper printed.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

#include "newton/cuda/make_evaluator.hpp"
#include "newton/evaluator.hpp"
#include "newton/iteration.hpp"
#include "newton/linear/multiple_qr.hpp"
#include "vieta/newton.hpp"

namespace {

using namespace vieta;
using clock_type = std::chrono::steady_clock;

double since(clock_type::time_point begin) { return std::chrono::duration<double>(clock_type::now() - begin).count(); }

system_point random_circle(int n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> angle(0, 6.283185307179586);
  system_point x;
  for (int k = 0; k < n; ++k) {
    const double a = angle(random);
    x.push_back({qd(std::cos(a)), qd(std::sin(a))});
  }
  return x;
}

void chandrasekhar(where place, int n, bool is_complex, int parts, const char* published) {
  const polynomial_system system = families::chandrasekhar(n);
  // Verschelde and Yu compute with complex numbers where real ones would do; a start off the axis asks for them.
  const std::vector<system_point> start(
      1, system_point(static_cast<std::size_t>(n), {qd(1.0), qd(is_complex ? 1e-3 : 0.0)}));
  newton_options options;
  options.precision = parts;
  options.on.place = place;
  options.on.threads = 1;
  for (const bool certify : {false, true}) {
    options.prove = certify;
    const newton_result warm_up = place == where::cuda && !certify ? newton(system, start, options) : newton_result{};
    const newton_result result = newton(system, start, options);
    const newton_solution& s = result.solutions[0];
    std::printf(
        "Chandrasekhar n=%d, %s, %d doubles%s: %.3f s, %d iterations, %s, %d digits, residual %.1e; published: %s\n", n,
        is_complex ? "complex" : "real", parts, certify ? ", certified" : "", result.report.seconds, s.iterations,
        name(s.status), s.digits, s.residual, published);
    std::fflush(stdout);
  }
}

void cyclic(where place, int n, int parts, const char* published) {
  const polynomial_system system = families::cyclic(n);
  systems::multi_array x(static_cast<std::size_t>(n), parts, true), f, j;
  const system_point point = random_circle(n, 1);
  for (std::size_t v = 0; v < point.size(); ++v) x.set(v, point[v]);
  double values = 0, both = 0;
  if (place == where::cuda) {
    const auto gpu = systems::make_cuda_evaluator(system.data(), 1, 0);
    both = systems::seconds_on_device(*gpu, x, parts, true, 10);
    values = systems::seconds_on_device(*gpu, x, parts, true, 10, false);
  } else {
    systems::evaluator cpu(system.data(), 1);
    cpu.set_point(x, parts, true);
    cpu.equations(f);
    cpu.jacobian(j, parts);
    const auto begin = clock_type::now();
    cpu.set_point(x, parts, true);
    cpu.equations(f);
    values = since(begin);
    cpu.jacobian(j, parts);
    both = since(begin);
  }
  std::printf("cyclic-%d, complex, %d doubles: f and Jacobian %.3f ms (f alone %.3f ms); published: %s\n", n, parts,
              1e3 * both, 1e3 * values, published);
  std::fflush(stdout);
}

/// Newton's method on f(x) = t f(z) from x = z, t near 1: the last example. To 30 digits, and seven iterations as
/// there.
void cyclic_iterations(where place, int n, const char* published) {
  const polynomial_system system = families::cyclic(n);
  const auto& data = system.data();
  const std::unique_ptr<systems::evaluator> f =
      place == where::cuda ? systems::make_cuda_evaluator(data, 1, 0) : std::make_unique<systems::evaluator>(data, 1);
  const system_point z = random_circle(n, 1);
  systems::multi_array x(z.size(), 4, true), value;
  for (std::size_t v = 0; v < z.size(); ++v) x.set(v, z[v]);
  f->set_point(x, 4, true);
  f->equations(value);
  std::vector<complex<qd>> shift;
  const qd t = qd(1.0) - qd(1e-7);
  for (std::size_t e = 0; e < value.size(); ++e) shift.push_back({value.get(e).re * t, value.get(e).im * t});
  for (const int seven : {0, 1}) {
    newton_options options;
    options.max_iterations = seven != 0 ? 7 : 60;
    systems::session with{.system = data, .options = options};
    with.parts = 2, with.digits = seven != 0 ? 60 : 30, with.threads = 1;
    newton_solution s;
    double seconds = 0;
    for (int repeat = 0; repeat < 2; ++repeat) {
      systems::newton_iteration iteration(with, *f);
      iteration.set_shift(shift);
      const auto begin = clock_type::now();
      s = iteration.run(z);
      seconds = since(begin);
    }
    std::printf(
        "cyclic-%d, complex, 2 doubles, t = 1 - 1e-7: %.4f s, %d iterations, last step %.1e, %s; published: %s\n", n,
        seconds, s.iterations, s.steps.back().step, seven != 0 ? "as many as published" : "to 30 digits", published);
    std::fflush(stdout);
  }
}

void qr(int n, bool is_complex, int parts, systems::qr_method method, const char* published) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> part(-1, 1);
  const auto size = static_cast<std::size_t>(n);
  systems::multi_array matrix(size * size, parts, is_complex), right(size, parts, is_complex), x;
  for (std::size_t k = 0; k < size * size; ++k) matrix.set(k, {qd(part(random)), qd(part(random))});
  for (std::size_t k = 0; k < size; ++k) right.set(k, {qd(part(random)), qd(part(random))});
  const auto begin = clock_type::now();
  const auto outcome = systems::solve_least_squares(matrix, size, size, right, method, 1, x);
  std::printf("QR n=%d, %s, %d doubles, %s: %.3f s%s; published: %s\n", n, is_complex ? "complex" : "real", parts,
              method == systems::qr_method::householder ? "Householder" : "modified Gram-Schmidt", since(begin),
              outcome.solved ? "" : " (singular)", published);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** values) {
  const where place = count > 1 && std::strcmp(values[1], "cuda") == 0 ? where::cuda : where::cpu;
  const int n = count > 2 ? std::atoi(values[2]) : 4096, m = count > 3 ? std::atoi(values[3]) : 512;
  if (n < 64 || m < 8) return 1;
  chandrasekhar(place, n, true, 2, "1164.24 s K20C, 20,400.72 s one core (n=4096, table 3)");
  chandrasekhar(place, n - 32, false, 4, "2,542.44 s K20C, 56,356.70 s one core (n=4064, table 4)");
  cyclic(place, m, 1, "0.0464 s K20C, 1.097 s one core (n=512, table 5)");
  cyclic(place, m, 2, "0.2674 s K20C, 9.412 s one core (n=512, table 5)");
  cyclic(place, m / 8 * 7, 4, "0.8092 s K20C, 59.247 s one core (n=448, table 5)");
  cyclic_iterations(place, m, "5,930.96 s K20C, read as 5.93 s, 7 iterations (n=512)");
  if (place == where::cpu) {
    qr(n / 16, true, 2, systems::qr_method::householder, "194 s for n=4096 on a K20C (table 3, a sixth)");
    qr(n / 16, true, 2, systems::qr_method::gram_schmidt, "194 s for n=4096 on a K20C (table 3, a sixth)");
    qr(n / 16, false, 4, systems::qr_method::householder, "363 s for n=4064 on a K20C (table 4, a seventh)");
  }
  return 0;
}
