#pragma once

#include <string>
#include <vector>

#include "solve/count/exact_terms.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta::counting {

/// The same equations with real coefficients: the imaginary unit is one more unknown t, the last one, with
/// t^2 + 1 = 0. The solutions are those with t = i, and their conjugates with t = -i; multiplicities stay.
polynomial_system with_unit_as_variable(std::vector<std::string> variables,
                                        const std::vector<exact_equation>& equations);

}  // namespace vieta::counting
