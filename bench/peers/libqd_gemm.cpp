// Products of matrices: matrix_product beside libqd's dd_real and qd_real in the textbook loop (i, k, j), one thread,
// processor time, the best of several calls. A program of its own; with vieta installed in PREFIX:
//   c++ -std=c++20 -O3 -march=native -ffp-contract=off -IPREFIX/include libqd_gemm.cpp -LPREFIX/lib -lvieta -lqd
#include <qd/dd_real.h>
#include <qd/fpu.h>
#include <qd/qd_real.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "vieta/core/mf.hpp"
#include "vieta/matrix_product.hpp"

template <class Work>
double best_of(int repeats, const Work& work) {
  double best = HUGE_VAL;
  for (int k = 0; k < repeats; ++k) {
    timespec begin, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    work();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    best = std::min(
        best, static_cast<double>(end.tv_sec - begin.tv_sec) + 1e-9 * static_cast<double>(end.tv_nsec - begin.tv_nsec));
  }
  return best;
}

template <class X, class Peer>
void run(const char* name, std::size_t n, int repeats) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> part(-1, 1);
  std::vector<X> a(n * n), b(n * n), c(n * n);
  std::vector<Peer> pa(n * n), pb(n * n), pc(n * n);
  const auto fill = [&](std::vector<X>& x, std::vector<Peer>& y) {
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double high = part(random), low = part(random) * 1e-17;
      x[k] = X(high) + low, y[k] = Peer(high) + low;
    }
  };
  fill(a, pa), fill(b, pb);
  const double ours = best_of(repeats, [&] { vieta::matrix_product<X>(n, n, n, a, b, c, 1); });
  const double theirs = best_of(repeats / 4 + 1, [&] {
    for (Peer& x : pc) x = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j) pc[i * n + j] += pa[i * n + k] * pb[k * n + j];
  });
  const double each = 1e9 / static_cast<double>(n) / static_cast<double>(n) / static_cast<double>(n);
  std::printf("%s n=%zu: vieta %.3f ns, libqd %.3f ns for a multiply-add: %.1fx\n", name, n, ours * each, theirs * each,
              theirs / ours);
}

int main() {
  unsigned int old;
  fpu_fix_start(&old);
  run<vieta::dd, dd_real>("double-double", 128, 200);
  run<vieta::dd, dd_real>("double-double", 512, 12);
  run<vieta::qd, qd_real>("quad-double", 128, 20);
  return 0;
}
