// All complex roots of many random polynomials on one core: microseconds of CPU time for a polynomial, best of seven.
// bench/peers/roots/batches_numpy.py does the same with numpy.roots.
//
//   root_batches_bench [DIGITS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "vieta/root_batches.hpp"

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure(int degree, int digits) {
  const auto n = static_cast<std::size_t>(degree);
  const std::size_t count = 2048 + 2'000'000 / (n * n) / 4;
  std::mt19937_64 generator(n);
  std::normal_distribution<double> normal;
  std::vector<double> a(count * (n + 1));
  for (double& x : a) x = normal(generator);
  std::vector<std::complex<double>> roots(count * n);
  std::vector<double> radii(count * n);
  std::vector<std::uint8_t> counts(count);
  std::vector<vieta::root_batch_status> statuses(count);
  vieta::root_batch_options options;
  options.digits = digits;
  options.on.place = vieta::where::cpu;
  options.on.threads = 1;
  double best = 1e300;
  vieta::root_batch_report report;
  for (int run = 0; run < 7; ++run) {
    const double start = cpu_seconds();
    report = vieta::roots_into(vieta::polynomial_batch<double>{a.data(), count, degree},
                               {roots.data(), radii.data(), nullptr, counts.data(), statuses.data()}, options);
    best = std::min(best, cpu_seconds() - start);
  }
  std::printf("degree %2d: %8.3f us, %zu of %zu complete, %zu one by one, %s\n", degree,
              best * 1e6 / static_cast<double>(count), report.complete, count, report.one_by_one,
              report.target.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const int digits = argc > 1 ? std::atoi(argv[1]) : 15;
  for (const int degree : {2, 3, 4, 8, 16, 32, 64}) measure(degree, digits);
}
