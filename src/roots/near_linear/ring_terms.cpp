#include "roots/near_linear/ring_terms.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "roots/scaled.hpp"

namespace vieta::near_linear {
namespace {

constexpr double u = 0x1p-53;
constexpr double log_2 = std::numbers::ln2;
constexpr double up = 1.01;  // second-order terms, the functions of the standard library, sums of a few hundred numbers
constexpr int most_bins = 128;

radius_powers::power normalised(const dd& value, std::int64_t exponent) {
  int shift = 0;
  std::frexp(value.hi, &shift);
  return {scale(value, scale_by(1.0, -shift)), exponent + shift};
}

radius_powers::power product(const radius_powers::power& a, const radius_powers::power& b) {
  return normalised(a.value * b.value, a.exponent + b.exponent);
}

radius_powers::power power_of(const radius_powers::power& base, std::int64_t exponent) {
  radius_powers::power result = {dd(1.0), 0}, square = base;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = product(result, square);
    square = product(square, square);
  }
  return result;
}

// sum_{m >= taylor_terms} y^m / m!, rounded up
double tail(double y) {
  if (!(y > 0)) return 0;
  if (y > 0.9 * taylor_terms) return std::exp(y) * up;
  return std::exp(taylor_terms * std::log(y) - std::lgamma(taylor_terms + 1.0)) / (1 - y / (taylor_terms + 1.0)) * up;
}

}  // namespace

radius_powers::radius_powers(const ring& r) : lowest_(r.lowest) {
  const power one = {dd(1.0), 0}, base = normalised(dd(r.radius), r.radius_exponent);
  const auto count = static_cast<std::size_t>(r.highest - r.lowest + 1);
  const auto size = static_cast<std::size_t>(std::sqrt(static_cast<double>(count))) + 1;
  fine_.assign(size, one);
  for (std::size_t i = 1; i < size; ++i) fine_[i] = product(fine_[i - 1], base);
  const power stride = product(fine_.back(), base);
  coarse_.assign(count / size + 1, power_of(base, r.lowest));
  for (std::size_t i = 1; i < coarse_.size(); ++i) coarse_[i] = product(coarse_[i - 1], stride);
}

radius_powers::power radius_powers::at(std::int64_t k) const {
  const auto i = static_cast<std::size_t>(k - lowest_);
  const power &coarse = coarse_[i / fine_.size()], &fine = fine_[i % fine_.size()];
  return {coarse.value * fine.value, coarse.exponent + fine.exponent};
}

ring_bounds::ring_bounds(const std::vector<bin>& bins, double outside, double reach, int folds, int log2_cells)
    : reach_(reach), outside_(outside) {
  // Relative errors of one term b_k ((k - centre) / unit)^m / m! on its way into a value: fixed + by_power m.
  const double fixed = u * (32 + folds + 2.5 * log2_cells), by_power = 6.5 * u;
  double truncated = 0;
  for (const bin& b : bins) truncated += b.sum * tail(b.largest * reach);
  for (int i = 0; i <= steps; ++i) {
    const double t = reach * i / steps;
    double value = 0, slope = 0, curve = 0;
    for (const bin& b : bins) {
      const double q = b.largest, weight = b.sum * std::exp(q * t);
      value += weight * (fixed + by_power * q * t);
      slope += weight * q * (q * t + 2);
      curve += weight * q * q;
    }
    const auto at = static_cast<std::size_t>(i);
    value_error_[at] = (value + truncated + outside) * up + 0x1p-800;
    slope_error_[at] = 4.5 * u * slope * up + 0x1p-800;
    curvature_[at] = 0.5 * curve * up + 0x1p-800;
  }
}

std::size_t ring_bounds::index(double t) const {
  return static_cast<std::size_t>(std::clamp(std::ceil(t / reach_ * steps * (1 + 1e-12)), 0.0, double{steps}));
}

ring_terms::ring_terms(const coefficients& a, const envelope& hull, const ring& r) : ring_(r) {
  const double log_radius = r.log_radius(), peak = hull.peak(log_radius);
  frame_ = std::llround((hull.at(peak) + peak * log_radius) / log_2);
  const auto cells = static_cast<std::int64_t>(r.cells());
  folds_ = static_cast<int>((r.highest - r.lowest) / cells) + 1;
  re_.assign(static_cast<std::size_t>(folds_ * cells), 0.0);
  im_.assign(re_.size(), 0.0);
  const radius_powers powers(r);
  const std::int64_t first_slot = (((r.lowest - r.centre) % cells) + cells) % cells;
  const auto begin = std::lower_bound(a.power.begin(), a.power.end(), r.lowest);
  for (auto t = static_cast<std::size_t>(begin - a.power.begin()); t < a.terms() && a.power[t] <= r.highest; ++t) {
    const std::int64_t offset = a.power[t] - r.lowest, slot = (first_slot + offset) % cells;
    const radius_powers::power weight = powers.at(a.power[t]);
    const std::int64_t shift = weight.exponent + a.exponent[t] - frame_;
    const auto at = static_cast<std::size_t>(offset / cells * cells + slot);
    re_[at] = scale_by(a.re[0][t] * weight.value.hi, shift);
    if (!a.is_real()) im_[at] = scale_by(a.im[0][t] * weight.value.hi, shift);
  }
  measure(hull);
}

void ring_terms::turn(const fourier_plan& directions, std::size_t cell) {
  if (plain_re_.empty()) {
    plain_re_ = re_;
    plain_im_ = im_;
  }
  const auto all = static_cast<std::int64_t>(directions.length()), cells = static_cast<std::int64_t>(ring_.cells());
  const std::int64_t first = ring_.lowest - ring_.centre, first_slot = ((first % cells) + cells) % cells;
  std::int64_t place = (((first % all) + all) % all * static_cast<std::int64_t>(cell)) % all;
  for (std::int64_t offset = 0; offset <= ring_.highest - ring_.lowest; ++offset) {
    const auto at = static_cast<std::size_t>(offset / cells * cells + (first_slot + offset) % cells);
    const std::complex<double> w = directions.rounded_direction(static_cast<std::size_t>(place));
    const std::complex<double> b = vieta::product({plain_re_[at], plain_im_[at]}, w);
    re_[at] = b.real();
    im_[at] = b.imag();
    place += static_cast<std::int64_t>(cell);
    if (place >= all) place -= all;
  }
}

slot_view ring_terms::view() const {
  return {ring_.cells(), folds_, re_.data(), im_.data(), ring_.lowest - ring_.centre, 1 / ring_.unit};
}

void ring_terms::measure(const envelope& hull) {
  const ring& r = ring_;
  const auto cells = static_cast<std::int64_t>(r.cells());
  const std::int64_t first_slot = (((r.lowest - r.centre) % cells) + cells) % cells, width = r.highest - r.lowest + 1;
  const std::int64_t per_bin = (width + most_bins - 1) / most_bins;
  const auto distance = [&](std::int64_t offset) { return static_cast<double>(offset + r.lowest - r.centre) / r.unit; };
  std::vector<ring_bounds::bin> bins;
  std::vector<double> squares;
  double largest = 0;
  std::int64_t largest_at = 0;
  for (std::int64_t from = 0; from < width; from += per_bin) {
    const std::int64_t to = std::min(from + per_bin, width);
    double sum = 0, square = 0;
    std::int64_t slot = (first_slot + from) % cells;
    for (std::int64_t offset = from; offset < to; ++offset) {
      const auto at = static_cast<std::size_t>(offset / cells * cells + slot);
      const double norm = re_[at] * re_[at] + im_[at] * im_[at], modulus = std::sqrt(norm);
      sum += modulus + 0x1p-500;
      square += norm;
      if (modulus > largest) {
        largest = modulus;
        largest_at = offset;
      }
      if (++slot == cells) slot = 0;
    }
    bins.push_back({sum * (1 + 0x1p-26), std::max(std::abs(distance(from)), std::abs(distance(to - 1)))});
    squares.push_back(square);
  }

  // What was left out, on a concave hull: geometric series. (k log r is known to 2^-53 k log r.)
  const double log_radius = r.log_radius(), reach = r.reach();
  const auto beyond = [&](std::int64_t k, double slope) {
    const double ratio = std::exp(slope + reach / r.unit);
    if (ratio == 0) return 0.0;
    if (!(ratio < 1)) return std::numeric_limits<double>::infinity();
    const double largest_part =
        std::abs(hull.at(static_cast<double>(k))) + static_cast<double>(k) * std::abs(log_radius);
    if (!(largest_part < 1e12)) return std::numeric_limits<double>::infinity();  // rounding errors of what follows
    const double height = hull.at(static_cast<double>(k)) + static_cast<double>(k) * log_radius -
                          static_cast<double>(frame_) * log_2 +
                          std::abs(static_cast<double>(k - r.centre)) * reach / r.unit;
    return std::exp(height) * ratio / (1 - ratio) * up;
  };
  const auto low = static_cast<double>(r.lowest), high = static_cast<double>(r.highest);
  const double outside =
      beyond(r.lowest, -(hull.slope_before(low) + log_radius)) + beyond(r.highest, hull.slope_after(high) + log_radius);
  bounds_ = ring_bounds(bins, outside, reach, folds_, r.log2_cells);

  double mean = 0;
  for (const double side : {0.0, -1.0, 1.0}) {
    double w0 = 0, w1 = 0, w2 = 0, others = 0;
    for (std::size_t b = 0; b < bins.size(); ++b) {
      const auto from = static_cast<std::int64_t>(b) * per_bin, to = std::min(from + per_bin, width) - 1;
      const double q = 0.5 * (distance(from) + distance(to)), from_largest = q - distance(largest_at);
      const double growth = std::exp(side * r.half_length() * from_largest), w = squares[b] * growth * growth;
      w0 += w;
      w1 += w * q;
      w2 += w * q * q;
      const bool holds_largest = from <= largest_at && largest_at <= to;
      const double wider = std::exp(r.half_length() * 0.5 * (distance(to) - distance(from)));
      others += (bins[b].sum - (holds_largest ? largest : 0)) * growth * wider;
    }
    const double centre = w1 / w0, half_bin = 0.3 * static_cast<double>(per_bin) / r.unit;
    if (side == 0) mean = centre;
    spread_ =
        std::max(side == 0 ? 0 : spread_, std::sqrt(std::max(0.0, w2 / w0 - centre * centre) + half_bin * half_bin));
    has_no_roots_ = (side == 0 || has_no_roots_) && others * 1.001 < largest;
  }
  tilt_ = -mean;
}

}  // namespace vieta::near_linear
