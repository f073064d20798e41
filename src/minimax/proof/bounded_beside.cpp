#include "minimax/proof/bounded_beside.hpp"

#include <cmath>

#include "minimax/proof/ball.hpp"

namespace vieta::approximation {

bool is_bounded_beside(const problem& p, long double x, long double step) {
#ifdef VIETA_HAVE_ARB
  if (p.callable || !p.f) return false;
  constexpr slong bits = 256;
  exact::real_ball all, other_end, value;
  arb_set_d(all.x, static_cast<double>(x));
  arb_set_d(other_end.x, static_cast<double>(x + step));
  arb_union(all.x, all.x, other_end.x, bits);
  // x is a double here, and may be a zero that was found to this many digits.
  arb_set_d(other_end.x, static_cast<double>(1e-3L * std::fabs(step) + 1e-15L * std::fabs(x)));
  arb_add_error(all.x, other_end.x);
  for (const tree& part : {p.f, p.weight, p.factor, p.argument, p.without_p}) {
    if (!part) continue;
    evaluate(value.x, part, all.x, bits);
    if (arb_is_finite(value.x) == 0) return false;
    if (part == p.f && p.relative && arb_contains_zero(value.x) != 0) return false;
  }
  return true;
#else
  (void)p, (void)x, (void)step;
  return false;
#endif
}

}  // namespace vieta::approximation
