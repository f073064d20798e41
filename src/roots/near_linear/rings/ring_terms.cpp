#include "roots/near_linear/rings/ring_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/parallel_for.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta::near_linear {
namespace {

constexpr double log_of_2 = std::numbers::ln2;
constexpr std::size_t terms_of_a_task = 4096;

}  // namespace

radius_powers::radius_powers(const ring& r) : lowest_(r.lowest) {
  const long_radius_power one, base = normalised(td(r.radius), r.radius_exponent);
  const auto count = static_cast<std::size_t>(r.highest - r.lowest + 1);
  const auto size = static_cast<std::size_t>(std::sqrt(static_cast<double>(count))) + 1;
  long_radius_power power = one;
  for (std::size_t i = 0; i < size; ++i, power = product(power, base)) fine_.push_back(rounded(power));
  const long_radius_power stride = power;
  power = power_of(base, r.lowest);
  for (std::size_t i = 0; i < count / size + 1; ++i, power = product(power, stride)) coarse_.push_back(rounded(power));
}

radius_power radius_powers::at(std::int64_t k) const {
  const auto i = static_cast<std::size_t>(k - lowest_);
  const radius_power &coarse = coarse_[i / fine_.size()], &fine = fine_[i % fine_.size()];
  return {coarse.value * fine.value, coarse.exponent + fine.exponent};
}

ring_terms::ring_terms(const coefficients& a, const envelope& hull, const ring& r, int threads,
                       const sector_slack& slack)
    : ring_(r) {
  frame_ = frame_of(hull, r);
  const auto cells = static_cast<std::int64_t>(r.cells());
  folds_ = static_cast<int>((r.highest - r.lowest) / cells) + 1;
  re_.assign(static_cast<std::size_t>(folds_ * cells), 0.0);
  im_.assign(re_.size(), 0.0);
  const radius_powers powers(r);
  const std::int64_t first_slot = (((r.lowest - r.centre) % cells) + cells) % cells;
  const term_range terms = terms_of(a, r);
  parallel_for(terms.count, terms_of_a_task, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = terms.first + begin; t < terms.first + end; ++t) {
      const std::int64_t offset = a.power[t] - r.lowest, slot = (first_slot + offset) % cells;
      const radius_power weight = powers.at(a.power[t]);
      const std::int64_t shift = weight.exponent + a.exponent[t] - frame_;
      const auto at = static_cast<std::size_t>(offset / cells * cells + slot);
      re_[at] = scale_by(a.re[0][t] * weight.value.hi, shift);
      if (!a.is_real()) im_[at] = scale_by(a.im[0][t] * weight.value.hi, shift);
    }
  });
  measure(hull, threads, slack);
}

void ring_terms::turn(const fourier_plan& directions, std::size_t cell, int threads) {
  if (plain_re_.empty()) {
    plain_re_ = re_;
    plain_im_ = im_;
  }
  const auto all = static_cast<std::int64_t>(directions.length()), cells = static_cast<std::int64_t>(ring_.cells());
  const std::int64_t first = ring_.lowest - ring_.centre, first_slot = ((first % cells) + cells) % cells;
  parallel_for(static_cast<std::size_t>(ring_.highest - ring_.lowest + 1), terms_of_a_task, threads,
               [&](std::size_t begin, std::size_t end) {
                 const auto power = first + static_cast<std::int64_t>(begin);
                 std::int64_t place = (((power % all) + all) % all * static_cast<std::int64_t>(cell)) % all;
                 for (auto offset = static_cast<std::int64_t>(begin); offset < static_cast<std::int64_t>(end);
                      ++offset) {
                   const auto at = static_cast<std::size_t>(offset / cells * cells + (first_slot + offset) % cells);
                   const std::complex<double> w = directions.rounded_direction(static_cast<std::size_t>(place));
                   const std::complex<double> b = vieta::product({plain_re_[at], plain_im_[at]}, w);
                   re_[at] = b.real();
                   im_[at] = b.imag();
                   place += static_cast<std::int64_t>(cell);
                   if (place >= all) place -= all;
                 }
               });
}

slot_view ring_terms::view() const {
  return {ring_.cells(), folds_, re_.data(), im_.data(), ring_.lowest - ring_.centre, 1 / ring_.unit};
}

void ring_terms::measure(const envelope& hull, int threads, const sector_slack& slack) {
  const ring& r = ring_;
  const auto cells = static_cast<std::int64_t>(r.cells());
  const std::int64_t first_slot = (((r.lowest - r.centre) % cells) + cells) % cells;
  const ring_window window = window_of(r);
  std::vector<term_bin> bins(static_cast<std::size_t>(window.bins()));
  std::vector<ring_bounds::bin> sums(bins.size());
  const auto measure_bin = [&](int b) {
    term_bin bin;  // not in its place meanwhile: its neighbours are other threads' work
    const std::int64_t from = window.begin(b), to = window.end(b);
    std::int64_t slot = (first_slot + from) % cells;
    for (std::int64_t offset = from; offset < to; ++offset) {
      const auto at = static_cast<std::size_t>(offset / cells * cells + slot);
      const double norm = re_[at] * re_[at] + im_[at] * im_[at], modulus = std::sqrt(norm);
      bin.sum += modulus + 0x1p-500;
      bin.square += norm;
      if (modulus > bin.largest) {
        bin.largest = modulus;
        bin.largest_at = offset;
      }
      if (++slot == cells) slot = 0;
    }
    bin.sum *= 1 + 0x1p-26;
    const double farthest = std::max(std::abs(window.distance(from)), std::abs(window.distance(to - 1)));
    bins[static_cast<std::size_t>(b)] = bin;
    sums[static_cast<std::size_t>(b)] = {bin.sum, farthest + slack.wider};
  };
  const auto bins_of_task = terms_of_a_task * bins.size() / static_cast<std::size_t>(r.highest - r.lowest + 1) + 1;
  parallel_for(bins.size(), bins_of_task, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) measure_bin(static_cast<int>(b));
  });
  double outside = outside_of(hull, r, frame_);
  if (slack.roundings > 0) {
    for (const ring_bounds::bin& bin : sums) outside += 2 * bin.sum * ring_bounds::tail(bin.largest * r.reach());
  }
  bounds_ = ring_bounds(std::move(sums), outside, r.reach(), folds_ + slack.roundings, r.log2_cells);
  const term_spread spread(bins.data(), window, r.half_length());
  spread_ = spread.spread;
  tilt_ = spread.tilt;
  has_no_roots_ = spread.has_no_roots;
}

term_range terms_of(const coefficients& a, const ring& r) {
  const auto begin = std::lower_bound(a.power.begin(), a.power.end(), r.lowest);
  const auto end = std::upper_bound(begin, a.power.end(), r.highest);
  return {static_cast<std::size_t>(begin - a.power.begin()), static_cast<std::size_t>(end - begin)};
}

std::int64_t frame_of(const envelope& hull, const ring& r) {
  const double log_radius = r.log_radius(), peak = hull.peak(log_radius);
  return std::llround((hull.at(peak) + peak * log_radius) / log_of_2);
}

ring_window window_of(const ring& r) {
  const std::int64_t width = r.highest - r.lowest + 1;
  return {r.lowest, width, r.centre, (width + most_bins - 1) / most_bins, r.unit};
}

double outside_of(const envelope& hull, const ring& r, std::int64_t frame) {
  // On a concave hull: geometric series. (k log r is known to 2^-53 k log r.)
  const double log_radius = r.log_radius(), reach = r.reach();
  const auto beyond = [&](std::int64_t k, double slope) {
    const double ratio = std::exp(slope + reach / r.unit);
    if (ratio == 0) return 0.0;
    if (!(ratio < 1)) return std::numeric_limits<double>::infinity();
    const double largest_part =
        std::abs(hull.at(static_cast<double>(k))) + static_cast<double>(k) * std::abs(log_radius);
    if (!(largest_part < 1e12)) return std::numeric_limits<double>::infinity();  // rounding errors of what follows
    const double height = hull.at(static_cast<double>(k)) + static_cast<double>(k) * log_radius -
                          static_cast<double>(frame) * log_of_2 +
                          std::abs(static_cast<double>(k - r.centre)) * reach / r.unit;
    return std::exp(height) * ratio / (1 - ratio) * ring_bounds::up;
  };
  const auto low = static_cast<double>(r.lowest), high = static_cast<double>(r.highest);
  return beyond(r.lowest, -(hull.slope_before(low) + log_radius)) +
         beyond(r.highest, hull.slope_after(high) + log_radius);
}

}  // namespace vieta::near_linear
