#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

namespace vieta::near_linear {

inline constexpr int most_bins = 128;
/// Taylor coefficients, the first ones, that a device has with twice the bits.
inline constexpr int leading_terms = 8;

/// What is summed over neighbouring terms b_k of a ring.
struct term_bin {
  double sum = 0, square = 0;   ///< of |b_k| (an upper bound) and of |b_k|^2
  double largest = 0;           ///< |b_k|
  std::int64_t largest_at = 0;  ///< its power, counted from the lowest one of the ring
};

/// The powers [lowest, lowest + width) of a ring in bins of `per_bin`.
struct ring_window {
  std::int64_t lowest = 0, width = 0, centre = 0, per_bin = 1;
  double unit = 1;

  VT_HD int bins() const { return static_cast<int>((width + per_bin - 1) / per_bin); }
  VT_HD std::int64_t begin(int bin) const { return bin * per_bin; }
  VT_HD std::int64_t end(int bin) const { return (bin + 1) * per_bin < width ? (bin + 1) * per_bin : width; }
  /// (k - centre) / unit of a power
  VT_HD double distance(std::int64_t offset) const { return static_cast<double>(offset + lowest - centre) / unit; }
};

/// Proven bounds on a ring, for the Taylor polynomial C~ of a cell as it was computed and evaluated in double, and the
/// function C(u) = p(x) (r / x)^centre 2^-frame that it stands for; each for all |u| <= t.
/// Derivations: docs/method/roots_near_linear.md.
class ring_bounds {
 public:
  static constexpr int steps = 32;
  /// Of neighbouring terms.
  struct bin {
    double sum = 0, largest = 0;  ///< of |b_k|; of |k - centre| / unit
    double truncated = 0;         ///< a bound of what the Taylor series leaves out, for |u| <= reach: see `truncate`
    bool is_power = false;        ///< whether that bound is a constant times |u|^40, nearly, or smaller
  };
  VT_HD static void truncate(bin& b, double reach) {
    b.truncated = b.sum * tail(b.largest * reach);
    b.is_power = b.largest * reach <= last_power;
  }

  ring_bounds() = default;
  /// `outside`: what lies outside of the powers kept.
  ring_bounds(std::vector<bin> bins, double outside, double reach, int folds, int log2_cells) {
    start(outside, reach);
    for (bin& b : bins) truncate(b, reach);
    for (int i = 0; i <= steps; ++i) fill(i, bins.data(), static_cast<int>(bins.size()), folds, log2_cells);
  }
  VT_HD void start(double outside, double reach) {
    outside_ = outside;
    reach_ = reach;
  }
  /// Entry i of the tables, 0 to steps.
  VT_HD void fill(int i, const bin* bins, int count, int folds, int log2_cells) {
    constexpr double u = 0x1p-53;
    // Relative errors of one term b_k ((k - centre) / unit)^m / m! on its way into a value: fixed + by_power m.
    const double fixed = u * (32 + folds + 2.5 * log2_cells), by_power = 6.5 * u, t = reach_ * i / steps;
    // tail(s y) <= s^40 tail(y) for s <= 1, where tail is the power.
    const double s = static_cast<double>(i) / steps, s4 = s * s * s * s, s8 = s4 * s4, s16 = s8 * s8;
    double value = 0, long_value = 0, slope = 0, curve = 0, truncated = 0;
    for (int b = 0; b < count; ++b) {
      const double q = bins[b].largest, y = q * t, growth = std::exp(y), weight = bins[b].sum * growth;
      const double y2 = y * y, y4 = y2 * y2, y7 = y4 * y2 * y;
      truncated += bins[b].truncated * (bins[b].is_power ? s16 * s16 * s8 : 1.0);
      value += weight * (fixed + by_power * y);
      static_assert(leading_terms == 8);
      const double rest_of_8 = rest(y, y7 * y, 1.0 / 40320, 0, growth), rest_of_7 = rest(y, y7, 1.0 / 5040, 1, growth);
      long_value += weight * 0x1p-70 + bins[b].sum * (fixed * rest_of_8 + by_power * y * rest_of_7);
      slope += weight * q * (y + 2);
      curve += weight * q * q;
    }
    value_error_[i] = (value + truncated + outside_) * up + 0x1p-800;
    long_value_error_[i] = (long_value + truncated + outside_) * up + 0x1p-800;
    slope_error_[i] = 5 * u * slope * up + 0x1p-800;
    curvature_[i] = 0.5 * curve * up + 0x1p-800;
  }

  VT_HD double value_error(double t) const { return value_error_[index(t)]; }
  /// The same where the first coefficients are double-doubles, and so is Horner's rule from there on.
  VT_HD double long_value_error(double t) const { return long_value_error_[index(t)]; }
  VT_HD double slope_error(double t) const { return slope_error_[index(t)]; }
  /// Of |C''| / 2, for C~ and for the sum over the powers that were kept alike.
  VT_HD double curvature(double t) const { return curvature_[index(t)]; }
  VT_HD double outside() const { return outside_; }
  VT_HD double reach() const { return reach_; }

  /// Second-order terms, the functions of the standard library, sums of a few hundred numbers.
  static constexpr double up = 1.01;
  /// sum_{m >= 40} y^m / m!, rounded up; 40 terms are taylor_terms (kernels.hpp).
  static VT_HD double tail(double y) {
    constexpr double terms = 40, log_factorial = 110.32063971475739;
    if (!(y > 0)) return 0;
    if (y > last_power) return std::exp(y) * up;
    return std::exp(terms * std::log(y) - log_factorial) / (1 - y / (terms + 1)) * up;
  }

 private:
  static constexpr double last_power = 0.9 * 40;
  // sum_{m >= leading_terms - less} y^m / m! <= e^y, rounded up; `power`: y^(leading_terms - less).
  static VT_HD double rest(double y, double power, double inverse_factorial, int less, double all) {
    const double ratio = y * (1.0 / (leading_terms + 1 - less));
    return (ratio < 0.9 ? min(all, power * inverse_factorial / (1 - ratio)) : all) * up;
  }
  VT_HD int index(double t) const {
    const double i = std::ceil(t / reach_ * steps * (1 + 1e-12));
    return static_cast<int>(i < 0 ? 0 : i > steps ? steps : i);
  }

  double reach_ = 0, outside_ = 0;
  double value_error_[steps + 1] = {}, long_value_error_[steps + 1] = {}, slope_error_[steps + 1] = {},
                              curvature_[steps + 1] = {};
};

/// How the terms of a ring are spread.
struct term_spread {
  double spread = 0;         ///< root mean square of (k - mean k) / unit by |b_k|^2 e^(2 k w), the largest of some w
  double tilt = 0;           ///< (centre - mean k) / unit, for the first w
  bool has_no_roots = true;  ///< one term outweighs all others there (an estimate)

  /// On the circle w = direction half_height, |direction| <= 1.
  VT_HD term_spread(const term_bin* bins, const ring_window& window, double half_length, double direction) {
    term_bin top;
    for (int b = 0; b < window.bins(); ++b) {
      if (bins[b].largest > top.largest) top = bins[b];
    }
    double w0 = 0, w1 = 0, w2 = 0, others = 0;
    for (int b = 0; b < window.bins(); ++b) {
      const std::int64_t from = window.begin(b), to = window.end(b) - 1;
      const double q = 0.5 * (window.distance(from) + window.distance(to));
      const double from_largest = q - window.distance(top.largest_at);
      const double growth = std::exp(direction * half_length * from_largest);
      const double w = bins[b].square * growth * growth;
      w0 += w;
      w1 += w * q;
      w2 += w * q * q;
      const bool holds_largest = from <= top.largest_at && top.largest_at <= to;
      const double wider = std::exp(half_length * 0.5 * (window.distance(to) - window.distance(from)));
      others += (bins[b].sum - (holds_largest ? top.largest : 0)) * growth * wider;
    }
    const double mean = w1 / w0, half_bin = 0.3 * static_cast<double>(window.per_bin) / window.unit;
    tilt = -mean;
    spread = sqrt(max(0.0, w2 / w0 - mean * mean) + half_bin * half_bin);
    has_no_roots = others * 1.001 < top.largest;
  }
  /// On the circle and on the borders of the ring.
  VT_HD term_spread(const term_bin* bins, const ring_window& window, double half_length)
      : term_spread(bins, window, half_length, 0) {
    join({bins, window, half_length, -1});
    join({bins, window, half_length, 1});
  }
  VT_HD void join(const term_spread& other) {
    spread = max(spread, other.spread);
    has_no_roots = has_no_roots && other.has_no_roots;
  }
};

}  // namespace vieta::near_linear
