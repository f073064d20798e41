#pragma once

#include <cstdint>
#include <vector>

namespace vieta::real_line {

/// Bernstein coefficients b_i = s_i 2^(slope i) of a polynomial on an interval, times any positive number; each s_i is
/// off by at most its error. The slope keeps those of steep polynomials within the range of doubles.
struct bernstein_doubles {
  std::vector<double> s, error;
  int slope = 0;
};

/// From b_i = mantissas[i] 2^exponents[i] to the last bit but one, off by at most errors[i] besides.
bernstein_doubles make_bernstein_doubles(const std::vector<double>& mantissas,
                                         const std::vector<std::int64_t>& exponents, const std::vector<double>& errors);

enum class signs {
  all_the_same,  ///< the polynomial has no root in the interval
  odd_changes,   ///< it has one
  others,        ///< nothing is known, or a coefficient may have either sign
};

/// By Descartes' rule in the interval, its halves, quarters and so on, up to as many divisions: de Casteljau's
/// algorithm with running bounds of its rounding errors, degree^2 operations for each.
signs signs_of_parts(const bernstein_doubles& f, int halvings);

}  // namespace vieta::real_line
