#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "systems/representation.hpp"
#include "vieta/newton.hpp"

namespace vieta::counting {

/// A solution to more than 40 digits.
struct known_point {
  system_point x;
  std::size_t multiplicity = 1;
  bool proven = false;  ///< a zero of all equations lies within `error` of x in every coordinate
  double error = 0;
  bool real = false;  ///< all coordinates are: functions with rational coefficients of a real zero
};

/// All solutions of a system that has finitely many, from exact algebra: modulo one prime after another, until
/// rational numbers of which all residues are known stand (Chinese remainders). A linear form's minimal polynomial and
/// quotients of polynomials in its zeros then give the coordinates (a rational univariate representation; Rouillier
/// 1999). Complex coefficients are computed with i as one more unknown. Empty where that takes more than about so many
/// operations, and without Arb. That the primes are good ones is all but certain, and no proof. With `prove` each point
/// is substituted into all equations, exactly: what is called proven then is a zero of them. That there are no others
/// is not proven. Where the first `own` unknowns tell all solutions apart, and others are functions of them (0: all
/// count), only these are found, of which numbers are shorter; not of complex coefficients, and without a proof.
std::vector<known_point> all_points(const polynomial_system::representation& system, std::uint64_t seed,
                                    double most_operations, const std::function<bool()>& must_stop, bool prove = false,
                                    std::size_t own = 0);

}  // namespace vieta::counting
