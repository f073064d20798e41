#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <vector>

#include "verify/boxes/certified_place.hpp"
#include "verify/work_limits.hpp"

namespace vieta::checking {

/// Looks for solutions in a box beside those that are known: it is cut into cells until each is without one, or lies
/// in a place whose only solution is known, or in one of the boxes that may hold any.
class solution_cover {
 public:
  enum class verdict {
    full,       ///< proven: there is no other solution in the box
    missing,    ///< proven: there is one
    not_known,  ///< it would take too long
  };

  /// `others`: solutions that are listed elsewhere, those of pieces of the same spline.
  solution_cover(const ball_system& system, std::vector<certified_place> known, std::vector<exact_box> others,
                 std::vector<exact_box> open_boxes, const work_limits& limits);

  /// Throws `stopped`.
  verdict look(const exact_box& whole, const exact_box& domain, std::int64_t most_cells);

 private:
  /// `may_look`: for a solution that nobody has listed.
  verdict examine(exact_box& cell, const exact_box& domain, bool may_look);
  static void narrow(exact_box& cell, const std::array<quick_exclusion::extent, 4>& part);
  /// In one of the open boxes.
  [[nodiscard]] bool is_open(const exact_box& cell) const;

  struct extent {
    double least, most;
  };

  const ball_system& system_;
  std::vector<certified_place> known_;
  std::vector<exact_box> others_, open_boxes_;
  std::vector<extent> open_sides_;  ///< of all open boxes, a little wider
  const work_limits& limits_;
};

}  // namespace vieta::checking

#endif
