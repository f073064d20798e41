#pragma once

#include <cstddef>
#include <vector>

#include "solve/tape/terms.hpp"

namespace vieta::tracking {

/// How large unknowns are, as powers of two, for the moduli of each equation's coefficients to be as equal as can be,
/// in the sense of least squares of their logarithms (after Meintjes, Morgan 1987).
std::vector<double> balanced_sizes(const std::vector<std::vector<plain_term>>& equations, std::size_t variables);

/// Scales the unknowns by powers of two, x_v = 2^k_v y_v, with the k_v next to the balanced sizes. The equations
/// are brought to y, exactly; returns the k_v.
std::vector<int> balance(std::vector<std::vector<plain_term>>& equations, std::size_t variables);

/// x_v = 2^k_v y_v in the equations, and each equation times a power of two.
void bring_to_scale(std::vector<std::vector<plain_term>>& equations, const std::vector<int>& exponents);

/// Of powers of two, how large unknowns are at some point: those about as large as the largest one; 0 for the others,
/// which may be rounding.
std::vector<int> largest_sizes(std::vector<int> sizes);

/// Whether unknowns differ much in size from each other and from 1, or high powers make coefficients differ.
bool changes_much(const std::vector<int>& scale, const std::vector<std::vector<plain_term>>& equations);

}  // namespace vieta::tracking
