// `solve_boxes` on a GPU: one row for each set of systems; a table in Markdown. "device" is a call for arrays that are
// on the device already, with memory of the caller, until its results are there; "host" is solve_boxes for a batch in
// host memory. Medians of many calls. The CPU's column is one call on all processors.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "boxes_bisector.hpp"
#include "vieta/boxes.hpp"
#include "vieta/boxes_cuda.hpp"
#include "vieta/geometry.hpp"

namespace {

using vieta::bernstein_batch;

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "cuda: %s\n", cudaGetErrorString(result));
  std::exit(1);
}

template <class T>
T* on_device(std::size_t count) {
  void* p = nullptr;
  check(cudaMalloc(&p, count * sizeof(T)));
  return static_cast<T*>(p);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

template <class F>
double milliseconds(int times, F f) {
  f();
  std::vector<double> all;
  for (int k = 0; k < times; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    all.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  return median(all);
}

double on_device_ms(const bernstein_batch& host, vieta::boxes_cuda_totals& totals, std::size_t& left_over) {
  std::size_t size = host.degrees.size();
  for (const int d : host.degrees) size *= static_cast<std::size_t>(d) + 1;
  double* const c = on_device<double>(host.count * size);
  check(cudaMemcpy(c, host.coefficients, host.count * size * sizeof(double), cudaMemcpyHostToDevice));
  vieta::boxes_cuda_output out;
  out.status = on_device<vieta::boxes_status>(host.count);
  out.first = on_device<std::uint32_t>(host.count);
  out.counts = on_device<std::uint32_t>(host.count);
  out.capacity = static_cast<std::uint32_t>(4 * host.count);
  out.items = on_device<vieta::box_item>(out.capacity);
  out.totals = on_device<vieta::boxes_cuda_totals>(1);
  char* const scratch = on_device<char>(vieta::boxes_cuda_scratch(host.count, host.degrees));
  bernstein_batch batch = host;
  batch.coefficients = c;
  cudaEvent_t begin{}, end{};
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  std::vector<double> all;
  for (int k = 0; k < 31; ++k) {
    check(cudaEventRecord(begin));
    vieta::solve_boxes_cuda(batch, out, {}, nullptr, scratch);
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, begin, end));
    if (k > 0) all.push_back(ms);
  }
  check(cudaMemcpy(&totals, out.totals, sizeof totals, cudaMemcpyDeviceToHost));
  std::vector<vieta::boxes_status> status(host.count);
  check(cudaMemcpy(status.data(), out.status, host.count * sizeof status[0], cudaMemcpyDeviceToHost));
  left_over = static_cast<std::size_t>(std::count(status.begin(), status.end(), vieta::boxes_status::budget));
  for (void* p : {static_cast<void*>(c), static_cast<void*>(out.status), static_cast<void*>(out.first),
                  static_cast<void*>(out.counts), static_cast<void*>(out.items), static_cast<void*>(out.totals),
                  static_cast<void*>(scratch)})
    check(cudaFree(p));
  return median(all);
}

void row(const char* name, const bernstein_batch& batch) {
  vieta::boxes_cuda_totals totals;
  std::size_t left_over = 0;
  const double device = on_device_ms(batch, totals, left_over);
  vieta::boxes_options cuda, cpu;
  cuda.on.place = vieta::where::cuda;
  cpu.on.place = vieta::where::cpu;
  const int times = batch.count > 100'000 ? 3 : 11;
  const double host = milliseconds(times, [&] { (void)vieta::solve_boxes(batch, cuda); });
  const double here = milliseconds(times, [&] { (void)vieta::solve_boxes(batch, cpu); });
  const auto n = static_cast<double>(batch.count);
  std::printf("| %s | %zu | %u | %.1f | %u | %zu | %.3f ms | %.1f M/s | %.2f G/s | %.2f ms | %.2f ms |\n", name,
              batch.count, totals.items, static_cast<double>(totals.boxes_visited) / n, totals.most_visited, left_over,
              device, n / device * 1e-3, static_cast<double>(totals.boxes_visited) / device * 1e-6, host, here);
  std::fflush(stdout);
}

std::vector<double> random_coefficients(std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<double> c(count);
  for (double& x : c) x = static_cast<double>(random() % 2001) - 1000;
  return c;
}

}  // namespace

int main() {
  if (vieta::cuda_devices().empty()) return std::printf("SKIPPED: no CUDA device\n"), 0;
  std::printf("%s\n\n", vieta::cuda_devices()[0].c_str());
  std::printf(
      "| systems | number | solutions | boxes each | most | left to the CPU | device | systems | boxes | host | CPU "
      "|\n");
  std::printf("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  const std::vector<double> bicubics = random_coefficients(std::size_t{1'000'000} * 32);
  for (const std::size_t count : {1024u, 4096u, 16384u, 65536u, 262'144u, 1'000'000u})
    row("random bicubics", {count, {3, 3}, bicubics.data(), {}});
  const std::vector<double> bisector = vieta::bench::bisector_array();
  row("bisector surface, 80 x 80", {bisector.size() / 32, {3, 3}, bisector.data(), {}});
  row("random, degrees (3,3,3)", {4096, {3, 3, 3}, bicubics.data(), {}});
  row("random, degrees (5,5)", {65536, {5, 5}, bicubics.data(), {}});
  return 0;
}
