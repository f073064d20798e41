#pragma once

#include <cstdint>

#include "cuda/block.hpp"
#include "newton/cuda/linear/remainders/int8_shape.hpp"

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// In a build without cuBLAS.
class int8_product {
 public:
  static bool available() { return false; }
  void multiply(const int8_shape&, const std::int8_t*, const std::int8_t*, std::int32_t*, bool) {}
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
