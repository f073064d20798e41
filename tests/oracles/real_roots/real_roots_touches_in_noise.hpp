#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "vieta/real_roots.hpp"

// Two complex roots c +- i h near the real line, most of them near an end of [-1,1] or a point where it is halved,
// and other real roots in [-1,1] if so wanted, but none near there. Where rounding the coefficients could make p
// zero at its extremum beside c, and not all the way to its other real roots, a root or touch has to be listed.
// `reach`: all of it is brought to [-reach,reach], beyond which p grows as it does where a half-line has become
// [0,1].
namespace vieta::test {

template <class T>
class touches_in_noise {
 public:
  explicit touches_in_noise(int degree, std::size_t count, int real_roots = 0, double reach = 1)
      : degree_(degree), real_roots_(std::min(real_roots, degree - 2)), reach_(reach) {
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
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      const auto is_near = [&](T x) {
        return real_roots_ == 0 || std::abs(static_cast<double>(x) - places_[i]) < apart * reach_;
      };
      missed += is_clear(shares_[i]) && std::ranges::none_of(found.roots(i), is_near) ? 1 : 0;
    }
    return missed;
  }

 private:
  static constexpr double apart = 0.1;

  static bool is_clear(double share) { return share < 0.5; }

  double uniform(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random_); }

  void multiply(std::vector<double>& a, double re, double im) const {
    const double factor[] = {re * re + im * im, -2 * re, 1};
    std::vector<double> product(a.size() + 2, 0.0);
    for (std::size_t j = 0; j < a.size(); ++j)
      for (std::size_t k = 0; k < 3; ++k) product[j + k] += a[j] * factor[k];
    a = product;
  }

  void multiply(std::vector<double>& a, double root) const {
    a.push_back(0);
    for (std::size_t k = a.size(); k-- > 0;) a[k] = (k > 0 ? a[k - 1] : 0) - root * a[k];
  }

  /// Real roots apart from c and, somewhat, from each other, where there is room.
  void multiply_by_real_roots(std::vector<double>& a, double c) {
    std::vector<double> roots = {c};
    for (int tries = 0; tries < 400 && static_cast<int>(roots.size()) <= real_roots_; ++tries) {
      const double root = uniform(-1, 1);
      const auto collides = [&](double other) { return std::abs(other - root) < (other == c ? apart : 0.4 * apart); };
      if (std::ranges::any_of(roots, collides)) continue;
      roots.push_back(root);
      multiply(a, root);
    }
  }

  void add() {
    const double places[] = {-1, 0, 1, -0.5, 0.5, 0.25, -0.375};
    double c = uniform(-1, 1);
    if (uniform(0, 1) < 0.8) {
      const double beside = 0.03 * std::pow(10, uniform(-4, 0));
      c = std::clamp(places[random_() % 7] + uniform(-beside, beside), -1.0, 1.0);
    }
    std::vector<double> a = {1};
    multiply(a, c, std::pow(static_cast<double>(std::numeric_limits<T>::epsilon()), uniform(0.4, 0.9)));
    multiply_by_real_roots(a, c);
    while (static_cast<int>(a.size()) < degree_) multiply(a, uniform(-1.5, 1.5), uniform(0.2, 1.5));
    if (static_cast<int>(a.size()) == degree_) multiply(a, (random_() % 2 ? 1 : -1) * uniform(1.5, 3) / reach_);
    for (std::size_t k = 0; k < a.size(); ++k) {
      numbers_.push_back(static_cast<T>(a[k] * std::pow(reach_, -static_cast<double>(k))));
      a[k] = static_cast<double>(numbers_.back());
    }
    places_.push_back(c * reach_);
    shares_.push_back(is_apart(a, c * reach_) ? share_of_noise(a, c * reach_) : HUGE_VAL);
  }

  struct weighed {
    long double value, noise;  ///< p there, and what rounding its coefficients may change
  };
  weighed weigh(const std::vector<double>& a, long double x) const {
    long double value = 0, magnitude = 0;
    for (std::size_t k = a.size(); k-- > 0;) {
      value = value * x + a[k];
      magnitude = magnitude * std::abs(x) + std::abs(a[k]);
    }
    return {value, static_cast<long double>(degree_ + 1) * std::numeric_limits<T>::epsilon() * magnitude};
  }

  /// Whether p is clear of noise halfway to the other real roots.
  bool is_apart(const std::vector<double>& a, double c) const {
    for (const double x : {c - reach_ * apart / 2, c + reach_ * apart / 2}) {
      const weighed at = weigh(a, x);
      if (real_roots_ > 0 && std::abs(x) <= reach_ && std::abs(at.value) < 4 * at.noise) return false;
    }
    return true;
  }

  /// |p| at its extremum beside c, as a share of what rounding its coefficients may change there.
  double share_of_noise(const std::vector<double>& a, long double c) const {
    long double x = c;
    for (int step = 0; step < 20; ++step) {
      long double half_second = 0, slope = 0, value = 0;
      for (std::size_t k = a.size(); k-- > 0;)
        half_second = half_second * x + slope, slope = slope * x + value, value = value * x + a[k];
      x -= slope / (2 * half_second);
    }
    if (!(std::abs(x) < reach_ && std::abs(x - c) < 0.01L * reach_)) return HUGE_VAL;
    const weighed at = weigh(a, x);
    return static_cast<double>(std::abs(at.value) / at.noise);
  }

  int degree_, real_roots_;
  double reach_;
  std::mt19937_64 random_{47};
  std::vector<T> numbers_;
  std::vector<double> shares_, places_;
};

}  // namespace vieta::test
