#pragma once

#include "newton/iteration.hpp"

namespace vieta::systems {

/// Tries to prove that exactly one true solution lies within a small radius of `solution.x`, polishing x first where
/// Arb is there; fills radius, certified, real, residual and digits, and turns the status to what is proven. A solution
/// of more equations than variables gets no proof. docs/method/newton.md has the theorem.
void certify(const session& session, evaluator& f, newton_solution& solution);

}  // namespace vieta::systems
