#pragma once

#include <string>
#include <utility>
#include <vector>

#include "minimax/fit/exchange.hpp"
#include "minimax/function/tree.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// left(c) = right: a row over the coefficients, the right side as an expression without variable.
struct constraint {
  std::string text;
  int coefficient = -1;  ///< of c_k: its exponent; else
  int derivative = 0;    ///< p, p', p'' ... at `at`
  tree at, value;
};

/// A minimax_problem read and taken apart: error = weight * (f - form), form = without_p + factor * p(argument). A
/// known q(argument) is part of the factor; one to be found is not.
struct problem {
  tree f, weight, without_p, factor, argument;  ///< `weight` is null for an absolute error
  tree form;
  std::vector<std::pair<tree, tree>> intervals;
  std::vector<int> exponents;
  std::vector<double> denominator;  ///< of q; empty without q, or as long as it is not known
  int denominator_degree = 0;
  std::vector<constraint> constraints;
  std::function<long double(long double)> callable;
  bool relative = false;
  std::vector<std::pair<double, double>> samples;  ///< ascending in x; `callable` finds its values here
};

/// The functions that `minimax_short_form` knows, for messages.
std::string short_forms();

/// Reads and checks all texts. Throws vieta::error.
problem read(const minimax_problem& given);

/// The form with p(u) in the place of p(u)/q(u).
tree without_denominator(const tree& form);

/// An expression times the weight, where there is one; a weight a/b makes it a quotient, which may be 0/0 where b is 0.
tree weighted(const problem& p, const tree& t);

/// The error as one expression: weight * (f - without_p - factor * P), with P in place of p.
tree error_tree(const problem& p, const tree& polynomial);

/// An error that nobody minds: where expressions cancel to the last bit, as in sin(x)^2 + cos(x)^2 - 1, no proof ends
/// at 0. 1e-30 of the largest number that meets there, of 1 at most; and the least double, which is the least bound.
double negligible_error(const problem& p);

/// sum c_k argument^(e_k) by Horner.
tree polynomial_tree(const std::vector<int>& exponents, const std::vector<std::string>& coefficients,
                     const tree& argument);

}  // namespace vieta::approximation
