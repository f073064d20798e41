#include <cmath>

#include "oracles/real_roots/real_roots_reference.hpp"

namespace vieta::test {
namespace {

__extension__ using wide = __float128;

template <class F>
F magnitude(F x) {
  return x < 0 ? -x : x;
}

/// p(x) and p'(x).
template <class F>
void evaluate(const std::vector<F>& c, F x, F& value, F& slope) {
  value = c.back();
  slope = 0;
  for (std::size_t k = c.size() - 1; k-- > 0;) {
    slope = slope * x + value;
    value = value * x + c[k];
  }
}

template <class F>
F value_at(const std::vector<F>& c, F x) {
  F value = 0;
  for (std::size_t k = c.size(); k-- > 0;) value = value * x + c[k];
  return value;
}

/// The zero of c in (lo, hi), whose ends have different signs: Newton's iteration, bisection where it leaves the
/// bracket or does not halve it.
template <class F>
F crossing(const std::vector<F>& c, F lo, F hi, bool negative_at_lo, F relative) {
  F x = (lo + hi) / 2, last = hi - lo;
  for (int step = 0; step < 400; ++step) {
    F value, slope;
    evaluate(c, x, value, slope);
    if (value == 0) return x;
    ((value < 0) == negative_at_lo ? lo : hi) = x;
    const F next = slope != 0 ? x - value / slope : lo;
    const F move = magnitude(next - x);
    if (hi - lo <= relative * magnitude(x)) return (lo + hi) / 2;
    if (!(next > lo && next < hi) || move > last / 2) {
      x = (lo + hi) / 2;
      last = (hi - lo) / 2;
      if (x == lo || x == hi) return x;
    } else {
      // Newton's step is quadratic by now: no more than one further step is needed.
      const bool done = move <= relative * magnitude(x);
      x = next;
      last = move;
      if (done) return x;
    }
  }
  return x;
}

/// Zeros of c in [lo, hi], given points that separate them.
template <class F>
std::vector<F> crossings(const std::vector<F>& c, const std::vector<F>& breaks, F lo, F hi, F relative) {
  std::vector<F> roots;
  F left = lo, at_left = value_at(c, lo);
  if (at_left == 0) roots.push_back(lo);
  for (std::size_t i = 0; i <= breaks.size(); ++i) {
    const F right = i < breaks.size() ? breaks[i] : hi;
    if (!(right > left)) continue;
    const F at_right = value_at(c, right);
    if (at_right == 0)
      roots.push_back(right);
    else if (at_left != 0 && (at_left < 0) != (at_right < 0))
      roots.push_back(crossing(c, left, right, at_left < 0, relative));
    left = right;
    at_left = at_right;
  }
  return roots;
}

}  // namespace

// Critical points need not be exact: an error d there changes p by d^2 p''/2 only. So the chain runs in 64 bits, and
// the last level, which decides on signs, in 113.
std::vector<double> quick_real_roots(std::span<const double> a, double lo, double hi) {
  std::vector<double> p(a.begin(), a.end());
  while (p.size() > 1 && p.back() == 0) p.pop_back();
  const std::size_t n = p.size() - 1;
  if (n == 0) return {};

  std::vector<long double> breaks;
  for (std::size_t level = 1; level < n; ++level) {  // the derivative of degree `level`, over (n - level)!
    std::vector<long double> c(level + 1);
    long double weight = 1;  // binomial(n - level + j, j)
    for (std::size_t j = 0; j <= level; ++j) {
      c[j] = weight * static_cast<long double>(p[n - level + j]);
      weight = weight * static_cast<long double>(n - level + j + 1) / static_cast<long double>(j + 1);
    }
    breaks = crossings<long double>(c, breaks, lo, hi, 0x1p-60L);
  }
  const std::vector<wide> exact(p.begin(), p.end());
  const std::vector<wide> points(breaks.begin(), breaks.end());
  std::vector<double> roots;
  for (const wide x : crossings<wide>(exact, points, lo, hi, static_cast<wide>(0x1p-58)))
    roots.push_back(static_cast<double>(x));
  return roots;
}

}  // namespace vieta::test
