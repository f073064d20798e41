// real_roots of polynomials in host memory on a CUDA device, beside all processors: G polynomials/s by their number,
// float, degree 10, coefficients uniform in [-1, 1], all real roots in [-1, 1]; rows of ordinary memory and of locked
// memory. Times are from coefficients in host memory to roots in host memory, medians of 9 calls after a first one.
// What
// `--on auto` chooses by. Roots of both kinds of memory must be the same.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/target.hpp"

namespace {

constexpr int degree = 10;

template <class T>
using array = std::unique_ptr<T[], void (*)(T*)>;
template <class T>
array<T> ordinary(std::size_t size) {
  return {new T[size](), [](T* p) { delete[] p; }};
}
template <class T>
array<T> locked(std::size_t size) {
  void* memory = nullptr;
  if (cudaMallocHost(&memory, size * sizeof(T)) != cudaSuccess) throw vieta::error("no locked memory");
  return {static_cast<T*>(memory), [](T* p) { cudaFreeHost(p); }};
}

struct rows {
  array<float> coefficients, roots;
  array<std::uint8_t> counts;
  array<vieta::real_roots_status> statuses;
  std::size_t count;

  rows(std::size_t n, bool is_locked)
      : coefficients(is_locked ? locked<float>(n * (degree + 1)) : ordinary<float>(n * (degree + 1))),
        roots(is_locked ? locked<float>(n * degree) : ordinary<float>(n * degree)),
        counts(is_locked ? locked<std::uint8_t>(n) : ordinary<std::uint8_t>(n)),
        statuses(is_locked ? locked<vieta::real_roots_status>(n) : ordinary<vieta::real_roots_status>(n)),
        count(n) {
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (std::size_t i = 0; i < n * (degree + 1); ++i) coefficients[i] = uniform(generator);
  }
  // Thousand millions of polynomials a second.
  double on(const char* place) {
    vieta::real_roots_options<float> options;
    options.on = vieta::parse_target(place);
    std::vector<double> times;
    for (int run = 0; run < 10; ++run) {
      const auto start = std::chrono::steady_clock::now();
      vieta::real_roots_into(vieta::polynomial_batch<float>{coefficients.get(), count, degree}, {-1.0F, 1.0F},
                             vieta::real_roots_output<float>{roots.get(), counts.get(), statuses.get(), nullptr, 0},
                             options);
      if (run > 0) times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(times.begin(), times.begin() + 4, times.end());
    return static_cast<double>(count) / times[4] * 1e-9;
  }
};

}  // namespace

int main() {
  if (vieta::cuda_devices().empty()) {
    std::printf("no CUDA device\n");
    return 0;
  }
  std::printf(
      "%s\n\n| polynomials | processors | device, ordinary memory | device, locked memory |\n|---|---|---|---|\n",
      vieta::cuda_devices()[0].c_str());
  for (int log2_count = 12; log2_count <= 24; log2_count += 2) {
    const std::size_t count = std::size_t{1} << log2_count;
    rows plain(count, false), pinned(count, true);
    const double processors = plain.on("cpu"), device = plain.on("cuda");
    const double direct = pinned.on("cuda");
    const bool alike = std::equal(plain.roots.get(), plain.roots.get() + count * degree, pinned.roots.get(),
                                  [](float x, float y) { return x == y || (x != x && y != y); });
    std::printf("| %zu | %.4f | %.4f | %.4f |%s\n", count, processors, device, direct, alike ? "" : " differ");
    std::fflush(stdout);
  }
}
