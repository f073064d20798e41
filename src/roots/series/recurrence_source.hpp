#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <atomic>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/values/value_source.hpp"
#include "vieta/series.hpp"

namespace vieta::own_basis {

/// Values of a series in any basis of three terms: in double for the search, in balls of as many bits as it takes for
/// the proof.
class recurrence_source final : public values::value_source {
 public:
  recurrence_source(series_basis basis, const polynomial& coefficients);

  [[nodiscard]] values::rough_value at(std::complex<double> z) const override;
  [[nodiscard]] values::proven_step prove(const complex<dd>& z, double wanted) const override;

 private:
  [[nodiscard]] values::proven_step prove_with(const complex<dd>& z, slong bits) const;

  struct doubles {
    double slope, shift, back;  ///< divided
  };
  void set_term(acb_t out, long k, slong bits) const;  ///< out = c_k

  series_basis basis_;
  polynomial coefficients_;
  std::vector<doubles> steps_;
  std::vector<double> re_, im_;
  mutable std::atomic<long> bits_;  ///< that sufficed elsewhere
};

}  // namespace vieta::own_basis

#endif
