#pragma once

#include "minimax/proof/ball.hpp"

#ifdef VIETA_HAVE_ARB

#include <functional>

namespace vieta::approximation {

/// Encloses a product such as 2*x*log(x) next to a zero of x, where the logarithm alone has no bound: u^k log(u)^m with
/// k > 0 tends to 0. What lies below u = 0 is outside of its domain, as for roots. False where `product` is none of
/// this kind, or where u is clear of 0. `enclose` is asked for u and for the other factors.
bool enclose_power_log(arb_t out, const tree& product, const std::function<void(arb_t, const tree&)>& enclose,
                       slong precision);

}  // namespace vieta::approximation

#endif
