#pragma once

#include <cstdint>
#include <vector>

#include "vieta/polynomial.hpp"

namespace vieta {

/// The nonzero coefficients of a polynomial as multiple doubles with a binary exponent of their own, ascending:
/// a_k = (re[0] + re[1] + re[2] + re[3] + i (im[0] + ...)) * 2^exponent, the larger of |re[0]|, |im[0]| in [1/2, 1).
struct coefficients {
  std::int64_t degree = 0;
  std::vector<std::int64_t> power;     ///< exponent of x of each term, ascending
  std::vector<double> re[4], im[4];    ///< limbs 1 to 3 are empty when limb 0 is exact; im is empty when all are real
  std::vector<std::int64_t> exponent;  ///< of two
  std::vector<double> log2_modulus;    ///< of each term, within 1e-12 (absolute)

  [[nodiscard]] std::size_t terms() const { return power.size(); }
  [[nodiscard]] bool is_real() const { return im[0].empty(); }
  [[nodiscard]] bool is_double() const { return re[1].empty(); }
  [[nodiscard]] bool is_dense() const { return static_cast<std::int64_t>(terms()) == degree + 1; }
};

/// The terms of p, which is finite and not zero. Relative error of a coefficient: 0 if is_double(), else 2^-206.
coefficients make_coefficients(const polynomial& p, int threads = 1);

}  // namespace vieta
