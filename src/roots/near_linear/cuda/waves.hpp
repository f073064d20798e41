#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "roots/near_linear/cuda/device_ring.hpp"
#include "roots/near_linear/device_roots.hpp"

// Which passes over rings a device searches together.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

/// Passes over rings whose tables are made together: all of one length.
struct chunk {
  int log2_cells = 0;
  std::vector<device_item> items;
  std::int64_t slots = 0, widest = 0;  ///< places of weighted terms; of one ring
  int folds = 1;                       ///< most of one ring
  int points = 0;                      ///< of the finest grid
  [[nodiscard]] std::size_t cells() const { return items.size() << log2_cells; }
  [[nodiscard]] std::size_t table() const { return cells() * table_planes; }
  /// Room for candidates: there are about 0.4 for each cell, more where roots crowd or are multiple.
  [[nodiscard]] std::size_t candidates() const { return 3 * cells() + 4096; }
};

/// Those of all rings, or of the parts that are this device's.
inline std::vector<chunk> chunks_of(const std::vector<device_ring>& rings, std::int64_t terms,
                                    const device_limits& limits) {
  std::map<int, std::vector<int>> by_length;
  std::vector<ring_part> part_of(rings.size(), ring_part{0, 0, limits.parts.empty() ? 1U : 0U});
  for (const ring_part& part : limits.parts) part_of[part.ring] = part;
  for (int i = 0; i < static_cast<int>(rings.size()); ++i) {
    const device_ring& r = rings[static_cast<std::size_t>(i)];
    if (r.has_no_roots == 0 && part_of[static_cast<std::size_t>(i)].step > 0) by_length[r.plan.log2_cells].push_back(i);
  }
  std::vector<chunk> result;
  for (const auto& [log2_cells, of_length] : by_length) {
    const std::int64_t cells = std::int64_t{1} << log2_cells;
    const auto most_items = static_cast<std::size_t>(
        std::max<std::int64_t>(1, limits.table_bytes / (cells * table_planes * std::int64_t{16})));
    chunk* open = nullptr;
    for (const int i : of_length) {
      const device_ring& r = rings[static_cast<std::size_t>(i)];
      const ring_part& part = part_of[static_cast<std::size_t>(i)];
      for (std::uint32_t pass = part.first; pass < (1U << r.plan.log2_passes); pass += part.step) {
        const bool full = open != nullptr && (open->items.size() == most_items ||
                                              (open->slots + r.folds * cells) * 32 > limits.table_bytes);
        if (open == nullptr || full) {
          result.push_back({});
          open = &result.back();
          open->log2_cells = log2_cells;
        }
        open->items.push_back({i, pass, open->slots});
        open->slots += r.folds * cells;
        open->folds = std::max(open->folds, r.folds);
        open->widest = std::max(open->widest, std::min(r.window.width, terms));
        open->points = std::max(open->points, r.grid.points());
      }
    }
  }
  return result;
}

/// Chunks [first, last) whose tables are there at the same time: kernels of small ones run beside each other.
struct wave {
  std::size_t first = 0, last = 0;
  std::size_t table = 0, slots = 0, candidates = 0;  ///< sizes
};

inline std::vector<wave> waves_of(const std::vector<chunk>& all, std::int64_t table_bytes, int most_streams) {
  const auto most = static_cast<std::size_t>(table_bytes) / sizeof(wide_complex);
  std::vector<wave> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t table = all[i].table(), slots = static_cast<std::size_t>(all[i].slots);
    const wave* const open = result.empty() ? nullptr : &result.back();
    if (open == nullptr || open->table + table > most || open->slots + slots > most / 2 ||
        open->last - open->first == static_cast<std::size_t>(most_streams))
      result.push_back({i, i, 0, 0, 0});
    result.back().last = i + 1;
    result.back().table += table;
    result.back().slots += slots;
    result.back().candidates += all[i].candidates();
  }
  return result;
}

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
