#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "vieta/real_roots.hpp"

// Two complex roots c +- i h near the real line, most of them near an end of [-1,1] or 0, and no others near there.
// Where rounding the coefficients could make p zero at its extremum beside c, a root or touch has to be listed.
namespace vieta::test {

template <class T>
class touches_in_noise {
 public:
  touches_in_noise(int degree, std::size_t count) : degree_(degree) {
    for (std::size_t i = 0; i < count; ++i) add();
  }

  polynomial_batch<T> view() const { return {numbers_.data(), shares_.size(), degree_}; }

  /// Those that have to have something listed.
  std::size_t clear() const {
    return static_cast<std::size_t>(std::count_if(shares_.begin(), shares_.end(), is_clear));
  }
  /// And have not.
  std::size_t missed(const real_roots_result<T>& found) const {
    std::size_t missed = 0;
    for (std::size_t i = 0; i < shares_.size(); ++i) missed += is_clear(shares_[i]) && found.counts[i] == 0 ? 1 : 0;
    return missed;
  }

 private:
  static bool is_clear(double share) { return share < 0.5; }

  double uniform(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random_); }

  void multiply(std::vector<double>& a, double re, double im) const {
    const double factor[] = {re * re + im * im, -2 * re, 1};
    std::vector<double> product(a.size() + 2, 0.0);
    for (std::size_t j = 0; j < a.size(); ++j)
      for (std::size_t k = 0; k < 3; ++k) product[j + k] += a[j] * factor[k];
    a = product;
  }

  void add() {
    const double places[] = {-1, 0, 1};
    double c = uniform(-1, 1);
    if (uniform(0, 1) < 0.7) c = std::clamp(places[random_() % 3] + uniform(-0.03, 0.03), -1.0, 1.0);
    std::vector<double> a = {1};
    multiply(a, c, std::pow(static_cast<double>(std::numeric_limits<T>::epsilon()), uniform(0.4, 0.9)));
    while (static_cast<int>(a.size()) < degree_) multiply(a, uniform(-1.5, 1.5), uniform(0.2, 1.5));
    if (static_cast<int>(a.size()) == degree_) {
      const double root = (random_() % 2 ? 1 : -1) * uniform(1.5, 3);
      a.push_back(0);
      for (std::size_t k = a.size(); k-- > 0;) a[k] = (k > 0 ? a[k - 1] : 0) - root * a[k];
    }
    for (double& x : a) {
      numbers_.push_back(static_cast<T>(x));
      x = static_cast<double>(numbers_.back());
    }
    shares_.push_back(share_of_noise(a, c));
  }

  /// |p| at its extremum beside c, as a share of what rounding its coefficients may change there.
  double share_of_noise(const std::vector<double>& a, long double c) const {
    long double x = c, value = 0, magnitude = 0;
    for (int step = 0; step <= 20; ++step) {
      long double slope = 0, half_second = 0;
      value = magnitude = 0;
      for (std::size_t k = a.size(); k-- > 0;) {
        half_second = half_second * x + slope, slope = slope * x + value, value = value * x + a[k];
        magnitude = magnitude * std::abs(x) + std::abs(a[k]);
      }
      if (step < 20) x -= slope / (2 * half_second);
    }
    if (!(std::abs(x) < 1 && std::abs(x - c) < 0.01L)) return HUGE_VAL;
    const long double noise = static_cast<long double>(degree_ + 1) * std::numeric_limits<T>::epsilon() * magnitude;
    return static_cast<double>(std::abs(value) / noise);
  }

  int degree_;
  std::mt19937_64 random_{47};
  std::vector<T> numbers_;
  std::vector<double> shares_;
};

}  // namespace vieta::test
