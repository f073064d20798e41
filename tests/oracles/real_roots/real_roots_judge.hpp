#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "oracles/real_roots/real_roots_case.hpp"
#include "oracles/real_roots/real_roots_reference.hpp"
#include "vieta/core/exponent.hpp"

// Whether an answer for any polynomial is right, before the exact roots. What rounding T cannot tell is not asked for.
namespace vieta::test {

struct wanted_tolerance {
  double absolute = 0, relative = 0;
  double at(double x) const { return std::max(absolute, relative * std::abs(x)); }
};

/// Twice the error of evaluating p at x in T, and that of a coefficient's last bit.
template <class T, class R>
double noise_at(const std::vector<R>& a, R x) {
  double magnitude = 0;
  for (std::size_t k = a.size(); k-- > 0;)
    magnitude = magnitude * std::abs(static_cast<double>(x)) + std::abs(static_cast<double>(a[k]));
  const double u = static_cast<double>(float_format<T>::unit_roundoff);
  return static_cast<double>(4 * a.size()) * u * magnitude;
}

inline double value_at(const std::vector<double>& a, double x) {
  long double value = 0;
  for (std::size_t k = a.size(); k-- > 0;) value = value * static_cast<long double>(x) + static_cast<long double>(a[k]);
  return static_cast<double>(value);
}

// The same for numbers of type dd.
inline double value_at(const std::vector<dd>& a, dd x) { return taylor_coefficients(a, x)[0]; }
template <class T>
double rounding_radius(const std::vector<dd>& a, dd x, int multiplicity) {
  const double u = static_cast<double>(float_format<T>::unit_roundoff), noise = noise_at<T>(a, x);
  const double slope = std::abs(taylor_coefficients(a, x)[static_cast<std::size_t>(multiplicity)]);
  const double least = 16 * u * std::abs(static_cast<double>(x)) + 0x1p-1070;
  return noise > 0 && noise < HUGE_VAL ? least + std::pow(noise / slope, 1.0 / multiplicity) : least;
}

template <class T>
const double least_normal = std::ldexp(1.0, float_format<T>::smallest);

// Doubles are subtracted as they always were.
inline double distance(double a, double b) { return std::abs(a - b); }
inline double distance(dd a, dd b) { return static_cast<double>(abs(a - b)); }

/// Every listed root must have a true change of sign near it, or lie where p vanishes in the noise of T; every true
/// root must be listed, or lie beside a listed one closer than the noise resolves. `a` holds numbers of type T.
template <class T, class R = double>
std::string judge(const std::vector<R>& a, std::type_identity_t<R> lo, std::type_identity_t<R> hi,
                  const listed_in<R>& answer, wanted_tolerance tolerance = {}) {
  const auto exact = exact_real_roots(std::span<const R>(a), lo, hi);
  const auto exact_place = [&](std::size_t i) { return static_cast<R>(exact[i].value); };
  std::ostringstream text;
  text.precision(17);
  const auto complaint = [&](const std::string& what, R at) {
    const double x = static_cast<double>(at);
    text << what << ' ' << x << "; listed:";
    for (int k = 0; k < answer.count; ++k)
      text << ' ' << static_cast<double>(answer.roots[static_cast<std::size_t>(k)])
           << (answer.touching >> k & 1 ? " (touch)" : "");
    text << "; status " << static_cast<int>(answer.status) << "; exact:";
    for (const auto& e : exact) text << ' ' << static_cast<double>(e.value) << '^' << e.multiplicity;
    text << "; coefficients:" << std::hexfloat;
    for (const R x_k : a) text << ' ' << static_cast<double>(x_k);
    return text.str();
  };
  if (answer.status == real_roots_status::unresolved) return complaint("unresolved", 0);
  if (answer.status != real_roots_status::clustered &&
      answer.status != (answer.touching ? real_roots_status::touching : real_roots_status::ok))
    return complaint("status", static_cast<double>(static_cast<int>(answer.status)));

  const double u = static_cast<double>(float_format<T>::unit_roundoff);
  std::vector<double> radius;  // within which a root must be listed
  for (std::size_t i = 0; i < exact.size(); ++i)
    radius.push_back(rounding_radius<T>(a, exact_place(i), exact[i].multiplicity) +
                     tolerance.at(static_cast<double>(exact[i].value)));
  for (int k = 0; k < answer.count; ++k) {
    const R x = answer.roots[static_cast<std::size_t>(k)];
    if (!(x >= lo && x <= hi)) return complaint("outside of the interval:", x);
    if (k > 0 && !(x > answer.roots[static_cast<std::size_t>(k) - 1])) return complaint("not ascending at", x);
    const double size = std::abs(static_cast<double>(x));
    const double near = tolerance.at(size) + 8 * u * size + least_normal<T>;
    const R left = std::max<R>(x - near, lo), right = std::min<R>(x + near, hi);
    bool right_here = exact_sign(std::span<const R>(a), left) * exact_sign(std::span<const R>(a), right) <= 0;
    for (const R y : {left, x, right}) right_here = right_here || std::abs(value_at(a, y)) <= noise_at<T>(a, y);
    for (std::size_t i = 0; i < exact.size(); ++i) right_here = right_here || distance(x, exact_place(i)) <= radius[i];
    if (!right_here) return complaint("nothing is at", x);
  }
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const R e = exact_place(i);
    int unmarked = 0, marked = 0;
    for (int k = 0; k < answer.count; ++k) {
      // A pair too close to be resolved may be listed as one touch between them: twice the radius, by p ~ c (x-e)(x-f).
      const R x = answer.roots[static_cast<std::size_t>(k)];
      if (distance(x, e) <= std::max(3 * radius[i], tolerance.at(static_cast<double>(x))))
        ++(answer.touching >> k & 1 ? marked : unmarked);
    }
    // Two roots closer than the tolerance may pass for none.
    const auto neighbour = [&](std::size_t j) {
      return j < exact.size() && distance(exact_place(j), e) <= tolerance.at(static_cast<double>(e));
    };
    if (unmarked + marked == 0 && !neighbour(i - 1) && !neighbour(i + 1)) return complaint("missing", e);
    // A root that stands alone is listed at most as often as it is a root, and without a mark where p changes its sign
    // inside the interval. (There may be a touch in the noise beside it, and where p is so flat that the noise hides
    // more than sqrt(u) around the root, its sign may change an odd number of times.)
    double gap = HUGE_VAL;
    if (i > 0) gap = distance(e, exact_place(i - 1)) - 3 * radius[i - 1];
    if (i + 1 < exact.size()) gap = std::min(gap, distance(e, exact_place(i + 1)) - 3 * radius[i + 1]);
    const bool alone = gap > 6 * radius[i], at_end = distance(e, lo) <= radius[i] || distance(e, hi) <= radius[i];
    const bool flat = rounding_radius<T>(a, e, exact[i].multiplicity) > std::sqrt(u);
    const int m = exact[i].multiplicity;
    const bool too_often = (m % 2 == 0 ? unmarked + marked : unmarked) > m;
    if (alone && ((too_often && !(m == 1 && flat)) || (!at_end && unmarked % 2 != m % 2)))
      return complaint("listed " + std::to_string(unmarked) + " times, and marked " + std::to_string(marked) + ":", e);
  }
  return "";
}

}  // namespace vieta::test
