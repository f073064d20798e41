#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "io/boxes/shapes/boxes_shapes.hpp"
#include "io/boxes/shapes/exact_form.hpp"

namespace vieta::io {

/// A curve or surface between neighbouring knots: each coordinate times the weight, and then the weight, as polynomials
/// on the unit interval or square. All are divided by one positive number, `unit`.
struct exact_piece {
  std::vector<std::array<double, 2>> box;  ///< of the parameters
  std::vector<exact_form> x;
  exact::real unit;

  [[nodiscard]] double begin() const { return box[0][0]; }
  [[nodiscard]] double end() const { return box[0][1]; }
  [[nodiscard]] const exact_form& weight() const { return x.back(); }
  [[nodiscard]] std::size_t dimension() const { return x.size() - 1; }
};

/// In the order of the parameters. Throws vieta::error for more than `most`, and for numbers that are not finite or lie
/// too far apart.
std::vector<exact_piece> exact_pieces(spline_shape shape, const std::string& where, std::size_t most);

/// Of a curve, from a to b, which lie in the piece; `unit` is not that of the piece.
exact_piece part_of(const exact_piece& piece, double a, double b);

}  // namespace vieta::io
