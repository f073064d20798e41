// What real_roots leaves out, counted: touches within the noise
// (tests/oracles/real_roots/real_roots_touches_in_noise.hpp), which docs/fuzzing.md tells of, by the kernels of a GPU,
// compiled for a CPU as a warp of one lane, and by the CPU's own; and how many random polynomials the first look of
// those kernels leaves to the second one and to the careful path. The same on every machine; the tests of the same name
// expect none where there are none.
//
//   real_roots_touches [COUNT]     polynomials for each row: 20000
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "one_lane/solve.hpp"
#include "oracles/real_roots/real_roots_touches_in_noise.hpp"
#include "real_roots_sets.hpp"

namespace vieta::bench {
namespace {

template <int Degree, int N>  // N: what the kernel is compiled for
void count_touches(std::size_t count, int others, double reach) {
  const test::touches_in_noise<float> all(Degree, count, others, reach);
  const test::one_lane<float, N> kernels(all.view(), {-1, 1}, 0);
  real_roots_options<float> options;
  options.on.place = where::cpu;
  options.absolute_tolerance = 0;
  const auto cpu = real_roots(all.view(), {-1, 1}, options);
  std::printf("| %d | %d | [%g, %g] | %zu | %zu | %zu |\n", Degree, others, -reach, reach, all.clear(),
              all.missed(kernels.found()), all.missed(cpu));
  std::fflush(stdout);
}

template <int Degree, int N = Degree>
void count_all_touches(std::size_t count) {
  for (const double reach : {1.0, 0.25})
    for (const int others : {0, 1, 3, 6, Degree - 2}) count_touches<Degree, N>(count, others, reach);
}

template <int Degree>
void count_left_over(std::size_t count) {
  const std::vector<float> rows = make_set<float>("sparse", Degree, count, 1);
  const test::one_lane<float, Degree> kernels({rows.data(), count, Degree}, {-1, 1}, 2e-4f);
  std::printf("| %d | %zu | %zu | %zu |\n", Degree, count, kernels.refused(), kernels.left_over());
  std::fflush(stdout);
}

void run(std::size_t count) {
  std::printf(
      "Touches within the noise of float that have to be listed on [-1, 1], and are not: with so many other real "
      "roots, all brought to an interval.\n\n"
      "| degree | other real roots | brought to | touches | not listed, GPU's kernels | not listed, CPU |\n"
      "|--:|--:|---|--:|--:|--:|\n");
  count_all_touches<13, 14>(count);
  count_all_touches<18>(count);
  count_all_touches<24>(count);
  std::printf(
      "\nCoefficients random in [-1, 1], roots in [-1, 1]: left by the first look of the GPU's kernels.\n\n"
      "| degree | polynomials | to the second look | to the careful path |\n|--:|--:|--:|--:|\n");
  count_left_over<10>(50 * count);
  count_left_over<18>(50 * count);
}

}  // namespace
}  // namespace vieta::bench

int main(int argc, char** argv) {
  const char* text = argc > 1 ? argv[1] : "20000";
  const long count = std::strtol(text, nullptr, 10);
  if (argc > 2 || count < 1) {
    std::fprintf(stderr, "real_roots_touches: found '%s', expected how many polynomials\n", text);
    return 2;
  }
  vieta::bench::run(static_cast<std::size_t>(count));
}
