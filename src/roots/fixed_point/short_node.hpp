#pragma once

#include <complex>
#include <cstdint>

#include "roots/fixed_point/kernels.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta {

/// A node z = 2^exponent w with w as the kernels take it, 1/2 <= |w| < 1 + 2^-48.
struct short_node {
  short_form form = short_form::rectangular;
  std::int64_t exponent = 0;
  double a = 0, b = 0;     ///< see short_form
  std::complex<double> w;  ///< each part within 2^-52 of itself
  complex<qd> exact;       ///< w, exactly, or for `quadratic` within 2^-200
  double modulus = 0;      ///< |w| within 2^-50
};

/// The point of that kind next to z = mantissa 2^exponent.
short_node round_to_short(const complex<qd>& mantissa, std::int64_t exponent, bool real_coefficients);

}  // namespace vieta
