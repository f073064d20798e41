#pragma once

#include "real_roots/block.hpp"
#include "vieta/core/config.hpp"

namespace vieta::VIETA_ISA {
namespace {

/// Coefficients of a block as columns, scaled; zeros above the degree, and some polynomial in the lanes behind the
/// last.
template <class T>
VT_HD void load_block(const block_plan<T>& plan, const block_input<T>& in, const block_memory<T>& memory,
                      int kernel_degree, int lanes) {
  for (int k = 0; k <= kernel_degree; ++k) {
    T* const to = memory.coefficients + k * plan.block_size;
    if (k > plan.degree) {
      for (int i = 0; i < plan.block_size; ++i) to[i] = 0;
      continue;
    }
    const T* from = in.coefficients + static_cast<std::size_t>(k) * in.between_coefficients;
    if (in.between_polynomials == 1) {
      for (int i = 0; i < in.count; ++i) to[i] = from[i];
    } else {
      for (int i = 0; i < in.count; ++i) to[i] = from[static_cast<std::size_t>(i) * in.between_polynomials];
    }
    if (plan.scale) {
      for (int i = 0; i < in.count; ++i) to[i] *= plan.scale[k];
    }
    for (int i = in.count; i % lanes != 0; ++i) to[i] = 1;
  }
}

}  // namespace
}  // namespace vieta::VIETA_ISA
