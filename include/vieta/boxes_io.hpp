#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/export.hpp"

namespace vieta {

/// Reads systems for `solve_boxes` from a file; "-" is standard input. The content tells the format: JSON
/// (docs/reference/boxes.md), or a NumPy array [systems][n][d1 + 1]..[dn + 1] of Bernstein coefficients on the unit
/// cube. Throws vieta::error "FILE: system S: equation E: ...".
VIETA_API std::vector<box_system> read_boxes(const std::string& path);
/// The same from a text or the bytes of an array; `name` stands for the file in messages.
VIETA_API std::vector<box_system> read_boxes(std::string_view text, const std::string& name);

/// A system from texts: "x^2 + y^2 - 1" or "x^2 + y^2 = 1". Decimals and fractions are exact; what rounding the
/// Bernstein coefficients to doubles loses is in `error`. Sines, cosines and tangents of polynomials become polynomials
/// of degree 64 at most, with a proven bound of what these leave out. A square or cube root or a fractional power of
/// unknowns becomes one variable more, root_1, root_2, .... Throws vieta::error that names the equation.
VIETA_API box_system parse_box_system(const std::vector<std::string>& variables,
                                      const std::vector<std::array<double, 2>>& box,
                                      std::span<const std::string> equations);

/// The unknowns of texts in the order in which they occur, those within sines and roots as well.
VIETA_API std::vector<std::string> box_unknowns(std::span<const std::string> equations);

/// A polynomial in powers, c[k1..kn] x1^k1 ... xn^kn with the first variable slowest, in Bernstein form on a box
/// (empty: the unit cube). Computed with 200 bits; `error` holds what rounding to doubles loses.
VIETA_API bernstein_polynomial to_bernstein(const std::vector<int>& degrees, std::span<const double> coefficients,
                                            const std::vector<std::array<double, 2>>& box = {});

}  // namespace vieta
