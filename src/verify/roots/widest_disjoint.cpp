#include "verify/roots/widest_disjoint.hpp"

#ifdef VIETA_HAVE_ARB

#include <optional>

#include "verify/roots/disjointness.hpp"

namespace vieta::checking {

// Begins with the discs as they are claimed, and takes the smaller one within for each that meets another.
std::vector<std::size_t> widest_disjoint(const std::vector<claim>& claims, const work_limits& limits) {
  std::vector<std::optional<disc>> discs(claims.size());
  std::vector<bool> is_wide(claims.size());
  for (std::size_t k = 0; k < claims.size(); ++k) {
    is_wide[k] = claims[k].is == claim::state::open;
    discs[k] = claims[k].is == claim::state::meets_another ? claims[k].within : claims[k].where;
  }
  for (auto meetings = meeting_discs(discs, limits); !meetings.empty(); meetings = meeting_discs(discs, limits)) {
    bool is_narrower = false;
    for (const meeting& m : meetings)
      for (const std::size_t k : {m.larger, m.smaller}) {
        if (!is_wide[k]) continue;
        is_wide[k] = false;
        discs[k] = claims[k].within;
        is_narrower = true;
      }
    if (!is_narrower) return {};
  }
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < claims.size(); ++k)
    if (is_wide[k]) found.push_back(k);
  return found;
}

}  // namespace vieta::checking

#endif
