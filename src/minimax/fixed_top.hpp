#pragma once

#include <optional>
#include <vector>

#include "minimax/best_form.hpp"
#include "minimax/session.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// Where a constraint p(A) = B fixes an error inside of an interval that is above all others, it must be the top of its
/// lobe, so the best p has a given slope at A: exp(x) with p(0) = 0 on [-1, 1], whose error of 1 at 0 is the largest
/// only where p'(0) = 1. The exchange draws near to such a p without end. This one is found with that slope as a
/// constraint more; nothing where its largest error is above the fixed one.
std::optional<best_form> with_fixed_top(const minimax_problem& given, const minimax_result& stalled,
                                        const std::vector<extended>& also, session& work);

}  // namespace vieta::approximation
