#pragma once

#include <vector>

#include "real_roots/block.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {

/// A block_plan and the tables that it points to. Kept for the next call, it need not allocate again.
template <class T>
struct planned {
  bool usable = false;  ///< false: this interval is nothing for the kernels
  block_plan<T> plan{};
  std::vector<double> weights;
  std::vector<T> scale, derivative_weights, left_over_weights;
};

/// Whatever `result` held is forgotten.
template <class T>
void make_plan(int degree, int kernel_degree, real_interval<T> interval, const real_roots_options<T>& options,
               int lanes, planned<T>& result);

}  // namespace vieta
