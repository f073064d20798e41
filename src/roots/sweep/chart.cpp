#include "roots/sweep/chart.hpp"

#include <algorithm>
#include <cmath>

#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

// |w|^degree must stay within 2^+-128 on a chart, half a step to either side of its circle.
constexpr double degree_per_step = 256;

__extension__ typedef __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way

// Where logarithms are so large, a double no longer tells them within 2^-8.
constexpr double largest_in_double = 0x1p42;

}  // namespace

atlas::atlas(const coefficients& a) : a_(a) {
  for (const double x : a.log2_modulus) largest_log2_ = std::max(largest_log2_, std::abs(x));
  while (static_cast<double>(a.degree) > degree_per_step * static_cast<double>(steps_)) steps_ *= 2, ++log2_steps_;
  // 2^(1/steps) by repeated square roots, then all powers as products of these.
  fractions_.assign(static_cast<std::size_t>(steps_), qd(1.0));
  qd root(2.0);
  for (std::int64_t stride = steps_ / 2; stride >= 1; stride /= 2) {
    root = sqrt(root);
    for (std::int64_t i = 0; i < steps_; ++i) {
      if ((i / stride) % 2 == 1)
        fractions_[static_cast<std::size_t>(i)] = fractions_[static_cast<std::size_t>(i)] * root;
    }
  }
}

std::int64_t atlas::index_of(std::int64_t exponent, double fraction) const {
  return static_cast<std::int64_t>(wide{exponent} * steps_) + std::llround(fraction * static_cast<double>(steps_));
}

bool atlas::reaches(std::int64_t exponent) const {
  const double modulus = std::abs(static_cast<double>(exponent)) + 1;
  return modulus * static_cast<double>(steps_) < 0x1p62 &&
         modulus * static_cast<double>(a_.degree) + largest_log2_ < 0x1.fp62;
}

std::int64_t atlas::rho_exponent(std::int64_t index) const { return index >> log2_steps_; }

const qd& atlas::rho_fraction(std::int64_t index) const {
  return fractions_[static_cast<std::size_t>(index & (steps_ - 1))];
}

const chart& atlas::at(std::int64_t index, int limbs) {
  const std::scoped_lock guard(lock_);
  std::unique_ptr<chart>& place = charts_[{index, limbs}];
  if (!place) place = build(index, limbs);
  return *place;
}

std::unique_ptr<chart> atlas::build(std::int64_t index, int limbs) const {
  const double log2_rho = static_cast<double>(index) / static_cast<double>(steps_);
  const double half_step = 0.5 / static_cast<double>(steps_);
  const std::size_t terms = a_.terms();
  const auto height = [&](std::size_t t) { return a_.log2_modulus[t] + static_cast<double>(a_.power[t]) * log2_rho; };
  // Of huge logarithms the whole parts are told apart by whole numbers, in units of 1/steps.
  const auto whole = [&](std::size_t t) { return wide{a_.exponent[t]} * steps_ + wide{a_.power[t]} * index; };
  std::vector<double> fraction;
  if (largest_log2_ + static_cast<double>(a_.degree) * std::abs(log2_rho) > largest_in_double) {
    for (std::size_t t = 0; t < terms; ++t)
      fraction.push_back(std::log2(std::hypot(a_.re[0][t], a_.is_real() ? 0.0 : a_.im[0][t])));
  }
  const auto above = [&](std::size_t t, std::size_t other) {
    if (fraction.empty()) return height(t) - height(other);
    return static_cast<double>(whole(t) - whole(other)) / static_cast<double>(steps_) + (fraction[t] - fraction[other]);
  };

  std::size_t top = 0;
  for (std::size_t t = 1; t < terms; ++t) {
    if (above(t, top) > 0) top = t;
  }
  // On |w| = 2^s a term is below the top one by at least height(top) - height(t) - |power difference| |s| bits; the
  // terms left out together are then below 2^-(53 limbs + 16) of the absolute sum.
  const double threshold = -(53.0 * limbs + 16 + std::log2(static_cast<double>(terms)));
  std::vector<std::size_t> kept;
  for (std::size_t t = terms; t-- > 0;) {
    const double distance = std::abs(static_cast<double>(a_.power[t] - a_.power[top]));
    if (above(t, top) + distance * half_step >= threshold) kept.push_back(t);
  }

  auto made = std::make_unique<chart>();
  chart& c = *made;
  c.exponent = static_cast<std::int64_t>(fraction.empty() ? wide(std::floor(height(top))) : whole(top) >> log2_steps_);
  c.highest = a_.power[kept.front()];
  c.lowest = a_.power[kept.back()];
  const int stored = scales_exactly() && a_.is_double() ? 1 : limbs;
  for (int limb = 0; limb < stored; ++limb) {
    c.re[limb].resize(kept.size());
    c.im[limb].assign(kept.size(), 0.0);
  }
  c.modulus.resize(kept.size());
  bool dense = true;
  c.gap.resize(kept.size(), 0);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const std::size_t t = kept[i];
    // a_t rho^power 2^-exponent, with rho^power = 2^shift * fraction
    const wide steps_up = wide{a_.power[t]} * index;
    const auto shift = static_cast<std::int64_t>(a_.exponent[t] + (steps_up >> log2_steps_) - c.exponent);
    const auto part = [&](const std::vector<double>(&limb_planes)[4]) {
      const auto limb = [&](int l) { return limb_planes[l].empty() ? 0.0 : limb_planes[l][t]; };
      qd value(limb(0), limb(1), limb(2), limb(3));
      if (!scales_exactly()) value = value * fractions_[static_cast<std::size_t>(steps_up & (steps_ - 1))];
      return value;
    };
    const qd re = part(a_.re);
    const qd im = a_.is_real() ? qd(0.0) : part(a_.im);
    const double re_limbs[4] = {re.x0, re.x1, re.x2, re.x3}, im_limbs[4] = {im.x0, im.x1, im.x2, im.x3};
    for (int limb = 0; limb < stored; ++limb) {
      c.re[limb][i] = scale_by(re_limbs[limb], shift);
      c.im[limb][i] = scale_by(im_limbs[limb], shift);
    }
    c.modulus[i] = std::hypot(c.re[0][i], c.im[0][i]) * (1 + 0x1p-50);
    if (i > 0) {
      c.gap[i] = a_.power[kept[i - 1]] - a_.power[t];
      dense = dense && c.gap[i] == 1;
    }
  }
  if (dense) c.gap.clear();
  c.kernel_view.count = kept.size();
  c.kernel_view.gap = dense ? nullptr : c.gap.data();
  for (int limb = 0; limb < stored; ++limb) {
    c.kernel_view.re[limb] = c.re[limb].data();
    c.kernel_view.im[limb] = c.im[limb].data();
  }
  c.kernel_view.modulus = c.modulus.data();
  return made;
}

}  // namespace vieta
