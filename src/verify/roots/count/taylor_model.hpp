#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "exact/representation.hpp"
#include "verify/roots/count/disc.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// p on the circle |h| = r about a centre: p(c + r u) = sum over k <= K of b[k] u^k, plus at most `tail`; |u| = 1.
struct taylor_model {
  std::vector<exact::complex_ball> b;
  exact::real_ball tail;
};

/// Taylor models of one polynomial. Keeps the polynomial's values at each precision it was asked for. Threads may share
/// one; throws `stopped`.
class taylor_source {
 public:
  taylor_source(const polynomial::representation& p, const work_limits& limits) : p_(p), limits_(limits) {}

  /// The model of order K about the disc's centre, on its circle.
  taylor_model expand(const disc& d, std::int64_t order, slong precision);

 private:
  using values = std::vector<exact::complex_ball>;

  const values& terms(slong precision);
  const values& moduli();
  const values& terms_of_derivative(std::int64_t order, slong precision);
  const std::vector<exact::real_ball>& moduli_of_derivative(std::int64_t order);
  [[nodiscard]] bool keeps_derivatives(std::int64_t order) const;
  taylor_model scaled(taylor_model model, const exact::complex_ball& centre, const exact::real_ball& radius,
                      std::int64_t order, slong precision);
  void tail_bound(arb_t out, const acb_t centre, const arb_t radius, std::int64_t order, const arb_t radius_power);

  const polynomial::representation& p_;
  const work_limits& limits_;
  std::mutex lock_;                // of what follows; what is there once stays as it is
  std::map<slong, values> terms_;  // by precision
  values moduli_;
  // Of dense polynomials: binomial(e, k) a_e by exponent e - k, and the moduli of these.
  std::map<std::pair<std::int64_t, slong>, values> derivatives_;
  std::map<std::int64_t, std::vector<exact::real_ball>> moduli_of_derivatives_;
};

}  // namespace vieta::checking

#endif
