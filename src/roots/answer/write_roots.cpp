#include "roots/answer/write_roots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "base/parallel_sort.hpp"
#include "roots/answer/decimal.hpp"
#include "roots/answer/margins.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

using entry = assembly_entry;

constexpr std::size_t written_at_once = 512;

// log2 of how much decimals may add to disc i at most, in its scale, for it to stay apart from all others as they stay
// apart from it, and from 0: half of what lies between. (A double would not hold the gap between roots 1e-400 apart.)
// Infinite where no disc is within `reach`, relative to its centre.
double log2_room_for_decimals(const std::vector<entry>& entries, const polar_index& index, std::uint32_t i,
                              double reach) {
  const entry& e = entries[i];
  double between = infinity;
  const auto stay_apart = [&](double apart) {
    if (apart > 0) between = std::min(between, std::log2(apart));
  };
  if (e.relative_radius() < 1 && e.relative_radius() > 0.5) stay_apart(std::abs(e.leading()) - e.radius);
  index.near(i, reach, [&](std::uint32_t j) {
    if (j == i || entries[j].is_unproven()) return;
    const double other_radius = scale_by(entries[j].radius, entries[j].exponent - e.exponent);
    const double apart = distance(e, entries[j], false) - e.radius - other_radius;
    if (apart > 0 || !(e.sharp || entries[j].sharp))
      stay_apart(apart);
    else if (are_apart_exactly(e, entries[j], false))
      between = std::min(between, log2_between_exactly(e, entries[j]) - static_cast<double>(e.exponent));
  });
  return between - 1;
}

// By modulus, then |argument|, the upper one of two conjugates first.
std::vector<std::uint32_t> order_by_place(const std::vector<entry>& entries, int threads) {
  struct place {
    double log_modulus;
    std::int64_t whole;  // of log2 |z|, where one double holds fewer digits of both parts
    double fraction, argument;
    std::uint32_t entry;
  };
  const auto make = [&](std::size_t i) -> place {
    const entry& e = entries[i];
    place at = {e.log_modulus(), 0, 0, std::arg(e.leading()), static_cast<std::uint32_t>(i)};
    if (e.is_about_zero()) at.whole = std::numeric_limits<std::int64_t>::min();
    if (std::abs(at.log_modulus) < 64 || e.is_about_zero()) return at;
    // Roots of equal modulus differ by some roundings.
    const double log2_mantissa = std::round(std::log2(std::abs(e.leading())) * 0x1p49) * 0x1p-49;
    const double floor = std::floor(log2_mantissa);
    at.whole = e.exponent + static_cast<std::int64_t>(floor);
    at.fraction = log2_mantissa - floor;
    at.log_modulus = std::copysign(INFINITY, at.log_modulus);
    return at;
  };
  const auto cosine = [&](std::uint32_t i) {
    const std::complex<double> z = entries[i].leading();
    return z.real() / std::abs(z);
  };
  const std::vector<place> places =
      make_sorted<place>(entries.size(), threads, make, [&](const place& a, const place& b) {
        if (a.log_modulus != b.log_modulus) return a.log_modulus < b.log_modulus;
        if (a.whole != b.whole) return a.whole < b.whole;
        if (a.fraction != b.fraction) return a.fraction < b.fraction;
        if (std::abs(a.argument) != std::abs(b.argument)) return std::abs(a.argument) < std::abs(b.argument);
        // Of two pairs of conjugates so alike: each pair together.
        const double a_cosine = cosine(a.entry), b_cosine = cosine(b.entry);
        if (a_cosine != b_cosine) return a_cosine < b_cosine;
        return a.argument != b.argument ? a.argument > b.argument : a.entry < b.entry;
      });
  std::vector<std::uint32_t> order;
  order.reserve(places.size());
  for (const place& p : places) order.push_back(p.entry);
  return order;
}

root_status status_of(const entry& e, int digits) {
  if (!(e.radius < infinity)) return root_status::unproven;
  if (e.place == membership::unclear) return root_status::at_border;
  const bool small = e.sharp ? e.sharp->digits >= digits : e.relative_radius() <= std::pow(10.0, -digits);
  if (!small) return root_status::wide;
  if (e.multiplicity == 1) return root_status::isolated;
  return e.is_one_root ? root_status::multiple : root_status::cluster;
}

root to_root(const entry& e, int digits, bool has_decimal) {
  root r;
  r.value = scale_by(e.leading(), e.exponent);
  const std::complex<double> back = scale_by(r.value, -e.exponent);  // differs when the value is subnormal or infinite
  const double beyond = std::hypot(e.centre.re.x1, e.centre.im.x1) * up;  // the other limbs of the centre
  const double radius = (e.radius + std::abs(back - e.leading()) + beyond) * up;
  r.radius = scale_by(radius, e.exponent) * up;
  if (std::isnan(r.radius)) r.radius = infinity;
  // The value printed as a double: see round_centres, where there are no decimals.
  if (has_decimal && std::isfinite(r.value.real()) && std::isfinite(r.value.imag()))
    r.radius =
        (r.radius + std::hypot(report::shortest_error(r.value.real()), report::shortest_error(r.value.imag()))) * up;
  if (radius > 0 && r.radius < 0x1p-1022) r.radius += 0x1p-1074;  // two roundings of subnormal numbers
  r.multiplicity = e.multiplicity;
  r.status = status_of(e, digits);
  r.real = e.is_real;
  r.imaginary = e.is_imaginary;
  return r;
}

// The reach within which decimals can make discs meet: they add at most two tenths to a radius, or a hundredth of the
// last digit asked for.
double reach_of_decimals(const entry& e, double largest_radius, int asked) {
  return 1.25 * (e.relative_radius() + largest_radius) + 2 * std::pow(10.0, -1 - asked);
}

// Two digits more than asked for, but not far beyond what the radius vouches for; two digits of the radius; more of
// both where other discs are so close that they would meet.
decimal_root to_decimal_root(const std::vector<entry>& entries, const polar_index& index, std::uint32_t i, int asked,
                             double largest_radius) {
  constexpr int few = 2, enough = 9;  // digits of a radius: discs with less than 1e-6 between them are one by now
  const entry& e = entries[i];
  if (e.is_unproven()) return to_decimal(e.centre, e.exponent, infinity, 15, few);
  const double room = log2_room_for_decimals(entries, index, i, reach_of_decimals(e, largest_radius, asked));
  const auto digits_within_room = [&](double size) {
    constexpr double log10_of_2 = 0.30102999566398120;
    return size > 0 && room < infinity ? static_cast<int>(std::ceil((std::log2(size) - room) * log10_of_2)) + 2 : 0;
  };
  const int radius_digits = std::clamp(digits_within_room(e.radius), few, enough);
  if (e.is_about_zero()) return {"0", "0", radius_to_decimal(e.radius, e.exponent, radius_digits)};
  const bool as_asked = e.sharp || e.radius == 0;
  const int vouched = as_asked ? asked : static_cast<int>(-std::log10(e.relative_radius())) + 1;
  const int digits =
      std::max(std::clamp(vouched, 1, std::max(asked, 15)) + 2, digits_within_room(std::abs(e.leading())));
  return e.sharp ? to_decimal(*e.sharp, digits, radius_digits)
                 : to_decimal(e.centre, e.exponent, e.radius, digits, radius_digits);
}

void count(roots_result& result) {
  for (const root& r : result.roots) {
    switch (r.status) {
      case root_status::isolated:
        ++result.report.isolated;
        break;
      case root_status::cluster:
        ++result.report.clusters;
        break;
      case root_status::wide:
        ++result.report.wide;
        break;
      case root_status::unproven:
        ++result.report.unproven;
        break;
      case root_status::at_border:
        ++result.report.at_border;
        break;
      case root_status::multiple:
        ++result.report.multiple;
        break;
    }
  }
}

}  // namespace

void write_roots(roots_result& result, const std::vector<assembly_entry>& entries, int digits, bool wants_decimal,
                 int threads) {
  std::vector<std::uint32_t> order = order_by_place(entries, threads);
  // Decimals stay apart from roots outside of the region, too: a disc is to hold no more roots than it says.
  std::erase_if(order, [&](std::uint32_t i) { return entries[i].place == membership::outside; });
  std::vector<std::size_t> first = {result.roots.size()};  // of an entry's roots in the result
  first.reserve(order.size() + 1);
  for (const std::uint32_t i : order)
    first.push_back(first.back() + (entries[i].is_unproven() ? static_cast<std::size_t>(entries[i].multiplicity) : 1));
  result.roots.resize(first.back());
  std::optional<polar_index> index;
  double largest = 0;
  if (wants_decimal) {
    result.decimal.resize(first.back());
    index = make_index(entries, threads);
    largest = largest_relative_radius(entries, threads);
  }
  parallel_for(order.size(), written_at_once, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const entry& e = entries[order[k]];
      root r = to_root(e, digits, wants_decimal);
      if (e.is_unproven()) r.multiplicity = 1;
      std::fill(result.roots.data() + first[k], result.roots.data() + first[k + 1], r);
      if (!wants_decimal) continue;
      const decimal_root decimal = to_decimal_root(entries, *index, order[k], digits, largest);
      std::fill(result.decimal.data() + first[k], result.decimal.data() + first[k + 1], decimal);
    }
  });
  count(result);
}

}  // namespace vieta
