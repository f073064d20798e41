#pragma once

namespace vieta {

/// GMP and FLINT end the process where they get no memory. So the library keeps some for them, which they get then, and
/// work ends at the next call of this: it throws std::bad_alloc where the reserve was used and cannot be had again.
/// Work asks when it begins, and for each piece of what threads share. An allocation that is too large even so throws
/// from where it was asked for, through GMP's and FLINT's functions.
void check_memory();

}  // namespace vieta
