#pragma once

#include <string>

#include "boxes/problem.hpp"

namespace vieta::boxes {

/// Which equation, or condition, makes a system bad input, and why; empty for others. What `search::start` refuses has
/// a complaint.
std::string complaint(const system_view& system);

}  // namespace vieta::boxes
