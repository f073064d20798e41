#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <optional>
#include <vector>

#include "minimax/problem.hpp"

namespace vieta::checking {

/// The problem as it is at x: of samples, with the number that is given there as its function, which `own` holds then.
/// Else it is the problem itself.
const approximation::problem& at_sample(const approximation::problem& p, double x, approximation::problem& own);

/// Of samples: one of them is there.
bool is_sample(const approximation::problem& p, double x);

/// No p has a largest error below this: with numbers l_i at the points x_i and m_k for the constraints such that
/// sum l_i (what p adds to the error at x_i) = sum m_k (left side of constraint k) for all p, the sum of l_i e_i is the
/// same for all p that meet the constraints, and the largest |e_i| is at least its modulus over sum |l_i| (de la
/// Vallee-Poussin 1910; Cheney 1966, chapter 3). From below; nothing where the points are not one more than p has
/// freedom, or numbers are not clear.
std::optional<double> bound_below(const approximation::problem& p, const std::vector<double>& points);

/// The error that a constraint p(A) = B fixes at A, from below: no p that meets it has a smaller largest error. Nothing
/// for other constraints, other arguments than x, and A outside of the intervals.
std::optional<double> fixed_error(const approximation::problem& p, const approximation::constraint& c);

/// The error at x, from below, where no p changes it: what p is multiplied by is 0 there. Else nothing.
std::optional<double> unchangeable_error(const approximation::problem& p, double x);

/// Half of the difference of the errors at x and -x, from below, where all that p adds is the same there, or its
/// negative, to 300 bits: no p has both errors below it. Else nothing.
std::optional<double> unchangeable_in_pair(const approximation::problem& p, double x);

/// Coefficients in a format, and how far from each its neighbours are there.
struct rounded_quotient {
  std::vector<double> p, p_steps, q, q_steps;
};

/// Whether p, or p over q, is surely farther from meeting a constraint than a step of each of its coefficients
/// explains.
bool misses_constraint(const approximation::problem& p, const approximation::constraint& c, const rounded_quotient& r);

/// What a part of the form adds to the error.
approximation::tree weighted_error(const approximation::problem& p, const approximation::tree& t);

/// The value of an expression at a point, as a limit where that is 0/0 of functions with zeros there.
bool value_at(arb_t out, const approximation::tree& t, double x, slong precision);
/// Where that is not known, the limit from a side that lies in the problem's intervals.
bool value_at(arb_t out, const approximation::problem& p, const approximation::tree& t, double x, slong precision);

}  // namespace vieta::checking

#endif
