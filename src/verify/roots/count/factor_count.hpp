#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "verify/roots/count/root_count.hpp"

namespace vieta::checking {

/// How many roots of a polynomial with multiple ones are in a disc: those of each of its square-free factors (by
/// FLINT), as often as the factor divides it. The factors have simple roots only, and lower degrees, so that few bits
/// and terms tell. Threads may share one; throws `stopped`.
class factor_counter {
 public:
  /// p: with real coefficients.
  factor_counter(const polynomial::representation& p, const work_limits& limits) : p_(p), limits_(limits) {}

  /// Nothing where a cheap test does not tell, and where p has no multiple roots.
  std::optional<std::int64_t> count(const disc& d, std::int64_t claimed);

 private:
  struct factor {
    polynomial p;
    std::int64_t multiplicity;
    std::unique_ptr<root_counter> counter;
  };
  void make();
  void add(polynomial p, std::int64_t multiplicity);

  const polynomial::representation& p_;
  const work_limits& limits_;
  std::once_flag made_;
  std::vector<factor> factors_;
};

}  // namespace vieta::checking

#endif
