#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "solve/count/all_points.hpp"
#include "solve/count/exact_terms.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// So many combinations of equations, which every solution of all solves: those of highest degree, each plus random
/// multiples of all that remain. Equations 0 = 0 are left out. Exact; the same for the same seed.
std::vector<counting::exact_equation> combinations(std::vector<counting::exact_equation> equations, std::size_t count,
                                                   std::uint64_t seed);

/// As many equations as variables, which every solution of the system solves: the n equations of highest degree, each
/// plus a random combination of all others (Sommese, Wampler 2005, section 13.5). Exact; the same for the same seed.
/// Throws vieta::error where coefficients are not known exactly.
polynomial_system square_up(const polynomial_system& system, std::uint64_t seed);

/// What is proven about more equations than variables near a zero of these combinations.
class all_equations {
 public:
  all_equations(const polynomial_system& system, std::uint64_t seed, std::function<bool()> must_stop);

  /// Some equation has no zero within the radius of x.
  [[nodiscard]] bool exclude(const system_point& x, double radius) const;
  /// A zero of all equations lies within 1.5 times the radius of x: where the combinations have only one there, it is
  /// that one. Without algebra only zeros with rational coordinates are found.
  [[nodiscard]] bool vanish_near(const system_point& x, double radius, bool by_algebra);
  /// All solutions by exact algebra, where that is quick enough.
  const std::vector<counting::known_point>& points();

 private:
  const polynomial_system& system_;
  std::uint64_t seed_;
  std::function<bool()> must_stop_;
  std::optional<std::vector<counting::exact_equation>> exact_;
  std::optional<std::vector<counting::known_point>> points_;
};

using square_solver = std::function<solve_result(const polynomial_system&, const solve_options&)>;

/// `solve` for more equations than variables, by a solver of square systems that does not count solutions itself.
solve_result solve_over_determined(const polynomial_system& system, const solve_options& options,
                                   const square_solver& solve_square);

}  // namespace vieta::tracking
