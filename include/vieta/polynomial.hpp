#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "vieta/export.hpp"

namespace vieta {

/// One univariate polynomial with exactly known coefficients: doubles, or integers, rationals and decimals of any
/// length. Immutable; copies share the data. Coefficients ascend: the coefficient of x^0 comes first.
class VIETA_API polynomial {
 public:
  /// The zero polynomial.
  polynomial();

  /// Every double is taken as exactly the number it stores. NaN and infinities are kept and show in `is_finite`.
  static polynomial from_coefficients(std::span<const double> ascending);
  static polynomial from_coefficients(std::span<const std::complex<double>> ascending);

  /// Each text is one exact real number: "-12", "3/4", "1.25e-400". `imaginary` is empty or as long as `real`.
  /// Throws vieta::error that names the index of a text it cannot read.
  static polynomial from_decimal(std::span<const std::string> real, std::span<const std::string> imaginary = {});

  /// An expression in one variable: "x^5 - x - 1", "(x-1)^3*(x+2i)", "2/3 x^2 + 1e-400". Throws vieta::error with the
  /// column.
  static polynomial parse(std::string_view expression);

  /// The degree after leading zeros are dropped; -1 for the zero polynomial.
  [[nodiscard]] std::int64_t degree() const;
  /// The number of nonzero coefficients.
  [[nodiscard]] std::int64_t terms() const;
  [[nodiscard]] bool is_real() const;    ///< no coefficient has an imaginary part
  [[nodiscard]] bool is_finite() const;  ///< no coefficient is NaN or infinite

  struct representation;  ///< private to the library: src/exact/representation.hpp
  explicit polynomial(std::shared_ptr<const representation> data);
  [[nodiscard]] const representation& data() const { return *data_; }

 private:
  std::shared_ptr<const representation> data_;
};

}  // namespace vieta
