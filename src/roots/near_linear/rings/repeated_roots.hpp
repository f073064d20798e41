#pragma once

#include <vector>

#include "roots/near_linear/root_discs.hpp"

namespace vieta::near_linear {

/// Marks roots that another disc tells of as well, the larger disc of the two, or the later one where they are alike.
/// Such discs overlap, and each lies in a disc where the other is alone; overlapping discs of which that cannot be said
/// are both marked.
std::vector<char> repeated(const std::vector<located_root>& roots, int threads);

/// Drops them.
void keep_each_once(std::vector<located_root>& roots, int threads);

}  // namespace vieta::near_linear
