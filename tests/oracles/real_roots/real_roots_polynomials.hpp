#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "oracles/real_roots/real_roots_case.hpp"

// Coefficients and roots of well-known polynomials, for the table of hard cases and for random families.
namespace vieta::test {

/// leading * (x - roots[0]) (x - roots[1]) ..., rounded to double once.
inline std::vector<double> expand(const std::vector<double>& roots, double leading = 1) {
  std::vector<long double> a = {leading};
  for (const double r : roots) {
    a.push_back(0);
    for (std::size_t k = a.size() - 1; k > 0; --k) a[k] = a[k - 1] - static_cast<long double>(r) * a[k];
    a[0] = -static_cast<long double>(r) * a[0];
  }
  return {a.begin(), a.end()};
}

inline std::vector<double> scaled(std::vector<double> a, double factor) {
  for (double& x : a) x *= factor;
  return a;
}

/// The Chebyshev polynomial T_n; its coefficients are exact in double up to n = 40.
inline std::vector<double> chebyshev_coefficients(int n) {
  std::vector<double> before = {1}, now = {0, 1};
  for (int k = 2; k <= n; ++k) {
    std::vector<double> next(static_cast<std::size_t>(k) + 1, 0.0);
    for (std::size_t j = 0; j < now.size(); ++j) next[j + 1] = 2 * now[j];
    for (std::size_t j = 0; j < before.size(); ++j) next[j] -= before[j];
    before = now;
    now = next;
  }
  return now;
}

inline std::vector<expected_root> chebyshev_roots(int n) {
  std::vector<expected_root> roots;
  for (int k = n; k >= 1; --k) {
    const long double angle = (2 * k - 1) * 3.14159265358979323846264338327950288L / (2 * n);
    roots.push_back(crossing(static_cast<double>(std::cos(angle))));
  }
  return roots;
}

inline std::vector<expected_root> crossings(int first, int last) {
  std::vector<expected_root> roots;
  for (int k = first; k <= last; ++k) roots.push_back(crossing(k));
  return roots;
}

inline std::vector<double> integers(int first, int last) {
  std::vector<double> numbers;
  for (int k = first; k <= last; ++k) numbers.push_back(k);
  return numbers;
}

/// x^n + constant.
inline std::vector<double> power(int n, double constant = 0, double leading = 1) {
  std::vector<double> a(static_cast<std::size_t>(n) + 1, 0.0);
  a.front() = constant;
  a.back() = leading;
  return a;
}

}  // namespace vieta::test
