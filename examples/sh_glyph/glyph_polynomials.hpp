#pragma once

#include <string>
#include <vector>

#include "glyph.hpp"

namespace sh_glyph {

/// The polynomials of these rays, rounded to float, as a NumPy file with one ascending polynomial in a row. Rays that
/// miss the unit ball have none, and those near the centre are left out: float cannot hold their coefficients. Returns
/// the number of rows.
std::size_t write_polynomials(const std::string& path, const glyph& g, const std::vector<ray>& rays);

}  // namespace sh_glyph
