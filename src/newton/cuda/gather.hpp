#pragma once

#include "newton/cuda/device_memory.hpp"
#include "newton/cuda/gather_plan.hpp"

namespace vieta::systems {

/// A gather_plan on the current device, with the memory for prefixes and suffixes.
class gather {
 public:
  explicit gather(const polynomial_system::representation& system);

  void resize(int parts, bool complex);
  /// Where the products along all paths go, in the plan's order.
  [[nodiscard]] planes prefixes() const { return prefixes_.view(); }
  [[nodiscard]] planes suffixes() const { return suffixes_.view(); }

  /// The Jacobian, row after row, from them; `values` are those of all nodes.
  void derivatives(const system_view& s, const const_planes& values, int parts, bool complex, const planes& out) const;

 private:
  std::size_t prefix_count_, suffix_count_;
  device_array<gather_plan::term> terms_;
  device_array<std::uint16_t> place_;
  device_array<std::uint32_t> rows_;
  device_array<unsigned char> follows_;
  device_planes prefixes_, suffixes_;
};

}  // namespace vieta::systems
