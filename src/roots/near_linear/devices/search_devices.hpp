#pragma once

#include <memory>
#include <vector>

#include "roots/near_linear/device_roots.hpp"

namespace vieta::near_linear {

/// Searches of all rings on the CUDA devices of a target, one thread for each: the passes of a ring go round them. The
/// answer is that of one device. What `device_search` says of memory holds for each, with its share of the roots.
class devices_search {
 public:
  devices_search(const coefficients& a, const target& on);
  device_roots run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits, int threads);

 private:
  const coefficients& terms_of_;
  std::vector<std::unique_ptr<device_search>> devices_;
};

}  // namespace vieta::near_linear
