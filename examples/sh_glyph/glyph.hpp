#pragma once

#include <array>
#include <string>
#include <vector>

#include "ray_polynomial.hpp"

namespace sh_glyph {

using vector = std::array<double, 3>;

/// r = |f(direction)|, scaled into the unit ball.
struct glyph {
  std::string name;
  int bands = 0;  ///< even, 2 to 12
  std::vector<double> coefficients;
};

/// random: all bands, the higher ones weaker; lobes: three narrow peaks, as fibre orientation densities have them;
/// top: the highest band alone, whose ray polynomials are the worst conditioned.
glyph make_glyph(const std::string& kind, int bands, unsigned seed);

/// f and its gradient along the sphere, for shading.
struct value_and_gradient {
  double value;
  vector gradient;
};
value_and_gradient evaluate(const glyph& g, const vector& unit);
double value(const glyph& g, const vector& unit);

const recurrence<double>& harmonic_recurrence();

template <int Bands>
const plane_sampling<Bands>& sampling();

/// Calls work with the number of bands as a compile-time constant.
template <class F>
decltype(auto) with_bands(int bands, F&& work) {
  switch (bands) {
    case 2:
      return work(std::integral_constant<int, 2>{});
    case 4:
      return work(std::integral_constant<int, 4>{});
    case 6:
      return work(std::integral_constant<int, 6>{});
    case 8:
      return work(std::integral_constant<int, 8>{});
    case 10:
      return work(std::integral_constant<int, 10>{});
    default:
      return work(std::integral_constant<int, 12>{});
  }
}

}  // namespace sh_glyph
