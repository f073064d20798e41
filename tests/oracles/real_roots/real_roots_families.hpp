#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "oracles/real_roots/real_roots_cases.hpp"

// Random polynomials with a known character; coefficients are numbers of type T.
namespace vieta::test {

template <class T>
std::vector<double> in_scalars(std::vector<double> a) {
  for (double& x : a) x = static_cast<double>(static_cast<T>(x));
  return a;
}

/// Coefficients uniform in [-1, 1]: few real roots.
template <class T>
std::vector<double> sparse(int degree, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> a(static_cast<std::size_t>(degree) + 1);
  for (double& x : a) x = uniform(random);
  return in_scalars<T>(a);
}

/// All roots real, uniform in [-1, 1].
template <class T>
std::vector<double> dense(int degree, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> roots(static_cast<std::size_t>(degree));
  for (double& x : roots) x = uniform(random);
  return in_scalars<T>(expand(roots));
}

/// All roots real, half of them within `width` of one point.
template <class T>
std::vector<double> clustered(int degree, double width, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double centre = uniform(random);
  std::vector<double> roots(static_cast<std::size_t>(degree));
  for (std::size_t k = 0; k < roots.size(); ++k) roots[k] = k % 2 ? uniform(random) : centre + width * uniform(random);
  return in_scalars<T>(expand(roots));
}

/// Squares: only touches, up to rounding.
template <class T>
std::vector<double> squares(int degree, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> roots(static_cast<std::size_t>(degree / 2 * 2));
  for (std::size_t k = 0; k < roots.size(); k += 2) roots[k] = roots[k + 1] = uniform(random);
  return in_scalars<T>(expand(roots));
}

/// Products of linear factors with roots k / 4, |k| <= 6: exact, with roots of every multiplicity, also at +-1 and 0.
template <class T>
std::vector<double> dyadic_product(int degree, std::mt19937_64& random) {
  std::vector<double> roots(static_cast<std::size_t>(degree));
  for (double& x : roots) x = static_cast<double>(random() % 13) / 4 - 1.5;
  std::vector<double> a = expand(roots);
  if (random() % 4 == 0) a.push_back(0);
  return in_scalars<T>(a);
}

/// Legendre polynomials.
template <class T>
std::vector<double> legendre(int degree) {
  std::vector<long double> before = {1}, now = {0, 1};
  if (degree == 0) now = before;
  for (int k = 2; k <= degree; ++k) {
    std::vector<long double> next(static_cast<std::size_t>(k) + 1);
    for (std::size_t j = 0; j < now.size(); ++j) next[j + 1] = static_cast<long double>(2 * k - 1) / k * now[j];
    for (std::size_t j = 0; j < before.size(); ++j) next[j] -= static_cast<long double>(k - 1) / k * before[j];
    before = now;
    now = next;
  }
  return in_scalars<T>({now.begin(), now.end()});
}

/// Times (x - re)^2 + im^2.
inline void append_pair(std::vector<double>& a, double re, double im) {
  const double square = re * re + im * im;
  std::vector<double> next(a.size() + 2, 0.0);
  for (std::size_t j = 0; j < a.size(); ++j) {
    next[j] += square * a[j];
    next[j + 1] -= 2 * re * a[j];
    next[j + 2] += a[j];
  }
  a = next;
}

/// Products of the monic quadratics of complex pairs near the real axis: close to a touch, without one.
template <class T>
std::vector<double> near_touches(int degree, double distance, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> a = {1};
  for (int k = 0; k + 1 < degree; k += 2) append_pair(a, uniform(random), distance);
  return in_scalars<T>(a);
}

/// A pair of complex roots `distance` from the real axis beside x, or over it; all others far away.
template <class T>
std::vector<double> pair_beside(double x, int degree, double distance, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> a = {1};
  for (int k = 2; k + 1 < degree; k += 2) append_pair(a, 4 * uniform(random), 0.3 + std::abs(uniform(random)));
  append_pair(a, random() % 2 == 0 ? x : x + distance * uniform(random), distance);
  return in_scalars<T>(a);
}

}  // namespace vieta::test
