#pragma once

#include "newton/iteration.hpp"

namespace vieta::systems {

/// Tries to prove that exactly one true solution lies within a small radius of `solution.x`, polishing x first where
/// Arb is there; fills radius, certified, proof, real, residual and digits, and turns the status to what is proven.
/// With more equations than variables the proof is of a stationary point, where Arb is there and the system small.
/// docs/method/newton.md has the theorems. `double_first`: the test in
/// doubles, which is faster, comes first for small systems too. `residuals`: where the residual of a large system is
/// computed; null for `f`.
void certify(const session& session, evaluator& f, newton_solution& solution, bool double_first = false,
             evaluator* residuals = nullptr);

/// Largest |f_i(x)|, as `certify` computes it.
double residual_at(const session& session, evaluator& f, const system_point& x);

}  // namespace vieta::systems
