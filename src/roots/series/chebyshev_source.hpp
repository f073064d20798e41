#pragma once

#include <utility>

#include "roots/series/chebyshev_form.hpp"
#include "roots/values/value_source.hpp"

namespace vieta::own_basis {

/// Values of a Chebyshev series by Clenshaw's recurrence, in double for the search and in double-double with a running
/// bound for the proof.
class chebyshev_source final : public values::value_source {
 public:
  explicit chebyshev_source(chebyshev_form form);

  [[nodiscard]] std::vector<std::complex<double>> starts() const override;
  [[nodiscard]] values::rough_value at(std::complex<double> z) const override;
  [[nodiscard]] values::proven_step prove(const complex<dd>& z, double wanted) const override;
  void prove(const complex<dd>* z, const double* wanted, std::size_t count, values::proven_step* out) const override;

 private:
  chebyshev_form form_;
  std::vector<double> re_, im_, rough_error_;  ///< rounded
};

}  // namespace vieta::own_basis
