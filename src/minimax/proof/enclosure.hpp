#pragma once

#include <functional>

#include "minimax/proof/ball.hpp"
#ifdef VIETA_HAVE_ARB

namespace vieta::approximation {

/// The values of an expression at all x of a ball where it is defined: every operation as one of intervals. Wide where
/// numbers cancel, but it does not mind kinks and ends of domains, about which Taylor's theorem says nothing:
/// |x|^(1/5) around 0. Not finite where nothing is known. `quotient`: encloses a quotient that is 0/0 for balls, where
/// that is known in another way: sin(x)/x stands beside cbrt(x), which has no Taylor model.
using part_enclosure = std::function<void(arb_t, const tree&)>;
void enclose(arb_t out, const tree& t, const arb_t x, slong precision, const part_enclosure& quotient = {});

/// The values of an expression on [lo, hi], by intervals whose ends are exact and may be infinite: next to 0, exp(-1/x)
/// lies in [0, e^(-1/h)] on [0, h], and 1/log(x) in [1/log(h), 0]. At an end where nothing is defined what counts are
/// the values beside it. False where no bound is known.
bool enclose_between(arb_t out, const tree& t, const arf_t lo, const arf_t hi, slong precision);

/// What the expression tends to at x from the right (`side` > 0) or the left, to about so many bits; false where that
/// is not known.
bool limit_beside(arb_t out, const tree& t, const arf_t x, int side, slong bits);

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
