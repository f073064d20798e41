#pragma once

#include <optional>
#include <string>

#include "vieta/minimax.hpp"

namespace vieta::approximation {

struct mirrored_quotient {
  minimax_problem problem;
  std::string note;
};

/// On intervals that are their own mirror image the best p(x)/q(x) is even or odd where the function and the rest of
/// the form have a parity each, since there is one alone: so p is p(x^2) or x p(x^2), and q is q(x^2). (If both were
/// odd, x would divide both.) A factor such as the x of x p(x)/q(x) belongs to the weight, and alternations count with
/// its sign. Nothing where the question is another one.
std::optional<mirrored_quotient> of_mirrored_quotient(const minimax_problem& given);

}  // namespace vieta::approximation
