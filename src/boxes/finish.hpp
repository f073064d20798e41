#pragma once

#include "boxes/search.hpp"
#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// Turns what a search found into items, in coordinates of the system's box, at the end of `result`.
void append_items(search& s, boxes_result& result);

}  // namespace vieta::boxes
