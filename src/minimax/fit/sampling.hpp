#pragma once

#include "minimax/big.hpp"
#include "minimax/fit/eliminate.hpp"
#include "minimax/problem.hpp"

namespace vieta::approximation {

// Values of a problem's parts, in long double and in any precision: what the exchange needs to know about it.

long double value_of(const tree& t, long double);  ///< of an expression without variable
/// `also`: places to look at besides.
exchange_problem<long double> sampled_in_long_double(const problem& p, const std::vector<long double>& also = {});

/// With all bits of long double at every place, by Arb: next to 0/0 of high order it has none of its own.
exchange_problem<long double> sampled_carefully(const problem& p, const std::vector<long double>& also);

/// Where the function must be looked at with care: ends, places where it changes its sign, and singular points.
std::vector<long double> suspicious_points(const problem& p);

/// The function is 0 at x, or as near to that as a zero's digits allow; being small beside other values is not enough.
bool is_zero_of_function(const problem& p, long double x);

/// Throws vieta::error where the function has a pole or is not a number.
void refuse_poles(const problem& p);
/// Throws vieta::error where the error of these coefficients has no bound.
void refuse_unbounded(const problem& p, const std::vector<long double>& coefficients, long double largest);

#ifdef VIETA_HAVE_ARB
big value_of(const tree& t, const big&);
/// Of decimals, a sign before them or not.
big number_of(const std::string& decimals);
/// With the current big::precision.
exchange_problem<big> sampled_in_big(const problem& p, const std::vector<long double>& also = {});
/// Long double has the values that the exchange looks at, and what comes of them, within `most`; at these tops of the
/// error, too. It does not where nearly equal numbers are subtracted: (1-cos(x))/x^2.
bool is_sampled_well(const problem& p, const exchange_problem<long double>& e, long double most,
                     const std::vector<minimax_point>& tops);
#endif

}  // namespace vieta::approximation
