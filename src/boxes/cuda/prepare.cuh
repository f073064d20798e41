#pragma once

#include "boxes/cuda/memory.cuh"

// Before and after the search: coefficients become what the search works with, and what it found becomes items.

namespace vieta::boxes::cuda {

inline constexpr int threads_beside = 128;

/// One system in each thread: powers of two bring moduli to at most 1, exactly; see boxes::prepare_polynomial.
static __global__ void prepare(const __grid_constant__ search_memory m, int variables, int size, const double* given,
                               double rounding) {
  const unsigned system = blockIdx.x * blockDim.x + threadIdx.x;
  if (system >= m.systems) return;
  standing what = standing::here;
  for (int q = 0; q < variables; ++q) {
    const std::size_t equation = std::size_t{system} * static_cast<unsigned>(variables) + static_cast<unsigned>(q);
    const double* const c = given + equation * static_cast<unsigned>(size);
    double largest = 0;
    bool finite = true;
    for (int j = 0; j < size; ++j) {
      finite = finite && abs(c[j]) <= 1.7976931348623157e308;
      largest = max(abs(c[j]), largest);
    }
    int exponent = 0;
    if (!finite || !(largest > 0)) {
      what = standing::bad_input;
    } else {
      (void)::frexp(largest, &exponent);
      const double half = ::ldexp(1.0, -(exponent / 2)), rest = ::ldexp(1.0, -(exponent - exponent / 2));
      for (int j = 0; j < size; ++j) m.coefficients[equation * static_cast<unsigned>(size) + j] = c[j] * half * rest;
    }
    m.exponent[equation] = exponent;
    m.error[equation] = (0x1p-1000 + rounding) * 1.01;
  }
  m.standings[system] = what;
}

/// The whole domain of each system waits for its first look.
template <int N>
__global__ void begin_search(const __grid_constant__ search_memory m) {
  const unsigned system = blockIdx.x * blockDim.x + threadIdx.x;
  if (system == 0) m.waiting[0] = m.systems, m.waiting[1] = m.waiting[2] = 0;
  if (system >= m.systems) return;
  m.looks[system] = m.found[system] = 0;
  for (unsigned s = 0; s < most_found; ++s) m.when[std::size_t{system} * most_found + s] = 0xffffffffu;
  m.queues[0].system[system] = system;
  m.queues[0].state[system] = static_cast<unsigned>(purpose::explore);
  for (int f = 0; f < 2 * N; ++f) m.queues[0].ends[std::size_t{m.capacity} * f + system] = f < N ? 0.0 : 1.0;
}

}  // namespace vieta::boxes::cuda
