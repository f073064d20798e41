#pragma once

#include <cstdint>
#include <vector>

#include "roots/coefficients.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/series.hpp"

namespace vieta::own_basis {

/// sum c_k T_k(u), but for a factor 2^e that no root knows of: the largest modulus is about 1.
/// |c_k - (re[k] + i im[k])| <= error[k].
struct chebyshev_form {
  std::int64_t degree = 0;
  std::vector<dd> re, im;  ///< im is empty when all are real
  std::vector<double> error;

  [[nodiscard]] bool is_real() const { return im.empty(); }
};

/// Of a Chebyshev series, or of a Legendre series, whose polynomials are sums of Chebyshev's with positive weights that
/// add up to 1: that change of basis loses nothing.
chebyshev_form to_chebyshev(series_basis basis, const coefficients& c);

}  // namespace vieta::own_basis
