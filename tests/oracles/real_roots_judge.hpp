#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "oracles/real_roots_case.hpp"
#include "oracles/real_roots_reference.hpp"

// Whether an answer for any polynomial is right, before the exact roots. What rounding T cannot tell is not asked for.
namespace vieta::test {

struct wanted_tolerance {
  double absolute = 0, relative = 0;
  double at(double x) const { return std::max(absolute, relative * std::abs(x)); }
};

/// Twice the error of evaluating p at x in T, and that of a coefficient's last bit.
template <class T>
double noise_at(const std::vector<double>& a, double x) {
  double magnitude = 0;
  for (std::size_t k = a.size(); k-- > 0;) magnitude = magnitude * std::abs(x) + std::abs(a[k]);
  const double u = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
  return static_cast<double>(4 * a.size()) * u * magnitude;
}

inline double value_at(const std::vector<double>& a, double x) {
  long double value = 0;
  for (std::size_t k = a.size(); k-- > 0;) value = value * static_cast<long double>(x) + static_cast<long double>(a[k]);
  return static_cast<double>(value);
}

/// Every listed root must have a true change of sign near it, or lie where p vanishes in the noise of T; every true
/// root must be listed, or lie beside a listed one closer than the noise resolves. `a` holds numbers of type T.
template <class T>
std::string judge(const std::vector<double>& a, double lo, double hi, const listed_roots& answer,
                  wanted_tolerance tolerance = {}) {
  const std::vector<exact_root> exact = exact_real_roots(a, lo, hi);
  std::ostringstream text;
  text.precision(17);
  const auto complaint = [&](const std::string& what, double x) {
    text << what << ' ' << x << "; listed:";
    for (int k = 0; k < answer.count; ++k)
      text << ' ' << answer.roots[static_cast<std::size_t>(k)] << (answer.touching >> k & 1 ? " (touch)" : "");
    text << "; status " << static_cast<int>(answer.status) << "; exact:";
    for (const exact_root& e : exact) text << ' ' << static_cast<double>(e.value) << '^' << e.multiplicity;
    text << "; coefficients:" << std::hexfloat;
    for (const double x_k : a) text << ' ' << x_k;
    return text.str();
  };
  if (answer.status == real_roots_status::unresolved) return complaint("unresolved", 0);
  if (answer.status != (answer.touching ? real_roots_status::touching : real_roots_status::ok))
    return complaint("status", static_cast<double>(answer.status));

  const double u = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
  std::vector<double> radius;  // within which a root must be listed
  for (const exact_root& e : exact)
    radius.push_back(rounding_radius<T>(a, static_cast<double>(e.value), e.multiplicity) +
                     tolerance.at(static_cast<double>(e.value)));
  for (int k = 0; k < answer.count; ++k) {
    const double x = answer.roots[static_cast<std::size_t>(k)];
    if (!(x >= lo && x <= hi)) return complaint("outside of the interval:", x);
    if (k > 0 && !(x > answer.roots[static_cast<std::size_t>(k) - 1])) return complaint("not ascending at", x);
    const double near = tolerance.at(x) + 8 * u * std::abs(x) + static_cast<double>(std::numeric_limits<T>::min());
    const double left = std::max(x - near, lo), right = std::min(x + near, hi);
    bool right_here = exact_sign(a, left) * exact_sign(a, right) <= 0;
    for (const double y : {left, x, right}) right_here = right_here || std::abs(value_at(a, y)) <= noise_at<T>(a, y);
    for (std::size_t i = 0; i < exact.size(); ++i)
      right_here = right_here || std::abs(x - static_cast<double>(exact[i].value)) <= radius[i];
    if (!right_here) return complaint("nothing is at", x);
  }
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double e = static_cast<double>(exact[i].value);
    int unmarked = 0, marked = 0;
    for (int k = 0; k < answer.count; ++k) {
      // A pair too close to be resolved may be listed as one touch between them: twice the radius, by p ~ c (x-e)(x-f).
      const double x = answer.roots[static_cast<std::size_t>(k)];
      if (std::abs(x - e) <= std::max(3 * radius[i], tolerance.at(x))) ++(answer.touching >> k & 1 ? marked : unmarked);
    }
    // Two roots closer than the tolerance may pass for none.
    const auto neighbour = [&](std::size_t j) {
      return j < exact.size() && std::abs(static_cast<double>(exact[j].value) - e) <= tolerance.at(e);
    };
    if (unmarked + marked == 0 && !neighbour(i - 1) && !neighbour(i + 1)) return complaint("missing", e);
    // A root that stands alone is listed at most as often as it is a root, and without a mark where p changes its sign
    // inside the interval. (There may be a touch in the noise beside it, and where p is so flat that the noise hides
    // more than sqrt(u) around the root, its sign may change an odd number of times.)
    double gap = std::numeric_limits<double>::infinity();
    if (i > 0) gap = e - static_cast<double>(exact[i - 1].value) - 3 * radius[i - 1];
    if (i + 1 < exact.size()) gap = std::min(gap, static_cast<double>(exact[i + 1].value) - e - 3 * radius[i + 1]);
    const bool alone = gap > 6 * radius[i], at_end = e - lo <= radius[i] || hi - e <= radius[i];
    const bool flat = rounding_radius<T>(a, e, exact[i].multiplicity) > std::sqrt(u);
    const int m = exact[i].multiplicity;
    const bool too_often = (m % 2 == 0 ? unmarked + marked : unmarked) > m;
    if (alone && ((too_often && !(m == 1 && flat)) || (!at_end && unmarked % 2 != m % 2)))
      return complaint("listed " + std::to_string(unmarked) + " times, and marked " + std::to_string(marked) + ":", e);
  }
  return "";
}

}  // namespace vieta::test
