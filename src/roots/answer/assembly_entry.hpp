#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "base/parallel_for.hpp"
#include "roots/answer/certificate.hpp"
#include "roots/region/region.hpp"
#include "roots/sweep/neighbours.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// A disc on its way from a proof to a root that a caller sees; centre and radius times 2^exponent.
struct assembly_entry {
  complex<qd> centre;
  std::int64_t exponent = 0;
  double radius = 0;
  std::int64_t multiplicity = 1;
  int discs = 1;  ///< that were put together for the sake of doubles
  bool is_real = false, is_imaginary = false;
  bool is_one_root = false;  ///< all `multiplicity` roots are one and the same number
  std::uint8_t borders = 0;  ///< of the enum `border`: where all roots are known to lie exactly
  bool gone = false;
  membership place = membership::inside;  ///< in the region asked for
  std::shared_ptr<const sharp_disc> sharp;

  /// It has no radius: an approximation without a claim.
  [[nodiscard]] bool is_unproven() const { return !(radius < std::numeric_limits<double>::infinity()); }
  [[nodiscard]] bool holds_one_root() const { return multiplicity == 1 || is_one_root; }
  [[nodiscard]] bool is_about_zero() const { return leading() == 0.0; }
  [[nodiscard]] std::complex<double> leading() const { return {centre.re.x0, centre.im.x0}; }
  [[nodiscard]] double relative_radius() const { return radius / std::abs(leading()) * (1 + 0x1p-48); }
  [[nodiscard]] double log_modulus() const {
    return std::log(std::abs(leading())) + static_cast<double>(exponent) * 0.6931471805599453;
  }
};

/// |a - b| in the scale of a, to double precision; `conjugate`: of b.
inline double distance(const assembly_entry& a, const assembly_entry& b, bool conjugate) {
  const double shift = scale_by(1.0, b.exponent - a.exponent);
  const qd re = a.centre.re - scale(b.centre.re, shift);
  const qd im = conjugate ? a.centre.im + scale(b.centre.im, shift) : a.centre.im - scale(b.centre.im, shift);
  return std::hypot(re.x0, im.x0);
}

/// Whether two discs are apart, or a and the mirror image of b, by the smaller discs that some have: in exact
/// arithmetic, for those that four doubles do not tell apart.
bool are_apart_exactly(const assembly_entry& a, const assembly_entry& b, bool conjugate);

/// A disc around both, where both have smaller ones, so that four doubles are not what limits it; else null.
std::shared_ptr<const sharp_disc> joined(const assembly_entry& a, const assembly_entry& b);

/// log2 of what lies between two discs that are apart exactly, about: for the digits that tell them apart.
double log2_between_exactly(const assembly_entry& a, const assembly_entry& b);

inline polar_index make_index(const std::vector<assembly_entry>& entries, int threads) {
  return {entries.size(), threads, [&](std::size_t i) -> polar_point {
            return {entries[i].log_modulus(), std::arg(entries[i].leading())};
          }};
}

/// Of all that are proven.
inline double largest_relative_radius(const std::vector<assembly_entry>& entries, int threads) {
  constexpr std::size_t grain = 512;
  std::vector<double> largest(entries.size() / grain + 1, 0.0);
  parallel_for(entries.size(), grain, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      if (!entries[i].is_unproven())
        largest[first / grain] = std::max(largest[first / grain], entries[i].relative_radius());
    }
  });
  return *std::max_element(largest.begin(), largest.end());
}

}  // namespace vieta
