// The full QR factorisations in multiple doubles of Verschelde and Yu (2014) on a GPU, in its own right: `newton`
// climbs to it only where factors in double do not contract.
//
//   newton_gpu_bench [n]      default: 4096
//
// Each line: the problem, seconds on the device (factorisation and solution, best of three), what of b is left in the
// first rows, what the paper printed for one of its six or seven iterations.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "newton/cuda/qr.hpp"
#include "vieta/target.hpp"

namespace {

using namespace vieta;
using systems::multi_array;

/// max |A x - b| over the first rows, relative to sum |a| |x|, in quad-double.
double residual(const multi_array& matrix, const multi_array& right, const multi_array& x) {
  double most = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(8, right.size()); ++i) {
    complex<qd> sum = -right.get(i);
    double size = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const complex<qd> a = matrix.get(i * x.size() + j), z = x.get(j);
      sum += a * z;
      size += std::hypot(a.re.x0, a.im.x0) * std::hypot(z.re.x0, z.im.x0);
    }
    most = std::max(most, std::hypot(sum.re.x0, sum.im.x0) / size);
  }
  return most;
}

void qr(std::size_t n, bool is_complex, int parts, const char* published) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> part(-1, 1);
  multi_array matrix(n * n, parts, is_complex), right(n, parts, is_complex), x;
  for (std::size_t k = 0; k < n * n; ++k) matrix.set(k, {qd(part(random)), qd(part(random))});
  for (std::size_t k = 0; k < n; ++k) right.set(k, {qd(part(random)), qd(part(random))});
  double best = HUGE_VAL;
  bool solved = true;
  for (int repeat = 0; repeat < 3; ++repeat) {
    double seconds = 0;
    solved = systems::solve_least_squares_on_device(matrix, n, n, right, x, &seconds).solved && solved;
    best = std::min(best, seconds);
  }
  const double size = static_cast<double>(n);
  std::printf(
      "QR n=%zu, %s, %d doubles, Householder: %.4f s, %.3g real multiply-adds/s, residual %.1e%s; published: %s\n", n,
      is_complex ? "complex" : "real", parts, best, (is_complex ? 4 : 1) * 2.0 / 3 * size * size * size / best,
      residual(matrix, right, x), solved ? "" : " (singular)", published);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** values) {
  const int n = count > 1 ? std::atoi(values[1]) : 4096;
  if (n < 64) return 1;
  if (cuda_devices().empty()) {
    std::puts("no CUDA device");
    return 0;
  }
  const auto size = static_cast<std::size_t>(n);
  qr(size, true, 2, "194 s for n=4096 on a K20C (table 3, a sixth)");
  qr(size - 32, false, 4, "363 s for n=4064 on a K20C (table 4, a seventh)");
  qr(size, false, 2, "-");
  qr(size / 4, true, 2, "-");
  return 0;
}
