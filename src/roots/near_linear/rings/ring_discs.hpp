#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "roots/near_linear/cell_search.hpp"
#include "roots/near_linear/root_discs.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

struct long_terms;

/// The roots of one ring as discs of the plane. Where rounding errors of the transforms leave a relative radius above
/// `tolerance`, p is evaluated at the centre once more, with 106 bits: O(terms of the ring) for each such root.
class ring_locator {
 public:
  ring_locator(const ring& r, const ring_terms& terms, const fourier_plan& plan, const coefficients& a,
               double tolerance, const session& context, int threads);
  ring_locator(const ring_locator&) = delete;
  ring_locator& operator=(const ring_locator&) = delete;
  ~ring_locator();
  std::vector<located_root> run(const std::vector<cell_root>& roots, bool& used_residuals);

 private:
  const ring& ring_;
  const ring_terms& terms_;
  const fourier_plan& plan_;
  const coefficients& a_;
  double tolerance_;
  const session& context_;
  int threads_;
  std::unique_ptr<long_terms> sums_;  ///< where a root has asked for them
};

}  // namespace vieta::near_linear
