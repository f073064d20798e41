#pragma once

#include <cmath>
#include <random>
#include <vector>

// Batches whose roots stand nearer to each other than noise, or a coarse tolerance, resolves.
namespace vieta::test {

/// Rows of coefficients whose roots crowd about zero, and random ones.
template <class T>
std::vector<T> crowded_rows(int degree, std::size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<T> c;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> p(static_cast<std::size_t>(degree) + 1);
    if (i % 2 == 0) {
      for (double& a : p) a = unit(random);
    } else {
      const double size = std::pow(10, -3 * std::fabs(unit(random)));
      p[0] = 1;
      for (std::size_t n = 1; n < p.size(); ++n) {
        const double root = size * unit(random);
        for (std::size_t k = n; k > 0; --k) p[k] = p[k - 1] - root * p[k];
        p[0] *= -root;
      }
    }
    for (const double a : p) c.push_back(static_cast<T>(a));
  }
  return c;
}

/// Rows of coefficients whose roots crowd about one place that is not zero.
template <class T>
std::vector<T> clustered_rows(int degree, std::size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<T> c;
  for (std::size_t i = 0; i < count; ++i) {
    const double centre = unit(random), size = std::pow(10, -2 - 2 * unit(random));
    std::vector<double> p(static_cast<std::size_t>(degree) + 1);
    p[0] = 1;
    for (std::size_t n = 1; n < p.size(); ++n) {
      const double root = n % 3 == 0 ? unit(random) : centre + size * unit(random);
      for (std::size_t k = n; k > 0; --k) p[k] = p[k - 1] - root * p[k];
      p[0] *= -root;
    }
    for (const double a : p) c.push_back(static_cast<T>(a));
  }
  return c;
}

}  // namespace vieta::test
