// real_roots on a CUDA device against the published scheme, in one run: data on the device, [-1, 1], tolerance 2e-4
// (float) or 6e-7 (double). Roots of both are compared with those of the same rounded coefficients in double. And some
// of the same polynomials on [0, inf) beside [0, 1], where each is brought to [0, 1] by a power of two of its own.
//   real_roots_gpu_bench [float | double] [N ...]
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <vector>

#include "peers/published_real_roots.cuh"
#include "vieta/core/real_roots.hpp"
#include "vieta/real_roots_cuda.hpp"

namespace {

constexpr unsigned polynomials = 1u << 22, compared = 1u << 18;
enum class input { sparse, dense };  // coefficients uniform in [-1, 1]; all roots uniform in [-1, 1]

void check(cudaError_t result, int line) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(result));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

template <class T>
struct array {
  explicit array(std::size_t n) : size(n) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
  array(const array&) = delete;
  ~array() { cudaFree(data); }
  void poison() { CHECK(cudaMemset(data, 0x5a, size * sizeof(T))); }
  std::size_t size;
  T* data = nullptr;
};

// splitmix64
__device__ double uniform(unsigned long long& state) {
  unsigned long long z = state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-52 - 1;
}

template <int N, class T>
__global__ void draw(T* coefficients, input set, unsigned long long seed) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long state = (seed << 40) + static_cast<unsigned long long>(id) * 977;
  double c[N + 1] = {1};
  if (set == input::sparse) {
    for (int k = 0; k <= N; ++k) c[k] = uniform(state);
  } else {
    for (int i = 0; i < N; ++i) {
      const double x = uniform(state);
      for (int k = i + 1; k > 0; --k) c[k] = c[k - 1] - x * c[k];
      c[0] *= -x;
    }
  }
  for (int k = 0; k <= N; ++k) coefficients[static_cast<std::size_t>(k) * polynomials + id] = static_cast<T>(c[k]);
}

template <int N, class T>
__global__ void __launch_bounds__(64) reference(const T* coefficients, double* roots, unsigned char* counts) {
  __shared__ double points[N * 64];
  const unsigned id = blockIdx.x * 64 + threadIdx.x;
  double c[N + 1];
  for (int k = 0; k <= N; ++k) c[k] = static_cast<double>(coefficients[static_cast<std::size_t>(k) * polynomials + id]);
  const vieta::core::strided<double> mine{points + threadIdx.x, 64};
  const auto answer = vieta::core::real_roots<N, double>(c, -1, 1, 1e-14, 0, mine);
  counts[id] = static_cast<unsigned char>(answer.count);
  for (int k = 0; k < answer.count; ++k) roots[static_cast<std::size_t>(k) * compared + id] = mine[k];
}

struct differences {
  unsigned long long roots, missed, extra;
  float largest;
};

// Both lists ascend; what is nearer than 0.01 is the same root.
template <int N, class T>
__global__ void compare(const double* expected, const unsigned char* counts, const T* roots, differences* out) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  const int n = counts[id];
  int i = 0, k = 0;
  unsigned missed = 0, extra = 0;
  float largest = 0;
  const auto next = [&] {
    while (k < N) {
      const double y = static_cast<double>(roots[static_cast<std::size_t>(k) * polynomials + id]);
      if (y >= -2 && y <= 2) return y;
      ++k;
    }
    return 3.0;
  };
  while (true) {
    const double x = i < n ? expected[static_cast<std::size_t>(i) * compared + id] : 3.0, y = next();
    if (x == 3 && y == 3) break;
    if (fabs(x - y) < 0.01) {
      largest = fmaxf(largest, static_cast<float>(fabs(x - y)));
      ++i, ++k;
    } else if (y < x) {
      ++extra, ++k;
    } else {
      ++missed, ++i;
    }
  }
  atomicAdd(&out->roots, static_cast<unsigned long long>(n));
  if (missed) atomicAdd(&out->missed, static_cast<unsigned long long>(missed));
  if (extra) atomicAdd(&out->extra, static_cast<unsigned long long>(extra));
  atomicMax(reinterpret_cast<int*>(&out->largest), __float_as_int(largest));
}

template <class F>
double median_seconds(F&& run) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  for (int warm = 0; warm < 2; ++warm) run();
  std::vector<float> times(11);
  for (float& t : times) {
    CHECK(cudaEventRecord(start));
    run();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&t, start, stop));
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return static_cast<double>(times[times.size() / 2]) * 1e-3;
}

double copy_bandwidth() {
  const std::size_t bytes = std::size_t{1} << 30;
  array<char> from(bytes), to(bytes);
  from.poison();
  return 2 * static_cast<double>(bytes) /
         median_seconds([&] { CHECK(cudaMemcpyAsync(to.data, from.data, bytes, cudaMemcpyDeviceToDevice)); });
}

template <int N, class T>
void measure(double bandwidth) {
  array<T> coefficients(std::size_t{N + 1} * polynomials), roots(std::size_t{N} * polynomials);
  array<std::uint8_t> counts(polynomials);
  array<vieta::real_roots_status> statuses(polynomials);
  array<double> expected(std::size_t{N} * compared);
  array<unsigned char> expected_counts(compared);
  array<differences> result(1);
  array<char> scratch(vieta::real_roots_cuda_scratch(polynomials));
  for (const input set : {input::sparse, input::dense}) {
    draw<N><<<polynomials / 256, 256>>>(coefficients.data, set, static_cast<unsigned long long>(N) * 2 + 1);
    reference<N><<<compared / 64, 64>>>(coefficients.data, expected.data, expected_counts.data);
    const auto judge = [&] {
      differences d{};
      CHECK(cudaMemset(result.data, 0, sizeof d));
      compare<N><<<compared / 256, 256>>>(expected.data, expected_counts.data, roots.data, result.data);
      CHECK(cudaMemcpy(&d, result.data, sizeof d, cudaMemcpyDeviceToHost));
      return d;
    };
    roots.poison();
    const double published = median_seconds([&] {
      ::published::find_roots<N, T><<<polynomials / 128, 128>>>(coefficients.data, roots.data, polynomials, -1, 1);
    });
    const differences of_published = judge();
    roots.poison();
    counts.poison();
    statuses.poison();
    vieta::real_roots_options<T> options;
    options.absolute_tolerance = sizeof(T) == 4 ? T(2e-4) : T(6e-7);
    const vieta::polynomial_batch<T> in{coefficients.data, polynomials, N, vieta::coefficient_order::columns, 0};
    const vieta::real_roots_output<T> out{roots.data, counts.data, statuses.data, nullptr, 0};
    const auto solve = [&] { vieta::real_roots_cuda(in, {T(-1), T(1)}, out, options, nullptr, scratch.data); };
    const double ours = median_seconds(solve);
    const differences of_ours = judge();
    unsigned left_over = 0;
    CHECK(cudaMemcpy(&left_over, scratch.data, sizeof left_over, cudaMemcpyDeviceToHost));
    options.method = vieta::real_roots_method::derivatives;
    const double chain = median_seconds(solve);

    const double per_million = 1e6 / static_cast<double>(of_ours.roots), rate = polynomials / ours;
    const double bytes = (2.0 * N + 1) * sizeof(T) + 2;
    std::printf(
        "%-6s %2d %-6s | %8.2f %8.2f %6.2f | %7.2f | %7.0f %7.0f | %7.0f %7.0f | %8.1e %8.1e | %6.0f | %4.1f%%\n",
        sizeof(T) == 4 ? "float" : "double", N, set == input::sparse ? "sparse" : "dense", rate * 1e-9,
        polynomials / published * 1e-9, published / ours, polynomials / chain * 1e-9,
        static_cast<double>(of_ours.missed) * per_million, static_cast<double>(of_published.missed) * per_million,
        static_cast<double>(of_ours.extra) * per_million, static_cast<double>(of_published.extra) * per_million,
        static_cast<double>(of_ours.largest), static_cast<double>(of_published.largest), left_over * 1e6 / polynomials,
        100 * rate * bytes / bandwidth);
    std::fflush(stdout);
  }
}

/// [0, inf) beside [0, 1]; the chain is what [0, inf) takes without that.
template <int N, class T>
void measure_half_line() {
  array<T> coefficients(std::size_t{N + 1} * polynomials), roots(std::size_t{N} * polynomials);
  array<std::uint8_t> counts(polynomials);
  array<vieta::real_roots_status> statuses(polynomials);
  array<char> scratch(vieta::real_roots_cuda_scratch(polynomials));
  const vieta::polynomial_batch<T> in{coefficients.data, polynomials, N, vieta::coefficient_order::columns, 0};
  const vieta::real_roots_output<T> out{roots.data, counts.data, statuses.data, nullptr, 0};
  vieta::real_roots_options<T> options;
  options.absolute_tolerance = sizeof(T) == 4 ? T(2e-4) : T(6e-7);
  vieta::real_roots_options<T> by_chain = options;
  by_chain.method = vieta::real_roots_method::derivatives;
  const auto rate = [&](T end, const vieta::real_roots_options<T>& how) {
    const auto solve = [&] { vieta::real_roots_cuda(in, {T(0), end}, out, how, nullptr, scratch.data); };
    return polynomials / median_seconds(solve) * 1e-9;
  };
  const auto roots_each = [&] {
    std::vector<std::uint8_t> found(polynomials);
    CHECK(cudaMemcpy(found.data(), counts.data, found.size(), cudaMemcpyDeviceToHost));
    return std::accumulate(found.begin(), found.end(), 0.0) / polynomials;
  };
  for (const input set : {input::sparse, input::dense}) {
    draw<N><<<polynomials / 256, 256>>>(coefficients.data, set, static_cast<unsigned long long>(N) * 2 + 1);
    const double bounded = rate(1, options), roots_bounded = roots_each();
    const double unbounded = rate(std::numeric_limits<T>::infinity(), options), roots_unbounded = roots_each();
    std::printf("%-6s %2d %-6s | [0, 1] %8.2f %6.2f | [0, inf) %8.2f %6.2f | chain %7.2f\n",
                sizeof(T) == 4 ? "float" : "double", N, set == input::sparse ? "sparse" : "dense", bounded,
                roots_bounded, unbounded, roots_unbounded, rate(std::numeric_limits<T>::infinity(), by_chain));
    std::fflush(stdout);
  }
}

bool is_wanted(int degree, const std::vector<int>& wanted) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), degree) != wanted.end();
}

template <class T, int... N>
void measure_all(double bandwidth, const std::vector<int>& wanted) {
  ((is_wanted(N, wanted) ? measure<N, T>(bandwidth) : void()), ...);
}

template <class T, int... N>
void measure_half_lines(const std::vector<int>& wanted) {
  ((is_wanted(N, wanted) ? measure_half_line<N, T>() : void()), ...);
}

}  // namespace

int main(int argc, char** argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no CUDA device\n");
    return 0;
  }
  bool in_float = true, in_double = true;
  std::vector<int> wanted;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "float"))
      in_double = false;
    else if (!std::strcmp(argv[i], "double"))
      in_float = false;
    else if (std::atoi(argv[i]) > 0)
      wanted.push_back(std::atoi(argv[i]));
  }
  cudaDeviceProp device{};
  CHECK(cudaGetDeviceProperties(&device, 0));
  const double bandwidth = copy_bandwidth();
  std::printf("%s, copy %.2f TB/s; %u polynomials, median of 11; G polynomials/s\n", device.name, bandwidth * 1e-12,
              polynomials);
  std::printf(
      "type    N set    |    vieta    peer  ratio |   chain |  missed    peer |   extra    peer |  largest     "
      "peer |   left | copy\n");
  std::printf(
      "                 |                         |         |  per million roots per million    | difference "
      "      |  per M |\n");
  if (in_float) measure_all<float, 3, 4, 5, 8, 10, 14, 18, 24>(bandwidth, wanted);
  if (in_double) measure_all<double, 3, 4, 5, 8, 10, 14, 18, 24>(bandwidth, wanted);
  std::printf("[0, 1] and [0, inf): G polynomials/s, roots of each; the chain on [0, inf)\n");
  if (in_float) measure_half_lines<float, 4, 10>(wanted);
  if (in_double) measure_half_lines<double, 4, 10>(wanted);
}
