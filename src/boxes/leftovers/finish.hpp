#pragma once

#include <functional>

#include "boxes/search.hpp"
#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// Turns what a search found into items, in coordinates of the system's box, at the end of `result`. When it must stop
/// what is left is unresolved.
void append_items(search& s, boxes_result& result, const std::function<bool()>& must_stop);

}  // namespace vieta::boxes
