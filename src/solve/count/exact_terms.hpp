#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "exact/exact_real.hpp"
#include "systems/representation.hpp"

namespace vieta::counting {

/// c x^a, the coefficient to its last digit.
struct exact_term {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> powers;  ///< variable, exponent >= 1; ascending variables
  exact::real re, im;

  [[nodiscard]] std::size_t degree() const {
    std::size_t sum = 0;
    for (const auto& [variable, exponent] : powers) sum += exponent;
    return sum;
  }
};
using exact_equation = std::vector<exact_term>;

/// All equations; nothing where the coefficients are not known exactly.
std::optional<std::vector<exact_equation>> exact_equations_of(const polynomial_system::representation& system);

}  // namespace vieta::counting
