#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/coefficients.hpp"
#include "roots/near_linear/device_roots.hpp"
#include "roots/session.hpp"
#include "roots/sweep/newton_polygon.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta::near_linear {

class rank_ranges;

struct found_roots {
  /// Each holds exactly one root, no two the same one; sorted by ring. Empty when one of the next two has all.
  std::vector<proven_disc> discs;
  std::optional<device_roots> in_columns;  ///< all roots, of a device or plain to see
  std::shared_ptr<rank_ranges> in_ranges;  ///< all roots, of ranks, where the session keeps them there
  std::string device;                      ///< that was asked
  std::string note;                        ///< why the device was of no use, where the CPU took its place
  bool was_region = false;                 ///< discs are those of the region asked for, and some about it
  bool region_is_complete = false;         ///< they hold all roots there
  int rings = 0;
  int searches = 0;             ///< how often the cells were searched
  bool used_residuals = false;  ///< some discs were made smaller by values of p with 106 bits
};

/// Roots of a polynomial of high degree in nearly linear time: annuli from the Newton polygon, cells of equal angles,
/// Taylor polynomials on all cells of an annulus by fast Fourier transforms, Newton's iteration and a proof per cell.
/// Where as many discs come back as the degree says, they hold all roots; what is missing is ill-conditioned, multiple,
/// or hid from the search. O(n log n) operations for a fixed number of terms if the roots are well-conditioned.
/// Source: G. Moroz, Fast real and complex root-finding methods for well-conditioned polynomials, arXiv:2102.04180.
/// Method and bounds: docs/method/roots_near_linear.md. On a CUDA device if the options say so, or where it pays and
/// there is one; what goes wrong there is thrown in the first case (vieta::error), and a note in the second.
/// `only_region`: p is what the options ask about, as it stands: looks for the roots of their region, on the CPU, if it
/// has less than a third of all cells; and gives all roots of the plane in columns where they can be. `keeps`: in the
/// checkpoint of the options, if there is one.
found_roots find(const coefficients& a, const session& context, bool only_region = false, bool keeps = false);

/// The discs of `roots`, mirror images included.
std::vector<proven_disc> discs_of(const device_roots& roots);

/// Nodes for a simultaneous iteration that is to find the other roots too: the centres of the discs, and for each root
/// that is missing a starting point on the circles of the Newton polygon, where no root is that took its place.
node_set continue_from(const std::vector<proven_disc>& discs, const std::vector<polygon_edge>& edges);

/// Appends a disc without a claim for each of the nodes that `continue_from` added, wherever they are by now.
void add_unproven(std::vector<proven_disc>& discs, const node_set& nodes);

/// Below it, `pays` says no.
inline constexpr std::int64_t least_degree = 1'500;

/// Whether `find` can be expected to be faster than the simultaneous iteration, all digits considered.
bool pays(const coefficients& a, const roots_options& options);
/// Whether it is worth while to ask for a device.
bool pays_on_device(const coefficients& a);

}  // namespace vieta::near_linear
