// How long `roots` takes by degree and kind of polynomial, certificates included. Peers: bench/peers/roots/table.py.
#include <benchmark/benchmark.h>

#include <complex>
#include <random>
#include <vector>

#include "vieta/roots.hpp"

namespace {

using coefficient_list = std::vector<std::complex<double>>;

coefficient_list gaussian(std::int64_t degree) {
  std::mt19937_64 generator(static_cast<std::uint64_t>(degree));
  std::normal_distribution<double> normal;
  coefficient_list a(static_cast<std::size_t>(degree) + 1);
  for (auto& x : a) x = {normal(generator), normal(generator)};
  return a;
}

vieta::polynomial wilkinson(std::int64_t degree) {
  std::string text;
  for (std::int64_t k = 1; k <= degree; ++k) text += "(x-" + std::to_string(k) + ")";
  return vieta::polynomial::parse(text);
}

void report(benchmark::State& state, const vieta::roots_result& result) {
  if (result.status != vieta::roots_status::complete) state.SkipWithError("not all roots were certified");
  state.counters["rounds"] = static_cast<double>(result.report.refinements);
  state.counters["bits"] = result.report.precision_bits;
}

// Arguments: degree, threads.
void dense_gaussian(benchmark::State& state) {
  const vieta::polynomial p =
      vieta::polynomial::from_coefficients(std::span<const std::complex<double>>(gaussian(state.range(0))));
  vieta::roots_options options;
  options.on.threads = static_cast<int>(state.range(1));
  vieta::roots_result result;
  for ([[maybe_unused]] auto _ : state) result = vieta::roots(p, options);
  report(state, result);
}
BENCHMARK(dense_gaussian)
    ->ArgNames({"degree", "threads"})
    ->ArgsProduct({{100, 1000, 5000, 20000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void wilkinson_exact(benchmark::State& state) {
  const vieta::polynomial p = wilkinson(state.range(0));
  vieta::roots_options options;
  options.on.threads = 1;
  vieta::roots_result result;
  for ([[maybe_unused]] auto _ : state) result = vieta::roots(p, options);
  report(state, result);
}
BENCHMARK(wilkinson_exact)->ArgName("degree")->Arg(20)->Arg(80)->Arg(160)->Unit(benchmark::kMillisecond);

// A trinomial: the sums over roots dominate, the polynomial costs next to nothing.
void sparse_trinomial(benchmark::State& state) {
  const std::string n = std::to_string(state.range(0));
  const vieta::polynomial p =
      vieta::polynomial::parse("x^" + n + " - x^" + std::to_string(state.range(0) / 3 * 2 - 1) + " + 2");
  vieta::roots_options options;
  options.on.threads = 1;
  vieta::roots_result result;
  for ([[maybe_unused]] auto _ : state) result = vieta::roots(p, options);
  report(state, result);
}
BENCHMARK(sparse_trinomial)->ArgName("degree")->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void many_digits(benchmark::State& state) {
  const vieta::polynomial p = wilkinson(40);
  vieta::roots_options options;
  options.on.threads = 1;
  options.digits = static_cast<int>(state.range(0));
  vieta::roots_result result;
  for ([[maybe_unused]] auto _ : state) result = vieta::roots(p, options);
  report(state, result);
}
BENCHMARK(many_digits)->ArgName("digits")->Arg(15)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
