#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <utility>
#include <vector>

#include "verify/roots/region_cover.hpp"

namespace vieta::checking {

/// Looks for roots in a region that a result does not list, by all roots of the polynomial: Arb encloses each root of
/// the square-free part by itself (Johansson 2017; from points that the solver found, of which nothing is believed),
/// and each has to be in a listed disc or outside of the region. It takes a time that grows as the square of the
/// degree, wherever the roots are; so for moderate degrees alone.
class region_isolation {
 public:
  /// `starts`: how long to look for approximations, and on how many threads.
  region_isolation(const polynomial::representation& p, bool real_coefficients, const roots_region& region,
                   root_counter& counter, const work_limits& limits, roots_options starts)
      : p_(p),
        real_(real_coefficients),
        region_(region),
        counter_(counter),
        limits_(limits),
        starts_(std::move(starts)) {}

  /// Throws `stopped`. The discs are disjoint, and each is proven to hold its roots.
  region_cover::verdict look(const std::vector<counted_disc>& listed);

 private:
  region_cover::verdict examine(const acb_t root, bool real, const std::vector<counted_disc>& listed,
                                const std::vector<exact::complex_ball>& places) const;

  const polynomial::representation& p_;
  bool real_;
  const roots_region& region_;
  root_counter& counter_;
  const work_limits& limits_;
  roots_options starts_;
};

/// The same where the region is a disc alone, with the argument principle along its border: that many roots are to be
/// listed. Tells nothing where one is near the border. Throws `stopped`.
region_cover::verdict count_in_disc(const polynomial::representation& p, const roots_region& region,
                                    root_counter& counter, const std::vector<counted_disc>& listed);

}  // namespace vieta::checking

#endif
