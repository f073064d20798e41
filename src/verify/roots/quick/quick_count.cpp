#include "verify/roots/quick/quick_count.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <optional>

#include "exact/arb.hpp"

namespace vieta::checking {
namespace {

using exact::big_float;
using exact::complex_ball;
using exact::real_ball;

constexpr slong precision = 192;
constexpr double u = 0x1p-53;
/// More than what underflows in the way through a million coefficients, none of which is above 2.
constexpr double underflow = 0x1p-900;

struct two_doubles {
  double high, low;
};
/// Of the middle: within 2^-106 of it, relatively, or 2^-1074.
two_doubles split(const arb_t x) {
  big_float rest;
  const double high = arf_get_d(arb_midref(x), ARF_RND_NEAR);
  arf_set_d(rest.x, high);
  arf_sub(rest.x, arb_midref(x), rest.x, precision, ARF_RND_NEAR);
  return {high, arf_get_d(rest.x, ARF_RND_NEAR)};
}
double upper(const arb_t x) {
  big_float bound;
  arb_get_ubound_arf(bound.x, x, 64);
  return arf_get_d(bound.x, ARF_RND_CEIL);
}
double lower(const arb_t x) {
  big_float bound;
  arb_get_lbound_arf(bound.x, x, 64);
  return arf_get_d(bound.x, ARF_RND_FLOOR);
}

/// The power of two that makes the largest coefficient about 1; nothing where there is none, or no number.
std::optional<slong> scale_of(const std::vector<complex_ball>& a) {
  constexpr slong most = 1'000'000'000;
  std::optional<slong> largest;
  for (const complex_ball& x : a)
    for (const arb_srcptr part : {acb_realref(x.z), acb_imagref(x.z)}) {
      if (!arb_is_finite(part)) return std::nullopt;
      if (arf_is_zero(arb_midref(part))) continue;
      if (arf_cmpabs_2exp_si(arb_midref(part), most) > 0 || arf_cmpabs_2exp_si(arb_midref(part), -most) < 0)
        return std::nullopt;
      const slong exponent = fmpz_get_si(ARF_EXPREF(arb_midref(part)));
      largest = std::max(largest.value_or(exponent), exponent);
    }
  return largest;
}

}  // namespace

/// t = c, or 1 / c where |c| > 1, and between which numbers r / |c| is.
struct quick_counter::place {
  std::size_t index = 0;
  bool is_inverse = false;
  two_doubles re{}, im{};
  double modulus = 0, least = 0, most = 0;
};

quick_counter::quick_counter(const polynomial::representation& p) : kernel_(&quick_kernels(detect_isa())) {
  constexpr std::int64_t lowest = 12, highest = 1'000'000;
  if (!p.exponents.empty() || p.degree < lowest || p.degree > highest) return;
  std::vector<complex_ball> a(p.size());
  for (std::size_t k = 0; k < a.size(); ++k) exact::set_coefficient(a[k].z, p, k, precision);
  const std::optional<slong> scale = scale_of(a);
  if (!scale) return;
  degree_ = static_cast<double>(p.degree);
  bool is_real = true;
  for (std::size_t k = 0; k < a.size(); ++k) {
    acb_mul_2exp_si(a[k].z, a[k].z, -*scale);
    const two_doubles re = split(acb_realref(a[k].z)), im = split(acb_imagref(a[k].z));
    real_ball modulus;
    acb_abs(modulus.x, a[k].z, 64);
    re_high_[0].push_back(re.high), re_low_[0].push_back(re.low);
    im_high_[0].push_back(im.high), im_low_[0].push_back(im.low);
    modulus_[0].push_back(upper(modulus.x));
    power_[0].push_back(static_cast<double>(k));
    is_real = is_real && im.high == 0;
  }
  if (is_real) im_high_[0].clear(), im_low_[0].clear();
  for (auto* all : {re_high_, re_low_, im_high_, im_low_, modulus_, power_})
    all[1].assign(all[0].rbegin(), all[0].rend());
  is_usable_ = true;
}

std::vector<bool> quick_counter::hold_one(std::span<const disc> discs) const {
  std::vector<bool> are_proven(discs.size());
  std::vector<place> places;
  for (std::size_t k = 0; k < discs.size(); ++k) {
    place at;
    complex_ball c;
    real_ball modulus, radius;
    set_centre(c.z, discs[k], precision);
    acb_abs(modulus.x, c.z, 64);
    exact::set_arb(radius.x, discs[k].radius, 64);
    arb_div(radius.x, radius.x, modulus.x, 64);
    at.index = k;
    at.least = lower(radius.x), at.most = upper(radius.x);
    // Also not: NaN.
    if (!(at.least > 0x1p-900 && at.most * degree_ < 0x1p-7)) continue;
    at.is_inverse = !(upper(modulus.x) <= 1);
    if (at.is_inverse) {
      acb_inv(c.z, c.z, precision);
      acb_abs(modulus.x, c.z, 64);
    }
    at.re = split(acb_realref(c.z)), at.im = split(acb_imagref(c.z));
    at.modulus = upper(modulus.x);
    if (!(at.modulus > 0x1p-400 && at.modulus < 1 + 0x1p-40) || acb_rel_accuracy_bits(c.z) < 128) continue;
    places.push_back(at);
  }
  std::stable_partition(places.begin(), places.end(), [](const place& at) { return at.is_inverse; });
  constexpr std::size_t most_lanes = 16;
  const std::size_t lanes = kernel_->lanes;
  double re_high[most_lanes], re_low[most_lanes], im_high[most_lanes], im_low[most_lanes], modulus[most_lanes],
      value[most_lanes], slope[most_lanes], sum[most_lanes];
  for (std::size_t first = 0; first < places.size();) {
    std::size_t count = 1;
    while (count < lanes && first + count < places.size() &&
           places[first + count].is_inverse == places[first].is_inverse)
      ++count;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const place& at = places[first + std::min(lane, count - 1)];
      re_high[lane] = at.re.high, re_low[lane] = at.re.low;
      im_high[lane] = at.im.high, im_low[lane] = at.im.low;
      modulus[lane] = at.modulus;
    }
    const std::size_t order = places[first].is_inverse ? 0 : 1;
    const bool is_real = im_high_[0].empty();
    kernel_->horner(
        {re_high_[0].size(), re_high_[order].data(), re_low_[order].data(), is_real ? nullptr : im_high_[order].data(),
         im_low_[order].data(), modulus_[order].data(), power_[order].data()},
        {re_high, re_low, im_high, im_low, modulus, value, slope, sum});
    for (std::size_t lane = 0; lane < count; ++lane)
      are_proven[places[first + lane].index] = is_proven(places[first + lane], value[lane], slope[lane], sum[lane]);
    first += count;
  }
  return are_proven;
}

// With t_k = c^k, or c^(k-n) outside of the unit circle, A = sum |a_k t_k| and rho = r / |c|, Pellet's test asks for
//   |sum k a_k t_k| rho > |sum a_k t_k| + sum k (k-1) |a_k t_k| rho^2 (1 + rho)^n / 2;
// the last sum is at most n (n-1) A, and n rho < 1/128. Of the errors, relative to A:
// - double-double: a product of complex numbers loses at most 11.5 u^2 (four products of 5 u^2, two sums of 3 u^2, both
//   parts), the sum with a coefficient 3.1 u^2 (Joldes, Muller, Popescu 2017); t, in two doubles, is off by 2 u^2 for
//   each power, the coefficients by 2 u^2: below 17 (n + 2) u^2, and a product that underflows loses much less than
//   `underflow`, as |t| <= 1 and no coefficient is above 2;
// - double: sqrt(5) u for a product (Brent, Percival, Zimmermann 2007), u for a sum, 1.5 u for t, 3 u for k a_k: below
//   5 (n + 3) u, relative to sum k |a_k t_k| <= n A;
// - A itself, in double, and the moduli: below 2 (n + 2) u.
bool quick_counter::is_proven(const place& at, double value, double slope, double sum) const {
  const double n = degree_, bound = 1.001 * sum + underflow;
  const double steep = (slope * (1 - 8 * u) - 8 * (n + 3) * u * n * bound) - underflow;
  const double far = value * (1 + 8 * u) + 20 * (n + 2) * u * u * bound + underflow;
  const double bent = 0.6 * n * n * bound * at.most * at.most;
  // NaN proves nothing.
  return steep * at.least * (1 - 0x1p-40) > (far + bent) * (1 + 0x1p-40);
}

}  // namespace vieta::checking

#endif
