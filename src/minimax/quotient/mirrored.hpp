#pragma once

#include <optional>
#include <string>

#include "vieta/minimax.hpp"

namespace vieta::approximation {

struct mirrored_quotient {
  minimax_problem problem;
  std::string note;
};

/// Of an even or odd function on intervals that are their own mirror image the best p(x)/q(x) is even or odd too, since
/// there is one alone: so p is p(x^2) or x p(x^2), and q is q(x^2). (If both were odd, x would divide both.) Nothing
/// where the question is another one.
std::optional<mirrored_quotient> of_mirrored_quotient(const minimax_problem& given);

}  // namespace vieta::approximation
