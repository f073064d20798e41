#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::values {

/// p(z) = mantissa 2^exponent and Newton's step p/p' at one point, as double has them: for the search, no proof.
struct rough_value {
  std::complex<double> mantissa;
  std::int64_t exponent = 0;
  std::complex<double> step;  ///< not finite where p' is 0 or nothing is known
  double noise = 0;           ///< how far rounding may put the step off, about
};

/// |p(z)/p'(z) - step| <= error, proven; infinite where nothing is. p(z) and p'(z) are not both 0 where it is finite.
struct proven_step {
  complex<dd> step;
  double error = 0;
};

/// A polynomial that is known by its values, without coefficients of powers.
class value_source {
 public:
  value_source() = default;
  value_source(const value_source&) = delete;
  value_source& operator=(const value_source&) = delete;
  virtual ~value_source() = default;

  std::int64_t degree = 0;  ///< exactly
  bool is_real = true;      ///< its coefficients are

  /// Places for all roots, about, from which they push each other apart; empty where none are known.
  [[nodiscard]] virtual std::vector<std::complex<double>> starts() const { return {}; }
  [[nodiscard]] virtual rough_value at(std::complex<double> z) const = 0;
  /// At exactly this point, with as many bits as make the error at most `wanted` if that is possible.
  [[nodiscard]] virtual proven_step prove(const complex<dd>& z, double wanted) const = 0;
  /// The same for many points.
  virtual void prove(const complex<dd>* z, const double* wanted, std::size_t count, proven_step* out) const {
    for (std::size_t i = 0; i < count; ++i) out[i] = prove(z[i], wanted[i]);
  }
};

}  // namespace vieta::values
