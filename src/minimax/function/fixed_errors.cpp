#include "minimax/function/fixed_errors.hpp"

#include <algorithm>
#include <cmath>

#include "minimax/function/singular_points.hpp"

namespace vieta::approximation {

std::vector<long double> fixed_errors(const problem& p, const std::vector<long double>& fixed_at) {
  std::vector<long double> found;
  if (!p.samples.empty()) return found;
  constexpr int pieces = 509;
  constexpr int halvings = 70;
  const auto factor = [&](long double x) { return evaluate(p.factor, x); };
  // That of a relative error of asinh(x) as x^2 p(x) is x^2/asinh(x).
  const auto weighted = [&](long double x) {
    return evaluate(p.factor, x) * (p.relative ? 1 / evaluate(p.f, x) : evaluate(p.weight, x));
  };
  const auto look = [&](const auto& value, long double lo, long double hi) {
    for (int k = 1; k <= pieces; ++k) {
      long double a = lo + (hi - lo) * (k - 1) / pieces, b = lo + (hi - lo) * k / pieces;
      const long double at_a = value(a), at_b = value(b);
      if (!(at_a * at_b < 0)) continue;
      for (int step = 0; step < halvings; ++step) {
        const long double middle = (a + b) / 2;
        ((value(middle) < 0) == (at_a < 0) ? a : b) = middle;
      }
      if (!(std::fabs(value(a)) <= std::min(std::fabs(at_a), std::fabs(at_b)))) continue;  // a pole
      found.push_back(std::fabs(a) < 1e-18L * (hi - lo) ? 0 : a);
    }
    if (lo < 0 && hi > 0 && factor(0) == 0) found.push_back(0);
    constexpr long double aside = 1.0L / 64, nothing = 1e-15L;
    for (const tree& c : shifts_of(p.factor, lo, hi)) {
      const long double x = evaluate(c, 0), size = std::fabs(value(x));
      for (const long double beside : {x - aside * (hi - lo), x + aside * (hi - lo)})
        if (beside > lo && beside < hi && size < nothing * std::fabs(value(beside))) found.push_back(x);
    }
  };
  for (const auto& ends : p.intervals) {
    const long double lo = evaluate(ends.first, 0), hi = evaluate(ends.second, 0);
    look(factor, lo, hi);
    if (!p.callable && (p.relative || p.weight)) look(weighted, lo, hi);
  }
  for (const long double u : fixed_at)
    if (evaluate(p.argument, u) == u) found.push_back(u);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace vieta::approximation
