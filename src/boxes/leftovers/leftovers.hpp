#pragma once

#include <functional>
#include <vector>

#include "boxes/search.hpp"

namespace vieta::boxes {

/// Leaves that touch, directly or over others: a connected set of solutions lies in one group. Groups and their members
/// are in the order of the leaves. When it must stop, all leaves are one group.
std::vector<std::vector<leaf>> connected_groups(int variables, std::vector<leaf> leaves,
                                                const std::function<bool()>& must_stop);

/// Cuts the parts away from `box` that lie in `hole`, and appends the rest to `out`.
void subtract(int variables, const cell& box, const cell& hole, std::vector<cell>& out);

/// A box around all of them.
cell hull_of(int variables, const std::vector<leaf>& group);

/// The topological degree of the system on a box: the number of solutions counted with the signs of their Jacobians.
/// False when some part of the border cannot be kept clear of zero.
bool topological_degree(const search& s, const cell& box, int& degree);

/// The middles of a group's boxes, moved to the set of solutions and put in the order of a walk along it.
std::vector<std::array<double, 4>> polyline_of(const search& s, const std::vector<leaf>& group);

}  // namespace vieta::boxes
