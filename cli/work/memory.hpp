#pragma once

namespace vieta::cli {

/// From here on, a lack of memory within GMP or FLINT ends the program with "out of memory" and exit code 1, as it does
/// elsewhere. By themselves these libraries abort, and an exception that passes through their C, as in other
/// programs (base/memory/reserve.hpp), loses what they held.
void end_without_memory();

}  // namespace vieta::cli
