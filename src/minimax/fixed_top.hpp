#pragma once

#include <optional>
#include <vector>

#include "minimax/best_form.hpp"
#include "minimax/session.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// Where a constraint p(A) = B fixes an error that is above all others, every p whose errors stay below it is a best
/// one, and the exchange draws near to such a p without end. Inside of an interval the fixed error must be the top of
/// its lobe, which gives the slope of p at A: exp(x) with p(0) = 0 on [-1, 1], whose error of 1 at 0 is the largest
/// only where p'(0) = 1. That is a constraint more. At an end the errors beside it are left out of sight. Nothing where
/// the largest error of what is found so is above the fixed one.
std::optional<best_form> with_fixed_top(const minimax_problem& given, const minimax_result& stalled,
                                        const std::vector<extended>& also, session& work);

}  // namespace vieta::approximation
