#include "minimax/fixed_value.hpp"

#include "minimax/ball.hpp"
#include "minimax/big.hpp"

namespace vieta::approximation {

long double fixed_value(const tree& t) {
#ifdef VIETA_HAVE_ARB
  constexpr slong least_bits = 128, most_bits = 8192, enough = 66;
  exact::real_ball nowhere, value;
  for (slong bits = least_bits; bits <= most_bits; bits *= 2) {
    evaluate(value.x, t, nowhere.x, bits);
    if (!arb_is_finite(value.x) || arb_rel_accuracy_bits(value.x) < enough) continue;
    if (arb_is_zero(value.x)) return 0;
    return static_cast<long double>(big::middle(value.x));
  }
#endif
  return evaluate(t, 0);
}

}  // namespace vieta::approximation
