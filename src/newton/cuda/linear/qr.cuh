#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>

#include "cuda/launch.cuh"
#include "newton/cuda/device_memory.hpp"
#include "newton/cuda/linear/qr.hpp"
// What the schedule is launched with comes first.
#ifdef VIETA_HAVE_CUBLAS
#include "newton/cuda/linear/remainders/int8_by_cublas.cuh"
#else
#include "newton/cuda/linear/remainders/no_int8.hpp"
#endif
#include "newton/cuda/linear/qr_schedule.hpp"
#ifdef VIETA_HAVE_CUSOLVER
#include "newton/cuda/linear/cusolver_qr.cuh"
#endif

static_assert(__cplusplus >= 202002L, "CUDA sources are C++20 too");

namespace vieta::systems {

/// Seconds of the device from here on.
class stopwatch {
 public:
  stopwatch() {
    cuda::check(cudaEventCreate(&begin_), "events"), cuda::check(cudaEventCreate(&end_), "events");
    cuda::check(cudaEventRecord(begin_), "events");
  }
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  ~stopwatch() { cudaEventDestroy(begin_), cudaEventDestroy(end_); }
  [[nodiscard]] double seconds() const {
    float milliseconds = 0;
    cuda::check(cudaEventRecord(end_), "events"), cuda::check(cudaEventSynchronize(end_), "QR");
    cuda::check(cudaEventElapsedTime(&milliseconds, begin_, end_), "events");
    return milliseconds * 1e-3;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

template <int N, bool Complex>
qr_outcome solve_by_qr_of_kind(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b,
                               multi_array& x, double* seconds, qr_method method, std::size_t library_from) {
  device_planes a, right, solution;
  a.resize(rows * columns, N, Complex), right.resize(rows, N, Complex), solution.resize(columns, N, Complex);
  a.put(matrix, 0), right.put(b, 0);
  near_linear::finish();
  std::vector<double> diagonal;
  bool done = false;
  if (library_from == 0) library_from = N == 1 ? cusolver_pays_from : remainders_pay_from;
  if constexpr (N == 1) {
#ifdef VIETA_HAVE_CUSOLVER
    const stopwatch watch;
    done = method == qr_method::householder && columns >= library_from &&
           solve_by_cusolver<Complex>(a.read(), rows, columns, right.read(), solution.view(), diagonal);
    if (seconds != nullptr) *seconds = watch.seconds();
#endif
  }
  const auto solve = [&](const qr_blocks& blocks) {
    blocked_qr<N, Complex> qr(rows, columns, blocks);
    near_linear::finish();
    const stopwatch watch;
    qr.solve(a.read(), right.read(), solution.view(), method);
    const double took = watch.seconds();
    if (seconds != nullptr) *seconds = took;
    diagonal = qr.diagonal();
    done = true;
  };
  if (N > 1 && method == qr_method::householder && columns >= library_from && int8_product::available()) {
    try {
      solve(blocks_by_remainders);
    } catch (const error&) {  // for want of memory: tiles need less of it
      cudaGetLastError();
    }
  }
  if (!done) solve({});
  qr_outcome outcome;
  double largest = 0, smallest = HUGE_VAL;
  outcome.solved = true;
  for (const double d : diagonal) {
    outcome.solved = outcome.solved && d > 0 && std::isfinite(d);
    largest = std::max(largest, d), smallest = std::min(smallest, d);
  }
  outcome.condition = largest / smallest;
  x.resize(columns, N, Complex);
  solution.get(x);
  return outcome;
}

template <int N>
qr_outcome solve_by_qr(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b,
                       multi_array& x, double* seconds, qr_method method, std::size_t library_from) {
  return matrix.is_complex()
             ? solve_by_qr_of_kind<N, true>(matrix, rows, columns, b, x, seconds, method, library_from)
             : solve_by_qr_of_kind<N, false>(matrix, rows, columns, b, x, seconds, method, library_from);
}

}  // namespace vieta::systems
