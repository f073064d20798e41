#include "minimax/reach.hpp"

#include <cmath>

#include "base/float_environment.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/function/singular_points.hpp"

namespace vieta::approximation {
namespace {

/// Left and right of x0 the error is t - F v with the same v = p(u), so that one of both is at least
/// |t+/F+ - t-/F-| |F+| |F-| / (|F+| + |F-|). 0 where no jump shows: what is left of it nearer to x0 must be the same.
long double error_of_jump(const exchange_problem<long double>& e, long double x0, long double length) {
  constexpr long double same = 1e-6L;
  long double found[2] = {0, 0};
  for (int k = 0; k < 2; ++k) {
    const long double step = length * (k == 0 ? 0x1p-30L : 0x1p-40L);
    const sample<long double> a = e.at(x0 - step), b = e.at(x0 + step);
    if (!(std::fabs(a.argument - b.argument) <= same * (std::fabs(a.argument) + std::fabs(b.argument) + length)))
      return 0;
    const long double left = std::fabs(a.factor), right = std::fabs(b.factor);
    found[k] = std::fabs(b.target / b.factor - a.target / a.factor) * left * right / (left + right);
  }
  return std::fabs(found[0] - found[1]) <= same * found[1] ? found[1] : 0;
}

}  // namespace

obstacle obstacle_of(const minimax_problem& given) {
  const float_environment floats;
  obstacle found;
  const problem p = read(given);
  if (p.callable) return found;
  const exchange_problem<long double> e = sampled_in_long_double(p);
  for (const auto& [from, to] : p.intervals) {
    const long double lo = evaluate(from, 0), hi = evaluate(to, 0);
    for (const singular_point& at : singular_points(p.f, lo, hi)) {
      found.has_singular_point = true;
      found.singular_at = static_cast<double>(at.x);
      if (!(at.x > lo && at.x < hi)) continue;
      constexpr long double slope = 1e-6L;  // of both sides on the way to x
      const auto least = static_cast<double>(error_of_jump(e, at.x, hi - lo) * (1 - slope));
      if (least > found.least_error) {
        found.least_error = least;
        found.jump_at = static_cast<double>(at.x);
      }
    }
  }
  return found;
}

}  // namespace vieta::approximation
