#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <cstdint>
#include <vector>

#include "verify/roots/count/disc.hpp"
#include "verify/roots/count/root_count.hpp"
#include "verify/roots/region_geometry.hpp"

namespace vieta::checking {

/// A disc that is proven to hold so many roots.
struct counted_disc {
  disc where;
  std::int64_t roots = 0;
};

/// Looks for roots in a region that a result does not list: the region is cut into cells until each lies in a disc
/// whose roots are listed, or is proven to be without a root (Weyl's subdivision with Pellet's test, as in Becker,
/// Sagraloff, Sharma and Yap 2018).
class region_cover {
 public:
  enum class verdict {
    full,       ///< proven: every root in the region is listed
    missing,    ///< proven: some are not
    not_known,  ///< it would take too long, or a root that is not listed is all but on the border
  };

  region_cover(const polynomial::representation& p, bool real_coefficients, const roots_region& region,
               root_counter& counter)
      : p_(p), real_(real_coefficients), region_(region), counter_(counter) {}

  /// Throws `stopped`.
  verdict look(const std::vector<counted_disc>& listed);

 private:
  /// A rectangle, and the listed discs that may have to do with it.
  struct cell : rectangle {
    std::vector<std::size_t> near;
  };

  [[nodiscard]] bool find_bounds(cell& whole) const;
  void widen(const std::vector<counted_disc>& listed);
  [[nodiscard]] bool is_covered(const cell& c) const;
  verdict examine(cell& c, std::vector<cell>& open);

  const polynomial::representation& p_;
  bool real_;
  const roots_region& region_;
  root_counter& counter_;
  std::vector<disc> narrow_, wide_;  // as listed, and as large as is proven with the same number of roots
  std::int64_t attempts_left_ = 0;
};

}  // namespace vieta::checking

#endif
