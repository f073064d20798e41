#pragma once

#include <span>
#include <string_view>

#include "vieta/boxes.hpp"
#include "vieta/verify.hpp"

namespace vieta {

/// What was proven again of a result of `boxes`.
struct boxes_verification : verification {
  std::int64_t systems_complete = 0;  ///< in whose boxes there is no other solution
};

/// Checks what a result of `boxes` claims of these systems: `json` is its text, `name` says what messages call it. Each
/// unique solution is proven again by Krawczyk's test on expansions in ball arithmetic, and so are its distance from x,
/// that its box holds no other one, the sign of its Jacobian, its residual, conditions and what is said of the border;
/// solutions are to be different ones. Where a system is complete, its box is searched for another solution. Shared
/// with the solver is the reading of the input, down to Bernstein coefficients. Topological degrees of clusters are not
/// looked at: the outcome is not decided then. Throws vieta::error for what is no such result, for one of another
/// number of systems, and in a build without Arb.
boxes_verification verify_boxes_result(std::span<const box_system> systems, std::string_view json,
                                       std::string_view name, const verify_options& options = {});

}  // namespace vieta
