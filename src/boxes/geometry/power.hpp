#pragma once

#include <array>
#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::boxes {

/// to_bernstein for coefficients of four doubles that are known to within `relative` of their size.
bernstein_polynomial bernstein_form(const std::vector<int>& degrees, std::vector<qd> powers, double relative,
                                    const std::vector<std::array<double, 2>>& box);

}  // namespace vieta::boxes
