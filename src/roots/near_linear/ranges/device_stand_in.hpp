#pragma once

#include <functional>
#include <vector>

#include "roots/near_linear/device_roots.hpp"

namespace vieta::near_linear {

/// For tests: what does a device's work where ranks or a checkpoint have it done in parts, if it is set.
using device_stand_in =
    std::function<device_roots(const coefficients&, const envelope&, const std::vector<ring>&, const device_limits&)>;
inline device_stand_in& stand_in_for_devices() {
  static device_stand_in function;
  return function;
}

}  // namespace vieta::near_linear
