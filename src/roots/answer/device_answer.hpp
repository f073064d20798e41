#pragma once

#include "roots/near_linear/device_roots.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// The result from roots that a device found, proved, told apart and put in order: nothing is left but to write them
/// down. False, and nothing done, where that is not enough: more than 15 digits, or values that double does not hold.
bool assemble_from_device(roots_result& result, const near_linear::device_roots& found, const roots_options& options,
                          int threads);

}  // namespace vieta
