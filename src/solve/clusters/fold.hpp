#pragma once

#include <string>
#include <vector>

#include "solve/tape/terms.hpp"
#include "vieta/newton.hpp"

namespace vieta::tracking {

/// What lies at a singular end that two paths have.
struct fold {
  enum class kind {
    unknown,      ///< no simple fold, or not proven to be one
    pair,         ///< two solutions
    double_point  ///< one of multiplicity 2, or two that are nearer than four doubles tell
  };
  kind what = kind::unknown;
  std::vector<newton_solution> members;  ///< of a pair, those that are certified
  system_point centre;                   ///< of a double point
  double accuracy = 0;                   ///< of the centre, relative to its largest coordinate
};

/// Parts the two solutions near x, which is known to this accuracy, relative to its largest coordinate or to 1.
///
/// With random vectors b and d, f(x) + m b = 0, f'(x) v = 0, d v = 1 are 2 n + 1 equations for x, v and m, with a
/// simple solution where the Jacobian of f loses one of its ranks and f bends along v (the "minimally extended" systems
/// of Griewank, Reddien 1984, with the parameter m). Newton's method finds it and proves it. Along v the curve of zeros
/// of f + m b has m = m_0 + k s^2, so f has two zeros at s^2 = -m_0 / k, to which Newton's method goes in four doubles.
/// Where coefficients are known to `coefficient_error` only, relative to them, m_0 is known as well as that lets it be.
/// Where what is known of m_0 holds 0, four doubles do not tell them apart: f + m_0 b has a solution of multiplicity
/// exactly 2 there, which is proven, and f that one, or two within the accuracy.
fold look_at_fold(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
                  const polynomial_system& system, const system_point& x, double accuracy,
                  double coefficient_error = 0);

}  // namespace vieta::tracking
