#pragma once

#include <atomic>
#include <iosfwd>
#include <string>
#include <vector>

#include "vieta/minimax.hpp"

namespace vieta {

/// One way to write a function: a form with a p (and q), in float, and what it costs.
struct pareto_variant {
  std::string form;
  std::string constraint;  ///< "p(0)=pi/2"; empty: none
  int degree = 0, denominator = 0;
  minimax_error error = minimax_error::relative;
  int cost = 0;                         ///< time in multiply-adds, by the rates asked for
  int full_rate = 0, quarter_rate = 0;  ///< operations
  int registers = 0;                    ///< values alive at once
  double proven_bound = 0;              ///< of the error in real arithmetic
  double float_error = 0;               ///< the largest on 65536 floats, with and without fma
  bool efficient = false;               ///< nothing with this error and constraint is at most as dear and better
};

struct pareto_result {
  std::string function, rates;
  std::vector<pareto_variant> variants;  ///< by rising cost
};

/// Cost against error of a function that has a short form (minimax_short_form): degrees 1 to `degree` (12 at most),
/// other places for p, p/q for small q, both errors, with and without the constraint that is usual for it. `rates` are
/// those of "gcn", "rdna" or "nvidia". When `cancel` becomes true, what is known by then is returned. Throws
/// vieta::error for other functions and rates. Takes some seconds: each variant is optimised, proven and run on floats.
VIETA_API pareto_result minimax_pareto(const std::string& function, const std::string& rates = "gcn",
                                       const std::atomic<bool>* cancel = nullptr, int degree = 7);

/// The other forms that minimax_pareto looks at which cost less than `found`, a short form of some degree: the cheapest
/// first, with their degrees and constraints, for the same error. One of them may be as good.
VIETA_API std::vector<minimax_problem> minimax_cheaper_forms(const std::string& function, const minimax_problem& found,
                                                             const std::string& rates = "gcn");

/// A table, for people.
VIETA_API std::ostream& operator<<(std::ostream& out, const pareto_result& result);

/// What `vieta minimax pareto FUNCTION --json` prints.
VIETA_API std::string to_json(const pareto_result& result);

}  // namespace vieta
