// All complex roots of many random polynomials on a CUDA device: device memory to device memory.
//
//   root_batches_gpu_bench [POLYNOMIALS_OF_DEGREE_16]
//
// Polynomials of other degrees n are (16/n)^2 times as many. Prints nanoseconds for a polynomial (median of seven
// calls), how many were proven, and how many of the first 20,000 have a root that lies outside of the CPU's disc.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/device_array.hpp"
#include "vieta/root_batches.hpp"
#include "vieta/root_batches_cuda.hpp"

namespace {

using vieta::cuda::check;
using vieta::cuda::device_array;

template <class T>
T random_number(std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  if constexpr (std::is_same_v<T, double>)
    return normal(generator);
  else
    return {normal(generator), normal(generator)};
}

struct device_output {
  device_array<std::complex<double>> roots;
  device_array<double> radii;
  device_array<std::uint8_t> counts;
  device_array<vieta::root_batch_status> statuses;
  device_output(std::size_t count, std::size_t degree)
      : roots(count * degree), radii(count * degree), counts(count), statuses(count) {}
  [[nodiscard]] vieta::root_batch_output view() const {
    return {roots.get(), radii.get(), nullptr, counts.get(), statuses.get()};
  }
};

template <class T>
double median_milliseconds(const vieta::polynomial_batch<T>& in, const device_output& out,
                           const vieta::root_batch_options& options) {
  cudaEvent_t start = nullptr, stop = nullptr;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  std::vector<float> times;
  for (int run = 0; run < 8; ++run) {
    check(cudaEventRecord(start), "event");
    vieta::roots_cuda(in, out.view(), options);
    check(cudaEventRecord(stop), "event");
    check(cudaEventSynchronize(stop), "roots_cuda");
    float time = 0;
    check(cudaEventElapsedTime(&time, start, stop), "event");
    if (run > 0) times.push_back(time);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// Of the first polynomials: how many have a root of the device outside of the disc of the CPU's, and its own.
template <class T>
std::size_t disagreements(const std::vector<T>& a, int degree, std::size_t count, const device_output& out) {
  const std::size_t n = static_cast<std::size_t>(degree), some = std::min<std::size_t>(count, 20000);
  std::vector<std::complex<double>> values(some * n);
  std::vector<double> radii(some * n);
  std::vector<vieta::root_batch_status> statuses(some);
  out.roots.copy_to(values.data(), some * n);
  out.radii.copy_to(radii.data(), some * n);
  out.statuses.copy_to(statuses.data(), some);
  vieta::root_batch_options on_cpu;
  on_cpu.on.place = vieta::where::cpu;
  const auto expected = vieta::roots(vieta::polynomial_batch<T>{a.data(), some, degree}, on_cpu);
  std::size_t bad = 0;
  for (std::size_t i = 0; i < some; ++i) {
    if (statuses[i] != vieta::root_batch_status::complete || expected.statuses[i] != vieta::root_batch_status::complete)
      continue;
    bool good = true;
    for (std::size_t k = i * n; k < (i + 1) * n; ++k) {
      const bool near = std::abs(values[k] - expected.values[k]) <= (radii[k] + expected.radii[k]) * (1 + 1e-12);
      good = good && near && (values[k].imag() == 0) == (expected.values[k].imag() == 0);
    }
    bad += good ? 0 : 1;
  }
  return bad;
}

template <class T>
void measure(const char* kind, int degree, std::size_t count, int digits) {
  std::mt19937_64 generator(static_cast<std::uint64_t>(degree));
  std::vector<T> a(count * (static_cast<std::size_t>(degree) + 1));
  for (T& x : a) x = random_number<T>(generator);
  const device_array<T> coefficients(a);
  const device_output out(count, static_cast<std::size_t>(degree));
  vieta::root_batch_options options;
  options.digits = digits;
  const double time = median_milliseconds(vieta::polynomial_batch<T>{coefficients.get(), count, degree}, out, options);
  std::vector<vieta::root_batch_status> statuses(count);
  out.statuses.copy_to(statuses.data(), count);
  const auto complete = std::count(statuses.begin(), statuses.end(), vieta::root_batch_status::complete);
  std::printf("%-8s degree %2d, %2d digits: %8zu polynomials in %8.3f ms, %8.2f ns each, %zu not proven, %zu differ\n",
              kind, degree, digits, count, time, time * 1e6 / static_cast<double>(count),
              count - static_cast<std::size_t>(complete), disagreements(a, degree, count, out));
}

}  // namespace

int main(int argc, char** argv) {
  const double of_degree_16 = argc > 1 ? std::atof(argv[1]) : 1e6;
  for (const int degree : {2, 3, 4, 8, 16, 32, 64}) {
    const double ratio = 16.0 / degree;
    const auto count = static_cast<std::size_t>(of_degree_16 * std::min(ratio * ratio, 16.0));
    measure<double>("real", degree, count, 15);
    if (degree == 16) measure<double>("real", degree, count, 8);
    if (degree >= 8) measure<std::complex<double>>("complex", degree, count, 15);
  }
}
