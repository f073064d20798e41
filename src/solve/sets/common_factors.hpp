#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "solve/count/exact_terms.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::counting {

/// A system two of whose equations have a common factor h. Where h and the n - 2 other equations vanish there are sets
/// of positive dimension only: n - 1 equations leave no isolated zero. So all isolated solutions lie where no such
/// factor is 0.
struct apart_from_sets {
  /// The equations without these factors, and t g = 1 with one more unknown t, the last one, and the product g of
  /// all such factors: its solutions are the isolated ones, with their multiplicities, and what lies on other sets.
  /// Nothing where an equation consists of such factors: then no solution is isolated.
  std::optional<polynomial_system> others;
  /// Irreducible factors h, each with the equations beside it, free of squares: fewer than unknowns, and zeros of all
  /// of them lie on a set.
  std::vector<std::vector<exact_equation>> sets;
};

/// Nothing where no two equations have a common factor; where coefficients are not real, or not known exactly; where
/// the system is so large that factors would take long; and without Arb.
std::optional<apart_from_sets> apart_from_common_factors(const polynomial_system::representation& system);

}  // namespace vieta::counting
