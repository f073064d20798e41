#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve/start/start_system.hpp"

namespace vieta::tracking {

/// Groups of variables, and the number of paths that a linear-product start in them has: the coefficient of the product
/// of alpha_g^(variables in g) in the product over the equations of the sum of (degree in g) alpha_g.
struct variable_groups {
  std::vector<std::uint32_t> group;  ///< of each variable
  std::size_t count = 1;
  double paths = 0;
};

/// The groups with the fewest paths: of all partitions of up to 7 variables, of those that moving one variable after
/// another leads to for more. The search ends after about `budget` additions.
variable_groups best_groups(const std::vector<std::vector<plain_term>>& equations, std::size_t variables,
                            double budget);

/// The homotopy (1 - t) f + t g with g_e the product, over the groups, of as many random linear forms in the variables
/// of a group (and a constant) as e has as its degree in that group (Morgan, Sommese 1987). The forms are multiplied
/// out. A start solution makes one form of each equation 0.
class multi_homogeneous_start : public start_system {
 public:
  multi_homogeneous_start(const std::vector<std::vector<plain_term>>& equations, const variable_groups& groups,
                          std::uint64_t seed);
  [[nodiscard]] const homotopy_tape& tape() const override { return tape_; }
  [[nodiscard]] double paths() const override;
  [[nodiscard]] projective_point solution(std::size_t path) const override;

  /// Terms that the products have when multiplied out.
  static double terms(const std::vector<std::vector<plain_term>>& equations, const variable_groups& groups);

 private:
  struct plan;
  explicit multi_homogeneous_start(plan&& p);
  static plan make_plan(const std::vector<std::vector<plain_term>>& equations, const variable_groups& groups,
                        std::uint64_t seed);

  /// One linear form: the constant, then the coefficients of its group's variables.
  using form = std::vector<std::complex<double>>;
  std::vector<std::vector<std::uint32_t>> members_;    // of each group
  std::vector<std::vector<std::vector<form>>> forms_;  // equation, group
  std::vector<std::vector<double>> ways_;              // equation, state: see `count_ways`
  homotopy_tape tape_;
};

}  // namespace vieta::tracking
