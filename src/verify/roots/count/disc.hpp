#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <optional>

#include "exact/exact_real.hpp"
#include "vieta/roots.hpp"

namespace vieta::checking {

/// A disc exactly as the result spells it.
struct disc {
  exact::real re, im, radius;
};

/// The disc of root k: of its decimals where there are some, else of its doubles. Empty when a part of it is not a
/// finite number.
std::optional<disc> read_disc(const roots_result& result, std::size_t k);

/// out encloses the disc's centre, to about `precision` bits.
void set_centre(acb_t out, const disc& d, slong precision);

}  // namespace vieta::checking

#endif
