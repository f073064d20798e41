#pragma once

#include <cstdint>
#include <vector>

#include "roots/coefficients.hpp"
#include "roots/near_linear/fourier_plan.hpp"
#include "roots/near_linear/kernels.hpp"
#include "roots/near_linear/region/region_cells.hpp"
#include "roots/near_linear/rings/ring_terms.hpp"

namespace vieta::near_linear {

/// Taylor polynomials on a few neighbouring cells of a ring, without transforms: the terms are divided into blocks of
/// neighbouring powers, each block becomes its first moments about the middle of the sector, and a cell collects those.
/// O(terms + cells blocks), where the number of blocks is about that of the cells. Derivation and bounds:
/// docs/method/roots_near_linear.md, section 6.
class sector_table {
 public:
  /// Cells that one table takes.
  static constexpr std::int64_t most_cells = 96;
  /// Whether so many cells are few enough for blocks to be of use, and for their bounds to hold.
  static bool serves(const ring& r, std::int64_t cells);

  /// `directions` is the plan of all cells of the ring.
  sector_table(const coefficients& a, const envelope& hull, const ring& r, const fourier_plan& directions,
               const cell_span& cells, int threads);

  /// As the kernels want it, for `stride()` cells; the place of cell `first + i` is i.
  [[nodiscard]] const double* data() const { return table_.data(); }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] const std::vector<std::uint32_t>& cell_numbers() const { return numbers_; }
  [[nodiscard]] const ring_terms& terms() const { return terms_; }

 private:
  ring_terms terms_;
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> numbers_;  ///< of all cells of the ring, by place
  std::vector<double> table_;
};

}  // namespace vieta::near_linear
