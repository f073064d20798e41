#include "base/float_environment.hpp"
#include "base/team/call.hpp"
#include "boxes/share/share.hpp"
#include "minimax/check/shared_check.hpp"
#include "newton/share/share.hpp"
#include "real_roots/share/share.hpp"
#include "roots/batch/share/share.hpp"
#include "roots/near_linear/ranges/rank_ranges.hpp"
#include "roots/near_linear/rings/shared_rings.hpp"
#include "solve/share/share.hpp"
#include "solve/track/shared_paths.hpp"
#include "vieta/team.hpp"

namespace vieta {

void help(team& ranks, const std::atomic<bool>* cancel) {
  using shared::work;
  static const std::vector<shared::service> services = {{work::real_rows, real_roots_share},
                                                        {work::root_rows, root_batches::roots_share},
                                                        {work::boxes, boxes::solve_share},
                                                        {work::newton, systems::newton_share},
                                                        {work::parameters, tracking::parameters_share},
                                                        {work::paths, tracking::paths_share},
                                                        {work::rings, near_linear::rings_share},
                                                        {work::floats, approximation::floats_share},
                                                        {work::ranges, near_linear::ranges_share}};
  while (shared::serve(ranks, services, cancel)) {
  }
}

}  // namespace vieta
