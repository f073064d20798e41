#include "roots/near_linear/region/contour.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "roots/sweep/scaled.hpp"

namespace vieta::near_linear {
namespace {

constexpr double u = 0x1p-53, region_up = 1 + 0x1p-40;
constexpr double shortest_step = 1e-5;
constexpr int most_steps = 4000;

}  // namespace

argument_change contour::along(std::int64_t cell, std::complex<double> from, std::complex<double> to) const {
  std::complex<double> source[taylor_terms], at[taylor_terms];
  polynomial_(cell, source);
  double reached = 0;  // sum |c_m| reach^m: with it, errors of the coefficients at another place
  for (int m = taylor_terms; m-- > 0;) reached = reached * bounds_.reach() + std::abs(source[m]);
  // The values at u_0 and on the way, and 160 operations of 3.3 u on each path through the shift.
  const double error = (2 * bounds_.value_error(bounds_.reach()) + 600 * u * reached) * region_up;
  const double length = std::abs(to - from);
  const std::complex<double> direction = (to - from) / length;
  argument_change change;
  // Paths of neighbours end at the same places, up to rounding of the radii and of the ends themselves.
  const double end_error = 8e-16 * (4 + std::abs(ring_.log_radius())) * ring_.unit;
  const auto grows = [&](double s) {
    double sum = 0;
    for (int m = taylor_terms; m-- > 1;) sum = (sum + std::abs(at[m])) * s;
    return sum;
  };
  double done = 0, step = length / 8;
  std::complex<double> before = 0;
  for (int count = 0;; ++count) {
    const std::complex<double> place = from + done * direction;
    std::copy(source, source + taylor_terms, at);
    for (int m = 0; m + 1 < taylor_terms; ++m) {
      for (int k = taylor_terms - 1; k-- > m;) at[k] += vieta::product(at[k + 1], place);
    }
    const double size = std::abs(at[0]);
    if (count > 0) {
      change.value += std::arg(at[0] / before);
      change.error += 2 * error / std::min(size, std::abs(before)) + 8 * u;
    }
    if (count == 0 || done >= length) change.error += 2 * (grows(end_error) + error) / size;
    if (done >= length) return change;
    const auto holds = [&](double s) { return (grows(s) + error) * region_up < 0.9 * size; };
    // The next value is known to lie within a right angle of this one then, whatever the errors of both.
    step = std::min(2 * step, length - done);
    while (step > 0 && !holds(step)) step = step > shortest_step ? 0.6 * step : 0;
    if (!(step > 0) || count == most_steps) {
      change.is_known = false;
      return change;
    }
    before = at[0];
    done += step;
    if (length - done < 1e-13 * length) done = length;
  }
}

argument_change contour::along_circle(const angle_span& angles, bool outer,
                                      const std::function<bool(std::int64_t)>& has) const {
  const int bits = angle_bits - ring_.log2_cells - ring_.log2_passes - 1;
  const std::int64_t half = std::int64_t{1} << bits, all = std::int64_t{1} << (ring_.log2_cells + ring_.log2_passes);
  const double x = outer ? ring_.half_length() : -ring_.half_length(),
               unit = ring_.half_width() / static_cast<double>(half);
  argument_change change;
  for (std::int64_t angle = angles.first; angle < angles.last && change.is_known;) {
    const std::int64_t cell = (angle + half) / (2 * half), middle = 2 * half * cell;
    const std::int64_t next = std::min(angles.last, middle + half);
    if (has(cell % all))
      change.add(piece(cell % all, {x, static_cast<double>(angle - middle) * unit},
                       {x, static_cast<double>(next - middle) * unit}));
    angle = next;
  }
  return change;
}

argument_change contour::piece(std::int64_t cell, std::complex<double> from, std::complex<double> to) const {
  argument_change change = along(cell, from, to);
  // arg p = arg C + centre theta
  const double turned = static_cast<double>(ring_.centre) * (to.imag() - from.imag()) / ring_.unit;
  change.value += turned;
  change.error += 4e-16 * std::abs(turned);
  return change;
}

argument_change contour::across(std::int64_t cell, bool upper_end) const {
  const double y = upper_end ? ring_.half_width() : -ring_.half_width(), x = ring_.half_length();
  return along(cell, {-x, y}, {x, y});
}

}  // namespace vieta::near_linear
