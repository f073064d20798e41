#pragma once

#include <cstddef>

#include "vieta/target.hpp"

namespace vieta::checking {

/// A polynomial's coefficients in the order of Horner's rule, each as two doubles for each part, and what its power is.
/// `im_high` is null where all are real.
struct quick_rows {
  std::size_t size = 0;
  const double *re_high = nullptr, *re_low = nullptr, *im_high = nullptr, *im_low = nullptr;
  const double *modulus = nullptr, *power = nullptr;
};

/// For each lane: a point as two doubles for each part, and at least its modulus; what comes out.
struct quick_points {
  const double *re_high = nullptr, *re_low = nullptr, *im_high = nullptr, *im_low = nullptr, *modulus = nullptr;
  double *value = nullptr, *slope = nullptr, *sum = nullptr;
};

struct quick_kernel {
  std::size_t lanes;
  /// value = |sum a t^j| in double-double, slope = |sum power a t^j| and sum = sum |a| |t|^j in double, rounded to
  /// nearest: quick_count.cpp has the bounds.
  void (*horner)(const quick_rows& rows, const quick_points& points);
};

const quick_kernel& quick_kernels(isa level);

}  // namespace vieta::checking
