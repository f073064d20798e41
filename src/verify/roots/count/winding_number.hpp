#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <optional>

#include "verify/roots/count/taylor_model.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// The argument principle: the number of roots in the disc is how often p winds about 0 on its circle. Empty when the
/// values come too near to 0 to tell, or when that takes too long. Throws `stopped`.
std::optional<std::int64_t> winding_number(const taylor_model& model, slong precision, const work_limits& limits);

}  // namespace vieta::checking

#endif
