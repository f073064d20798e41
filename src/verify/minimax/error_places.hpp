#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <vector>

#include "minimax/problem.hpp"

namespace vieta::checking {

/// Ends may have been rounded to doubles.
bool is_in_intervals(const approximation::problem& p, double x);

/// Next to x where there is no value at x itself, as at the end of the domain of a root: the error hardly differs,
/// and a lower bound may be taken from any points.
bool value_near(exact::real_ball& out, const approximation::tree& t, const approximation::problem& p, double& x);

/// How much the error changes about x, where doubles next to each other may be far apart for it: at a cusp, or where
/// an interval has few of them.
double steepness(const approximation::tree& error, double x);

/// Of what stands before p, with the weight: at x, or on both sides of it where it has no value; 0: not known.
int sign_of_factor(const approximation::problem& p, double x);

/// Powers of an argument that takes values twice are no Chebyshev system, nor are some of all powers where the
/// argument has both signs (x^2 takes values twice there): errors need not be of one size or alternate.
bool is_told_apart(const approximation::problem& p);

/// The largest error that no p changes, among these places and the ends; below 0: none.
double largest_unchangeable(const approximation::problem& p, const std::vector<minimax_point>& places);

}  // namespace vieta::checking

#endif
