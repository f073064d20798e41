#pragma once

#include "vieta/core/config.hpp"

namespace vieta::core {

/// Numbers `stride` apart. In a CUDA kernel, shared memory with stride blockDim.x keeps them out of local memory.
template <class T>
struct strided {
  T* first;
  int stride;
  VT_HD T& operator[](int i) const { return first[i * stride]; }  // NOLINT(*-widening-of-multiplication-*)
};

}  // namespace vieta::core
