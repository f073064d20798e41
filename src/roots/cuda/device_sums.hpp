#pragma once

#include <cstdint>

#include "roots/cuda/pair_sums.hpp"
#include "roots/ladder/secular_move.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {

/// One step of all targets that still move. Pointers to the device: steps are those of the sources, read in one place
/// and written, for targets alone, in the other.
struct secular_task {
  kernel_nodes sources;
  const double *weight_re = nullptr, *weight_im = nullptr, *step_re = nullptr, *step_im = nullptr;
  double *next_re = nullptr, *next_im = nullptr;
  const std::uint32_t* self = nullptr;
  std::int64_t targets = 0;
  double *last_re = nullptr, *last_im = nullptr;  ///< last_move of each target
  char* stands = nullptr;                         ///< whether a target moves no more
  secular_rest rest;
  int round = 0;
};
void start(const secular_task& task);

struct product_task {
  kernel_nodes sources;
  const std::uint32_t* self = nullptr;
  const double* close_distance = nullptr;
  std::int64_t targets = 0;
  double *re = nullptr, *im = nullptr;
  std::int64_t* exponent = nullptr;
  close_pair* pairs = nullptr;
  unsigned capacity = 0;
  unsigned* found = nullptr;
};
void start(const product_task& task);

}  // namespace VIETA_RUNS_ON
}  // namespace vieta
