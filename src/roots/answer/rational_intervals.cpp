#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/float_environment.hpp"
#include "exact/arithmetic.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

// Numbers beyond 10^+-20,000 would fill pages.
constexpr std::int64_t largest_power = 20'000;

bool is_moderate_power(const exact::real& x) {
  return std::abs(x.decimal_exponent) <= largest_power && std::abs(x.binary_exponent) <= 4 * largest_power;
}

struct exact_interval {
  std::size_t index = 0;
  exact::real lower, upper, centre, radius;
};

void set_radius(exact_interval& x, const exact::real& radius) {
  x.lower = exact::subtract(x.centre, radius);
  x.upper = exact::add(x.centre, radius);
}

// Of eight bits, not below x: fractions are short then.
exact::real short_above(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return exact::from_double(std::ldexp(std::ceil(std::ldexp(mantissa, 8)), exponent - 8));
}

}  // namespace

std::vector<rational_interval> rational_intervals(const roots_result& result) {
  const float_environment floats;
  std::vector<exact_interval> found;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const root& z = result.roots[k];
    if (!z.real || z.status == root_status::unproven) continue;
    exact_interval x;
    x.index = k;
    exact::real shown;  // the radius, or a little more
    if (result.decimal.empty()) {
      if (!std::isfinite(z.value.real()) || !std::isfinite(z.radius)) continue;
      x.centre = exact::from_double(z.value.real());
      x.radius = exact::from_double(z.radius);
      shown = short_above(z.radius);
    } else if (exact::parse_real(result.decimal[k].re, x.centre) &&
               exact::parse_real(result.decimal[k].radius, x.radius)) {
      shown = x.radius;
    } else {
      continue;
    }
    if (!is_moderate_power(x.centre) || !is_moderate_power(x.radius)) continue;
    set_radius(x, shown);
    found.push_back(std::move(x));
  }
  // Where the little more makes intervals meet, they are left as they are.
  std::sort(found.begin(), found.end(),
            [](const exact_interval& a, const exact_interval& b) { return exact::compare(a.centre, b.centre) < 0; });
  std::vector<char> meets(found.size(), 0);
  for (std::size_t i = 1; i < found.size(); ++i)
    if (exact::compare(found[i - 1].upper, found[i].lower) >= 0) meets[i - 1] = meets[i] = 1;
  std::vector<rational_interval> intervals(result.roots.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (meets[i] != 0) set_radius(found[i], found[i].radius);
    intervals[found[i].index] = {exact::fraction_text(found[i].lower), exact::fraction_text(found[i].upper)};
  }
  return intervals;
}

}  // namespace vieta
