#pragma once

#include <cstdint>

#include "cuda/block.hpp"
#include "newton/cuda/linear/remainders/int8_shape.hpp"

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// What a device's library does, for tests.
class int8_product {
 public:
  static bool available() { return true; }
  void multiply(const int8_shape& shape, const std::int8_t* a, const std::int8_t* b, std::int32_t* c, bool adds) {
    for (int m = 0; m < shape.count; ++m) {
      for (std::size_t j = 0; j < shape.right; ++j) {
        for (std::size_t i = 0; i < shape.left; ++i) {
          std::int32_t sum = adds ? c[j * shape.left + i] : 0;
          for (std::size_t k = 0; k < shape.length; ++k) sum += a[i * shape.length + k] * b[j * shape.length + k];
          c[j * shape.left + i] = sum;
        }
      }
      a += shape.left * shape.length, b += shape.right * shape.length, c += shape.left * shape.right;
    }
  }
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
