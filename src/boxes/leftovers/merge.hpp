#pragma once

#include <cstddef>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// Results of systems one after the other.
boxes_result joined(std::vector<boxes_result> parts, int threads);

/// Room for `count` items in all, touched by all threads: one alone would spend most of the time of many easy systems
/// in waiting for new pages.
void make_room(std::vector<box_item>& items, std::size_t count, int threads);

/// Empties a result; its memory is kept.
void clear(boxes_result& result);

/// Puts results behind those in `all`: of `from`, that of system place[0] first, then place[1], ...
void append_in_order(boxes_result& all, const boxes_result& from, const std::vector<std::size_t>& place);

/// Where the result of a system is: in which part, and there the how manieth.
struct place_in_parts {
  std::size_t part = 0, number = 0;
};

/// Results of system k from place[k].
boxes_result interleaved(std::vector<boxes_result> parts, const std::vector<place_in_parts>& place);

}  // namespace vieta::boxes
