#pragma once

#include "minimax/fit/exchange_problem.hpp"

namespace vieta::approximation {

/// The linear system of a p whose errors at given points have equal size and given signs: unknowns are the free z_j and
/// that size E. With a q that is to be found, target q - factor p = +-E q, and the product E q is taken for a given E.
template <class R>
class levelling {
 public:
  explicit levelling(const unknowns<R>& free) : free_(free) {}

  /// What each coefficient is multiplied by at a point, where E is `given` and has this sign.
  [[nodiscard]] std::vector<R> terms_of(const sample<R>& s, const R& signed_error) const {
    std::vector<R> terms;
    R term = s.factor;
    int reached = 0;
    for (const int k : free_.exponents) {
      if (k > reached) term = term * power(s.argument, k - reached);
      reached = k;
      terms.push_back(term);
    }
    R u = s.argument;
    for (; terms.size() < free_.offset.size(); u = u * s.argument) terms.push_back((signed_error - s.target) * u);
    return terms;
  }

  /// What the z_j are multiplied by, and E, in the equation of a point.
  [[nodiscard]] std::vector<R> row_of(const std::vector<R>& terms, const R& sign) const {
    std::vector<R> row;
    for (const std::vector<R>& d : free_.directions) row.push_back(product(d, terms));
    row.push_back(sign);
    return row;
  }

  /// sum_j z_j direction_j(x) + sign E = target - offset(x), with its right side in the end.
  [[nodiscard]] std::vector<R> equation(const sample<R>& s, const R& sign, const R& given) const {
    const std::vector<R> terms = terms_of(s, sign * given);
    std::vector<R> row = row_of(terms, sign);
    row.push_back(s.target - product(free_.offset, terms));
    return row;
  }

  /// Coefficients from the z_j; what lies behind these is not looked at.
  void take(const std::vector<R>& z, exchange_result<R>& out) const {
    std::vector<R> found = free_.offset;
    for (std::size_t j = 0; j < free_.directions.size(); ++j)
      for (std::size_t k = 0; k < found.size(); ++k) found[k] = found[k] + z[j] * free_.directions[j][k];
    const auto end_of_p = found.begin() + static_cast<std::ptrdiff_t>(free_.exponents.size());
    out.coefficients.assign(found.begin(), end_of_p);
    out.denominator.clear();
    if (end_of_p == found.end()) return;
    out.denominator.assign(1, R(1));
    out.denominator.insert(out.denominator.end(), end_of_p, found.end());
  }

  /// The q that the z_j stand for, times `of_one`, at `u`: of a solution without its offset that is 0.
  [[nodiscard]] R denominator_at(const std::vector<R>& z, const R& of_one, const R& u) const {
    R value = of_one, power_of_u = u;
    for (std::size_t k = free_.exponents.size(); k < free_.offset.size(); ++k, power_of_u = power_of_u * u) {
      R q = of_one * free_.offset[k];
      for (std::size_t j = 0; j < free_.directions.size(); ++j) q = q + z[j] * free_.directions[j][k];
      value = value + q * power_of_u;
    }
    return value;
  }

 private:
  static R product(const std::vector<R>& a, const std::vector<R>& b) {
    R value = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
      if (a[k] != R(0)) value = value + a[k] * b[k];  // without constraints, directions are unit vectors
    return value;
  }

  const unknowns<R>& free_;
};

}  // namespace vieta::approximation
