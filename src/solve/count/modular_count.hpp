#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "systems/representation.hpp"

namespace vieta::counting {

/// How many solutions a system has, by exact algebra modulo a random prime of 62 bits.
struct modular_count {
  enum class outcome {
    none,      ///< not counted: it would take too long, or coefficients are not known exactly
    finite,    ///< all of them
    infinite,  ///< a set of positive dimension; `simple` is known where `has_simple` is true
  };
  outcome what = outcome::none;
  bool has_simple = false;            ///< where `what` is finite: simple and multiple ones were told apart
  std::size_t simple = 0;             ///< solutions at which the Jacobian is regular
  std::size_t multiple = 0;           ///< others, each counted once
  std::size_t with_multiplicity = 0;  ///< all, each as often as its multiplicity says
  double operations = 0;              ///< where they are finitely many
};

/// The coefficients as they were read, to the last digit, become numbers modulo the prime; then a Gröbner basis, the
/// dimension of the quotient ring, and the minimal polynomial of a random linear form there (docs/method/solve.md,
/// "Counted modulo a prime"). The answer differs from that over the complex numbers for finitely many primes only.
/// Depends on the seed, and on the time only where `must_stop` ends it.
modular_count count_solutions(const polynomial_system::representation& system, std::uint64_t seed,
                              double most_operations, const std::function<bool()>& must_stop);

/// All components have a dimension below this number d, at least `least`: on d random hyperplanes the equations have no
/// solution, as 1 is in the ideal modulo a prime (Hilbert 1893; what was said of finitely many primes holds here, too).
/// The number of variables where that would take too long to know; equations that are no 0 = 0 are at least one.
std::size_t dimension_below(const polynomial_system::representation& system, std::size_t least, std::uint64_t seed,
                            double most_operations, const std::function<bool()>& must_stop);

}  // namespace vieta::counting
