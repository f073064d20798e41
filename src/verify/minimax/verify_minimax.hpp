#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "vieta/minimax.hpp"
#include "vieta/verify.hpp"

namespace vieta {

/// What was proven again of a result of `minimax`.
struct minimax_verification : verification {
  minimax_result of;        ///< as read: which function, form and intervals it speaks of
  bool bound = false;       ///< |error| <= proven_bound on the whole intervals
  bool optimum = false;     ///< no p has a largest error below lower_bound (1 - 1e-9)
  bool same_q = false;      ///< where `optimum` was proven for quotients over the q of the result alone
  bool same_signs = false;  ///< or for those whose q changes its sign between the same intervals
  bool by_models = false;   ///< beside points where 0/0 or a singularity stands, by the solver's Taylor models
};

/// Checks what a result of `minimax` claims: `json` is its text, `name` says what messages call it; `function` the
/// function that it is to be about, or empty. The bound of the error is proven again by power series of Arb over pieces
/// of the intervals with the printed coefficients, and the lower bound at the points of alternation by de la
/// Vallee-Poussin's theorem in ball arithmetic; signs and sizes of the errors there, the largest error and where it is,
/// and that coefficients are numbers of the format are looked at as well. Shared with the solver is the reading of
/// texts; and its Taylor models, with other subdivisions, on pieces next to points where power series say nothing.
/// Of samples the error at each of them is calculated with the printed coefficients, which takes the samples
/// themselves. Errors of floating-point code, fixed-point programs and `rounded_error` are not looked at. Throws
/// vieta::error for what is no such result, and in a build without Arb.
minimax_verification verify_minimax_result(std::string_view json, std::string_view name, std::string_view function,
                                           const verify_options& options = {},
                                           const std::vector<std::pair<double, double>>& samples = {});

/// Whether it takes samples to check this result.
bool is_result_of_samples(std::string_view json, std::string_view name);

}  // namespace vieta
