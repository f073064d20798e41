// The parts of `newton`: matrix products of multiple doubles, evaluation, linear solvers. One thread.
#include <benchmark/benchmark.h>

#include <complex>
#include <random>
#include <vector>

#include "newton/evaluator.hpp"
#include "newton/linear/dense.hpp"
#include "newton/linear/multiple_qr.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/matrix_product.hpp"
#include "vieta/newton.hpp"

namespace vieta {
namespace {

qd random_number(std::mt19937_64& random) {
  std::uniform_real_distribution<double> part(-1, 1);
  return qd::renormalised(part(random), part(random) * 0x1p-54, part(random) * 0x1p-108, part(random) * 0x1p-162);
}

/// Multiply-adds a second: n^3 for each product.
template <class X>
void matrix(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  std::mt19937_64 random(1);
  std::vector<X> a(n * n), b(n * n), c(n * n);
  for (auto* list : {&a, &b})
    for (X& x : *list) x = resized<limb_count<X>>(random_number(random));
  while (state.KeepRunning()) {
    matrix_product<X>(n, n, n, a, b, c, 1);
    benchmark::DoNotOptimize(c.data());
  }
  const auto size = static_cast<double>(n);
  state.counters["multiply_adds"] =
      benchmark::Counter(size * size * size, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(matrix<dd>)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK(matrix<td>)->Arg(128)->Arg(256)->Unit(benchmark::kMillisecond);
BENCHMARK(matrix<qd>)->Arg(128)->Arg(256)->Unit(benchmark::kMillisecond);

void evaluation(benchmark::State& state, const polynomial_system& system, bool is_complex) {
  const int parts = static_cast<int>(state.range(0));
  const std::size_t n = system.variables().size();
  std::mt19937_64 random(2);
  systems::multi_array x(n, parts, is_complex), f, j;
  for (std::size_t v = 0; v < n; ++v) x.set(v, {random_number(random), random_number(random)});
  systems::evaluator e(system.data(), 1);
  while (state.KeepRunning()) {
    e.set_point(x, parts, is_complex);
    e.equations(f);
    if (state.range(1) != 0) e.jacobian(j, parts);
  }
}
void cyclic_128(benchmark::State& state) { evaluation(state, families::cyclic(128), true); }
void chandrasekhar_1024(benchmark::State& state) { evaluation(state, families::chandrasekhar(1024), false); }
BENCHMARK(cyclic_128)
    ->ArgsProduct({{1, 2, 3, 4}, {0, 1}})
    ->ArgNames({"doubles", "jacobian"})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(chandrasekhar_1024)
    ->ArgsProduct({{1, 2, 3, 4}, {0}})
    ->ArgNames({"doubles", "jacobian"})
    ->Unit(benchmark::kMillisecond);

/// Threads of its own: look at the wall time.
void qr(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const int parts = static_cast<int>(state.range(1)), threads = static_cast<int>(state.range(4));
  const bool is_complex = state.range(2) != 0;
  const auto method = static_cast<systems::qr_method>(state.range(3));
  std::mt19937_64 random(3);
  systems::multi_array a(n * n, parts, is_complex), b(n, parts, is_complex), x;
  for (std::size_t k = 0; k < n * n; ++k) a.set(k, {random_number(random), random_number(random)});
  for (std::size_t k = 0; k < n; ++k) b.set(k, {random_number(random), random_number(random)});
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(systems::solve_least_squares(a, n, n, b, method, threads, x));
}
void qr_arguments(benchmark::internal::Benchmark* b, long n, long doubles, long is_complex) {
  using method = systems::qr_method;
  for (const method m : {method::householder, method::householder_by_columns, method::gram_schmidt})
    for (const long threads : {1, 2}) b->Args({n, doubles, is_complex, static_cast<long>(m), threads});
}
void qr_sizes(benchmark::internal::Benchmark* b) {
  qr_arguments(b, 64, 2, 1), qr_arguments(b, 128, 2, 1), qr_arguments(b, 256, 2, 1), qr_arguments(b, 512, 2, 1),
      qr_arguments(b, 1024, 2, 1);
  qr_arguments(b, 128, 4, 0), qr_arguments(b, 256, 4, 0), qr_arguments(b, 512, 4, 0), qr_arguments(b, 1024, 4, 0);
}
BENCHMARK(qr)
    ->Apply(qr_sizes)
    ->ArgNames({"n", "doubles", "complex", "method", "threads"})
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace vieta

BENCHMARK_MAIN();
