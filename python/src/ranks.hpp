#pragma once

#include "vieta/team.hpp"

namespace vieta::python {

/// Who shares the work of the calls that this thread makes, or null: rank 0 sets it for the time of one call.
team*& ranks_of_this_thread();

}  // namespace vieta::python
