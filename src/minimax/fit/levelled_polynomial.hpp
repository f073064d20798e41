#pragma once

#include <optional>
#include <utility>

#include "minimax/fit/exchange_problem.hpp"

namespace vieta::approximation {

/// The polynomial of degree n whose weighted errors at n + 2 points have equal size and given signs, by the weights of
/// barycentric interpolation (Pachon and Trefethen, BIT 49, 2009): O(n^2) operations where elimination takes O(n^3),
/// and values that are right to rounding errors where coefficients of powers lose all digits.
template <class R>
class levelled_polynomial {
 public:
  /// All powers up to the degree, without constraints.
  static bool serves(const exchange_problem<R>& problem) {
    const std::vector<int>& exponents = problem.free.exponents;
    return problem.denominator == 0 && problem.free.rows.empty() && !exponents.empty() &&
           static_cast<std::size_t>(exponents.back()) + 1 == exponents.size() &&
           problem.free.directions.size() == exponents.size();
  }

  /// Errors are `signs[i]` times one number at `points[i]`. Nothing where two arguments are one, or a factor is 0.
  static std::optional<levelled_polynomial> at(const std::vector<sample<R>>& points, const std::vector<R>& signs) {
    using std::abs;
    levelled_polynomial p;
    const std::size_t n = points.size();
    for (const sample<R>& s : points) p.places_.push_back(s.argument);
    // Differences times the capacity's inverse keep products of many near 1.
    R least = p.places_[0], most = p.places_[0];
    for (const R& u : p.places_) least = std::min(least, u), most = std::max(most, u);
    if (!(most > least)) return std::nullopt;
    const R scale = R(4) / (most - least);
    for (std::size_t i = 0; i < n; ++i) {
      R product = 1;
      for (std::size_t j = 0; j < n; ++j)
        if (j != i) product = product * ((p.places_[i] - p.places_[j]) * scale);
      if (!(abs(product) > R(0)) || !(abs(points[i].factor) > R(0))) return std::nullopt;
      p.weights_.push_back(R(1) / product);
    }
    R of_targets = 0, of_signs = 0, sizes = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const R weight = p.weights_[i] / points[i].factor;
      of_targets = of_targets + weight * points[i].target;
      of_signs = of_signs + weight * signs[i];
      sizes = sizes + abs(weight);
    }
    if (!(abs(of_signs) > R(0))) return std::nullopt;
    p.level_ = of_targets / of_signs;
    p.spread_ = sizes / abs(of_signs);
    for (std::size_t i = 0; i < n; ++i)
      p.values_.push_back((points[i].target - signs[i] * p.level_) / points[i].factor);
    return p;
  }

  /// Of the errors, with the sign of the first.
  [[nodiscard]] const R& level() const { return level_; }
  /// The level over this is a bound that no p gets below: 1 where the signs alternate as the weights do.
  [[nodiscard]] const R& spread() const { return spread_; }

  [[nodiscard]] R value(const R& u) const {
    R above = 0, below = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const R difference = u - places_[i];
      if (difference == R(0)) return values_[i];
      const R term = weights_[i] / difference;
      above = above + term * values_[i];
      below = below + term;
    }
    return above / below;
  }

  /// Of the powers, by Newton's divided differences at all points but one, in an order that spreads them.
  [[nodiscard]] std::vector<R> coefficients() const {
    const std::vector<std::size_t> order = spread_out(places_.size() - 1);
    const std::size_t n = order.size();
    std::vector<R> u, c;
    for (const std::size_t k : order) u.push_back(places_[k]), c.push_back(values_[k]);
    for (std::size_t k = 1; k < n; ++k)
      for (std::size_t i = n; i-- > k;) c[i] = (c[i] - c[i - 1]) / (u[i] - u[i - k]);
    std::vector<R> powers(n, R(0));
    for (std::size_t k = n; k-- > 0;) {
      for (std::size_t i = n - k; i-- > 0;) powers[i] = (i > 0 ? powers[i - 1] : R(0)) - u[k] * powers[i];
      powers[0] = powers[0] + c[k];
    }
    return powers;
  }

 private:
  /// 0 to n-1, their bits reversed: each part of the list is spread over all of them.
  static std::vector<std::size_t> spread_out(std::size_t n) {
    std::size_t size = 1;
    while (size < n) size *= 2;
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < size; ++k) {
      std::size_t reversed = 0;
      for (std::size_t bit = 1, from = size / 2; bit < size; bit *= 2, from /= 2)
        if (k & bit) reversed += from;
      if (reversed < n) order.push_back(reversed);
    }
    return order;
  }

  std::vector<R> places_, weights_, values_;
  R level_ = 0, spread_ = 1;
};

}  // namespace vieta::approximation
