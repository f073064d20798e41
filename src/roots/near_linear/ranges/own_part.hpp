#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/rings/ring_search.hpp"

namespace vieta::near_linear {

/// A disc that another rank may have as well.
struct border_candidate {
  located_root root;
  std::uint64_t order = 0;  ///< of two alike the first one stays: ring by ring, pass by pass, as one process has them
  std::uint32_t place = 0;  ///< in the columns of its rank
  std::uint32_t stands_for = 1;
};

/// What rank 0 hears of a rank's roots.
struct part_summary {
  std::int64_t count = 0;  ///< roots that they stand for
  std::int64_t wide = 0;   ///< discs that may reach anywhere
  bool is_clear = true;    ///< they are all small enough, and on one side of the axes
  double largest = 0, nearest = 1;
  bool used_residuals = false, stopped = false;
  std::string device;
  std::vector<border_candidate> candidates;
  std::vector<std::uint64_t> samples;  ///< of their keys
};

/// A rank's roots in order, as a device gives them.
struct own_part {
  device_roots roots;  ///< with keys
  part_summary summary;
};

/// Whether rings lie beside one another, as `part_of` wants them: a root that two of them find is at a border of both.
bool lie_side_by_side(const std::vector<ring>& rings);

/// Of passes of the CPU.
own_part part_of(const std::vector<pass_searched>& passes, const std::vector<ring>& rings, bool is_real, int digits,
                 int threads);
/// Of a device.
own_part part_of(device_roots found);

}  // namespace vieta::near_linear
