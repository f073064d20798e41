// The peer of newton_bench's matrix<dd> and matrix<qd>: libqd's dd_real and qd_real in the textbook loop (i, k, j), one
// thread. A program of its own: c++ -O3 -march=native libqd_gemm.cpp -lqd
#include <qd/dd_real.h>
#include <qd/fpu.h>
#include <qd/qd_real.h>

#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

template <class X>
void run(const char* name, int n) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> part(-1, 1);
  const auto size = static_cast<std::size_t>(n);
  std::vector<X> a(size * size), b(size * size), c(size * size);
  for (auto* list : {&a, &b})
    for (X& x : *list) x = X(part(random)) + part(random) * 1e-17;
  double best = 1e300;
  for (int repeat = 0; repeat < 5; ++repeat) {
    for (X& x : c) x = 0.0;
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t k = 0; k < size; ++k)
        for (std::size_t j = 0; j < size; ++j) c[i * size + j] += a[i * size + k] * b[k * size + j];
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::printf("%s n=%d: %.3g multiply-adds/s, %.2f ns each\n", name, n, double(n) * n * n / best,
              best * 1e9 / n / n / n);
}

int main() {
  unsigned int old;
  fpu_fix_start(&old);
  run<dd_real>("libqd dd_real", 128);
  run<qd_real>("libqd qd_real", 128);
  return 0;
}
