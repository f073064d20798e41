#pragma once

#include <vector>

#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/exchange_problem.hpp"

namespace vieta::approximation {

/// Some hundred arguments of q on the intervals, and NaN for each gap between them, where q may change its sign.
std::vector<long double> arguments_of_q(const exchange_problem<long double>& e);

/// Where q changes its sign or is 0 among these arguments: its place, else -1.
std::ptrdiff_t zero_among(const std::vector<long double>& arguments, const std::vector<double>& q);

/// `rounded` is q, rounded one by one, and has a zero that q has not: steps of its coefficients by units in the last
/// place, one or two at once, as long as the quotient of both varies less on the intervals. A factor is made up for by
/// p.
std::vector<double> without_zeros(const std::vector<long double>& arguments, const std::vector<long double>& q,
                                  std::vector<double> rounded, const number_format& format);

/// q, rounded together with p: a lattice vector near the values of p/q, as for p alone in `search` (rounding q by
/// itself costs more, since p makes up for a factor of q only). Empty where there is none.
std::vector<double> rounded_with_p(const exchange_problem<long double>& e, const std::vector<long double>& p,
                                   const std::vector<long double>& q, const number_format& format);

}  // namespace vieta::approximation
