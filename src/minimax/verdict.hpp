#pragma once

#include <functional>
#include <string>

#include "minimax/fit/exchange_problem.hpp"
#include "minimax/problem.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// What the exchange says of its end.
struct end_of_exchange {
  bool converged = false;
  bool alternates = true;  ///< false: no Chebyshev system, so there may be fewer alternations than unknowns
  bool of_noise = false;   ///< the function is its own approximation: rounding errors need not alternate
  std::size_t unknowns = 0;
  double best_bound = 0;   ///< proven, of the error of the best p before rounding; 0: that of the rounded one tells
  std::string no_bound{};  ///< why it is infinite
};

/// The largest relative rounding error of these formats' numbers; of decimals and pairs that of long double.
double unit_of(const minimax_options& options);

/// How much coefficients of a format may add to the optimum where values, not coefficients, are of the format's
/// precision: a few units in the last place of the function for each coefficient.
double rounding_allowance(const problem& p, const exchange_problem<long double>& e, const minimax_options& options);

/// Coefficients err less than what no coefficients were said to be below: the exchange ended at a level that is none.
bool is_contradicted(const minimax_result& result);

/// `optimal` only where everything that is known agrees: as many alternations as the theory asks for, and an error of
/// the coefficients, the proven one where there is one, that is the optimum but for `allowance`. What rounding adds
/// hides what the exchange has missed, so the best p's own bound has to be the error that no p is below.
minimax_status verdict(const minimax_result& result, const end_of_exchange& end, double allowance, bool provable);

/// In words, where the status is another; empty where `result.report.note` has the reason already.
std::string why_not_optimal(const minimax_result& result, const end_of_exchange& end, double allowance);

/// The form with powers about the middle of the interval, scaled to [-1, 1]; of p/q, those with powers about the ends
/// as well. None where the problem is another one, nor what it has already.
std::vector<std::string> shifted_forms(const problem& p);

/// What to do where a format cannot hold the coefficients: what else has been tried and serves. `solved` finds the
/// answer to another question, without a proof.
std::string advice(const minimax_problem& given, const minimax_result& result,
                   const std::function<minimax_result(const minimax_problem&)>& solved);

/// The largest error, where the proof met larger ones at these places than the exchange has. `R`: long double, or big
/// where more bits were needed before.
template <class R>
void look_closer(const exchange_problem<R>& e, const std::vector<R>& coefficients, minimax_result& result);

/// The form with p and q of 2^k times their argument.
std::string form_of_scaled_argument(const problem& p, int k);

}  // namespace vieta::approximation
