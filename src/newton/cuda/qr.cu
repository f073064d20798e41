#include <cuda_runtime_api.h>

#include <cmath>

#include "newton/cuda/device_memory.hpp"
#include "newton/cuda/qr.hpp"
#include "roots/near_linear/cuda/launch.cuh"
// What the schedule is launched with comes first.
#include "newton/cuda/qr_schedule.hpp"

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta::systems {

namespace {

using cuda::check;

class stopwatch {
 public:
  stopwatch() {
    check(cudaEventCreate(&begin_), "events"), check(cudaEventCreate(&end_), "events");
    check(cudaEventRecord(begin_), "events");
  }
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  ~stopwatch() { cudaEventDestroy(begin_), cudaEventDestroy(end_); }
  [[nodiscard]] double seconds() const {
    float milliseconds = 0;
    check(cudaEventRecord(end_), "events"), check(cudaEventSynchronize(end_), "QR");
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "events");
    return milliseconds * 1e-3;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

template <int N, bool Complex>
qr_outcome solve(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b, multi_array& x,
                 double* seconds) {
  device_planes a, right, solution;
  a.resize(rows * columns, N, Complex), right.resize(rows, N, Complex), solution.resize(columns, N, Complex);
  a.put(matrix, 0), right.put(b, 0);
  blocked_qr<N, Complex> qr(rows, columns);
  near_linear::finish();
  const stopwatch watch;
  qr.solve(a.read(), right.read(), solution.view());
  const double took = watch.seconds();
  if (seconds != nullptr) *seconds = took;
  qr_outcome outcome;
  double largest = 0, smallest = HUGE_VAL;
  outcome.solved = true;
  for (const double d : qr.diagonal()) {
    outcome.solved = outcome.solved && d > 0 && std::isfinite(d);
    largest = std::max(largest, d), smallest = std::min(smallest, d);
  }
  outcome.condition = largest / smallest;
  x.resize(columns, N, Complex);
  solution.get(x);
  return outcome;
}

template <int N>
qr_outcome solve(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b, multi_array& x,
                 double* seconds) {
  return matrix.is_complex() ? solve<N, true>(matrix, rows, columns, b, x, seconds)
                             : solve<N, false>(matrix, rows, columns, b, x, seconds);
}

}  // namespace

qr_outcome solve_least_squares_on_device(const multi_array& matrix, std::size_t rows, std::size_t columns,
                                         const multi_array& b, multi_array& x, double* seconds) {
  switch (matrix.parts()) {
    case 1:
      return solve<1>(matrix, rows, columns, b, x, seconds);
    case 2:
      return solve<2>(matrix, rows, columns, b, x, seconds);
    case 3:
      return solve<3>(matrix, rows, columns, b, x, seconds);
    default:
      return solve<4>(matrix, rows, columns, b, x, seconds);
  }
}

}  // namespace vieta::systems
