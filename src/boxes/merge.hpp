#pragma once

#include <cstddef>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// Results of systems one after the other.
boxes_result joined(std::vector<boxes_result> parts);

/// Where the result of a system is: in which part, and there the how manieth.
struct place_in_parts {
  std::size_t part = 0, number = 0;
};

/// Results of system k from place[k].
boxes_result interleaved(std::vector<boxes_result> parts, const std::vector<place_in_parts>& place);

}  // namespace vieta::boxes
