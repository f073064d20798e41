// A stranger's kernel around vieta::core::real_roots, one for each of some degrees: real_roots_registers.cmake reads
// what ptxas says of them.
#include <utility>

#include "vieta/core/real_roots.hpp"

namespace {

constexpr int threads = 64;

template <int N, class T>
__global__ void __launch_bounds__(threads)
    solve(const T* coefficients, T* roots, int* counts, int count, T lo, T hi, T tolerance) {
  __shared__ T points[N * threads];
  const int i = static_cast<int>(blockIdx.x) * threads + static_cast<int>(threadIdx.x);
  if (i >= count) return;
  T a[N + 1];
  for (int k = 0; k <= N; ++k) a[k] = coefficients[k * count + i];
  const vieta::core::strided<T> mine{points + threadIdx.x, threads};
  const auto answer = vieta::core::real_roots<N, T>(a, lo, hi, tolerance, T(0), mine);
  counts[i] = answer.count;
  for (int k = 0; k < answer.count; ++k) roots[k * count + i] = mine[k];
}

// 4 to 12, 16, 20 and so on.
constexpr int degree_of(int index) { return index <= 8 ? index + 4 : 4 * (index - 5); }

template <class T, int... Index>
void* pick(int degree, std::integer_sequence<int, Index...>) {
  void* kernel = nullptr;
  ((degree == degree_of(Index) ? (kernel = reinterpret_cast<void*>(solve<degree_of(Index), T>), true) : false) || ...);
  return kernel;
}

}  // namespace

void* kernel_for(int degree) { return pick<REAL>(degree, std::make_integer_sequence<int, COUNT>{}); }
