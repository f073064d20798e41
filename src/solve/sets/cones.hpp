#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "vieta/polynomial_system.hpp"

namespace vieta::counting {

/// A system whose solutions are those of the given one that lie on no set of positive dimension, with their
/// multiplicities; further unknowns follow the given ones, of which the first `own` are no functions of others.
///
/// The sets of the highest dimension d are projected to a space of dimension d + 1 by linear forms with random whole
/// coefficients. There they fill the zeros of one polynomial G, of as many degrees as a slice has points. What lies on
/// none of the sets is off G = 0, for almost all forms; so with a new unknown t and the equation t G = 1 the sets are
/// gone, and nothing else (Rabinowitsch 1929; that cones of this degree tell every point from a set is Mumford's
/// remark, in Varieties Defined by Quadratic Equations, 1970). Then the same for lower dimensions.
///
/// G is found modulo one prime after another, from the minimal polynomials of the last form on slices by the others,
/// and its rational coefficients from their residues. Nothing where there are no sets, where that takes more than about
/// so many operations, where coefficients are not known exactly or not real, and without Arb.
std::optional<polynomial_system> apart_from_cones(const polynomial_system& system, std::size_t own, std::uint64_t seed,
                                                  double most_operations, const std::function<bool()>& must_stop);

}  // namespace vieta::counting
