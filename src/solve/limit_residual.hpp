#pragma once

#include <complex>
#include <vector>

#include "solve/track/kernels.hpp"

namespace vieta::tracking {

/// What the system at t = 0 has at a point.
struct limit_residual {
  double largest = 0;         ///< |h_e(z, 0)|; in a family relative to the equation's largest coefficient
  bool permits_zero = false;  ///< false: none is within the accuracy asked for
};

/// At the point z, in four doubles; for a family at `parameters`. Whether there can be a zero within `accuracy` |z| of
/// z, coordinate by coordinate, follows from the values, the Jacobian and a bound of the higher derivatives. In double
/// a system with ill-conditioned solutions looks as if it vanished all around them.
limit_residual residual_of_limit(const tape_view& tape, const std::vector<std::complex<double>>& z, double accuracy,
                                 const std::complex<double>* parameters = nullptr);

}  // namespace vieta::tracking
