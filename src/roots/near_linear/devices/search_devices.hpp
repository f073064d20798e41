#pragma once

#include <memory>
#include <vector>

#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/devices/meeting.hpp"

namespace vieta::near_linear {

/// Searches of all rings on the CUDA devices of a target, one thread for each: the passes of a ring go round them. The
/// answer is that of one device. What `device_search` says of memory holds for each, with its share of the roots.
class devices_search {
 public:
  devices_search(const coefficients& a, const target& on);
  /// What all of them can do.
  [[nodiscard]] int most_cells_log2() const;
  device_roots run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits, int threads);

 private:
  /// `sharing`: by how many the room for roots is shared.
  device_roots run_together(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits,
                            const std::vector<std::vector<ring_part>>& parts, int sharing, int threads);

  std::unique_ptr<meeting> sending_;  ///< of the terms; null for one device
  std::vector<std::unique_ptr<device_search>> devices_;
};

}  // namespace vieta::near_linear
