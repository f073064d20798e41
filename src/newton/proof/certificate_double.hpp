#pragma once

#include "newton/iteration.hpp"

namespace vieta::systems {

/// A proof for thousands of variables: f(x) in quad-double with a proven bound, derivatives in balls of doubles. True
/// with x, radius, certified, real and digits of `solution` set; else nothing is changed. x is not polished.
bool certify_in_double(const session& session, evaluator& f, newton_solution& solution);

}  // namespace vieta::systems
