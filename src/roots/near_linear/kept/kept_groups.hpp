#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/rings/ring_record.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

/// Searches of all rings on CUDA devices with a checkpoint: in groups of passes that do not depend on the number of
/// devices, each of which takes the next one. A group that was kept is not searched again, so that the answer does not
/// depend on that either.
class kept_groups {
 public:
  static constexpr std::size_t groups = 16;

  /// Begins to send the terms, which must stay as they are.
  kept_groups(const coefficients& a, const target& on);
  /// Throws vieta::error where the file is of other work.
  void open(const std::vector<ring>& rings, const session& context) { record_.emplace(a_, rings, "cuda", context); }
  device_roots run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits,
                   const session& context, std::uint32_t search);

 private:
  const coefficients& a_;
  std::vector<std::unique_ptr<device_search>> devices_;
  std::optional<ring_record> record_;
};

}  // namespace vieta::near_linear
