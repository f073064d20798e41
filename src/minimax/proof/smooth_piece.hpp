#pragma once

#include "minimax/check/float_arithmetic.hpp"

namespace vieta::approximation {

/// A polynomial that stands for a function between neighbouring floats: sum c[k] t^k with t = (x - middle) scale.
struct smooth_piece {
  static constexpr int few_terms = 6, most_terms = 12;
  int terms = 0;  ///< few_terms or most_terms; 0: none was found
  double middle = 0, scale = 1;
  double c[most_terms] = {};
};

template <int Terms>
VT_HD double value_at(const smooth_piece& p, double x) {
  const double t = rounded_product(x - p.middle, p.scale);
  double value = p.c[Terms - 1];
  VT_UNROLL
  for (int k = Terms - 2; k >= 0; --k) value = rounded_product(value, t) + p.c[k];
  return value;
}
VT_HD double value_at(const smooth_piece& p, double x) {
  return p.terms == smooth_piece::few_terms ? value_at<smooth_piece::few_terms>(p, x)
                                            : value_at<smooth_piece::most_terms>(p, x);
}

}  // namespace vieta::approximation
