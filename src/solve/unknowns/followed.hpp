#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solve/count/exact_terms.hpp"
#include "solve/track/batch.hpp"
#include "solve/unknowns/pairs.hpp"
#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::tracking {

/// Another form of a system, with the same solutions and multiplicities.
struct followed_form {
  std::vector<isotropic_pair> pairs;  ///< different unknowns
  /// Equations are replaced by linear combinations of those of their degree, in which monomials of that degree are
  /// eliminated: two circles become a circle and a line.
  bool combined = false;

  [[nodiscard]] bool is_given() const { return pairs.empty() && !combined; }
};

/// Forms that may have a smaller bound, the most promising first. Isotropic ones, where there are pairs of unknowns in
/// which forms of highest degree of equations have common factors: as many pairs as find a place beside each other, and
/// other groupings of the unknowns; combined ones, where forms of highest degree of equations are linearly dependent,
/// and in isotropic unknowns. All this is looked for modulo a prime.
std::vector<followed_form> other_forms(const polynomial_system::representation& system,
                                       const std::vector<counting::exact_equation>& equations, std::uint64_t seed);

/// The system in that form; p stands at the place of x. It is exact where no square root of a number is needed, and has
/// exactly the monomials of the exact one in any case. Nothing where it would have too many terms, equations are
/// linearly dependent, or too many different square roots are needed.
std::optional<polynomial_system> in_form(const std::vector<std::string>& variables,
                                         const std::vector<counting::exact_equation>& equations,
                                         const followed_form& form);

/// The unknowns in which paths are followed.
struct followed_unknowns {
  std::vector<int> scale;             ///< unknown v is 2^scale[v] times the one that is followed
  std::vector<isotropic_pair> pairs;  ///< unknowns p, q, scaled

  /// The point of the system's unknowns that a point of projective space stands for.
  [[nodiscard]] system_point affine(const projective_point& z) const;
  /// Where this one of p, q or the others is 1, one of the system's unknowns is so large at least.
  [[nodiscard]] double least_size(std::uint32_t unknown) const;
};

}  // namespace vieta::tracking
