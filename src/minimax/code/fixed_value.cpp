#include "minimax/code/fixed_value.hpp"

#include "minimax/big.hpp"
#include "minimax/proof/ball.hpp"

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

bool is_exactly(const tree& t, double value) {
#ifdef VIETA_HAVE_ARB
  constexpr slong bits = 4096;  // a sum of doubles takes some 2100
  exact::real_ball nowhere, of_tree, of_value;
  evaluate(of_tree.x, t, nowhere.x, bits);
  arb_set_d(of_value.x, value);
  return arb_is_exact(of_tree.x) && arb_equal(of_tree.x, of_value.x);
#else
  return evaluate(t, 0) == value;
#endif
}

}  // namespace vieta::approximation
