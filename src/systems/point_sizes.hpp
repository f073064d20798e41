#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "vieta/polynomial_system.hpp"

// How large points and their distances are, in doubles: the largest one of their coordinates counts.

namespace vieta::systems {

inline double modulus(const complex<qd>& z) { return std::hypot(z.re.x0, z.im.x0); }

/// Of all coordinates, or `least`.
inline double largest_modulus(const system_point& x, double least = 0) {
  for (const complex<qd>& z : x) least = std::max(least, modulus(z));
  return least;
}

/// What accuracies of points refer to: at the origin all is rounding.
inline double unit_of_accuracy(const system_point& x) { return largest_modulus(x, 1); }

inline double distance(const system_point& x, const system_point& y) {
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) most = std::max(most, modulus(x[v] - y[v]));
  return most;
}

}  // namespace vieta::systems
