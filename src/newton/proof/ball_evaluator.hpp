#pragma once

#include <vector>

#include "systems/representation.hpp"
#include "vieta/core/ball.hpp"

namespace vieta::systems {

/// Derivatives of a system over a box, in balls of doubles: rigorous, and fast enough for millions of them.
class ball_evaluator {
 public:
  explicit ball_evaluator(const polynomial_system::representation& system);

  /// One ball for each variable. All products follow.
  void set_point(const std::vector<ball>& x);
  /// Row e of the Jacobian: each ball holds the derivative at every point of the box. May be called from several
  /// threads.
  void jacobian_row(std::size_t e, std::vector<ball>& row) const;

 private:
  [[nodiscard]] ball coefficient(std::size_t term) const;
  void add_derivatives(node m, const ball& weight, std::vector<ball>& row) const;

  const polynomial_system::representation& system_;
  std::vector<ball> values_;
};

}  // namespace vieta::systems
