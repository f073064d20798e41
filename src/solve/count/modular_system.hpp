#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "solve/count/groebner.hpp"
#include "systems/representation.hpp"

namespace vieta::counting {

using exponent_vector = std::vector<std::uint16_t>;
using sparse_polynomial = std::map<exponent_vector, std::uint64_t>;

/// The equations modulo the field's prime, multiplied out; none where coefficients are not known exactly, the prime
/// divides a denominator, degrees are too large or the budget is spent.
std::optional<std::vector<sparse_polynomial>> equations_modulo(const prime_field& field,
                                                               const polynomial_system::representation& system,
                                                               work_budget& budget);

std::vector<polynomial> generators_of(const std::vector<sparse_polynomial>& equations, monomial_table& table);

}  // namespace vieta::counting
