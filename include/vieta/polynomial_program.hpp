#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "vieta/export.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// A polynomial as a recipe that computes its values, without coefficients: "z = 0; repeat 12 { z = z^2 + x }" has
/// degree 2048. Immutable; copies share the data. The language: docs/reference/formats.md.
class VIETA_API polynomial_program {
 public:
  /// Throws vieta::error with the line, as well where the degree is not certain: leading terms that cancel.
  static polynomial_program parse(std::string_view text, std::string_view name = "program");

  [[nodiscard]] std::int64_t degree() const;  ///< -1 for zero

  struct representation;  ///< private to the library: src/roots/recursion/program.hpp
  explicit polynomial_program(std::shared_ptr<const representation> data);
  [[nodiscard]] const representation& data() const { return *data_; }

 private:
  std::shared_ptr<const representation> data_;
};

/// All roots of a polynomial that a program computes, each with a disc that is proven to hold it: values and slopes
/// with running bounds, in double-double and, where that does not tell, in more bits. Single roots only; options as for
/// a polynomial, but method, uncertainty, CUDA and digits above 25. Degrees to 1,000,000. docs/method/series.md.
VIETA_API roots_result roots(const polynomial_program& p, const roots_options& options = {});

}  // namespace vieta
