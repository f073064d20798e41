#pragma once

#include <cmath>
#include <complex>

#include "base/number.hpp"
#include "roots/near_linear/root_discs.hpp"
#include "roots/sweep/scaled.hpp"

// What a root has to be to stand in columns: its centre as a double, on one side of the axes.

namespace vieta::near_linear::column_rules {

inline constexpr double margin = 1 + 0x1p-40;  // for roundings upward

inline std::complex<double> leading(const located_root& root) { return {root.centre.re.hi, root.centre.im.hi}; }

/// The relative radius of a disc about the centre as one double, which holds what the disc held.
inline double rounded_radius(const located_root& root) {
  return (root.radius + std::hypot(root.centre.re.lo, root.centre.im.lo) / std::abs(leading(root)) * margin) * margin;
}

/// Whether it is as small as asked for about the decimals of the centre, too, which are within half an ulp.
inline bool is_small(const located_root& root, double radius, double tolerance) {
  if (radius <= tolerance - 1.6e-16) return true;
  const std::complex<double> z = scale_by(leading(root), root.exponent);
  const double spelling = std::hypot(report::shortest_error(z.real()), report::shortest_error(z.imag()));
  return radius + spelling / std::abs(z) * margin <= tolerance;
}

/// Of a polynomial that is not real all roots are `upper`.
enum class half : char { upper, real, lower, unclear };

/// A root whose disc meets the real axis is its own conjugate if the conjugate lies where there is no other root.
inline half half_of(const located_root& root) {
  const double size = std::abs(leading(root)) * (2 - margin), height = std::abs(root.centre.im.hi) * margin;
  if (height > (root.radius + 0x1p-50) * size * margin * margin)
    return root.centre.im.hi > 0 ? half::upper : half::lower;
  return 2 * height / size + root.radius < root.alone * (2 - margin) ? half::real : half::unclear;
}

/// Whether a root lies on the imaginary axis is for exact arithmetic to tell, which columns do without.
inline bool may_be_imaginary(const located_root& root) {
  return std::abs(root.centre.re.hi) <= (root.radius + 0x1p-50) * std::abs(leading(root)) * margin;
}

inline constexpr std::int64_t most_exponent = 900;
/// Discs do not meet, not even when their centres become doubles.
inline bool are_apart(double nearest, double largest) { return nearest > 4 * (largest + 0x1p-52); }

}  // namespace vieta::near_linear::column_rules
