#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "minimax/attempt.hpp"

namespace vieta::approximation {

/// The largest error of coefficients whose exact texts are given as well, and where it is.
using error_of_texts =
    std::function<std::pair<double, double>(const std::vector<extended>&, const std::vector<std::string>&)>;

/// Writes the chosen coefficients into the result, as numbers and as texts. Those whose format is a pair of doubles get
/// all 106 bits, beside others as they are, where the 64 bits of long double cost anything beside the error.
void take_texts(attempt& tried, const minimax_problem& given, const best_form& best, const number_format& format,
                const std::vector<extended>& also, session& work, const error_of_texts& measure);

}  // namespace vieta::approximation
