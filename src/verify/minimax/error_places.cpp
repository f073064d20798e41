#include "verify/minimax/error_places.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <optional>

#include "verify/minimax/best_bound.hpp"

namespace vieta::checking {

bool is_in_intervals(const approximation::problem& p, double x) {
  return std::any_of(p.intervals.begin(), p.intervals.end(), [&](const auto& interval) {
    const auto from = static_cast<double>(evaluate(interval.first, 0)),
               to = static_cast<double>(evaluate(interval.second, 0));
    const double room = 1e-15 * (std::abs(from) + std::abs(to));
    return x >= from - room && x <= to + room;
  });
}

bool value_near(exact::real_ball& out, const approximation::tree& t, const approximation::problem& p, double& x) {
  if (value_at(out.x, p, t, x, 512)) return true;
  // Doubles come as near to 0 as one likes, and limits such as that of sqrt(x)*log(x) are reached slowly.
  constexpr double next_to_zero = 1e-60;
  const double step = std::ldexp(std::max(std::abs(x), 1e-3), -44), least = x == 0 ? next_to_zero : step;
  for (const double other : {x - least, x + least, x - step, x + step}) {
    if (!is_in_intervals(p, other) || !value_at(out.x, t, other, 512)) continue;
    x = other;
    return true;
  }
  return false;
}

double steepness(const approximation::tree& error, double x) {
  constexpr slong bits = 256;
  const double step = std::ldexp(std::max(std::abs(x), 1e-3), -44);
  exact::real_ball here, beside;
  if (!value_at(here.x, error, x, bits)) return 0;
  double most = 0;
  for (const double other : {x - step, x + step}) {
    if (!value_at(beside.x, error, other, bits)) continue;
    arb_sub(beside.x, beside.x, here.x, bits);
    most = std::max(most, std::abs(arf_get_d(arb_midref(beside.x), ARF_RND_NEAR)));
  }
  return most;
}

int sign_of_factor(const approximation::problem& all, double x) {
  constexpr slong bits = 128;
  approximation::problem own;
  const approximation::problem& p = at_sample(all, x, own);
  if (!p.factor) return 1;
  const approximation::tree factor = weighted_error(p, p.factor);
  exact::real_ball value;
  const auto sign_at = [&](double at) {
    if (!value_at(value.x, factor, at, bits)) return 0;
    return arb_is_positive(value.x) != 0 ? 1 : arb_is_negative(value.x) != 0 ? -1 : 0;
  };
  if (const int sign = sign_at(x)) return sign;
  const double step = std::ldexp(std::max(std::abs(x), 1e-3), -44);
  int found = 0;
  for (const double other : {x - step, x + step}) {
    if (!is_in_intervals(p, other)) continue;
    const int sign = sign_at(other);
    if (sign == 0 || sign * found < 0) return 0;
    found = sign;
  }
  return found;
}

bool is_told_apart(const approximation::problem& p) {
  constexpr int places = 65;
  long double before = 0;
  int way = 0;
  bool any = false, negative = false, positive = false;
  for (const auto& [from, to] : p.intervals) {
    const long double lo = evaluate(from, 0), hi = evaluate(to, 0);
    for (int k = 0; k < places; ++k, any = true) {
      const long double now = evaluate(p.argument, lo + (hi - lo) * k / (places - 1));
      const int step = !any ? 0 : now > before ? 1 : now < before ? -1 : 0;
      if (step * way < 0) return false;
      if (step != 0) way = step;
      before = now;
      negative = negative || now < 0, positive = positive || now > 0;
    }
  }
  const bool has_all_powers = p.exponents.empty() || p.exponents.back() + 1 == static_cast<int>(p.exponents.size());
  return has_all_powers || !(negative && positive);
}

double largest_unchangeable(const approximation::problem& p, const std::vector<minimax_point>& places) {
  double most = -1;
  const auto look_at = [&](double x) {
    if (const std::optional<double> found = unchangeable_error(p, x)) most = std::max(most, *found);
  };
  for (const auto& point : places) {
    look_at(point.x);
    if (!p.denominator.empty()) continue;  // q may be of another parity
    if (const std::optional<double> found = unchangeable_in_pair(p, point.x)) most = std::max(most, *found);
  }
  for (const auto& [from, to] : p.intervals)
    look_at(static_cast<double>(evaluate(from, 0))), look_at(static_cast<double>(evaluate(to, 0)));
  return most;
}

}  // namespace vieta::checking

#endif
