#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "solve/count/exact_terms.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::counting {

/// A system two of whose equations have a common factor h. Where h and the n - 2 other equations vanish there are sets
/// of positive dimension only: n - 1 equations leave no isolated zero. So all isolated solutions lie where no such
/// factor is 0. The same holds of the zeros of n factors, one of each equation, that are linearly dependent: they are
/// zeros of n - 1 of them. Of more equations than variables it holds of a factor that all have.
struct apart_from_sets {
  /// The equations without these factors, and t g = 1 with one more unknown t, the last one, and the product g of all
  /// such factors, and of a random combination of each n dependent ones: its solutions are the isolated ones, with
  /// their multiplicities, and what lies on other sets.
  /// Nothing where an equation consists of such factors: then no solution is isolated.
  std::optional<polynomial_system> others;
  /// Irreducible factors h, each with the equations beside it, free of squares; and independent ones of dependent
  /// factors: fewer than unknowns, and zeros of all of them lie on a set.
  std::vector<std::vector<exact_equation>> sets;
};

/// Nothing where no two equations (of more than variables: not all) have a common factor, nor, where they are to be
/// looked for, n factors are dependent; where coefficients are not real, or not known exactly; where the system is so
/// large that factors would take long; and without Arb.
std::optional<apart_from_sets> apart_from_common_factors(const polynomial_system::representation& system,
                                                         bool dependent_ones);

}  // namespace vieta::counting
