#include "roots/near_linear/rings/repeated_roots.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

#include "roots/sweep/neighbours.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta::near_linear {
namespace {

constexpr double bit_more = 1 + 0x1p-40;  // than what rounding takes

// |a - b| / |a|, both as they stand in the scale of a.
double relative_distance(const located_root& a, const located_root& b) {
  const double shift = scale_by(1.0, b.exponent - a.exponent);
  const dd re = a.centre.re - scale(b.centre.re, shift), im = a.centre.im - scale(b.centre.im, shift);
  return std::hypot(re.hi, im.hi) / std::hypot(a.centre.re.hi, a.centre.im.hi);
}

}  // namespace

std::vector<char> repeated(const std::vector<located_root>& roots, int threads) {
  const polar_index index(roots.size(), threads, [&](std::size_t i) -> polar_point {
    const std::complex<double> z(roots[i].centre.re.hi, roots[i].centre.im.hi);
    return {std::log(std::abs(z)) + static_cast<double>(roots[i].exponent) * 0.6931471805599453, std::arg(z)};
  });
  double largest = 0;
  for (const located_root& r : roots) largest = std::max(largest, r.radius);
  std::vector<char> gone(roots.size(), 0);
  for (std::uint32_t i = 0; i < roots.size(); ++i) {
    if (gone[i] != 0) continue;
    const located_root& r = roots[i];
    index.near(i, (r.radius + largest) * 1.1, [&](std::uint32_t j) {
      if (j <= i || gone[j] != 0 || gone[i] != 0) return;
      const located_root& other = roots[j];
      const double apart = relative_distance(r, other) * bit_more;
      // The other's radius is relative to its own modulus.
      const double ratio = 1 + apart, others = other.radius * ratio;
      if (apart > (r.radius + others) * bit_more) return;
      const bool same =
          (apart + others) * bit_more <= r.alone || (apart + r.radius) * ratio * bit_more <= other.alone * (1 - apart);
      gone[same && other.radius < r.radius ? i : j] = 1;
      if (!same) gone[i] = 1;
    });
  }
  return gone;
}

void keep_each_once(std::vector<located_root>& roots, int threads) {
  const std::vector<char> gone = repeated(roots, threads);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    if (gone[i] == 0) roots[kept++] = roots[i];
  }
  roots.resize(kept);
}

}  // namespace vieta::near_linear
