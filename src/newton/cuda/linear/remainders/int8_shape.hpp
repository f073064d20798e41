#pragma once

#include <cstddef>

namespace vieta::systems {

/// Products of `count` pairs of int8 matrices, each after the one before: C(i, j) = sum_k A(i, k) B(j, k), where vector
/// i of A is at i `length` (`left` vectors), vector j of B at j `length` (`right` vectors), and C(i, j) at j `left` +
/// i. All three sizes are multiples of 32.
struct int8_shape {
  std::size_t left = 0, right = 0, length = 0;
  int count = 0;
};

}  // namespace vieta::systems
