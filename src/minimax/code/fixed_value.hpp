#pragma once

#include "minimax/function/tree.hpp"

namespace vieta::approximation {

/// The value of an expression without the variable, to the last bit of long double but one, with as many bits as that
/// takes: 1e20 + 1 - 1e20 is 1. Where there is no Arb, or the value is exactly 0 by cancellation, as long double has
/// it.
long double fixed_value(const tree& t);

/// Whether it has this very value, and not one near it. Where there is no Arb, as long double has it.
bool is_exactly(const tree& t, double value);

}  // namespace vieta::approximation
