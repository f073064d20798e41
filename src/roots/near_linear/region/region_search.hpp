#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/region/contour.hpp"
#include "roots/near_linear/region/region_cells.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/near_linear/root_discs.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

/// One search of the cells that meet a region, on the CPU, and the number of roots in them by the argument principle: p
/// is followed along the border of all these cells together. O(cells of the region) beyond O(terms) for each ring that
/// it meets; rings with many such cells are transformed as a whole.
class region_search {
 public:
  /// `margin` cells are added on both sides of each span: another border for another search.
  region_search(const coefficients& a, const envelope& hull, const std::vector<ring>& rings, double density,
                std::int64_t margin, const session& context);

  /// The share of all cells that is to be searched.
  [[nodiscard]] double share() const { return share_; }
  /// Roots found and proven, some of them twice, some next to these cells.
  std::vector<located_root> run();
  /// The number of roots in the cells; nothing where the proof does not succeed.
  [[nodiscard]] std::optional<std::int64_t> expected() const;
  /// How many of these discs, each with a root of its own, lie in the cells; nothing where one may lie on their border.
  [[nodiscard]] std::optional<std::int64_t> count_inside(const std::vector<located_root>& roots) const;
  [[nodiscard]] bool used_residuals() const { return used_residuals_; }
  [[nodiscard]] int rings() const;

 private:
  struct ring_part {
    std::vector<cell_span> cells;
    std::vector<angle_span> angles;
    std::vector<angle_span> outer, inner;  ///< arcs of the border
  };
  struct ring_result {
    std::vector<located_root> roots;
    argument_change change;
    bool used_residuals = false;
  };

  void find_borders();
  [[nodiscard]] bool touches(std::size_t ring, std::size_t next) const;
  [[nodiscard]] bool is_small(std::size_t ring) const {
    const near_linear::ring& r = rings_[ring];
    return is_sector(ring) ? r.highest - r.lowest < terms_of_large_sector : r.cells() < cells_of_large_ring;
  }
  [[nodiscard]] bool is_sector(std::size_t ring) const;
  // Larger ones are shared by the threads: a small region has fewer rings than there are threads.
  static constexpr std::size_t cells_of_large_ring = 1 << 13;
  static constexpr std::int64_t terms_of_large_sector = 1 << 16;
  /// `table`: room for all cells of one pass; null where no ring is transformed.
  void search(std::size_t ring, double* table, int threads, ring_result& result) const;
  void search_sector(std::size_t ring, const cell_span& cells, int threads, ring_result& result) const;
  void search_transformed(std::size_t ring, double* table, int threads, ring_result& result) const;
  /// Adds the border in those cells that `has` says yes to.
  void follow_border(std::size_t ring, const contour& border, const std::function<bool(std::int64_t)>& has,
                     argument_change& change) const;

  const coefficients& a_;
  const envelope& hull_;
  const std::vector<ring>& rings_;
  double density_, tolerance_;
  const session& context_;
  std::vector<ring_part> parts_;
  double share_ = 0;
  argument_change change_;
  bool used_residuals_ = false;
};

}  // namespace vieta::near_linear
