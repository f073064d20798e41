#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systems/representation.hpp"

namespace vieta::systems {

/// How derivatives are gathered, entry by entry of the Jacobian, where most terms hold most variables.
///
/// Prefixes and suffixes lie in the order of their paths (`product_graph::prefix_path`, `suffix_path`), each path
/// headed by the number 1: then the derivative of a term with k atoms for its atom i is prefix[i] * suffix[k - 1 - i],
/// both counted from the heads, and neighbouring variables are neighbours in memory. The entry (e, v) is a sum over the
/// terms of equation e, of which each needs the place of v on the term's path: a table.
struct gather_plan {
  struct alignas(16) term {
    std::uint32_t prefix = 0, suffix = 0;  ///< heads
    std::uint32_t path = 0;                ///< of prefixes; of a term of one atom: the variable
    std::uint32_t length = 0;              ///< number of atoms, with the two flags below
  };
  static constexpr std::uint32_t unit = 1U << 31;    ///< the coefficient is 1
  static constexpr std::uint32_t powers = 1U << 30;  ///< some atom is a power
  static constexpr std::uint32_t length_mask = powers - 1;
  static constexpr std::uint16_t nowhere = 0xffff;

  std::vector<term> terms;           ///< in the system's order
  std::vector<std::uint16_t> place;  ///< of variable v on path p: place[p * variables + v], or `nowhere`
  std::vector<std::uint32_t> rows;   ///< equations, those with most work first
  /// Whether rows[k] follows rows[k - 1]: as many terms, all of them products without coefficients and powers, and term
  /// for term on the same path and by one atom shorter, ending as the other row's term before. Then the suffix that
  /// rows[k] needs for term t + 1 is what rows[k - 1] needs for term t. So it is with the windows of a circle
  /// (cyclic-n).
  std::vector<unsigned char> follows;

  /// Whether gathering takes fewer steps than dealing out each term's derivatives: no common factors, terms with an
  /// eighth of all variables on the average, a table of moderate size.
  static bool serves(const polynomial_system::representation& system);

  /// For a system that it serves. Takes time proportional to the sizes of system and table.
  explicit gather_plan(const polynomial_system::representation& system);
};

}  // namespace vieta::systems
