#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/team/call.hpp"
#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/ranges/own_part.hpp"
#include "roots/near_linear/rings/ring_search.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

/// How ranks are to search.
struct ranks_search {
  bool on_device = false;  ///< one for each rank
  double density = 1;
  double tolerance = 0;  ///< of a device
};

/// What is known of the ranges together.
struct ranges_told {
  std::int64_t roots = 0, wide = 0, real = 0;
  double largest_radius = 0;
  std::vector<std::int64_t> of_rank;  ///< roots
};

/// One search of all rings by the ranks, whose answer stays where it was found (docs/method/ranks.md): each rank
/// searches its parts; discs at borders of cells are compared on rank 0; then moduli are cut into ranges, and each rank
/// gets the roots of one from all others, in order. Rank 0 makes one of these, the others do as it says.
class rank_ranges {
 public:
  explicit rank_ranges(team& ranks) : ranks_(ranks) {}
  rank_ranges(const rank_ranges&) = delete;
  rank_ranges& operator=(const rank_ranges&) = delete;

  /// Whether what all ranks found together are all roots, in columns.
  bool search(const coefficients& a, const envelope& hull, const std::vector<ring>& rings, const ranks_search& how,
              const session& context);
  [[nodiscard]] bool used_residuals() const { return used_residuals_; }
  [[nodiscard]] const std::string& device() const { return device_; }

  /// Where it is not: what was found, as one process has it.
  rings_searched all_located();
  std::vector<device_roots> all_parts();

  /// Where it is: each rank takes its range.
  void exchange();
  /// What the whole answer would be, told without it.
  ranges_told tell(int digits);
  /// All ranges, one after the other.
  device_roots gather(std::int64_t degree);
  /// The values of all roots in their order behind `head`, by all ranks into one file. False where they have no way to.
  bool write(const std::string& path, const std::string& head);

 private:
  std::vector<shared::bytes> deal(shared::writer& common, std::vector<shared::bytes> parts = {});

  team& ranks_;
  std::vector<ring> rings_;
  std::vector<std::vector<std::uint32_t>> gone_;  ///< of each rank, places of discs that another one has
  std::vector<part_summary> parts_;
  std::vector<std::int64_t> roots_of_;  ///< in each rank's range
  bool used_residuals_ = false;
  std::string device_;
  std::weak_ptr<void> kept_;  ///< by rank 0, until there is another answer
};

/// For the others.
shared::bytes ranges_share(const shared::share& mine);

}  // namespace vieta::near_linear
