#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <optional>

#include "exact/representation.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// How many different real roots a polynomial with exact real coefficients has, by Descartes' rule of signs and halving
/// (Collins and Akritas 1976) in integers, which share nothing with the solver's numbers. Empty where that takes long.
/// Throws `stopped`.
std::optional<std::int64_t> different_real_roots(const polynomial::representation& p, const work_limits& limits);

}  // namespace vieta::checking

#endif
