#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "vieta/core/complex.hpp"

namespace vieta::systems {

/// Square matrices A near `middle`: in row e, |A - middle| sums to at most spread_e, and |middle| to at most size_e.
struct matrix_box {
  std::vector<std::complex<double>> middle;  ///< row after row
  std::vector<double> size, spread;
};

/// Y, an inverse of the middle in double, and an upper bound of |I - Y A| in the maximum norm for all A in the box;
/// infinite when there is none. O(n^3): a factorisation, an inverse and a product, whose rounding is bounded by
/// sqrt(2) gamma_2n |Y| |middle| (Higham, Accuracy and Stability, 3.5).
double bound_by_inverse(const matrix_box& box, int threads, std::vector<std::complex<double>>& y);

/// The core's complex number of the same value.
inline complex<double> as_complex(const std::complex<double>& z) { return {z.real(), z.imag()}; }

}  // namespace vieta::systems
