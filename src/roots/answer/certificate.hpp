#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "exact/exact_real.hpp"
#include "roots/session.hpp"
#include "roots/sweep/nodes.hpp"
#include "roots/sweep/weierstrass.hpp"

namespace vieta {

/// x 2^exponent, without any rounding.
exact::real exact_value(const qd& x, std::int64_t exponent);

/// The same disc once more, smaller, where quad-double ends: the centre exactly, the radius times 2^radius_exponent.
struct sharp_disc {
  exact::real re, im;
  double radius = 0;
  std::int64_t radius_exponent = 0;
  int digits = 0;  ///< the radius is below 10^-digits |centre|
};

/// A disc that holds exactly `multiplicity` roots, counted with multiplicity: |x - centre| <= radius 2^exponent.
struct proven_disc {
  std::vector<std::uint32_t> members;  ///< nodes whose discs make up this one
  std::int64_t multiplicity = 1;       ///< as many as members, times the multiplicity of the factor they belong to
  complex<qd> centre;                  ///< mantissa
  std::int64_t exponent = 0;           ///< of centre and radius
  double radius = 0;
  bool covers_others = false;  ///< may hold roots of other discs, too, besides as many of its own
  bool is_one_root = false;    ///< all `multiplicity` roots are one and the same number
  std::uint8_t borders = 0;    ///< of the enum `border`: where all roots of the disc are known to lie exactly
  int bits = 0;                ///< precision that the residuals here needed: what a further refinement may start from
  std::shared_ptr<const sharp_disc> sharp;  ///< few discs have one, and they may be many millions

  [[nodiscard]] std::complex<double> leading() const { return {centre.re.x0, centre.im.x0}; }
  [[nodiscard]] double relative_radius() const { return radius / std::abs(leading()); }
  [[nodiscard]] bool holds_one_root() const { return multiplicity == 1 || is_one_root; }
};

/// Lines and circles that exact arithmetic can tell a root to lie on: the sides of a region, and the imaginary axis.
enum border : std::uint8_t {
  on_circle = 1,
  on_left = 2,    ///< Re = re0 of a box
  on_right = 4,   ///< Re = re1
  on_bottom = 8,  ///< Im = im0
  on_top = 16,    ///< Im = im1
  on_real_axis = 32,
  on_imaginary_axis = 64,
};

/// The connected components of the discs |x - z_i| <= n |W_i|: each holds as many roots as it has members (Smith 1970,
/// from Gerschgorin's theorem), made small by what the secular equation says near each component. Components that are
/// not separated from a huge disc come out as one with an infinite radius. O(n^2) with a small constant. Proofs:
/// docs/method/roots.md.
std::vector<proven_disc> certify(const node_set& nodes, const std::vector<weierstrass_correction>& corrections,
                                 const session& context);

/// Only the clusters among these discs, and none while many discs are huge: a cheap look on the way.
std::vector<proven_disc> certify_clusters(const node_set& nodes,
                                          const std::vector<weierstrass_correction>& corrections);

}  // namespace vieta
