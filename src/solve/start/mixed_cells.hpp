#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace vieta::tracking {

/// The exponents of one equation: each a point with one integer for each variable.
using support = std::vector<std::vector<std::int32_t>>;

/// A mixed cell of lifted supports: an edge of each, and the normal for which all of them are lower edges.
struct mixed_cell {
  std::vector<std::array<std::uint32_t, 2>> edges;  ///< two points of each support
  std::int64_t volume = 0;                          ///< |det| of the edges: start solutions of the cell
  /// height[i][a] >= 0 of each point above the plane that the cell lies in, in units of the lifting; 0 on the edges.
  std::vector<std::vector<double>> height;
};

enum class cell_search { done, stopped, too_many, too_large, hopeless };

/// Where a search may end early: from so many visited cells on, at the end of a step from which the mixed volume is
/// expected to become more than `volume`.
struct early_end {
  double volume = std::numeric_limits<double>::infinity();
  std::size_t from = 0;
};

struct mixed_cells {
  cell_search outcome = cell_search::done;
  std::vector<mixed_cell> cells;
  double volume = 0;  ///< the mixed volume: the sum of the cells' volumes
  std::size_t visited = 0;
};

/// The mixed cells of n supports in n variables, randomly lifted, and so their mixed volume.
///
/// Tropical homotopy continuation (Jensen 2016): the lifting moves, and a mixed cell stays one until a point c of one
/// support comes down to its plane; then c takes the place of an end of that support's edge. Which of the three edges
/// among a, b, c are there before and after follows from the affine dependence of the points, so cells can be followed
/// one by one, without a memory of the others. Supports enter one after another, in place of a simplex of the same
/// degree (Jensen's regeneration); the mixed volumes on the way are degrees of intersections with generic linear
/// spaces. All in exact integers: no cell is lost to rounding. Two points that come down at once, which has probability
/// about 2^-26 for each cell, call for another lifting; that is done within.
///
/// Time: about n^2 + (number of points) n for each cell visited. Memory: 8 n^2 bytes for each cell of one step, 8 for
/// each point of each cell found. Ends with `too_many` when more than `most_visited` cells were visited or memory would
/// exceed a gigabyte, with `too_large` when integers exceed 62 bits, with `hopeless` where `early` says: what a support
/// multiplies the volume by, relative to its degree, is taken to fall on as it fell with the last one. Sources: A.
/// Jensen, Tropical homotopy continuation (2016); B. Huber, B. Sturmfels, A polyhedral method for solving sparse
/// polynomial systems, Math. Comp. 64 (1995).
mixed_cells find_mixed_cells(const std::vector<support>& supports, std::uint64_t seed, std::size_t most_visited,
                             const std::function<bool()>& must_stop, const early_end& early = {});

}  // namespace vieta::tracking
