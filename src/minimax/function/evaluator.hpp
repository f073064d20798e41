#pragma once

#include "minimax/problem.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

/// A result as functions of x, in long double: what was asked for, what stands in for it, and the weighted error. Of
/// samples the one nearest to x counts.
class evaluator {
 public:
  explicit evaluator(const minimax_result& result);

  [[nodiscard]] double function(double x) const;
  [[nodiscard]] double stand_in(double x) const;
  [[nodiscard]] double error(double x) const;
  /// Of another stand-in for the same function, measured in the same way.
  [[nodiscard]] double error_of(const tree& other, double x) const;

 private:
  [[nodiscard]] double known_place(double x) const;
  [[nodiscard]] long double exact(double x) const;
  [[nodiscard]] long double form(double x) const;
  [[nodiscard]] double weighted(double x, long double value) const;

  problem problem_;
  std::vector<long double> coefficients_;
};

}  // namespace vieta::approximation
