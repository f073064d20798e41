// Variants of loops of the published shader in CUDA, beside vieta's kernels and Laguerre's method for all complex
// roots, on the rays of a glyph: for bench/published/real_roots.py.
//
//   published_loops FILE.npy [--roots OUT]   FILE: as sh_glyph --export writes it, degrees 10 to 26
//
// Prints a line of JSON for each variant: milliseconds for all rays, registers and bytes of local memory of a thread,
// rays whose first root is not that of the same polynomial in double. OUT gets the first roots, [variant][ray] in
// float.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

#include "rays.hpp"
#include "vieta/core/real_roots.hpp"
#include "vieta/real_roots_cuda.hpp"

namespace {

using published::rays;

constexpr float no_root = 3.4e38f;

void check(cudaError_t result, int line) {
  if (result == cudaSuccess) return;
  std::fprintf(stderr, "published_loops: line %d: %s\n", line, cudaGetErrorString(result));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

template <class T>
struct array {
  explicit array(std::size_t n) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
  array(const array&) = delete;
  ~array() { cudaFree(data); }
  T* data = nullptr;
};

// To 26!: as the text's table, which ends at 18!. An array of each thread in the text; constant memory would not show
// it.
__device__ constexpr float factorial[27] = {1.0f,
                                            1.0f,
                                            2.0f,
                                            6.0f,
                                            24.0f,
                                            120.0f,
                                            720.0f,
                                            5040.0f,
                                            40320.0f,
                                            362880.0f,
                                            3628800.0f,
                                            39916800.0f,
                                            479001600.0f,
                                            6227020800.0f,
                                            87178291200.0f,
                                            1307674368000.0f,
                                            20922789888000.0f,
                                            355687428096000.0f,
                                            6402373705728000.0f,
                                            1.21645100408832e17f,
                                            2.43290200817664e18f,
                                            5.109094217170944e19f,
                                            1.1240007277776077e21f,
                                            2.5852016738884977e22f,
                                            6.204484017332394e23f,
                                            1.5511210043330986e25f,
                                            4.0329146112660565e26f};

#define VARIANT tuned
#define EACH _Pragma("unroll")
#define OUTER _Pragma("unroll 1")
#define NEWTON _Pragma("unroll 1")
#define FACTORS false
#include "loops.cuh"

#define VARIANT spilling
#define EACH _Pragma("unroll")
#define OUTER _Pragma("unroll 1")
#define NEWTON _Pragma("unroll 1")
#define FACTORS true
#include "loops.cuh"

#define VARIANT undirected
#define EACH
#define OUTER
#define NEWTON
#define FACTORS false
#include "loops.cuh"

#define VARIANT looped
#define EACH _Pragma("unroll 1")
#define OUTER _Pragma("unroll 1")
#define NEWTON _Pragma("unroll 1")
#define FACTORS false
#include "loops.cuh"

#define VARIANT unrolled
#define EACH _Pragma("unroll")
#define OUTER _Pragma("unroll")
#define NEWTON _Pragma("unroll 1")
#define FACTORS false
#include "loops.cuh"

struct complex_float {
  float re, im;
};
__device__ complex_float operator*(complex_float a, complex_float b) {
  return {fmaf(a.re, b.re, -a.im * b.im), fmaf(a.re, b.im, a.im * b.re)};
}
__device__ complex_float operator/(complex_float a, complex_float b) {
  const float size = __fdividef(1.0f, fmaf(b.re, b.re, b.im * b.im));
  return {fmaf(a.re, b.re, a.im * b.im) * size, fmaf(a.im, b.re, -a.re * b.im) * size};
}
__device__ complex_float root_of(complex_float z) {
  const float size = sqrtf(fmaf(z.re, z.re, z.im * z.im));
  const float re = sqrtf(fmaxf(0.5f * (size + z.re), 0.0f)), im = sqrtf(fmaxf(0.5f * (size - z.re), 0.0f));
  return {re, z.im < 0 ? -im : im};
}

/// All complex roots, one after the other, by Laguerre's method and division (Press et al. 2007, section 9.5): the same
/// text as bench/published/complex_roots.glsl. Roots whose imaginary part is small count as real.
template <int N>
__global__ void __launch_bounds__(128) laguerre(const float* __restrict__ coefficients, float* __restrict__ roots,
                                                unsigned count, float begin, float end) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  complex_float a[N + 1];
  float out[N];
#pragma unroll
  for (int i = 0; i <= N; ++i) a[i] = {coefficients[static_cast<size_t>(i) * count + id], 0};
#pragma unroll
  for (int i = 0; i < N; ++i) out[i] = no_root;
#pragma unroll 1
  for (int left = N; left > 0; --left) {
    complex_float x = {0, 0};
#pragma unroll 1
    for (int step = 0; step < 40; ++step) {
      complex_float p = a[N], d = {0, 0}, f = {0, 0};  // f is half of the second derivative
      float size = fabsf(p.re) + fabsf(p.im);
      const float modulus = sqrtf(fmaf(x.re, x.re, x.im * x.im));
#pragma unroll
      for (int j = N - 1; j >= 0; --j) {
        if (j < N - left) continue;
        const complex_float fx = f * x, dx = d * x, px = p * x;
        f = {fx.re + d.re, fx.im + d.im};
        d = {dx.re + p.re, dx.im + p.im};
        p = {px.re + a[j].re, px.im + a[j].im};
        size = fmaf(size, modulus, fabsf(p.re) + fabsf(p.im));
      }
      if (fabsf(p.re) + fabsf(p.im) <= 1.2e-7f * size) break;
      const float n = static_cast<float>(left);
      const complex_float g = d / p, gg = g * g, ratio = f / p;
      const complex_float h = {gg.re - 2 * ratio.re, gg.im - 2 * ratio.im};
      const complex_float s = root_of({(n - 1) * (n * h.re - gg.re), (n - 1) * (n * h.im - gg.im)});
      const complex_float plus = {g.re + s.re, g.im + s.im}, minus = {g.re - s.re, g.im - s.im};
      const bool first = plus.re * plus.re + plus.im * plus.im >= minus.re * minus.re + minus.im * minus.im;
      const complex_float divisor = first ? plus : minus;
      if (divisor.re == 0 && divisor.im == 0) break;
      const complex_float move = complex_float{n, 0} / divisor;
      const complex_float next = {x.re - move.re, x.im - move.im};
      if (next.re == x.re && next.im == x.im) break;
      x = next;
      if (fabsf(move.re) + fabsf(move.im) < 2e-5f * (1 + modulus)) break;
    }
    if (fabsf(x.im) <= 2e-3f * (1 + fabsf(x.re))) {
      x.im = 0;
      if (x.re >= begin && x.re <= end) {
#pragma unroll
        for (int i = 0; i < N; ++i) out[i] = i == N - left ? x.re : out[i];
      }
    }
    // Divided by z - x; what is left has its leading coefficient at a[N] again, and begins at a[N - left + 1].
#pragma unroll
    for (int j = N - 1; j > 0; --j) {
      if (j <= N - left) continue;
      const complex_float moved = a[j + 1] * x;
      a[j] = {moved.re + a[j].re, moved.im + a[j].im};
    }
  }
#pragma unroll
  for (int i = 0; i < N; ++i) roots[static_cast<size_t>(i) * count + id] = out[i];
}

/// The first root in double, of the same coefficients: what the others are held against. 2 where there is none.
template <int N>
__global__ void __launch_bounds__(64) reference(const float* coefficients, double* first, unsigned count) {
  __shared__ double points[N * 64];
  const unsigned id = blockIdx.x * 64 + threadIdx.x;
  if (id >= count) return;
  double c[N + 1];
  for (int k = 0; k <= N; ++k) c[k] = static_cast<double>(coefficients[static_cast<std::size_t>(k) * count + id]);
  const vieta::core::strided<double> mine{points + threadIdx.x, 64};
  const auto answer = vieta::core::real_roots<N, double>(c, -1, 1, 1e-14, 0, mine);
  first[id] = answer.count > 0 ? mine[0] : 2.0;
}

/// The least root in [-1, 1] of each, and how many are far from those in double.
__global__ void judge(const float* roots, const double* expected, unsigned count, int degree, float* first,
                      unsigned* wrong) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  float least = 2;
  for (int k = 0; k < degree; ++k) {
    const float x = roots[static_cast<std::size_t>(k) * count + id];
    if (x >= -1 && x <= 1) least = fminf(least, x);
  }
  first[id] = least;
  if (fabs(static_cast<double>(least) - expected[id]) > 0.01) atomicAdd(wrong, 1u);
}

template <class F>
double median_ms(F&& run) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  float spent = 0;
  for (int k = -2; k < 11 && (k < 3 || spent < 500); ++k) {
    CHECK(cudaEventRecord(start));
    run();
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float t = 0;
    CHECK(cudaEventElapsedTime(&t, start, stop));
    spent += t;
    if (k >= 0) times.push_back(t);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return static_cast<double>(times[times.size() / 2]);
}

template <int N>
void measure(const rays& given, std::ofstream* out) {
  const unsigned count = given.count, blocks = (count + 127) / 128;
  array<float> coefficients(given.columns.size()), roots(std::size_t{N} * count), first(count);
  array<double> expected(count);
  array<unsigned> wrong(1);
  CHECK(cudaMemcpy(coefficients.data, given.columns.data(), given.columns.size() * sizeof(float),
                   cudaMemcpyHostToDevice));
  reference<N><<<(count + 63) / 64, 64>>>(coefficients.data, expected.data, count);
  CHECK(cudaGetLastError());
  const auto report = [&](const char* name, double ms, int registers, std::size_t local) {
    CHECK(cudaMemset(wrong.data, 0, sizeof(unsigned)));
    judge<<<blocks, 128>>>(roots.data, expected.data, count, N, first.data, wrong.data);
    unsigned misses = 0;
    CHECK(cudaMemcpy(&misses, wrong.data, sizeof misses, cudaMemcpyDeviceToHost));
    std::printf(
        "{\"degree\": %d, \"rays\": %u, \"variant\": \"%s\", \"ms\": %.5f, \"registers\": %d, \"local\": %zu, "
        "\"wrong\": "
        "%u}\n",
        N, count, name, ms, registers, local, misses);
    std::fflush(stdout);
    if (out == nullptr) return;
    std::vector<float> values(count);
    CHECK(cudaMemcpy(values.data(), first.data, count * sizeof(float), cudaMemcpyDeviceToHost));
    out->write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(count * sizeof(float)));
  };
  const auto run = [&](const char* name, auto kernel) {
    cudaFuncAttributes about{};
    CHECK(cudaFuncGetAttributes(&about, kernel));
    CHECK(cudaMemset(roots.data, 0x5a, std::size_t{N} * count * sizeof(float)));
    const double ms = median_ms([&] { kernel<<<blocks, 128>>>(coefficients.data, roots.data, count, -1.0f, 1.0f); });
    report(name, ms, about.numRegs, about.localSizeBytes);
  };
  run("tuned", tuned<N>);
  if constexpr (N == 10 || N == 18) {
    run("spilling", spilling<N>);
    run("undirected", undirected<N>);
    run("looped", looped<N>);
    run("unrolled", unrolled<N>);
    run("laguerre", laguerre<N>);
  }
  array<std::uint8_t> counts(count);
  array<vieta::real_roots_status> statuses(count);
  array<char> scratch(vieta::real_roots_cuda_scratch(count));
  const vieta::polynomial_batch<float> in{coefficients.data, count, N, vieta::coefficient_order::columns, 0};
  const vieta::real_roots_output<float> into{roots.data, counts.data, statuses.data, nullptr, 0};
  for (const bool full : {false, true}) {
    vieta::real_roots_options<float> options;
    options.absolute_tolerance = full ? 0.0f : 2e-4f;
    const double ms = median_ms([&] {
      vieta::real_roots_cuda(in, {-1.0f, 1.0f}, into, options, nullptr, scratch.data);
    });
    report(full ? "vieta to the last bit" : "vieta", ms, 0, 0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("SKIPPED: no CUDA device\n");
    return 0;
  }
  const rays given = argc > 1 ? published::read_rays(argv[1]) : rays{};
  std::ofstream file;
  if (argc > 3 && std::strcmp(argv[2], "--roots") == 0) file.open(argv[3], std::ios::binary);
  std::ofstream* const out = file.is_open() ? &file : nullptr;
  switch (given.degree) {
    case 10:
      measure<10>(given, out);
      break;
    case 14:
      measure<14>(given, out);
      break;
    case 18:
      measure<18>(given, out);
      break;
    case 22:
      measure<22>(given, out);
      break;
    case 26:
      measure<26>(given, out);
      break;
    default:
      std::fprintf(stderr,
                   "published_loops: found no rays of degree 10, 14, ..., 26, expected those of sh_glyph --export\n");
      return 1;
  }
  return 0;
}
