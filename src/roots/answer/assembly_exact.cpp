#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "exact/arithmetic.hpp"
#include "roots/answer/assembly_entry.hpp"

namespace vieta {
namespace {

struct exact_entry {
  exact::real re, im, radius;
};

exact_entry exactly(const assembly_entry& e) {
  exact_entry out;
  if (e.sharp) {
    out = {e.sharp->re, e.sharp->im, exact::from_double(e.sharp->radius)};
    out.radius.binary_exponent += e.sharp->radius_exponent;
  } else {
    out = {exact_value(e.centre.re, e.exponent), exact_value(e.centre.im, e.exponent), exact::from_double(e.radius)};
    out.radius.binary_exponent += e.exponent;
  }
  return out;
}

// The squared distance between the centres.
exact::real squared_distance(const exact_entry& a, const exact_entry& b) {
  const exact::real dx = exact::subtract(a.re, b.re), dy = exact::subtract(a.im, b.im);
  return exact::add(exact::multiply(dx, dx), exact::multiply(dy, dy));
}

double log2_of(const exact::real& x) {
  if (x.is_zero()) return -INFINITY;
  const exact::expansion e = exact::to_expansion(x);
  return std::log2(std::abs(e.limb[0])) + static_cast<double>(e.exponent);
}

// Exact sums of numbers that are farther apart than this take too long.
bool is_moderate(const assembly_entry& a, const assembly_entry& b) {
  constexpr std::int64_t farthest = 20'000;
  return std::abs(a.exponent - b.exponent) < farthest;
}

}  // namespace

bool are_apart_exactly(const assembly_entry& a, const assembly_entry& b, bool conjugate) {
  if (!std::isfinite(a.radius) || !std::isfinite(b.radius) || !is_moderate(a, b)) return false;
  const exact_entry first = exactly(a);
  exact_entry second = exactly(b);
  if (conjugate) second.im = exact::negate(second.im);
  const exact::real reach = exact::add(first.radius, second.radius);
  return exact::compare(squared_distance(first, second), exact::multiply(reach, reach)) > 0;
}

std::shared_ptr<const sharp_disc> joined(const assembly_entry& a, const assembly_entry& b) {
  if (!a.sharp || !b.sharp || !is_moderate(a, b)) return nullptr;
  const bool is_about_a = a.sharp->im.is_zero() || !b.sharp->im.is_zero();
  const exact_entry first = exactly(is_about_a ? a : b), second = exactly(is_about_a ? b : a);
  const double log2_distance = log2_of(squared_distance(first, second)) / 2;
  const double log2_first = log2_of(first.radius), log2_second = log2_of(second.radius);
  const double log2_largest = std::max({log2_distance, log2_first, log2_second});
  if (!(std::abs(log2_largest) < 0x1p26)) return nullptr;  // so that rounding a logarithm costs less than 2^-21
  sharp_disc disc;
  disc.re = first.re, disc.im = first.im;
  disc.radius_exponent = static_cast<std::int64_t>(std::floor(log2_largest));
  const auto exponent = static_cast<double>(disc.radius_exponent);
  disc.radius = std::max(std::exp2(log2_first - exponent),
                         std::exp2(log2_distance - exponent) + std::exp2(log2_second - exponent)) *
                (1 + 0x1p-20);
  const exact::real size = exact::add(exact::multiply(first.re, first.re), exact::multiply(first.im, first.im));
  const double log2_ratio = std::log2(disc.radius) + exponent - log2_of(size) / 2 + 0x1p-20;
  disc.digits = std::max(0, static_cast<int>(-log2_ratio * 0.30102999566398));
  return std::make_shared<const sharp_disc>(std::move(disc));
}

double log2_between_exactly(const assembly_entry& a, const assembly_entry& b) {
  const exact_entry first = exactly(a), second = exactly(b);
  const double log2_distance = log2_of(squared_distance(first, second)) / 2;
  const double log2_reach = log2_of(exact::add(first.radius, second.radius));
  const double share = 1 - std::exp2(log2_reach - log2_distance);
  return share > 0x1p-40 ? log2_distance + std::log2(share) : log2_distance - 40;
}

}  // namespace vieta
