#pragma once

#include <cstddef>
#include <vector>

#include "minimax/run_kernel.hpp"
#include "minimax/tree.hpp"

namespace vieta::approximation {

/// Values of an expression in double at many floats that lie close together: by a polynomial through a few of them
/// where that agrees with the expression to 2^-48, else one by one.
class smooth_values {
 public:
  explicit smooth_values(const tree& t) : tree_(t) {}
  /// Gets ready for floats between x[0] and x[count - 1], ascending.
  void prepare(const float* x, std::size_t count);
  /// out[i] = expression(x[i]) for floats of that range.
  void at(const float* x, std::size_t count, double* out);

 private:
  tree tree_;
  bool smooth_ = false;
  double middle_ = 0, half_ = 1;
  std::vector<double> coefficients_, wide_;
};

}  // namespace vieta::approximation
