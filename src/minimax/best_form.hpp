#pragma once

#include <optional>
#include <string>
#include <vector>

#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/exchange_problem.hpp"
#include "minimax/session.hpp"
#include "minimax/verdict.hpp"

namespace vieta::approximation {

using extended = long double;

/// A result of the exchange without its number type.
struct solution {
  std::vector<extended> coefficients, denominator;
  std::vector<std::string> all_digits, all_digits_of_q;  ///< of these, as the exchange has them: for a proof
  extended level = 0, largest = 0;
  double of_no_quotient = 0;  ///< an error that no p/q of the type is below, where none was found
  std::vector<minimax_point> alternation;
  std::vector<extended> added;  ///< places that the exchange looked at besides
  bool converged = false, alternates = true, of_noise = false;
  bool of_all_signs = false;  ///< no q is better that changes its sign between intervals, as these show:
  std::vector<exclusion_of_signs> excluded;
  bool corrected = false;  ///< differential correction has found points of p/q
  int rounds = 0;
  std::vector<std::vector<extended>> references;  ///< one point more than free coefficients, with errors of one size
  double proven = 0;                              ///< of samples: an error that no p is below
  std::size_t needed = 0;  ///< points of alternation of a quotient that is of lower degrees than it may be; 0: as usual
  std::string arithmetic;
};

/// What the exchange finds, in as many bits as it takes.
struct best_form {
  exchange_problem<extended> sampled;
  solution found;
  std::size_t free = 0;  ///< coefficients that the exchange may choose
  bool in_big = false;
  std::string note;

  [[nodiscard]] end_of_exchange end() const { return {found.converged, found.alternates, found.of_noise, free}; }
};

/// `also`: places to look at besides. `unit`: of the numbers that coefficients will be rounded to, where a choice among
/// several best p is wanted; else 0.
best_form solve(const problem& p, const std::vector<extended>& also, session& work, double unit = 0);

/// An error that no p is below, with the places that show it.
struct known_error {
  extended size = 0;
  std::vector<minimax_point> at;
};

/// The largest error that p does not change at all: where its factor vanishes, or in its mean at x and -x.
known_error unchangeable(const exchange_problem<extended>& e);

/// Where the error that no p is below lies at places where p can do little or nothing, many p are the best: the one of
/// them whose errors have the least sum of squares, with those that rounding to `unit` adds. Nothing where there is one
/// best p alone, as far as `known` tells, or none was found. `by_levels`: levels are bounds as well, since long double
/// tells all functions apart.
std::optional<solution> best_elsewhere(const exchange_problem<extended>& e, const solution& known, double unit,
                                       bool by_levels);

/// An error that no p changes is the largest one, as values of more bits tell: next to cusps and at 0/0 those of long
/// double are not right. Puts both figures right.
bool is_held_by_fixed_error(const problem& p, const std::vector<extended>& also, solution& s);

/// Where p/q has coefficients beyond the format p and q are divided by a power of two, so that the largest and the
/// smallest ones lie alike far from 1, or, `at_any_cost`, so that the largest is in the format; else q(0) stays 1.
void scale_to(const number_format& format, solution& found, bool at_any_cost);

/// Where that is not enough: the k for which p and q of 2^k times their argument have coefficients that the format
/// holds better, after which these are their coefficients; 0 where nothing was to be done. Beside a singular point
/// poles crowd over many orders of magnitude, and so do coefficients.
int scale_argument_to(const number_format& format, const std::vector<int>& exponents, solution& found);

/// For a q that was rounded: the p that was found together with q, where it still is the best but for one part in a
/// hundred million of the error and what doubles cost. Nothing where it is not, and another one is to be found.
std::optional<best_form> kept_beside(const problem& p, const best_form& quotient, const std::vector<extended>& also);

/// The function is a p of the form itself, as far as long double tells.
bool is_polynomial(const problem& p);

}  // namespace vieta::approximation
