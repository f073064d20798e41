#pragma once

#include <cstdint>

#include "roots/cuda/pair_sums.hpp"

namespace vieta {
inline namespace VIETA_RUNS_ON {

/// Pointers to the device.
struct secular_task {
  kernel_nodes sources;
  const double *weight_re = nullptr, *weight_im = nullptr, *step_re = nullptr, *step_im = nullptr;
  const std::uint32_t* self = nullptr;
  std::int64_t targets = 0;
  double* out = nullptr;  ///< six planes of `targets` numbers
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
