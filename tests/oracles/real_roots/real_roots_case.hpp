#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "vieta/core/real_roots_status.hpp"

// One hard input of real_roots with the answer that every backend must give, and the comparison. Plain data and the
// standard library alone, so that CUDA and shader tests use the same table (real_roots_cases.hpp).
namespace vieta::test {

enum class listing {
  crossing,  ///< exactly one root, not marked as a touch
  touch,     ///< exactly one root, marked
  any,       ///< one or more; the unmarked ones are odd in number where `multiplicity` is odd, even where it is even
  maybe,     ///< none or some: rounding decides
};

struct expected_root {
  double x;
  int multiplicity = 1;
  listing how = listing::crossing;
  double radius = 0;  ///< 0: what rounding coefficients and evaluating may move a root of this multiplicity by
};

inline expected_root crossing(double x) { return {x}; }
inline expected_root touch(double x) { return {x, 2, listing::touch}; }
inline expected_root multiple(double x, int multiplicity) { return {x, multiplicity, listing::any}; }
inline expected_root cluster(double x, double radius, int multiplicity) {
  return {x, multiplicity, listing::any, radius};
}
inline expected_root perhaps(double x, double radius = 0, int multiplicity = 2) {
  return {x, multiplicity, listing::maybe, radius};
}

enum class scalars : std::uint8_t { both, only_float, only_double };

struct real_roots_case {
  std::string name;
  std::vector<double> coefficients;  ///< ascending; for float they are rounded
  double lo, hi;
  std::vector<expected_root> roots;
  scalars in = scalars::both;
  real_roots_status status = real_roots_status::ok;  ///< ok stands for ok or touching, as the marks say
  bool may_be_unresolved = false;                    ///< then nothing else is asked of the answer
  bool many_scales = false;                          ///< the same of one that scales by one power of two alone
};

/// For core::real_roots, and for shaders: they solve an interval in one piece, where real_roots takes parts of it.
inline real_roots_case in_one_scale(real_roots_case c) {
  c.may_be_unresolved |= c.many_scales;
  return c;
}

template <class T>
bool applies(const real_roots_case& c) {
  return c.in == scalars::both || (c.in == scalars::only_float) == (sizeof(T) == sizeof(float));
}

/// An answer on its way to the comparison. `roots` may have places behind `count`.
template <class R>
struct listed_in {
  std::vector<R> roots;
  int count = 0;
  real_roots_status status = real_roots_status::ok;
  std::uint64_t touching = 0;
};
using listed_roots = listed_in<double>;

/// How far rounding may move a root of the given multiplicity at x: (error of p(x) / |p^(m)(x) / m!|)^(1/m), with
/// 4n + 4 roundings of u sum |a_k x^k| each, and a few units in the last place.
template <class T>
double rounding_radius(const std::vector<double>& a, double x, int multiplicity) {
  const int n = static_cast<int>(a.size()) - 1;
  const long double u = std::numeric_limits<T>::epsilon() / 2, z = x;
  std::vector<long double> taylor(a.begin(), a.end());
  long double magnitude = 0;
  for (int k = n; k >= 0; --k) magnitude = magnitude * std::abs(z) + std::abs(taylor[static_cast<std::size_t>(k)]);
  for (int m = 0; m <= multiplicity && m <= n; ++m) {
    for (int k = n - 1; k >= m; --k) taylor[static_cast<std::size_t>(k)] += taylor[static_cast<std::size_t>(k) + 1] * z;
  }
  const long double noise = static_cast<long double>(4 * n + 4) * u * magnitude;
  const long double slope = multiplicity <= n ? std::abs(taylor[static_cast<std::size_t>(multiplicity)]) : 0;
  const long double least = 16 * u * std::abs(z) + 2 * static_cast<long double>(std::numeric_limits<T>::min());
  if (!(noise > 0)) return static_cast<double>(least);
  return static_cast<double>(least + std::pow(noise / slope, 1 / static_cast<long double>(multiplicity)));
}

/// What is wrong with an answer for c computed in T; empty when nothing is.
template <class T>
std::string mismatch(const real_roots_case& c, const listed_roots& answer) {
  std::ostringstream wrong;
  wrong.precision(17);
  const auto with_answer = [&](const std::string& text) {
    wrong << text << "; listed:";
    for (int k = 0; k < answer.count && k < static_cast<int>(answer.roots.size()); ++k)
      wrong << ' ' << answer.roots[static_cast<std::size_t>(k)] << (answer.touching >> k & 1 ? " (touch)" : "");
    wrong << "; status " << static_cast<int>(answer.status);
    return c.name + ": " + wrong.str();
  };

  const int degree = static_cast<int>(c.coefficients.size()) - 1;
  if (answer.count < 0 || answer.count > degree) return with_answer("impossible count");
  if (answer.count < 64 && answer.touching >> answer.count != 0) return with_answer("marks behind the last root");
  if (c.status != real_roots_status::ok) {
    if (answer.status != c.status) return with_answer("status, expected " + std::to_string(static_cast<int>(c.status)));
    return answer.count == 0 ? "" : with_answer("roots, expected none");
  }
  const T lo = static_cast<T>(c.lo), hi = static_cast<T>(c.hi);
  for (int k = 0; k < answer.count; ++k) {
    const double x = answer.roots[static_cast<std::size_t>(k)];
    if (!(x >= lo && x <= hi)) return with_answer("outside of the interval");
    if (k > 0 && !(x > answer.roots[static_cast<std::size_t>(k) - 1])) return with_answer("not ascending");
  }
  if (answer.status == real_roots_status::unresolved && c.may_be_unresolved) return "";
  if (answer.status != real_roots_status::clustered &&
      answer.status != (answer.touching ? real_roots_status::touching : real_roots_status::ok))
    return with_answer("status, expected ok or touching as the marks say");

  std::vector<int> unmarked(c.roots.size()), marked(c.roots.size());
  for (int k = 0; k < answer.count; ++k) {
    const double x = answer.roots[static_cast<std::size_t>(k)];
    std::size_t best = c.roots.size();
    double best_distance = 0;
    for (std::size_t i = 0; i < c.roots.size(); ++i) {
      const expected_root& e = c.roots[i];
      const double distance = std::abs(x - e.x);
      const double radius = e.radius > 0 ? e.radius : rounding_radius<T>(c.coefficients, e.x, e.multiplicity);
      if (distance <= radius && (best == c.roots.size() || distance < best_distance)) {
        best = i;
        best_distance = distance;
      }
    }
    if (best == c.roots.size()) {
      std::ostringstream which;
      which.precision(17);
      which << "no root is expected near " << x;
      return with_answer(which.str());
    }
    ++(answer.touching >> k & 1 ? marked : unmarked)[best];
  }
  for (std::size_t i = 0; i < c.roots.size(); ++i) {
    const expected_root& e = c.roots[i];
    bool fits = true;
    switch (e.how) {
      case listing::crossing:
        fits = unmarked[i] == 1 && marked[i] == 0;
        break;
      case listing::touch:
        fits = unmarked[i] == 0 && marked[i] == 1;
        break;
      case listing::any:
        fits = unmarked[i] + marked[i] > 0 && unmarked[i] % 2 == e.multiplicity % 2;
        break;
      case listing::maybe:
        break;
    }
    if (!fits) {
      std::ostringstream which;
      which.precision(17);
      which << "at " << e.x << " (multiplicity " << e.multiplicity << "): " << unmarked[i] << " crossings and "
            << marked[i] << " touches are listed";
      return with_answer(which.str());
    }
  }
  return "";
}

}  // namespace vieta::test
