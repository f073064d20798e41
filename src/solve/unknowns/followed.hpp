#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solve/count/exact_terms.hpp"
#include "solve/track/batch.hpp"
#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::tracking {

/// Two unknowns x, y, in whose place stand p and q with x = p + q, y = i (q - p): half the isotropic coordinates
/// x + i y = 2 p and x - i y = 2 q. Then x^2 + y^2 = 4 p q, so that circles, and all that meets the circular points at
/// infinity, have fewer monomials and a smaller mixed volume.
struct isotropic_pair {
  std::uint32_t x = 0, y = 0;
};

/// Another form of a system, with the same solutions and multiplicities.
struct followed_form {
  std::vector<isotropic_pair> pairs;  ///< different unknowns
  /// Equations are replaced by linear combinations of those of their degree, in which monomials of that degree are
  /// eliminated: two circles become a circle and a line.
  bool combined = false;

  [[nodiscard]] bool is_given() const { return pairs.empty() && !combined; }
};

/// Forms that may have a smaller bound. Isotropic ones, where there are pairs of unknowns for which parts of highest
/// degree of equations vanish at x + i y = 0 or x - i y = 0; combined ones, where forms of highest degree of equations
/// are linearly dependent, and in isotropic unknowns. All this is looked for modulo a prime.
std::vector<followed_form> other_forms(const polynomial_system::representation& system, std::uint64_t seed);

/// The system in that form, exactly; p stands at the place of x. Nothing where it would have too many terms, or
/// equations are linearly dependent.
std::optional<polynomial_system> in_form(const std::vector<std::string>& variables,
                                         const std::vector<counting::exact_equation>& equations,
                                         const followed_form& form);

/// The unknowns in which paths are followed.
struct followed_unknowns {
  std::vector<int> scale;             ///< unknown v is 2^scale[v] times the one that is followed
  std::vector<isotropic_pair> pairs;  ///< unknowns p, q, scaled

  /// The point of the system's unknowns that a point of projective space stands for.
  [[nodiscard]] system_point affine(const projective_point& z) const;
};

}  // namespace vieta::tracking
