#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/target.hpp"

namespace vieta::own_basis {

/// Coefficients of a Chebyshev series, each within error[k]; im is null when all are real.
struct chebyshev_view {
  std::size_t degree = 0;
  const dd *re = nullptr, *im = nullptr;
  const double* error = nullptr;
};

/// p and p' times 2^-exponent, and what they are off at most.
struct chebyshev_sums {
  complex<dd> p, slope;
  double p_error = 0, slope_error = 0;
};

struct chebyshev_kernel {
  std::size_t lanes;
  /// As many points as the kernel has lanes. rho[i]: |T_k(z_i)| <= rho^k, |U_k(z_i)| <= (k + 1) rho^k.
  void (*clenshaw)(const chebyshev_view& series, const complex<dd>* z, const double* rho, chebyshev_sums* out);
};

const chebyshev_kernel& chebyshev_kernels(isa level);

}  // namespace vieta::own_basis
