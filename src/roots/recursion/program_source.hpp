#pragma once

#include <memory>
#include <vector>

#include "roots/recursion/program.hpp"
#include "roots/values/value_source.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::recursion {

/// Values and slopes of a program: in double for the search, in double-double with running bounds for the proof, and in
/// balls where these do not tell.
class program_source final : public values::value_source {
 public:
  explicit program_source(std::shared_ptr<const polynomial_program::representation> program);

  [[nodiscard]] values::rough_value at(std::complex<double> z) const override;
  [[nodiscard]] values::proven_step prove(const complex<dd>& z, double wanted) const override;
  /// Whether 0 is a root, exactly; false where the numbers become too long.
  [[nodiscard]] bool is_zero_at_origin() const;

 private:
  [[nodiscard]] values::proven_step prove_with(const complex<dd>& z, long bits) const;

  using representation = polynomial_program::representation;
  std::shared_ptr<const representation> program_;
  std::vector<dd> constants_;
  std::vector<double> constant_errors_;
};

}  // namespace vieta::recursion
