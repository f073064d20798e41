// Products of matrices of two and four doubles on a GPU, and the QR that is made of them: by our kernel for tiles, in
// the floating point of the device, and by remainders in int8 (cuBLAS on tensor cores).
//
//   newton_products_gpu_bench [n] [block,from ...]      default: 4096, the blocks that `newton` takes
//
// Random numbers with all their parts. Milliseconds on the device, medians of seven; multiply-adds are real ones. The
// error is the largest of 64 entries, against quad-double, relative to sum |a| |b|. Each line
// `block,from` is a QR with other blocks: columns of a block, and from how many on remainders multiply (0,0: panels
// alone).
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "newton/cuda/linear/qr.cuh"

namespace vieta::systems {
namespace {

class timer {
 public:
  timer() { cudaEventCreate(&begin_), cudaEventCreate(&end_); }
  timer(const timer&) = delete;
  timer& operator=(const timer&) = delete;
  ~timer() { cudaEventDestroy(begin_), cudaEventDestroy(end_); }
  /// The median of seven times of `work`, in milliseconds of the device.
  template <class Work>
  double median(const Work& work) {
    std::vector<double> times;
    for (int repeat = 0; repeat < 8; ++repeat) {
      float milliseconds = 0;
      cudaEventRecord(begin_);
      work();
      cudaEventRecord(end_);
      cuda::check(cudaEventSynchronize(end_), "benchmark");
      cudaEventElapsedTime(&milliseconds, begin_, end_);
      if (repeat > 0) times.push_back(milliseconds);
    }
    std::nth_element(times.begin(), times.begin() + 3, times.end());
    return times[3];
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

multi_array random_numbers(std::size_t count, int parts, bool is_complex, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  const auto number = [&] {
    return qd::renormalised(part(random), part(random) * 0x1p-54, part(random) * 0x1p-108, part(random) * 0x1p-162);
  };
  multi_array a(count, parts, is_complex);
  for (std::size_t k = 0; k < count; ++k) a.set(k, {number(), number()});
  return a;
}

/// C = A^H B, n x n each, column after column.
template <int N, bool Complex>
void product(std::size_t n) {
  using view = matrix_view<N, Complex>;
  const multi_array a = random_numbers(n * n, N, Complex, 1), b = random_numbers(n * n, N, Complex, 2);
  device_planes on_a, on_b, on_c;
  for (device_planes* const p : {&on_a, &on_b, &on_c}) p->resize(n * n, N, Complex);
  on_a.put(a, 0), on_b.put(b, 0);
  const view va{on_a.view(), 0, n}, vb{on_b.view(), 0, n}, vc{on_c.view(), 0, n};
  const auto error = [&] {
    multi_array c(n * n, N, Complex);
    on_c.get(c);
    double most = 0;
    for (std::size_t t = 0; t < 64; ++t) {
      const std::size_t i = t * 7919 % n, j = t * 104729 % n;
      complex<qd> sum = -c.get(j * n + i);
      double size = 0;
      for (std::size_t k = 0; k < n; ++k) {
        complex<qd> x = a.get(i * n + k), y = b.get(j * n + k);
        x.im = -x.im;
        sum += x * y;
        size += std::hypot(x.re.x0, x.im.x0) * std::hypot(y.re.x0, y.im.x0);
      }
      most = std::max(most, std::hypot(sum.re.x0, sum.im.x0) / size);
    }
    return most;
  };
  timer watch;
  const double size = static_cast<double>(n), work = (Complex ? 4 : 1) * size * size * size;
  const auto row = [&](const char* how, double milliseconds) {
    std::printf("product n=%zu, %s, %d doubles, %s: %.3f ms, %.3g T/s, error %.1e\n", n, Complex ? "complex" : "real",
                N, how, milliseconds, work / milliseconds * 1e-9, error());
    std::fflush(stdout);
  };
  using kernel = tile_product<N, Complex, true>;
  const kernel by_tiles{va, vb, vc, n, n, n, n};
  row("tiles",
      watch.median([&] { near_linear::launch(by_tiles, by_tiles.tiles(), 1, kernel::threads, kernel::shared()); }));
  if (!int8_product::available()) return;
  int8_product int8;
  remainder_product<N, Complex> by_remainders;
  row("remainders", watch.median([&] {
    by_remainders.take_left(va, n, n, true);
    by_remainders.multiply(int8, vb, n, vc, false);
  }));
}

template <int N, bool Complex>
void qr(std::size_t rows, std::size_t n, const qr_blocks& blocks) {
  const multi_array matrix = random_numbers(rows * n, N, Complex, 3), right = random_numbers(rows, N, Complex, 4);
  device_planes a, b, x;
  a.resize(rows * n, N, Complex), b.resize(rows, N, Complex), x.resize(n, N, Complex);
  a.put(matrix, 0), b.put(right, 0);
  blocked_qr<N, Complex> factors(rows, n, blocks);
  timer watch;
  const double milliseconds = watch.median([&] { factors.solve(a.read(), b.read(), x.view()); });
  multi_array solution(n, N, Complex);
  x.get(solution);
  double most = 0;
  for (std::size_t i = 0; i < 8 && rows == n; ++i) {
    complex<qd> sum = -right.get(i);
    double size = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const complex<qd> p = matrix.get(i * n + j), q = solution.get(j);
      sum += p * q;
      size += std::hypot(p.re.x0, p.im.x0) * std::hypot(q.re.x0, q.im.x0);
    }
    most = std::max(most, std::hypot(sum.re.x0, sum.im.x0) / size);
  }
  const double size = static_cast<double>(n), height = static_cast<double>(rows);
  std::printf("QR %zu x %zu, %s, %d doubles, blocks %zu,%zd: %.2f ms, %.3g T/s, residual %.1e\n", rows, n,
              Complex ? "complex" : "real", N, blocks.block, static_cast<std::ptrdiff_t>(blocks.remainders_from),
              milliseconds, (Complex ? 4 : 1) * (height - size / 3) * size * size / milliseconds * 1e-9, most);
  std::fflush(stdout);
}

}  // namespace

void run(std::size_t n, const std::vector<qr_blocks>& all) {
  if (int8_product::available()) {
    const auto begin = std::chrono::steady_clock::now();
    near_linear::memory<std::int8_t> factor(32 * 32);
    near_linear::memory<std::int32_t> sum(32 * 32);
    factor.zero();
    int8_product first;
    first.multiply({32, 32, 32, 1}, factor.get(), factor.get(), sum.get(), false);
    near_linear::finish();
    std::printf("the first product by cuBLAS: %.0f ms, loading it included\n",
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() * 1e3);
  }
  for (std::size_t size = n / 8; size <= n; size *= 2) product<2, false>(size);
  product<2, true>(n), product<4, false>(n);
  for (const qr_blocks& blocks : all) qr<2, true>(n, n, blocks), qr<4, false>(n - 32, n - 32, blocks);
}

}  // namespace vieta::systems

int main(int count, char** values) {
  using vieta::systems::qr_blocks;
  const long n = count > 1 ? std::atol(values[1]) : 4096;
  if (n < 256) return 1;
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("no CUDA device");
    return 0;
  }
  std::vector<qr_blocks> all;
  for (int k = 2; k < count; ++k) {
    qr_blocks blocks;
    unsigned long block = 0, from = 0;
    if (std::sscanf(values[k], "%lu,%lu", &block, &from) == 2 && block > 0) blocks = {block, from};
    all.push_back(blocks);
  }
  if (all.empty()) all = {qr_blocks{}, vieta::systems::blocks_by_remainders};
  vieta::systems::run(static_cast<std::size_t>(n), all);
  return 0;
}
