#include "roots/sweep/nodes.hpp"

#include <algorithm>
#include <numeric>

namespace vieta {
namespace {

constexpr std::int64_t negligible_bits = 66;  // a term this much smaller is lost in a double rounding
constexpr std::int64_t band_bits = 32;

qd times_power_of_two(const qd& a, std::int64_t exponent) { return scale(a, scale_by(1.0, exponent)); }

}  // namespace

void node_set::push_back(const scaled_complex& z) {
  scaled_complex normalised = z;
  normalised.normalise();
  mantissa.push_back({qd(normalised.value.real()), qd(normalised.value.imag())});
  exponent.push_back(normalised.exponent);
  if (!inexact.empty()) inexact.push_back(0);
}

void node_set::set(std::size_t i, const complex<qd>& value, std::int64_t value_exponent) {
  mantissa[i] = value;
  exponent[i] = value_exponent;
  if (!inexact.empty()) inexact[i] = 0;
  const double size = std::max(std::abs(value.re.x0), std::abs(value.im.x0));
  if (size >= 0.25 && size <= 4) return;
  int shift = 0;
  std::frexp(size, &shift);
  mantissa[i] = {times_power_of_two(value.re, -shift), times_power_of_two(value.im, -shift)};
  exponent[i] += shift;
}

std::complex<double> node_set::difference(std::size_t i, std::size_t j, std::int64_t frame) const {
  const std::int64_t common = std::max(exponent[i], exponent[j]);
  if (exponent[i] != exponent[j] && std::abs(exponent[i] - exponent[j]) > 800) {  // nothing cancels; ldexp may flush
    const bool first = exponent[i] > exponent[j];
    return first ? rounded(i).in_frame(frame) : -rounded(j).in_frame(frame);
  }
  const std::int64_t shift_i = exponent[i] - common, shift_j = exponent[j] - common;
  const qd re = times_power_of_two(mantissa[i].re, shift_i) - times_power_of_two(mantissa[j].re, shift_j);
  const qd im = times_power_of_two(mantissa[i].im, shift_i) - times_power_of_two(mantissa[j].im, shift_j);
  return scale_by(std::complex<double>(re.x0, im.x0), common - frame);
}

std::vector<band> make_bands(const node_set& nodes) {
  const std::size_t n = nodes.size();
  std::vector<std::int64_t> magnitude(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::complex<double> m = nodes.leading(i);
    const double size = std::max(std::abs(m.real()), std::abs(m.imag()));
    magnitude[i] = nodes.exponent[i] + (size > 0 ? std::ilogb(size) : -1000);
  }
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  // Mostly all nodes fit one band: no need to sort then.
  const auto [least, most] = std::minmax_element(magnitude.begin(), magnitude.end());
  if (n > 0 && *most > *least + band_bits) {
    std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return magnitude[i] < magnitude[j]; });
  }

  std::vector<band> bands;
  for (std::size_t begin = 0; begin < n;) {
    const std::int64_t lowest = begin == 0 ? *least : magnitude[order[begin]];
    std::size_t end = begin;
    while (end < n && magnitude[order[end]] <= lowest + band_bits) ++end;
    std::size_t source_begin = begin, source_end = end;
    while (source_begin > 0 && magnitude[order[source_begin - 1]] >= lowest - negligible_bits) --source_begin;
    const std::int64_t highest = end == n ? *most : magnitude[order[end - 1]];
    while (source_end < n && magnitude[order[source_end]] <= highest + negligible_bits) ++source_end;

    band b;
    b.exponent = lowest;
    const auto at = [&](std::size_t k) { return order.begin() + static_cast<std::ptrdiff_t>(k); };
    b.targets.assign(at(begin), at(end));
    b.sources.assign(at(source_begin), at(source_end));
    b.smaller.assign(order.begin(), at(source_begin));
    b.larger.assign(at(source_end), order.end());
    for (std::size_t k = begin; k < end; ++k) b.self.push_back(static_cast<std::uint32_t>(k - source_begin));
    for (const std::uint32_t j : b.sources) {
      const std::int64_t shift = nodes.exponent[j] - b.exponent;
      b.re_high.push_back(scale_by(nodes.mantissa[j].re.x0, shift));
      b.im_high.push_back(scale_by(nodes.mantissa[j].im.x0, shift));
      b.re_low.push_back(scale_by(nodes.mantissa[j].re.x1, shift));
      b.im_low.push_back(scale_by(nodes.mantissa[j].im.x1, shift));
    }
    bands.push_back(std::move(b));
    begin = end;
  }
  return bands;
}

target_planes::target_planes(const band& b, const std::vector<std::uint32_t>& positions) {
  for (const std::uint32_t position : positions) {
    const std::uint32_t place = b.self[position];
    self.push_back(place);
    re_high.push_back(b.re_high[place]);
    im_high.push_back(b.im_high[place]);
    re_low.push_back(b.re_low[place]);
    im_low.push_back(b.im_low[place]);
  }
}

}  // namespace vieta
