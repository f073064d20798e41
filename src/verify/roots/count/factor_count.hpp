#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "verify/roots/count/rational_parts.hpp"
#include "verify/roots/count/root_count.hpp"

namespace vieta::checking {

/// How many roots of a polynomial with multiple ones are in a disc: those of each of its square-free factors, as often
/// as the factor divides it. The factors have simple roots only, and lower degrees, so that few bits and terms tell.
/// Those of real coefficients are FLINT's; those of complex ones are the solver's, and nothing is believed of them but
/// what their product, multiplied out exactly, says. Threads may share one; throws `stopped`.
class factor_counter {
 public:
  factor_counter(const polynomial& p, const work_limits& limits) : p_(p), limits_(limits) {}

  struct tally {
    std::int64_t roots = 0, different = 0;
  };
  /// Nothing where a cheap test does not tell, and where p has no multiple roots.
  std::optional<tally> count(const disc& d, std::int64_t claimed);

 private:
  struct factor {
    polynomial p;
    std::int64_t multiplicity;
    std::unique_ptr<root_counter> counter;
  };
  void make();
  void split_real(const rational_parts& parts);
  void split_complex();
  void add(polynomial p, std::int64_t multiplicity);

  const polynomial& p_;
  const work_limits& limits_;
  std::once_flag made_;
  std::vector<factor> factors_;
};

}  // namespace vieta::checking

#endif
