#pragma once

#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::boxes {

/// vieta::slices at the end of `out`, which may not get more than `most` systems; `where` begins messages.
void append_slices(const box_system& system, const std::vector<std::size_t>& samples, std::size_t most,
                   const std::string& where, std::vector<box_system>& out);

}  // namespace vieta::boxes
